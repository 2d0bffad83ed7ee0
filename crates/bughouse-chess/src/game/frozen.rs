//! Who waits for a piece, and which transfer would help.

use alloc::vec::Vec;

use crate::board::Frozen;
use crate::chess_move::BughouseMove;
use crate::game::{BoardId, Match, Seat};
use crate::piece::{Piece, RESERVE_PIECES};

/// A seat that is in check, has nothing to play, and waits for a piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FrozenSeat {
    /// Who waits.
    pub seat: Seat,
    /// Where a fed piece would help.
    pub help: Frozen,
    /// Which kinds would help.
    pub pieces: Vec<Piece>,
}

impl Match {
    /// Returns the seat to move on a board if it is frozen, and what would free it.
    pub fn frozen(&self, board: BoardId) -> Option<FrozenSeat> {
        let help =
            self.boards[board as usize].frozen_under(&self.rules).filter(|_| self.outcome.is_none())?;
        let pieces = RESERVE_PIECES.into_iter().filter(|&piece| help.helps(piece)).collect();
        Some(FrozenSeat { seat: self.to_move(board), help, pieces })
    }

    /// Lists the partner's captures on the other board that would free the frozen seat of a board.
    ///
    /// There are none if nobody is frozen, or if the partner is not to move.
    pub fn freeing_captures(&self, board: BoardId) -> Vec<BughouseMove> {
        let Some(frozen) = self.frozen(board) else { return Vec::new() };
        let partner = frozen.seat.partner();
        if self.to_move(partner.board) != partner {
            return Vec::new();
        }
        let frees = |&mv: &BughouseMove| {
            let mut after = *self.board(partner.board);
            after
                .play_unchecked(mv)
                .is_some_and(|capture| frozen.pieces.contains(&capture.transferred_under(&self.rules)))
        };
        self.legal_moves(partner.board).into_iter().filter(frees).collect()
    }
}
