//! Errors in a SAN move, on its own and on a board.

use core::fmt;

use crate::movegen::illegal::IllegalMove;
use crate::types::bitboard::BitBoard;
use crate::types::castle_rights::CastlingSide;
use crate::types::leniency::Leniency;
use crate::types::piece::Piece;
use crate::types::square::Square;
use crate::types::text_error::TextError;

/// What is wrong with a SAN move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SanErrorKind {
    /// The string is empty.
    Empty,
    /// The string is not a move.
    NotAMove,
    /// A square was expected here.
    ExpectedSquare,
    /// A king can't be dropped.
    KingDrop,
    /// Only pawns can promote.
    PieceCannotPromote,
    /// A pawn can't promote to this piece.
    BadPromotion,
    /// Something follows the move.
    TrailingText,
    /// The move is readable, but not standard.
    NotStandard(Leniency),
}

impl SanErrorKind {
    /// Returns the leniency that accepts this, if there is one.
    pub const fn leniency(&self) -> Option<Leniency> {
        match self {
            SanErrorKind::NotStandard(leniency) => Some(*leniency),
            _ => None,
        }
    }
}

impl fmt::Display for SanErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SanErrorKind::Empty => f.write_str("expected a move, but the string is empty"),
            SanErrorKind::NotAMove => {
                f.write_str("expected a move such as e4, Nf3, exd5, e8=Q, O-O, N@f3 or P@e4")
            }
            SanErrorKind::ExpectedSquare => f.write_str("expected a square, a1 to h8"),
            SanErrorKind::KingDrop => f.write_str("a king can't be dropped"),
            SanErrorKind::PieceCannotPromote => f.write_str("only a pawn can promote"),
            SanErrorKind::BadPromotion => f.write_str("expected Q, R, B or N"),
            SanErrorKind::TrailingText => f.write_str("expected the end of the move"),
            SanErrorKind::NotStandard(leniency) => write!(f, "not standard: {leniency}"),
        }
    }
}

/// What is wrong with a SAN move, and where.
pub type SanError = TextError<SanErrorKind>;

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
