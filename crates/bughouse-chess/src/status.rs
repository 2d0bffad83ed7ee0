//! How one board stands: ongoing, checkmate, stalemate, or frozen until a piece is fed.

use crate::attacks::{between, steps};
use crate::bitboard::{BitBoard, EMPTY};
use crate::board::Board;
use crate::piece::Piece;
use crate::rules::Rules;

/// How a board stands for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BoardStatus {
    /// The game goes on. The side to move may be [frozen](Board::is_frozen).
    Ongoing,
    /// Not in check, no legal move and no legal drop.
    Stalemate,
    /// In check, no legal move, no legal drop, and no piece the partner could send would help.
    Checkmate,
}

/// What would help a side that is in check and has no legal move or drop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Frozen {
    /// Where each kind but the king would help, by its index.
    by_kind: [BitBoard; 5],
}

impl Frozen {
    /// Makes one from the squares where a fed piece of each kind would end the check.
    pub(crate) fn new(squares_for: impl Fn(Piece) -> BitBoard) -> Frozen {
        Frozen {
            by_kind: [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen].map(squares_for),
        }
    }

    /// Returns the squares where a fed piece would end the check.
    #[must_use]
    pub fn squares(self) -> BitBoard {
        self.by_kind.into_iter().fold(EMPTY, |all, squares| all | squares)
    }

    /// Returns the squares where a fed piece of one kind would end the check.
    #[must_use]
    pub fn squares_for(self, piece: Piece) -> BitBoard {
        self.by_kind.get(piece.to_index()).copied().unwrap_or(EMPTY)
    }

    /// Returns `true` if being fed a piece of this kind would help.
    #[must_use]
    pub fn helps(self, piece: Piece) -> bool {
        !self.squares_for(piece).is_empty()
    }
}

impl Board {
    /// Returns how the board stands for the side to move.
    ///
    /// A side in check with nothing to play is only mated if no piece its partner could still send would
    /// help: the check is double, or comes from a knight, a pawn or an adjacent piece.
    ///
    /// ```
    /// use bughouse_chess::Board;
    /// use bughouse_chess::board::BoardStatus;
    ///
    /// // A check from afar: a piece fed to Black can be dropped in between.
    /// let board: Board = "4R1k1/5ppp/8/8/8/8/8/6K1[] b - - 0 1".parse()?;
    /// assert_eq!(board.status(), BoardStatus::Ongoing);
    /// assert!(board.is_frozen());
    /// # Ok::<(), bughouse_chess::ReadBoardError>(())
    /// ```
    #[must_use]
    pub fn status(&self) -> BoardStatus {
        self.under(&Rules::standard()).status()
    }

    /// Returns `true` if the side to move is in check, has nothing to play, and waits for a piece that helps.
    #[must_use]
    pub fn is_frozen(&self) -> bool {
        self.frozen().is_some()
    }

    /// Returns what would help the side to move if it is [frozen](Board::is_frozen).
    #[must_use]
    pub fn frozen(&self) -> Option<Frozen> {
        self.under(&Rules::standard()).frozen()
    }

    /// Returns `true` if checks by some pieces, if any, cannot be ended by a piece put in between: it is a double one, or one
    /// from a knight, a pawn or an adjacent piece.
    #[inline]
    pub(crate) fn is_unblockable(&self, checkers: u64) -> bool {
        let near = steps::king(self.king_square(self.side)) | self.placement.knights;
        // Without a branch: whether a move gives check is hard to guess.
        checkers & near | checkers & checkers.wrapping_sub(1) != 0
    }

    /// Returns the squares between the king and a single distant checker; none if not in check.
    pub(crate) fn blocking_squares(&self) -> BitBoard {
        match self.checkers().single() {
            Some(checker) => between(self.king_square(self.side), checker) & !self.combined(),
            None => EMPTY,
        }
    }
}
