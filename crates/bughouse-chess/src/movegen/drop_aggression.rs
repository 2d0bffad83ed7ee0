//! Restrictions on drops that give check or mate.

use crate::board::{Board, BoardStatus};
use crate::types::chess_move::BughouseMove;
use crate::types::piece::Piece;
use crate::types::reserve::Reserve;
use crate::types::rules::DropAggression;
use crate::types::square::Square;

impl Board {
    /// Returns `true` if the rules allow what a drop does to the opponent's king. The piece doesn't have to
    /// be in reserve yet. The square must be empty, and the drop must not leave the own king in check.
    #[cold]
    pub(crate) fn is_allowed_drop(&self, drops: DropAggression, piece: Piece, square: Square) -> bool {
        let mut after = *self;
        if !self.reserve(self.side).contains(piece) {
            // If the reserve is full, the piece can't arrive.
            let _ = after.change_reserve(self.side, piece, Reserve::add);
        }
        after.play_unchecked(BughouseMove::Drop { piece, square });
        match drops {
            _ if !after.in_check() => true,
            DropAggression::MateAllowed => true,
            DropAggression::NoBughouseMate => after.status() != BoardStatus::Checkmate,
            DropAggression::NoChessMate => after.moves().without_drops().any(),
            DropAggression::NoCheck => false,
        }
    }
}
