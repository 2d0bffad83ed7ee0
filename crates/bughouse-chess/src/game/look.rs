//! What a match keeps of a look at a board.

use crate::board::Board;
use crate::movegen::masks::{Checks, Masks};

/// The checks and pins on a board, if they are known.
///
/// They are worked out once for each half-move: they tell whether it gave mate, and whether the next one is legal.
/// A half-move that is taken back leaves them unknown.
///
/// All are equal: the board says all that they say.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Look {
    checks: Checks,
    known: bool,
}

impl Look {
    /// Returns the checks and pins for the side to move.
    #[inline]
    pub(super) fn at(&mut self, board: &Board) -> Masks {
        if !self.known {
            self.again(board);
        }
        board.masks_with(self.checks)
    }

    /// Looks at a board that has changed, and returns the men that give check.
    pub(super) fn again(&mut self, board: &Board) -> u64 {
        *self = Look { checks: board.masks().checks(), known: true };
        self.checks.checkers
    }

    /// Leaves what stands on the board unknown.
    #[inline]
    pub(super) fn forget(&mut self) {
        self.known = false;
    }
}

impl PartialEq for Look {
    fn eq(&self, _: &Look) -> bool {
        true
    }
}

impl Eq for Look {}
