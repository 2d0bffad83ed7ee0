//! The label of a half-move: its number and the seat that plays it.

use core::fmt;
use core::str::FromStr;

use bughouse_chess::{BoardId, Color, Seat, Span, TextError};

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

/// What is wrong with a label.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum LabelErrorKind {
    /// There is no number.
    NoNumber,
    /// The number has more than nine digits.
    LongNumber,
    /// The number is not followed by the letter of a seat.
    NoLetter,
    /// The letter is followed by something other than dots.
    TrailingText,
}

impl fmt::Display for LabelErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LabelErrorKind::NoNumber => "expected a label such as 47a, which begins with a number",
            LabelErrorKind::LongNumber => "expected a number of nine digits at most",
            LabelErrorKind::NoLetter => "expected the letter of a seat: A, a, B or b",
            LabelErrorKind::TrailingText => "expected the end of the label",
        })
    }
}

/// An error in a label, with its span.
pub type LabelError = TextError<LabelErrorKind>;

/// Reads a label as it appears in BPGN: a number, a letter, and optional dots, such as `47a` or `47a.`.
impl TryFrom<&[u8]> for Label {
    type Error = LabelError;

    fn try_from(text: &[u8]) -> Result<Label, LabelError> {
        let error = |kind, start, end| Err(LabelError::new(kind, Span::new(start, end)));
        let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 {
            return error(LabelErrorKind::NoNumber, 0, text.len().min(1));
        }
        if digits > MAX_DIGITS {
            return error(LabelErrorKind::LongNumber, 0, digits);
        }
        let number = text[..digits].iter().fold(0, |number, byte| number * 10 + u32::from(byte - b'0'));
        let Some(seat) = text.get(digits).and_then(|&letter| Label::seat_of(letter)) else {
            return error(LabelErrorKind::NoLetter, digits, text.len().min(digits + 1));
        };
        let after = digits + 1;
        match text[after..].iter().position(|&byte| byte != b'.') {
            Some(dots) => error(LabelErrorKind::TrailingText, after + dots, text.len()),
            None => Ok(Label { number, seat }),
        }
    }
}

/// Reads a label: `47a` or `47a.`.
impl FromStr for Label {
    type Err = LabelError;

    fn from_str(text: &str) -> Result<Label, LabelError> {
        Label::try_from(text.as_bytes())
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, Label::letter(self.seat))
    }
}
