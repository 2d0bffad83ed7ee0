//! The violations that make a position invalid.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use crate::board::builder::{BoardBuilder, CastleClaim};
use crate::types::color::Color;
use crate::types::leniency::Leniency;
use crate::types::square::{Rank, Square};

/// An invalid position, with every rule it violates.
#[derive(Clone, PartialEq, Eq)]
pub struct InvalidBoard(Box<(BoardBuilder, Vec<Violation>)>);

impl InvalidBoard {
    pub(crate) fn new(builder: BoardBuilder, violations: Vec<Violation>) -> InvalidBoard {
        InvalidBoard(Box::new((builder, violations)))
    }

    /// Returns the position.
    pub fn builder(&self) -> &BoardBuilder {
        &self.0.0
    }

    /// Returns every violation. There is at least one.
    pub fn violations(&self) -> &[Violation] {
        &self.0.1
    }
}

impl fmt::Debug for InvalidBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("InvalidBoard").field(&self.violations()).finish()
    }
}

/// Writes all violations on one line.
impl fmt::Display for InvalidBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, rule) in self.violations().iter().enumerate() {
            write!(f, "{}{rule}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl core::error::Error for InvalidBoard {}

/// A rule that a position violates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Violation {
    /// A color has no king.
    NoKing(Color),
    /// A color has several kings.
    ManyKings {
        /// The owner of the kings.
        color: Color,
        /// The number of kings.
        count: u32,
    },
    /// A pawn is on rank 1 or 8.
    PawnOnLastRank(Square),
    /// A promoted marker is on a square without a queen, rook, bishop or knight.
    PromotedMarker(Square),
    /// The side that is not to move is in check.
    OpponentInCheck(Color),
    /// A castling right, but its king is not on the back rank or its rook is not in place.
    CastlingWithoutRook {
        /// The color that claims the right.
        color: Color,
        /// The claim.
        claim: CastleClaim,
    },
    /// A second castling right on the same side.
    CastlingTwice {
        /// The color that claims the right.
        color: Color,
        /// The claim.
        claim: CastleClaim,
    },
    /// The en passant square is on a rank that no double push of the opponent skips.
    EnPassantRank {
        /// The square.
        square: Square,
        /// The rank it should be on.
        expected: Rank,
    },
    /// The pawn that should have skipped the en passant square is missing.
    EnPassantWithoutPawn {
        /// The square.
        square: Square,
        /// The square where the pawn should be.
        pawn: Square,
    },
    /// The en passant square or the square the pawn came from is occupied.
    EnPassantBlocked {
        /// The square.
        square: Square,
    },
    /// A color has more pieces than allowed, on the board and in reserve together.
    TooManyPieces {
        /// The owner of the pieces.
        color: Color,
        /// The number of pieces.
        count: u32,
        /// The most that are allowed.
        limit: u32,
    },
    /// A color has more pawns than allowed, on the board and in reserve together.
    TooManyPawns {
        /// The owner of the pawns.
        color: Color,
        /// The number of pawns.
        count: u32,
        /// The most that are allowed.
        limit: u32,
    },
    /// A color has more promoted pieces than there were pawns, on the board and in reserve together.
    TooManyPromoted {
        /// The owner of the pieces.
        color: Color,
        /// The number of pawns and promoted pieces.
        count: u32,
        /// The number of pawns at the start.
        limit: u32,
    },
    /// The move number is 0.
    MoveNumberZero,
}

impl Violation {
    /// Returns the leniency that accepts this, if there is one.
    pub const fn leniency(&self) -> Option<Leniency> {
        match self {
            Violation::CastlingWithoutRook { .. } | Violation::CastlingTwice { .. } => {
                Some(Leniency::DroppedCastling)
            }
            Violation::EnPassantRank { .. }
            | Violation::EnPassantWithoutPawn { .. }
            | Violation::EnPassantBlocked { .. } => Some(Leniency::DroppedEnPassant),
            Violation::TooManyPromoted { .. } => Some(Leniency::TooManyPromoted),
            Violation::MoveNumberZero => Some(Leniency::MoveNumberZero),
            _ => None,
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Violation::NoKing(color) => write!(f, "{} has no king", color.side_name()),
            Violation::ManyKings { color, count } => {
                write!(f, "{} has {count} kings, expected one", color.side_name())
            }
            Violation::PawnOnLastRank(square) => {
                write!(f, "there is a pawn on {square}, outside ranks 2 to 7")
            }
            Violation::PromotedMarker(square) => {
                write!(
                    f,
                    "{square} is marked as promoted, but there is no queen, rook, bishop or knight on it"
                )
            }
            Violation::OpponentInCheck(color) => {
                write!(f, "{} is in check, but it is {}'s turn", color.side_name(), (!color).side_name())
            }
            Violation::CastlingWithoutRook { color, claim: CastleClaim::CastlingSide(castling_side) } => {
                write!(
                    f,
                    "{} can't castle {castling_side}: its king and an unmoved rook are not in place",
                    color.side_name()
                )
            }
            Violation::CastlingWithoutRook { color, claim: CastleClaim::File(file) } => {
                write!(
                    f,
                    "{} can't castle with the {file}-file rook: its king and that rook are not in place",
                    color.side_name()
                )
            }
            Violation::CastlingTwice { color, .. } => {
                write!(f, "{} has two castling rights on the same side", color.side_name())
            }
            Violation::EnPassantRank { square, expected } => {
                write!(f, "the en passant square {square} is not on rank {expected}")
            }
            Violation::EnPassantWithoutPawn { square, pawn } => {
                write!(f, "no pawn can have skipped the en passant square {square}: there is none on {pawn}")
            }
            Violation::EnPassantBlocked { square } => {
                write!(f, "no pawn can have skipped the en passant square {square}: a piece was in the way")
            }
            Violation::TooManyPieces { color, count, limit } => {
                write!(
                    f,
                    "{} has {count} pieces on the board and in reserve, at most {limit} are allowed",
                    color.side_name()
                )
            }
            Violation::TooManyPawns { color, count, limit } => {
                write!(
                    f,
                    "{} has {count} pawns on the board and in reserve, at most {limit} are allowed",
                    color.side_name()
                )
            }
            Violation::TooManyPromoted { color, count, limit } => {
                write!(
                    f,
                    "{} has {count} pawns and promoted pieces, but there were only {limit} pawns",
                    color.side_name()
                )
            }
            Violation::MoveNumberZero => f.write_str("the move number is 0, but it starts at 1"),
        }
    }
}
