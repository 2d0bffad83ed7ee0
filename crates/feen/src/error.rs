//! Errors in strings: what is wrong, and where.

use alloc::string::String;
use core::fmt::{self, Write};

use crate::board::Irregularity;
use crate::board_builder::BoardError;
use crate::piece::Side;
use crate::position::StyleError;

/// A range of bytes in a string.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last one, or the same as `start` if something is missing.
    pub end: usize,
}

/// One of the three fields of a FEEN string.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Field {
    /// The placement of pieces on the board.
    Placement,
    /// The pieces in hand.
    Hands,
    /// The styles, the player to move first.
    StyleTurn,
}

/// What is wrong with a string.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The string is longer than allowed.
    TextTooLong {
        /// The most bytes that are allowed.
        limit: usize,
    },
    /// A character that isn't ASCII.
    NotAscii,
    /// A field is missing.
    Missing(Field),
    /// A character that has no meaning in a field.
    Unexpected(Field),
    /// An extra space between two fields.
    ExtraSpace,
    /// Something follows the last field.
    TrailingText,
    /// A count starts with 0.
    LeadingZero,
    /// `+` or `-` without a letter after it.
    PrefixWithoutLetter,
    /// `'` without a letter before it.
    SuffixWithoutLetter,
    /// The board is invalid.
    Board(BoardError),
    /// The board is irregular, and an option doesn't allow that.
    Irregular(Irregularity),
    /// A count of 1 in hand. A single piece has no count.
    CountOfOne,
    /// A count in hand without a piece after it.
    CountWithoutPiece,
    /// There are more pieces of one type in hand than allowed.
    CountTooLarge {
        /// The most that are allowed.
        limit: u32,
    },
    /// A piece in the hand of the player who doesn't own it. Contains the player whose hand it is.
    WrongHand(Side),
    /// The two hands are not separated by a slash.
    NoHandsSlash,
    /// A prefix or suffix in hand, and an option doesn't allow that.
    ModifierInHand,
    /// A piece that already has a count in this hand: readable, but not canonical.
    RepeatedInHand,
    /// A piece that should come earlier in hand: readable, but not canonical.
    OutOfOrder,
    /// The style names are wrong.
    Style(StyleError),
    /// The two style names are not separated by a slash.
    NoStyleSlash,
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ErrorKind::TextTooLong { limit } => write!(f, "expected a string of at most {limit} bytes"),
            ErrorKind::NotAscii => f.write_str("expected ASCII characters only"),
            ErrorKind::Missing(Field::Placement) => {
                f.write_str("expected the placement of pieces, such as 8/8/8")
            }
            ErrorKind::Missing(Field::Hands) => {
                f.write_str("expected the pieces in hand after a space, or / if there are none")
            }
            ErrorKind::Missing(Field::StyleTurn) => {
                f.write_str("expected the styles after a space, such as CHESS/chess")
            }
            ErrorKind::Unexpected(Field::Placement) => {
                f.write_str("expected a piece, a count of empty squares, / or a space")
            }
            ErrorKind::Unexpected(Field::Hands) => {
                f.write_str("expected a piece in hand, a count, / between the hands or a space after them")
            }
            ErrorKind::Unexpected(Field::StyleTurn) => {
                f.write_str("expected a letter or a digit of a style name, or / between the names")
            }
            ErrorKind::ExtraSpace => f.write_str("expected one space between two fields"),
            ErrorKind::TrailingText => f.write_str("expected the end of the string after the styles"),
            ErrorKind::LeadingZero => f.write_str("expected a count that starts with 1 to 9"),
            ErrorKind::PrefixWithoutLetter => f.write_str("expected a letter after + or -"),
            ErrorKind::SuffixWithoutLetter => f.write_str("expected a letter before '"),
            ErrorKind::Board(error) => error.fmt(f),
            ErrorKind::Irregular(irregularity) => irregularity.fmt(f),
            ErrorKind::CountOfOne => f.write_str("expected a count of 2 or more, or no count for one piece"),
            ErrorKind::CountWithoutPiece => f.write_str("expected a piece after the count"),
            ErrorKind::CountTooLarge { limit } => write!(f, "expected at most {limit} of a piece in hand"),
            ErrorKind::WrongHand(side) => {
                let place = if side == Side::First { "before" } else { "after" };
                write!(f, "expected only {} pieces {place} the / between the hands", side.case())
            }
            ErrorKind::NoHandsSlash => f.write_str("expected / between the hands"),
            ErrorKind::ModifierInHand => f.write_str("expected a piece in hand without +, - and '"),
            ErrorKind::RepeatedInHand => {
                f.write_str("not canonical: expected one count for all of a piece in hand")
            }
            ErrorKind::OutOfOrder => f.write_str("not canonical: expected this piece earlier in hand"),
            ErrorKind::Style(error) => error.fmt(f),
            ErrorKind::NoStyleSlash => f.write_str("expected / and the other style name"),
        }
    }
}

/// What is wrong with a string, and where.
///
/// The message is one lower-case line. [`Error::render`] shows the place in the string.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Error {
    kind: ErrorKind,
    span: Span,
}

impl Error {
    pub(crate) const fn new(kind: ErrorKind, start: usize, end: usize) -> Error {
        Error { kind, span: Span { start, end } }
    }

    /// Returns what is wrong.
    pub const fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// Returns where it is wrong.
    pub const fn span(&self) -> Span {
        self.span
    }

    /// Returns the message, the string, and carets under the place.
    ///
    /// Characters other than printable ASCII are escaped. A long string is shortened on both sides of the
    /// place.
    ///
    /// ```
    /// let text = "k/K 2P1R/ GAME/game";
    /// let error = feen::parse(text).unwrap_err();
    /// assert_eq!(
    ///     error.render(text.as_bytes()),
    ///     "expected a count of 2 or more, or no count for one piece\n  k/K 2P1R/ GAME/game\n        ^"
    /// );
    /// ```
    pub fn render(&self, text: &[u8]) -> String {
        let start = self.span.start.min(text.len());
        let end = self.span.end.clamp(start, text.len());
        let shown_from = start.saturating_sub(CONTEXT);
        let shown_to = text.len().min(start.saturating_add(CONTEXT));
        let marked_to = end.min(shown_to);

        let mut out = String::new();
        // Writing to a `String` never fails.
        let _ = write!(out, "{}\n  ", self.kind);
        let line = out.len();
        out.push_str(if shown_from > 0 { CUT } else { "" });
        push_visible(&mut out, &text[shown_from..start]);
        let indent = out.len() - line;
        push_visible(&mut out, &text[start..marked_to]);
        let width = out.len() - line - indent;
        push_visible(&mut out, &text[marked_to..shown_to]);
        out.push_str(if shown_to < text.len() { CUT } else { "" });
        let _ = write!(out, "\n  {:indent$}{:^<width$}", "", "", width = width.max(1));
        out
    }
}

/// The most bytes of a string to show before and after the start of a span.
const CONTEXT: usize = 100;

/// Replaces what isn't shown.
const CUT: &str = "...";

/// Appends bytes. Each character takes as many columns as it has bytes.
fn push_visible(out: &mut String, bytes: &[u8]) {
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                ' '..='~' => out.push(c),
                _ => out.extend(c.escape_default()),
            }
        }
        for byte in chunk.invalid() {
            let _ = write!(out, "\\x{byte:02x}");
        }
    }
}

/// Writes the message and the position of the first byte, counted from 1.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at byte {})", self.kind, self.span.start + 1)
    }
}

impl core::error::Error for Error {}
