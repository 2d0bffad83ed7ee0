//! Who waits for a piece, and which transfer would help.

use alloc::vec::Vec;

use crate::board::Frozen;
use crate::chess_move::BughouseMove;
use crate::game::{BoardId, Match, Seat};
use crate::piece::Piece;

/// A seat that is in check, has nothing to play, and waits for a piece.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
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
    #[must_use]
    pub fn frozen(&self, board: BoardId) -> Option<FrozenSeat> {
        let help = self.position.frozen(board, &self.rules).filter(|_| self.outcome.is_none())?;
        let pieces = Piece::IN_RESERVE.into_iter().filter(|&piece| help.helps(piece)).collect();
        Some(FrozenSeat { seat: self.to_move(board), help, pieces })
    }

    /// Lists the partner's captures on the other board that would free the frozen seat of a board.
    ///
    /// There are none if nobody is frozen, if the partner is not to move, or if the match is over.
    #[must_use]
    pub fn freeing_captures(&self, board: BoardId) -> Vec<BughouseMove> {
        match self.outcome {
            Some(_) => Vec::new(),
            None => self.position.freeing_captures(board, &self.rules),
        }
    }
}
