//! Moves of pieces on the board, and drops.

use core::fmt;

use crate::types::piece::Piece;
use crate::types::square::Square;

/// A move of a piece on the board.
///
/// Castling is the king's move of two squares (`e1g1`) if king and rook are on their squares of the starting
/// position. Otherwise it is the king's move to its own rook's square (`b1a1`), because in Chess960 the
/// king's landing square can be ambiguous.
///
/// If a promotion [steals](crate::Promotion::Steal), the move also names the square on the other board that
/// the new piece is taken from. If the pawn is [discarded](crate::Promotion::Discard), the move has no
/// promotion.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChessMove {
    source: Square,
    dest: Square,
    promotion: Option<Piece>,
    stolen: Stolen,
}

/// A square of the other board, or none, in one byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Stolen(u8);

impl Stolen {
    const NOTHING: Stolen = Stolen(u8::MAX);
}

impl ChessMove {
    /// Creates a move without validating it.
    #[inline]
    pub const fn new(source: Square, dest: Square, promotion: Option<Piece>) -> ChessMove {
        ChessMove { source, dest, promotion, stolen: Stolen::NOTHING }
    }

    /// Creates a promotion that takes a piece from a square of the other board, without validating it.
    #[inline]
    pub const fn stealing(source: Square, dest: Square, piece: Piece, from: Square) -> ChessMove {
        ChessMove { source, dest, promotion: Some(piece), stolen: Stolen(from.to_index() as u8) }
    }

    /// Returns the square the piece leaves.
    #[inline]
    pub const fn source(self) -> Square {
        self.source
    }

    /// Returns the square the piece goes to.
    #[inline]
    pub const fn dest(self) -> Square {
        self.dest
    }

    /// Returns the piece that a pawn promotes to.
    #[inline]
    pub const fn promotion(self) -> Option<Piece> {
        self.promotion
    }

    /// Returns the square of the other board that a promotion takes its piece from.
    #[inline]
    pub const fn stolen_from(self) -> Option<Square> {
        match self.stolen {
            Stolen::NOTHING => None,
            Stolen(index) => Some(Square::masked(index as usize)),
        }
    }
}

impl fmt::Debug for ChessMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ChessMove({self})")
    }
}

/// Writes the move in UCI: `e2e4`, `e7e8q`. A promotion that steals has the square at the end: `e7e8qd1`.
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

/// A move or a drop: anything a player can do in bughouse.
///
/// ```
/// use bughouse_chess::{BughouseMove, Piece, Square};
///
/// let push: BughouseMove = "e7e8q".parse()?;
/// assert_eq!((push.source(), push.dest()), (Some(Square::E7), Square::E8));
/// assert_eq!((push.promotion(), push.dropped()), (Some(Piece::Queen), None));
/// let drop: BughouseMove = "N@f3".parse()?;
/// assert_eq!((drop.source(), drop.dest(), drop.dropped()), (None, Square::F3, Some(Piece::Knight)));
/// # Ok::<(), bughouse_chess::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BughouseMove {
    /// A piece on the board moves.
    Regular(ChessMove),
    /// A piece in reserve is dropped on an empty square.
    Drop {
        /// The piece that is dropped.
        piece: Piece,
        /// The square it is dropped on.
        square: Square,
    },
}

impl BughouseMove {
    /// Returns the destination square. For castling, this is the square that [`ChessMove`] describes.
    #[inline]
    pub const fn dest(self) -> Square {
        match self {
            BughouseMove::Regular(mv) => mv.dest,
            BughouseMove::Drop { square, .. } => square,
        }
    }

    /// Returns the square the piece leaves, or `None` for a drop.
    #[inline]
    pub const fn source(self) -> Option<Square> {
        match self {
            BughouseMove::Regular(mv) => Some(mv.source),
            BughouseMove::Drop { .. } => None,
        }
    }

    /// Returns the piece that is dropped, or `None` for a move on the board. For the piece that moves, see
    /// [`Board::piece_of`](crate::Board::piece_of).
    #[inline]
    pub const fn dropped(self) -> Option<Piece> {
        match self {
            BughouseMove::Regular(_) => None,
            BughouseMove::Drop { piece, .. } => Some(piece),
        }
    }

    /// Returns the piece that a pawn promotes to.
    #[inline]
    pub const fn promotion(self) -> Option<Piece> {
        match self {
            BughouseMove::Regular(mv) => mv.promotion,
            BughouseMove::Drop { .. } => None,
        }
    }

    /// Returns `true` if this is a drop.
    #[inline]
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

/// Writes the move in UCI: `e2e4`, `e7e8q`, `N@f3`.
impl fmt::Display for BughouseMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BughouseMove::Regular(mv) => fmt::Display::fmt(mv, f),
            BughouseMove::Drop { piece, square } => write!(f, "{}@{square}", piece.to_char()),
        }
    }
}
