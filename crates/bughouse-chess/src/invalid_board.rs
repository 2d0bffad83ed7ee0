//! Why a position is no board: the rules it breaks.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use crate::board_builder::{BoardBuilder, CastleClaim};
use crate::color::Color;
use crate::square::{Rank, Square};

/// A position that breaks rules: what was written, and every rule it breaks.
#[derive(Clone, PartialEq, Eq)]
pub struct InvalidBoard(Box<(BoardBuilder, Vec<Violation>)>);

impl InvalidBoard {
    pub(crate) fn new(builder: BoardBuilder, broken: Vec<Violation>) -> InvalidBoard {
        InvalidBoard(Box::new((builder, broken)))
    }

    /// Returns the position as it was written.
    #[must_use]
    pub fn builder(&self) -> &BoardBuilder {
        &self.0.0
    }

    /// Lists every violation; there is at least one.
    #[must_use]
    pub fn broken(&self) -> &[Violation] {
        &self.0.1
    }
}

impl fmt::Debug for InvalidBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("InvalidBoard").field(&self.broken()).finish()
    }
}

/// Lists all violations on one line.
impl fmt::Display for InvalidBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, rule) in self.broken().iter().enumerate() {
            write!(f, "{}{rule}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl core::error::Error for InvalidBoard {}

/// One rule that a position breaks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Violation {
    /// A color has no king.
    NoKing(Color),
    /// A color has several kings.
    ManyKings {
        /// Whose kings.
        color: Color,
        /// How many.
        count: u32,
    },
    /// A pawn stands on rank 1 or 8.
    PawnOnLastRank(Square),
    /// A promoted mark is on a square with no queen, rook, bishop or knight.
    PromotedMark(Square),
    /// The side that is not to move is in check.
    OpponentInCheck(Color),
    /// A castling right without the king on its back rank and a rook in place.
    CastlingWithoutRook {
        /// Whose right.
        color: Color,
        /// What was claimed.
        claim: CastleClaim,
    },
    /// A second castling right to the same castling side.
    CastlingTwice {
        /// Whose right.
        color: Color,
        /// What was claimed.
        claim: CastleClaim,
    },
    /// The en passant square is on a rank that no double push of the opponent passes.
    EnPassantRank {
        /// The square.
        square: Square,
        /// The rank it had to be on.
        expected: Rank,
    },
    /// No pawn of the opponent stands in front of the en passant square.
    EnPassantWithoutPawn {
        /// The square.
        square: Square,
        /// Where the pawn had to be.
        pawn: Square,
    },
    /// The en passant square or the pawn's origin is occupied.
    EnPassantBlocked {
        /// The square.
        square: Square,
    },
    /// A color has more pieces than the material allows, board and reserve together.
    TooManyPieces {
        /// Whose pieces.
        color: Color,
        /// How many there are.
        count: u32,
        /// How many there may be.
        limit: u32,
    },
    /// A color has more pawns than the material allows, board and reserve together.
    TooManyPawns {
        /// Whose pawns.
        color: Color,
        /// How many there are.
        count: u32,
        /// How many there may be.
        limit: u32,
    },
    /// A color has more promoted pieces than pawns could have become, board and reserve together.
    TooManyPromoted {
        /// Whose pieces.
        color: Color,
        /// How many pawns and promoted pieces there are.
        count: u32,
        /// How many pawns there are at first.
        limit: u32,
    },
    /// The move number is 0.
    MoveNumberZero,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Violation::NoKing(color) => write!(f, "{color} has no king"),
            Violation::ManyKings { color, count } => write!(f, "{color} has {count} kings, not one"),
            Violation::PawnOnLastRank(square) => {
                write!(f, "a pawn stands on {square}, outside ranks 2 to 7")
            }
            Violation::PromotedMark(square) => {
                write!(f, "{square} is marked as promoted but holds no queen, rook, bishop or knight")
            }
            Violation::OpponentInCheck(color) => {
                write!(f, "{color} is in check, but it is {}'s turn", !color)
            }
            Violation::CastlingWithoutRook { color, claim: CastleClaim::CastlingSide(castling_side) } => {
                write!(
                    f,
                    "{color} may not castle {castling_side}: its king and an unmoved rook are not in place"
                )
            }
            Violation::CastlingWithoutRook { color, claim: CastleClaim::File(file) } => {
                write!(
                    f,
                    "{color} may not castle with the {file}-file rook: its king and that rook are not in place"
                )
            }
            Violation::CastlingTwice { color, .. } => {
                write!(f, "{color} claims two castling rights to the same side")
            }
            Violation::EnPassantRank { square, expected } => {
                write!(f, "en passant square {square} is not on rank {expected}")
            }
            Violation::EnPassantWithoutPawn { square, pawn } => {
                write!(f, "en passant square {square} has no pawn on {pawn} that passed it")
            }
            Violation::EnPassantBlocked { square } => {
                write!(f, "en passant square {square} cannot have been passed: the way was not free")
            }
            Violation::TooManyPieces { color, count, limit } => {
                write!(
                    f,
                    "{color} has {count} pieces on the board and in reserve, at most {limit} are possible"
                )
            }
            Violation::TooManyPawns { color, count, limit } => {
                write!(
                    f,
                    "{color} has {count} pawns on the board and in reserve, at most {limit} are possible"
                )
            }
            Violation::TooManyPromoted { color, count, limit } => {
                write!(
                    f,
                    "{color} has {count} pawns and promoted pieces, at most {limit} pawns could become any"
                )
            }
            Violation::MoveNumberZero => f.write_str("the move number is 0, it starts at 1"),
        }
    }
}
