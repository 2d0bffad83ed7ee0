//! Errors of text: what is wrong, and where.

use alloc::string::String;
use core::fmt::{self, Write};

use crate::board::Irregularity;
use crate::board_builder::BoardError;
use crate::side::Side;
use crate::style_turn::StyleError;

/// A range of bytes in a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last one; equal to `start` where something is missing.
    pub end: usize,
}

/// One of the three fields of a FEEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Field {
    /// The placement of pieces on the board.
    Placement,
    /// The pieces in hand.
    Hands,
    /// The styles, the player to move first.
    StyleTurn,
}

/// What is wrong with a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text is longer than allowed.
    TextTooLong {
        /// How many bytes are allowed.
        limit: usize,
    },
    /// A character beyond ASCII.
    NotAscii,
    /// A field is not there.
    Missing(Field),
    /// A character that means nothing in a field.
    Unexpected(Field),
    /// A space too many between two fields.
    ExtraSpace,
    /// Something follows the last field.
    TrailingText,
    /// A count starts with 0.
    LeadingZero,
    /// `+` or `-` without a letter after it.
    PrefixAlone,
    /// `'` without a letter before it.
    SuffixAlone,
    /// There is no such board.
    Board(BoardError),
    /// The board is irregular, which an option rejects.
    Irregular(Irregularity),
    /// A count of 1 in hand; one piece is written without a count.
    CountOfOne,
    /// A count in hand without a piece after it.
    CountAlone,
    /// More pieces of a kind in hand than allowed.
    CountTooLarge {
        /// How many are allowed.
        limit: u32,
    },
    /// A piece in the hand of the player it does not belong to. Holds the player whose hand it is.
    WrongHand(Side),
    /// The two hands are not separated by a slash.
    NoHandsSlash,
    /// A prefix or suffix in hand, which an option rejects.
    ModifierInHand,
    /// A piece that was already counted in the hand: readable, but not canonical.
    RepeatedInHand,
    /// A piece that belongs before the one before it in hand: readable, but not canonical.
    OutOfOrder,
    /// The style names are wrong.
    Style(StyleError),
    /// The two style names are not separated by a slash.
    NoStyleSlash,
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ErrorKind::TextTooLong { limit } => write!(f, "expected a text of at most {limit} bytes"),
            ErrorKind::NotAscii => f.write_str("expected ASCII characters only"),
            ErrorKind::Missing(Field::Placement) => {
                f.write_str("expected the placement of pieces, such as 8/8/8")
            }
            ErrorKind::Missing(Field::Hands) => {
                f.write_str("expected the pieces in hand after a space, / if there are none")
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
            ErrorKind::TrailingText => f.write_str("expected the end of the text after the styles"),
            ErrorKind::LeadingZero => f.write_str("expected a count that starts with 1 to 9"),
            ErrorKind::PrefixAlone => f.write_str("expected a letter after + or -"),
            ErrorKind::SuffixAlone => f.write_str("expected a letter before '"),
            ErrorKind::Board(error) => error.fmt(f),
            ErrorKind::Irregular(irregularity) => irregularity.fmt(f),
            ErrorKind::CountOfOne => f.write_str("expected a count of 2 or more, or none for one piece"),
            ErrorKind::CountAlone => f.write_str("expected a piece after the count"),
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

/// What is wrong with a text, and where.
///
/// The message is one line in lower case. [`Error::render`] shows the place in the text.
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
    #[must_use]
    pub const fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// Returns where it is wrong.
    #[must_use]
    pub const fn span(&self) -> Span {
        self.span
    }

    /// Shows the message, the text it is about, and carets under the place.
    ///
    /// What is not printable ASCII is shown escaped, and a long text is cut on both sides of the place.
    ///
    /// ```
    /// let text = "k/K 2P1R/ GAME/game";
    /// let error = feen::parse(text).unwrap_err();
    /// assert_eq!(
    ///     error.render(text.as_bytes()),
    ///     "expected a count of 2 or more, or none for one piece\n  k/K 2P1R/ GAME/game\n        ^"
    /// );
    /// ```
    #[must_use]
    pub fn render(&self, text: &[u8]) -> String {
        let start = self.span.start.min(text.len());
        let end = self.span.end.clamp(start, text.len());
        let shown_from = start.saturating_sub(CONTEXT);
        let shown_to = text.len().min(start.saturating_add(CONTEXT));
        let marked_to = end.min(shown_to);

        let mut out = String::new();
        // Writing to a string cannot fail.
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

/// The most bytes of a text that are shown before and after the start of a span.
const CONTEXT: usize = 100;

/// Stands for what is not shown.
const CUT: &str = "...";

/// Appends bytes so that each character takes as many columns as it takes bytes.
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

/// Writes the message and the first byte's number, counted from 1.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at byte {})", self.kind, self.span.start + 1)
    }
}

impl core::error::Error for Error {}
