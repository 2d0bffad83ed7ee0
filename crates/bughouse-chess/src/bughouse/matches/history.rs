//! The history of a match: its half-moves, in memory that is reused, and repeated positions.

use alloc::vec::Vec;
use core::fmt;

use crate::board::Board;
use crate::board::make::Capture;
use crate::bughouse::matches::Match;
use crate::bughouse::matches::clock::Moment;
use crate::bughouse::position::{Transfer, Undo};
use crate::types::castle_rights::CastleRights;
use crate::types::chess_move::BughouseMove;
use crate::types::piece::Piece;
use crate::types::seat::{BoardId, Seat};
use crate::types::time::Millis;

/// One half-move of a match, with the data to undo it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
// This order aligns the parts so they can be copied without a stall.
#[repr(C)]
pub struct Step {
    pub(super) undo: Undo,
    /// The half-move from which positions on its board were counted before.
    pub(super) counted_from: u32,
    pub(super) transfer: Transfer,
    pub(super) mv: BughouseMove,
    pub(super) board: BoardId,
    pub(super) clock: Moment,
}

impl Step {
    /// Returns the seat that moved.
    pub fn seat(&self) -> Seat {
        Seat { board: self.board, color: self.undo.board.side_to_move() }
    }

    /// Returns the move.
    pub fn mv(&self) -> BughouseMove {
        self.mv
    }

    /// Returns the captured piece.
    pub fn capture(&self) -> Option<Capture> {
        self.transfer.capture
    }

    /// Returns the seat that received the captured piece, and the piece.
    ///
    /// Under some rules, a promotion also sends a pawn and changes the other board: see
    /// [`Transfer::pawn_to`](crate::Transfer::pawn_to).
    pub fn transferred(&self) -> Option<(Seat, Piece)> {
        self.transfer.transfer
    }

    /// Returns everything that was captured and transferred.
    pub fn transfer(&self) -> &Transfer {
        &self.transfer
    }

    /// Returns the board before the move.
    pub fn before(&self) -> &Board {
        &self.undo.board
    }

    /// Returns the time on the mover's clock after the move, with the increment, or `None` if no clock had been
    /// started or set. If you [set](Match::set_clock) that clock before the mover's next turn, it is the time you set.
    ///
    /// ```
    /// use bughouse_chess::{BoardId, Match, Millis, Rules, TimeControl};
    ///
    /// let mut game = Match::new(Rules::fics(), TimeControl::new(180, 0));
    /// game.start(Millis::ZERO);
    /// let step = game.play_at(BoardId::A, "e2e4".parse()?, Millis(2_500))?;
    /// assert_eq!(step.clock(), Some(Millis(177_500)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn clock(&self) -> Option<Millis> {
        self.clock.get()
    }
}

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

impl Match {
    /// Returns how often the position of a board has occurred under the rules of the match. The current
    /// position counts, so this is at least 1.
    ///
    /// A position occurs when a half-move on the board or a transfer to it creates it. Reserves are part of
    /// it: with another piece in reserve, it is another position.
    pub fn occurrences(&self, board: BoardId) -> usize {
        let hash = self.position.board_hash(board);
        let (mut before, mut others) = (self.position, self.others.iter().rev());
        let mut count = 1;
        for step in self.steps()[self.counted_from[board as usize] as usize..].iter().rev() {
            let transfer = &step.transfer;
            before.take_back(step.board, &step.undo, transfer);
            if transfer.pawn_to.is_some()
                && let Some(other) = others.next()
            {
                *before.board_mut(step.board.other()) = *other;
            }
            // If the half-move didn't change the board, the same position was already counted after it.
            let touched = step.board == board || transfer.transfer.is_some() || transfer.pawn_to.is_some();
            count += usize::from(touched && before.board_hash(board) == hash);
        }
        count
    }
}
