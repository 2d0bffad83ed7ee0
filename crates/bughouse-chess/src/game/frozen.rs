//! Who waits for a piece, and which transfer would help.

use alloc::vec::Vec;

use crate::board::{Board, Frozen};
use crate::chess_move::BughouseMove;
use crate::game::{BoardId, Match, Seat};
use crate::piece::Piece;
use crate::rules::Rules;

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
            self.boards[board as usize].under(&self.rules).frozen().filter(|_| self.outcome.is_none())?;
        let pieces = Piece::IN_RESERVE.into_iter().filter(|&piece| help.helps(piece)).collect();
        Some(FrozenSeat { seat: self.to_move(board), help, pieces })
    }

    /// Lists the partner's captures on the other board that would free the frozen seat of a board.
    ///
    /// There are none if nobody is frozen, if the partner is not to move, or if the match is over.
    pub fn freeing_captures(&self, board: BoardId) -> Vec<BughouseMove> {
        match self.outcome {
            Some(_) => Vec::new(),
            None => freeing_captures(&self.boards, board, &self.rules),
        }
    }
}

/// Lists the captures on the other board that would free the side to move on a board.
pub(crate) fn freeing_captures(boards: &[Board; 2], id: BoardId, rules: &Rules) -> Vec<BughouseMove> {
    let (board, other) = (&boards[id as usize], &boards[id.other() as usize]);
    let Some(help) = board.under(rules).frozen() else { return Vec::new() };
    // The partner plays the other colour.
    if other.side_to_move() == board.side_to_move() {
        return Vec::new();
    }
    let frees = |&mv: &BughouseMove| {
        let capture = other.clone().play_unchecked(mv);
        capture.is_some_and(|capture| help.helps(capture.transferred_under(rules)))
    };
    other.under(rules).legal_moves().into_iter().filter(frees).collect()
}
