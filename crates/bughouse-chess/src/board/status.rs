//! The status of one board: ongoing, checkmate or stalemate, and what frees a frozen side.

use crate::attacks::{between, steps};
use crate::board::Board;
use crate::types::bitboard::{BitBoard, EMPTY};
use crate::types::piece::Piece;
use crate::types::rules::Rules;

/// The status of a board for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BoardStatus {
    /// The game continues. The side to move may be [frozen](Board::is_frozen).
    Ongoing,
    /// Not in check, and no legal move or drop.
    Stalemate,
    /// In check, no legal move or drop, and no piece from the partner could help.
    Checkmate,
}

/// The pieces and squares that would help a frozen side: one that is in check without a legal move or drop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Frozen {
    /// The squares where each piece type except the king would help, by its index.
    by_kind: [BitBoard; 5],
}

impl Frozen {
    /// Creates it from the squares where a new piece of each type would end the check.
    pub(crate) fn new(squares_for: impl Fn(Piece) -> BitBoard) -> Frozen {
        Frozen {
            by_kind: [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen].map(squares_for),
        }
    }

    /// Returns the squares where a new piece would end the check.
    pub fn squares(self) -> BitBoard {
        self.by_kind.into_iter().fold(EMPTY, |all, squares| all | squares)
    }

    /// Returns the squares where a new piece of one type would end the check.
    pub fn squares_for(self, piece: Piece) -> BitBoard {
        self.by_kind.get(piece.to_index()).copied().unwrap_or(EMPTY)
    }

    /// Returns `true` if receiving a piece of this type would help.
    pub fn helps(self, piece: Piece) -> bool {
        !self.squares_for(piece).is_empty()
    }
}

impl Board {
    /// Returns the status of the board for the side to move.
    ///
    /// A side in check without a legal move or drop is mated only if no piece from its partner could help:
    /// the check is a double check, or comes from a knight, a pawn or an adjacent piece. Otherwise it is
    /// [frozen](Board::is_frozen).
    ///
    /// ```
    /// use bughouse_chess::Board;
    /// use bughouse_chess::board::BoardStatus;
    ///
    /// // A check from a distance: Black could block it with a piece from the partner.
    /// let board: Board = "4R1k1/5ppp/8/8/8/8/8/6K1[] b - - 0 1".parse()?;
    /// assert_eq!(board.status(), BoardStatus::Ongoing);
    /// assert!(board.is_frozen());
    /// # Ok::<(), bughouse_chess::ReadError>(())
    /// ```
    pub fn status(&self) -> BoardStatus {
        self.with_rules(&Rules::standard()).status()
    }

    /// Returns `true` if the side to move is checkmated, as [`Board::status`] defines it for bughouse: it is in check,
    /// it has no legal move or drop, and no piece from its partner could help.
    ///
    /// In plain chess and crazyhouse, a [frozen](Board::is_frozen) side is also mated.
    ///
    /// ```
    /// use bughouse_chess::Board;
    ///
    /// let smothered: Board = "6rk/5Npp/8/8/8/8/8/6K1[] b - - 0 1".parse()?;
    /// assert!(smothered.is_checkmate());
    /// let distant: Board = "4R1k1/5ppp/8/8/8/8/8/6K1[] b - - 0 1".parse()?;
    /// assert!(!distant.is_checkmate() && distant.is_frozen());
    /// # Ok::<(), bughouse_chess::ReadError>(())
    /// ```
    pub fn is_checkmate(&self) -> bool {
        self.with_rules(&Rules::standard()).is_checkmate()
    }

    /// Returns `true` if the side to move is stalemated: it is not in check and has no legal move or drop.
    ///
    /// A piece from its partner can end that. What stalemate means for a match depends on [`Rules::stalemate`].
    pub fn is_stalemate(&self) -> bool {
        self.status() == BoardStatus::Stalemate
    }

    /// Returns `true` if the side to move is frozen: in check without a legal move or drop, while a piece
    /// from its partner could end the check.
    pub fn is_frozen(&self) -> bool {
        self.frozen().is_some()
    }

    /// Returns what would help the side to move if it is [frozen](Board::is_frozen), or `None` if it isn't.
    ///
    /// ```
    /// use bughouse_chess::{Board, Piece, Square};
    ///
    /// let board: Board = "4R1k1/5ppp/8/8/8/8/8/6K1[] b - - 0 1".parse()?;
    /// let help = board.frozen().unwrap();
    /// assert_eq!(help.squares(), Square::F8.bitboard());
    /// assert!(help.helps(Piece::Knight) && !help.helps(Piece::Pawn));
    /// # Ok::<(), bughouse_chess::ReadError>(())
    /// ```
    pub fn frozen(&self) -> Option<Frozen> {
        self.with_rules(&Rules::standard()).frozen()
    }

    /// Returns `true` if a piece dropped in between can't end a check by some pieces: a double check, or one
    /// by a knight, a pawn or an adjacent piece.
    #[inline]
    pub(crate) fn is_unblockable(&self, checkers: u64) -> bool {
        let near = steps::king(self.king_square(self.side)) | self.placement.knights;
        // Branchless: the CPU can't predict whether a move gives check.
        checkers & near | checkers & checkers.wrapping_sub(1) != 0
    }

    /// Returns the squares between the king and a single distant checker, or none if not in check.
    pub(crate) fn blocking_squares(&self) -> BitBoard {
        match self.checkers().single() {
            Some(checker) => between(self.king_square(self.side), checker) & !self.combined(),
            None => EMPTY,
        }
    }
}
