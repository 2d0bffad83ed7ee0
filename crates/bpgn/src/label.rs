//! The label of a half-move: its number and the seat that plays it.

use core::fmt;

use bughouse_chess::{BoardId, Color, Seat};

/// The number and seat that stand before a half-move, such as `47a`.
///
/// ```
/// use bpgn::Label;
/// use bughouse_chess::Seat;
///
/// let label = Label { number: 47, seat: Seat::BLACK_A };
/// assert_eq!(label.to_string(), "47a");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Label {
    /// The number of the move on its board.
    pub number: u32,
    /// Who plays it: upper case is White, lower case is Black.
    pub seat: Seat,
}

impl Label {
    /// Returns the letter of a seat: `A`, `a`, `B` or `b`.
    pub const fn letter(seat: Seat) -> char {
        match (seat.board, seat.color) {
            (BoardId::A, Color::White) => 'A',
            (BoardId::A, Color::Black) => 'a',
            (BoardId::B, Color::White) => 'B',
            (BoardId::B, Color::Black) => 'b',
        }
    }

    /// Returns the seat of a letter.
    #[inline]
    pub const fn seat_of(letter: u8) -> Option<Seat> {
        match letter {
            b'A' => Some(Seat::WHITE_A),
            b'a' => Some(Seat::BLACK_A),
            b'B' => Some(Seat::WHITE_B),
            b'b' => Some(Seat::BLACK_B),
            _ => None,
        }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, Label::letter(self.seat))
    }
}
