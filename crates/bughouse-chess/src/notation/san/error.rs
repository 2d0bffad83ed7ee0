//! Errors in a move in SAN or UCI, on its own and on a board.

use core::fmt;

use crate::movegen::illegal::IllegalMove;
use crate::types::bitboard::BitBoard;
use crate::types::castle_rights::CastlingSide;
use crate::types::leniency::Leniency;
use crate::types::piece::Piece;
use crate::types::square::Square;
use crate::types::text_error::TextError;

/// Why a string is not a move in SAN or UCI.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum MoveErrorKind {
    /// The string is not a move: what was expected, with examples.
    NotAMove(&'static str),
    /// The move is readable, but not in standard SAN.
    NotStandard(Leniency),
    /// There is no such legal move on the board.
    Mismatch(SanMismatch),
}

impl MoveErrorKind {
    /// The string is nothing like a move in SAN.
    pub const NOT_SAN: MoveErrorKind =
        MoveErrorKind::NotAMove("expected a move such as e4, Nf3, exd5, e8=Q, O-O, N@f3 or P@e4");

    /// Returns the leniency that accepts this, if there is one.
    pub const fn leniency(&self) -> Option<Leniency> {
        match self {
            MoveErrorKind::NotStandard(leniency) => Some(*leniency),
            _ => None,
        }
    }
}

impl From<IllegalMove> for MoveErrorKind {
    fn from(reason: IllegalMove) -> MoveErrorKind {
        MoveErrorKind::Mismatch(SanMismatch::Illegal(reason))
    }
}

impl fmt::Display for MoveErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveErrorKind::NotAMove(expected) => f.write_str(expected),
            MoveErrorKind::NotStandard(leniency) => write!(f, "not standard: {leniency}"),
            MoveErrorKind::Mismatch(mismatch) => mismatch.fmt(f),
        }
    }
}

/// Why a string is not a move in SAN or UCI, and where.
pub type MoveError = TextError<MoveErrorKind>;

/// Why there is no move on a board for a SAN move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SanMismatch {
    /// No such piece can move there.
    NoSuchMove {
        /// The piece that should move.
        piece: Piece,
        /// The squares it may come from: all, those of a file or a rank, or one.
        from: BitBoard,
        /// The destination.
        to: Square,
    },
    /// Several pieces can move there.
    Ambiguous {
        /// The piece that should move.
        piece: Piece,
        /// The destination.
        to: Square,
        /// The squares of the pieces that can.
        from: BitBoard,
    },
    /// One piece fits, but its move is illegal.
    Illegal(IllegalMove),
    /// The king can castle there, but castling has its own notation.
    WrittenAsCastling(CastlingSide),
}

impl fmt::Display for SanMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SanMismatch::NoSuchMove { piece, from, to } => {
                write!(f, "no {piece}")?;
                let mut squares = from.into_iter();
                match (from.popcnt(), squares.next(), squares.next()) {
                    (1, Some(square), _) => write!(f, " on {square}")?,
                    (8, Some(one), Some(next)) if one.file() == next.file() => {
                        write!(f, " on the {}-file", one.file())?;
                    }
                    (8, Some(one), _) => write!(f, " on rank {}", one.rank())?,
                    _ => {}
                }
                write!(f, " can go to {to}")
            }
            SanMismatch::Ambiguous { piece, to, from } => {
                write!(f, "the {piece}s on")?;
                let last = from.popcnt().saturating_sub(1) as usize;
                for (i, square) in from.into_iter().enumerate() {
                    let before = match i {
                        0 => "",
                        _ if i == last => " and",
                        _ => ",",
                    };
                    write!(f, "{before} {square}")?;
                }
                write!(f, " can go to {to}, say which one")
            }
            SanMismatch::Illegal(reason) => reason.fmt(f),
            SanMismatch::WrittenAsCastling(CastlingSide::KingSide) => f.write_str("castling is written O-O"),
            SanMismatch::WrittenAsCastling(CastlingSide::QueenSide) => {
                f.write_str("castling is written O-O-O")
            }
        }
    }
}

impl core::error::Error for SanMismatch {}
