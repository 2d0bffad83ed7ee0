//! The half-moves of a match, in memory that is reused.

use alloc::vec::Vec;
use core::fmt;

use crate::board::Board;
use crate::bughouse::matches::Step;
use crate::bughouse::matches::clock::Moment;
use crate::bughouse::position::{Transfer, Undo};
use crate::types::castle_rights::CastleRights;
use crate::types::chess_move::BughouseMove;
use crate::types::seat::BoardId;

/// A stack of half-moves. Popped items keep their memory, and the next push overwrites them in place.
#[derive(Clone, Default)]
pub(super) struct Steps {
    /// The items after the first `len` were popped.
    all: Vec<Step>,
    len: usize,
}

impl Steps {
    /// Returns the items on the stack.
    #[inline]
    pub(super) fn as_slice(&self) -> &[Step] {
        &self.all[..self.len]
    }

    /// Returns the last item, which must exist.
    #[inline]
    pub(super) fn last(&self) -> &Step {
        &self.all[self.len - 1]
    }

    /// Returns the last item, which must exist.
    #[inline]
    pub(super) fn last_mut(&mut self) -> &mut Step {
        &mut self.all[self.len - 1]
    }

    /// Returns the items on the stack.
    pub(super) fn as_mut_slice(&mut self) -> &mut [Step] {
        &mut self.all[..self.len]
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Pushes a half-move of a move on a board. The caller fills in the rest.
    #[inline]
    pub(super) fn push(&mut self, board: &Board, mv: BughouseMove) -> &mut Step {
        if self.len == self.all.len() {
            self.grow(board, mv);
        }
        self.len += 1;
        let step = &mut self.all[self.len - 1];
        // Field by field, in place: a whole value would be built elsewhere and copied.
        step.undo.board = *board;
        step.mv = mv;
        step
    }

    #[cold]
    fn grow(&mut self, board: &Board, mv: BughouseMove) {
        let undo = Undo { board: *board, restorable: CastleRights::NONE };
        self.all.push(Step {
            undo,
            board: BoardId::A,
            mv,
            transfer: Transfer::default(),
            counted_from: 0,
            clock: Moment::NEVER,
        });
    }

    /// Pops the last item.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<&Step> {
        self.len = self.len.checked_sub(1)?;
        self.all.get(self.len)
    }
}

impl PartialEq for Steps {
    fn eq(&self, other: &Steps) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Steps {}

impl fmt::Debug for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}
