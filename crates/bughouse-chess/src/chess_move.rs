//! A move of a piece on the board, and a move or a drop.

use core::fmt;

use crate::piece::Piece;
use crate::square::Square;

/// A move of a piece that stands on the board.
///
/// Castling is the king's step of two squares (`e1g1`) where king and rook stand as in the starting position,
/// and else the king's move to its own rook's square (`b1a1`), since in Chess960 games the king's
/// landing square alone would be ambiguous.
///
/// Under rules where a promotion [steals](crate::Promotion::Steal), the move names the square on the other board that
/// the new piece comes from. Under rules where the pawn is [discarded](crate::Promotion::Discard) it has no promotion.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChessMove {
    source: Square,
    dest: Square,
    promotion: Option<Piece>,
    stolen: Stolen,
}

/// A square of the other board or none, in one byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Stolen(u8);

impl Stolen {
    const NOTHING: Stolen = Stolen(u8::MAX);
}

impl ChessMove {
    /// Makes a move; a board validates it.
    #[inline]
    #[must_use]
    pub const fn new(source: Square, dest: Square, promotion: Option<Piece>) -> ChessMove {
        ChessMove { source, dest, promotion, stolen: Stolen::NOTHING }
    }

    /// Makes a promotion that takes a piece from a square of the other board; a position validates it.
    #[inline]
    #[must_use]
    pub const fn stealing(source: Square, dest: Square, piece: Piece, from: Square) -> ChessMove {
        ChessMove { source, dest, promotion: Some(piece), stolen: Stolen(from.to_index() as u8) }
    }

    /// Returns the square the piece leaves.
    #[inline]
    #[must_use]
    pub const fn source(self) -> Square {
        self.source
    }

    /// Returns the square the piece goes to.
    #[inline]
    #[must_use]
    pub const fn dest(self) -> Square {
        self.dest
    }

    /// Returns what a pawn becomes.
    #[inline]
    #[must_use]
    pub const fn promotion(self) -> Option<Piece> {
        self.promotion
    }

    /// Returns the square of the other board from which a promotion takes its piece.
    #[inline]
    #[must_use]
    pub const fn stolen_from(self) -> Option<Square> {
        match self.stolen {
            Stolen::NOTHING => None,
            Stolen(index) => Some(Square::from_index(index as usize)),
        }
    }
}

impl fmt::Debug for ChessMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ChessMove({self})")
    }
}

/// Writes the move as UCI does: `e2e4`, `e7e8q`; a promotion that steals with the square behind it: `e7e8qd1`.
impl fmt::Display for ChessMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.source, self.dest)?;
        if let Some(piece) = self.promotion {
            fmt::Write::write_char(f, piece.to_char().to_ascii_lowercase())?;
        }
        match self.stolen_from() {
            Some(square) => write!(f, "{square}"),
            None => Ok(()),
        }
    }
}

/// A move or a drop: all a player can do in bughouse.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BughouseMove {
    /// A piece on the board moves.
    Regular(ChessMove),
    /// A piece in reserve is placed on an empty square.
    Drop {
        /// What is dropped.
        piece: Piece,
        /// Where it lands.
        square: Square,
    },
}

impl BughouseMove {
    /// Returns the square where the piece ends up; for castling, the square named in [`ChessMove`].
    #[inline]
    #[must_use]
    pub const fn dest(self) -> Square {
        match self {
            BughouseMove::Regular(mv) => mv.dest,
            BughouseMove::Drop { square, .. } => square,
        }
    }

    /// Returns `true` if it is a drop.
    #[inline]
    #[must_use]
    pub const fn is_drop(self) -> bool {
        matches!(self, BughouseMove::Drop { .. })
    }
}

impl From<ChessMove> for BughouseMove {
    #[inline]
    fn from(mv: ChessMove) -> BughouseMove {
        BughouseMove::Regular(mv)
    }
}

/// Writes the move as UCI does: `e2e4`, `e7e8q`, `N@f3`.
impl fmt::Display for BughouseMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BughouseMove::Regular(mv) => fmt::Display::fmt(mv, f),
            BughouseMove::Drop { piece, square } => write!(f, "{}@{square}", piece.to_char()),
        }
    }
}
