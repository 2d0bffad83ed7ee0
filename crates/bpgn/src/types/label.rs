//! The label of a half-move: its number and the seat that plays it.

use core::fmt;
use std::collections::HashMap;

use bughouse_chess::{BoardId, Color, ParseError, Seat, Span};

/// The number and seat before a half-move, such as `47a`.
///
/// ```
/// use bpgn::Label;
/// use bughouse_chess::Seat;
///
/// let label = Label { number: 47, seat: Seat::BLACK_A };
/// assert_eq!(label.to_string(), "47a");
/// assert_eq!("47a.".parse(), Ok(label));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Label {
    /// The number of the move on its board.
    pub number: u32,
    /// The seat that plays it: upper case is White, lower case is Black.
    pub seat: Seat,
}

impl Label {
    /// Reads a label as it appears in BPGN: a number, a letter, and optional dots, such as `47a` or `47a.`.
    ///
    /// # Errors
    /// Points at the first part that is not a label.
    pub fn read(text: &[u8]) -> Result<Label, ParseError> {
        let error = |expected, start, end| Err(ParseError::new(expected, Span::new(start, end)));
        let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 {
            return error("expected a label such as 47a, which begins with a number", 0, text.len().min(1));
        }
        if digits > MAX_DIGITS {
            return error("expected a number of nine digits at most", 0, digits);
        }
        let number = text[..digits].iter().fold(0, |number, byte| number * 10 + u32::from(byte - b'0'));
        let Some(seat) = text.get(digits).and_then(|&letter| Label::seat_of(letter)) else {
            return error("expected the letter of a seat: A, a, B or b", digits, text.len().min(digits + 1));
        };
        let after = digits + 1;
        match text[after..].iter().position(|&byte| byte != b'.') {
            Some(dots) => error("expected the end of the label", after + dots, text.len()),
            None => Ok(Label { number, seat }),
        }
    }

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

/// The most digits of a label's number.
pub(crate) const MAX_DIGITS: usize = 9;

/// The highest number of a label.
pub(crate) const MAX_NUMBER: u32 = 10_u32.pow(MAX_DIGITS as u32) - 1;

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, Label::letter(self.seat))
    }
}

/// Finds the half-move that a label refers to, which is where a variation belongs.
///
/// It is the last half-move with that label or, if that one is repeated, the first of them.
#[derive(Clone, Default, Debug)]
pub(crate) struct LabelIndex {
    found: HashMap<Label, usize>,
    known: usize,
}

impl LabelIndex {
    /// Returns how many half-moves were added.
    pub(crate) fn len(&self) -> usize {
        self.known
    }

    /// Adds the next half-move, which may repeat the one before it on its board.
    pub(crate) fn push(&mut self, label: Label, is_repeat: bool) {
        if !is_repeat {
            self.found.insert(label, self.known);
        }
        self.known += 1;
    }

    /// Returns the index of the half-move that a label refers to.
    pub(crate) fn find(&self, label: Label) -> Option<usize> {
        self.found.get(&label).copied()
    }

    pub(crate) fn clear(&mut self) {
        self.found.clear();
        self.known = 0;
    }
}
