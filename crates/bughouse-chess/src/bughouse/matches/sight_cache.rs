//! A cache of checks and possible pins on a board of a match.

use crate::board::Board;
use crate::movegen::legality::Sight;

/// The checks and possible pins for the king to move on a board, if they are known.
///
/// They are computed once for each half-move, to detect mate and to validate the next move. After an undo
/// they are unknown.
///
/// All values are equal: they only repeat what the board contains.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SightCache {
    sight: Sight,
    known: bool,
}

impl SightCache {
    /// Returns the checks and possible pins for the king to move.
    #[inline]
    pub(super) fn at(&mut self, board: &Board) -> Sight {
        if !self.known {
            self.recompute(board);
        }
        self.sight
    }

    /// Computes the value again after the board changed, and returns the pieces that give check.
    pub(super) fn recompute(&mut self, board: &Board) -> u64 {
        *self = SightCache { sight: board.sight(), known: true };
        self.sight.checkers
    }

    /// Marks the value as unknown.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.known = false;
    }
}

impl PartialEq for SightCache {
    fn eq(&self, _: &SightCache) -> bool {
        true
    }
}

impl Eq for SightCache {}
