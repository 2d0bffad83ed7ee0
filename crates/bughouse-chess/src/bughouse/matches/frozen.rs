//! Frozen seats, and the captures that would free them.

use alloc::vec::Vec;

use crate::board::Frozen;
use crate::bughouse::matches::Match;
use crate::types::chess_move::BughouseMove;
use crate::types::piece::Piece;
use crate::types::seat::{BoardId, Seat};

/// A frozen seat: in check without a legal move or drop, waiting for a piece that could end the check.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FrozenSeat {
    /// The frozen seat.
    pub seat: Seat,
    /// The squares where a piece from the partner would help.
    pub help: Frozen,
    /// The piece types that would help.
    pub pieces: Vec<Piece>,
}

impl Match {
    /// Returns the seat to move on a board if it is frozen, with what would free it.
    pub fn frozen(&self, board: BoardId) -> Option<FrozenSeat> {
        let help = self.position.frozen(board).filter(|_| self.outcome.is_none())?;
        let pieces = Piece::IN_RESERVE.into_iter().filter(|&piece| help.helps(piece)).collect();
        Some(FrozenSeat { seat: self.to_move(board), help, pieces })
    }

    /// Returns the partner's captures on the other board that would free the frozen seat on a board.
    ///
    /// The list is empty if the seat isn't frozen, if its partner isn't to move, or if the match is over.
    pub fn freeing_captures(&self, board: BoardId) -> Vec<BughouseMove> {
        match self.outcome {
            Some(_) => Vec::new(),
            None => self.position.freeing_captures(board),
        }
    }
}
