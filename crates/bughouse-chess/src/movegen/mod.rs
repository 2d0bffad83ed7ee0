//! Legal moves and drops: visited as sets of destinations, counted, or listed.
//!
//! Generation is strictly legal: no move is generated and then discarded. One set of masks (checks and pins)
//! is computed for the position. Then the destinations of each piece take a few set operations. Only en
//! passant captures are tested individually.

pub(crate) mod count;
pub(crate) mod generate;
pub(crate) mod illegal;
mod legal_moves;
pub(crate) mod legality;
pub(crate) mod list;
pub(crate) mod masks;
pub(crate) mod promotions;
pub(crate) mod ruled;

pub use legal_moves::LegalMoves;
pub use list::{MoveList, MoveSet};

use crate::board::Board;
use crate::movegen::count::count;
use crate::movegen::masks::Masks;
use crate::types::color::Color;
use crate::types::piece::Piece;
use crate::types::rules::Rules;

/// The squares where a pawn can be dropped under the standard rules: ranks 2 to 7.
pub(crate) const PAWN_DROPS: u64 = 0x00ff_ffff_ffff_ff00;

impl Board {
    /// Returns the legal moves and drops of the side to move.
    ///
    /// The list doesn't allocate. To narrow it down, or to count moves without listing them, use [`Board::moves`].
    ///
    /// ```
    /// use bughouse_chess::Board;
    ///
    /// let moves = Board::START.legal_moves();
    /// assert_eq!(moves.len(), 20);
    /// assert!(moves.contains("e2e4".parse()?));
    /// for mv in moves {
    ///     let after = Board::START.after_unchecked(mv);
    ///     assert_eq!(after.legal_moves().len(), 20);
    /// }
    /// # Ok::<(), bughouse_chess::UciError>(())
    /// ```
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        self.moves().list()
    }

    /// Returns the legal moves and drops of the side to move, to narrow them down by piece, destination, captures or
    /// drops, and then to list or count them.
    #[inline]
    pub fn moves(&self) -> LegalMoves<'_> {
        self.with_rules(&Rules::standard()).moves()
    }

    /// Counts the legal moves and drops without listing them.
    #[inline]
    pub(crate) fn count_legal(&self) -> usize {
        let (reserve, passed) = (self.reserve(self.side), self.legal_en_passant());
        match self.side {
            Color::White => count::<true>(&self.placement, self.rights, reserve, passed),
            Color::Black => count::<false>(&self.placement, self.rights, reserve, passed),
        }
    }

    /// Computes checks and pins for the side to move.
    #[inline]
    pub(crate) fn masks(&self) -> Masks {
        match self.side {
            Color::White => Masks::new::<true>(&self.placement),
            Color::Black => Masks::new::<false>(&self.placement),
        }
    }
}

/// Returns the squares, out of some, where the standard rules allow a piece type to be dropped.
#[inline]
pub(crate) fn standard_drops(piece: Piece, squares: u64) -> u64 {
    if piece == Piece::Pawn { squares & PAWN_DROPS } else { squares }
}
