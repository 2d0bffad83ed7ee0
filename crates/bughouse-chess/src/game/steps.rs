//! The half-moves of a match, in memory that is used again.

use alloc::vec::Vec;
use core::fmt;

use crate::board::Board;
use crate::castle_rights::CastleRights;
use crate::chess_move::BughouseMove;
use crate::game::{BoardId, Step};
use crate::position::{Transfer, Undo};

/// A stack of half-moves. What was taken off leaves its room, so that the next one is written in place.
#[derive(Clone, Default)]
pub(super) struct Steps {
    /// After the first `len` stands what was taken off.
    all: Vec<Step>,
    len: usize,
}

impl Steps {
    /// Returns what is on the stack.
    #[inline]
    pub(super) fn as_slice(&self) -> &[Step] {
        &self.all[..self.len]
    }

    /// Returns the last one, which must be there.
    #[inline]
    pub(super) fn last(&self) -> &Step {
        &self.all[self.len - 1]
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Puts one more on the stack, of a move on a board that stands so. The rest is to be filled in.
    #[inline]
    pub(super) fn push(&mut self, board: &Board, mv: BughouseMove) -> &mut Step {
        if self.len == self.all.len() {
            self.grow(board, mv);
        }
        self.len += 1;
        let step = &mut self.all[self.len - 1];
        // Part by part, in place: a whole one would be put together elsewhere first.
        step.undo.board = *board;
        step.mv = mv;
        step
    }

    #[cold]
    fn grow(&mut self, board: &Board, mv: BughouseMove) {
        let undo = Undo { board: *board, restorable: CastleRights::NONE };
        self.all.push(Step { undo, board: BoardId::A, mv, transfer: Transfer::default(), counted_from: 0 });
    }

    /// Takes the last one off.
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
