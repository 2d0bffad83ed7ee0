//! What a match keeps of a look at a board.

use crate::board::Board;
use crate::movegen::sight::Sight;

/// What the king to move on a board sees, if that is known.
///
/// It is worked out once for each half-move: it says whether that gave mate, and whether the next one is legal.
/// A half-move that is taken back leaves it unknown.
///
/// All are equal: the board says all that they say.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SightCache {
    sight: Sight,
    known: bool,
}

impl SightCache {
    /// Returns what the king to move sees.
    #[inline]
    pub(super) fn at(&mut self, board: &Board) -> Sight {
        if !self.known {
            self.again(board);
        }
        self.sight
    }

    /// Looks at a board that has changed, and returns the pieces that give check.
    pub(super) fn again(&mut self, board: &Board) -> u64 {
        *self = SightCache { sight: board.sight(), known: true };
        self.sight.checkers
    }

    /// Leaves what stands on the board unknown.
    #[inline]
    pub(super) fn forget(&mut self) {
        self.known = false;
    }
}

impl PartialEq for SightCache {
    fn eq(&self, _: &SightCache) -> bool {
        true
    }
}

impl Eq for SightCache {}
