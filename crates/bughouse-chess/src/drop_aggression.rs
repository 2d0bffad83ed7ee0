//! Whether a drop goes too far for the rules: it gives check, or it mates.

use crate::board::{Board, BoardStatus};
use crate::chess_move::BughouseMove;
use crate::movegen::MoveSet;
use crate::rules::DropAggression;

impl Board {
    /// Tells whether the rules allow what a legal move does to the other king, which only drops are asked about.
    #[cold]
    pub(crate) fn is_tame(&self, drops: DropAggression, mv: BughouseMove) -> bool {
        let mut after = *self;
        if drops == DropAggression::MateAllowed || !mv.is_drop() {
            return true;
        }
        after.play_unchecked(mv);
        if !after.in_check() {
            return true;
        }
        match drops {
            DropAggression::MateAllowed => true,
            DropAggression::NoBughouseMate => after.status() != BoardStatus::Checkmate,
            DropAggression::NoChessMate => {
                let mut can_move = false;
                after.for_each_legal(|set| can_move |= matches!(set, MoveSet::Moves { .. }));
                can_move
            }
            DropAggression::NoCheck => false,
        }
    }
}
