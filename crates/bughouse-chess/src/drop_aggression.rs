//! Whether a drop goes too far for the rules: it gives check, or it mates.

use crate::board::{Board, BoardStatus};
use crate::chess_move::BughouseMove;
use crate::piece::Piece;
use crate::reserve::Reserve;
use crate::rules::DropAggression;
use crate::square::Square;

impl Board {
    /// Returns `true` if the rules allow what a drop does to the other king. The piece need not be in reserve yet; the
    /// square is empty, and the drop leaves no check.
    #[cold]
    pub(crate) fn is_tame_drop(&self, drops: DropAggression, piece: Piece, square: Square) -> bool {
        let mut after = *self;
        if !self.reserve(self.side).contains(piece) {
            // Where there is no room for it, it will not come.
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
