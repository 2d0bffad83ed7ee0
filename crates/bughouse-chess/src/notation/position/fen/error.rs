//! The fields of a FEN string, and the errors in one.

use core::fmt;

use crate::types::leniency::Leniency;
use crate::types::reserve::Reserve;
use crate::types::square::Rank;
use crate::types::text_error::{Span, TextError};

/// The places of the fields in a FEN string. A missing field has an empty span.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FieldSpans([Span; 7]);

/// A field of a FEN string.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Field {
    /// The pieces on the board.
    Placement,
    /// The reserves.
    Reserve,
    /// The side to move.
    Side,
    /// The castling rights.
    Castling,
    /// The en passant square.
    EnPassant,
    /// The half-move clock.
    HalfmoveClock,
    /// The move number.
    MoveNumber,
}

impl FieldSpans {
    /// Creates spans for a string without any fields.
    pub(super) fn missing(text: &[u8]) -> FieldSpans {
        FieldSpans([Span::new(text.len(), text.len()); 7])
    }

    #[inline]
    pub(super) fn set(&mut self, field: Field, span: Span) {
        self.0[field as usize] = span;
    }

    /// Returns the place of a field.
    pub fn get(&self, field: Field) -> Span {
        self.0[field as usize]
    }

    /// Returns the same fields in a string with `offset` more bytes at the start.
    pub(crate) fn shifted(self, offset: usize) -> FieldSpans {
        FieldSpans(self.0.map(|span| span.shifted(offset)))
    }
}

impl Field {
    /// Returns the field's name.
    pub const fn name(self) -> &'static str {
        match self {
            Field::Placement => "the placement of pieces",
            Field::Reserve => "the reserves",
            Field::Side => "the side to move",
            Field::Castling => "the castling rights",
            Field::EnPassant => "the en passant square",
            Field::HalfmoveClock => "the half-move clock",
            Field::MoveNumber => "the move number",
        }
    }
}

/// Describes the contents of the field: `the side to move, w or b`.
impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        f.write_str(match self {
            Field::Placement | Field::Reserve | Field::MoveNumber => "",
            Field::Side => ", w or b",
            Field::Castling => ", such as KQkq or -",
            Field::EnPassant => ", such as e3 or -",
            Field::HalfmoveClock => ", a number",
        })
    }
}

/// What is wrong with a FEN string.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FenErrorKind {
    /// The string is empty.
    Empty,
    /// A byte that has no meaning in a placement.
    UnknownPiece,
    /// A rank doesn't have eight squares.
    RankLength {
        /// The rank.
        rank: Rank,
        /// The number of squares it has.
        squares: usize,
    },
    /// The placement doesn't have eight ranks.
    RankCount(usize),
    /// Two digits in a row instead of their sum.
    TwoDigits,
    /// A `~` that doesn't follow a queen, rook, bishop or knight.
    MisplacedMarker,
    /// A king in reserve.
    KingInReserve,
    /// A byte that has no meaning in a reserve.
    UnknownReserve,
    /// More pieces than a reserve can hold.
    ReserveFull,
    /// A reserve without its closing bracket.
    UnclosedReserve,
    /// Something between the reserve and the next field.
    AfterReserve,
    /// A field is missing.
    Missing(Field),
    /// A field is malformed.
    Malformed(Field),
    /// A castling right appears twice.
    RepeatedCastling,
    /// A number is too large.
    TooLarge(Field),
    /// An extra space.
    ExtraSpace,
    /// Something after the last field.
    TrailingText,
}

impl FenErrorKind {
    /// Returns the leniency that accepts this, if there is one.
    pub const fn leniency(&self) -> Option<Leniency> {
        match self {
            FenErrorKind::RankLength { squares: ..8, .. } => Some(Leniency::ShortRank),
            FenErrorKind::Missing(Field::Castling) => Some(Leniency::MissingFields),
            FenErrorKind::Missing(Field::HalfmoveClock) => Some(Leniency::MissingCounters),
            FenErrorKind::ExtraSpace => Some(Leniency::ExtraSpaces),
            _ => None,
        }
    }
}

impl fmt::Display for FenErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            FenErrorKind::Empty => f.write_str("expected a position, but the string is empty"),
            FenErrorKind::UnknownPiece => f.write_str("expected a piece letter, a digit 1 to 8 or '/'"),
            FenErrorKind::RankLength { rank, squares } => {
                write!(
                    f,
                    "rank {rank} has {squares} square{}, expected 8",
                    if squares == 1 { "" } else { "s" }
                )
            }
            FenErrorKind::RankCount(ranks) => {
                write!(f, "found {ranks} rank{}, expected 8", if ranks == 1 { "" } else { "s" })
            }
            FenErrorKind::TwoDigits => f.write_str("two digits in a row, expected their sum"),
            FenErrorKind::MisplacedMarker => f.write_str("'~' must follow a queen, rook, bishop or knight"),
            FenErrorKind::KingInReserve => f.write_str("a king can't be in reserve"),
            FenErrorKind::UnknownReserve => f.write_str("expected a reserve letter, one of QRBNPqrbnp"),
            FenErrorKind::ReserveFull => {
                write!(f, "a reserve can hold at most {} pieces", Reserve::MAX_TOTAL)
            }
            FenErrorKind::UnclosedReserve => f.write_str("expected ']' at the end of the reserves"),
            FenErrorKind::AfterReserve => f.write_str("expected a space after the reserves"),
            FenErrorKind::Missing(field) => write!(f, "the string ends here, expected {field}"),
            FenErrorKind::Malformed(field) => write!(f, "expected {field}"),
            FenErrorKind::RepeatedCastling => f.write_str("this castling right appears twice"),
            FenErrorKind::TooLarge(field) => write!(f, "number too large for {}", field.name()),
            FenErrorKind::ExtraSpace => f.write_str("extra space, expected one between two fields"),
            FenErrorKind::TrailingText => f.write_str("expected the end of the position"),
        }
    }
}

/// What is wrong with a FEN string, and where.
pub type FenError = TextError<FenErrorKind>;
