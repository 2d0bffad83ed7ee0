//! The moves of all pawns at once, by bit shifts.

use crate::attacks::steps::{self, FILE_A, FILE_H};
use crate::board::placement::Placement;
use crate::movegen::masks::{Masks, color, color_of_enemy};
use crate::types::bitboard::BitBoard;
use crate::types::square::Square;

/// The destinations of pawns by direction. In each set, a destination has only one origin.
pub(crate) struct PawnTargets {
    pub(crate) single: u64,
    pub(crate) double: u64,
    /// Captures toward the a-file.
    pub(crate) west: u64,
    /// Captures toward the h-file.
    pub(crate) east: u64,
}

#[inline]
pub(crate) const fn forward<const WHITE: bool>(set: u64) -> u64 {
    if WHITE { set << 8 } else { set >> 8 }
}

#[inline]
const fn west<const WHITE: bool>(set: u64) -> u64 {
    if WHITE { (set & !FILE_A) << 7 } else { (set & !FILE_A) >> 9 }
}

#[inline]
const fn east<const WHITE: bool>(set: u64) -> u64 {
    if WHITE { (set & !FILE_H) << 9 } else { (set & !FILE_H) >> 7 }
}

/// Returns the rank where pawns promote.
#[inline]
pub(crate) const fn last_rank<const WHITE: bool>() -> u64 {
    color_of_enemy::<WHITE>().back_rank().bitboard().0
}

impl PawnTargets {
    /// Computes all pawn moves except en passant captures.
    #[inline]
    pub(crate) fn new<const WHITE: bool>(placement: &Placement, masks: &Masks) -> PawnTargets {
        let pawns = placement.pawns & masks.own;
        let empty = !masks.occupied;
        let (diagonal, orthogonal) = (masks.pin_diagonal, masks.pin_orthogonal);
        let passed = color::<WHITE>().passed_rank().bitboard().0;

        // A pinned pawn must stay on its ray: remove the moves that leave it.
        let one = forward::<WHITE>(pawns & !diagonal) & empty & !(forward::<WHITE>(orthogonal) & !orthogonal);
        let captures = pawns & !orthogonal;
        let takes = masks.enemy & masks.check_mask;
        PawnTargets {
            single: one & masks.check_mask,
            double: forward::<WHITE>(one & passed) & empty & masks.check_mask,
            west: west::<WHITE>(captures) & takes & !(west::<WHITE>(diagonal) & !diagonal),
            east: east::<WHITE>(captures) & takes & !(east::<WHITE>(diagonal) & !diagonal),
        }
    }

    /// Returns the destinations of one pawn.
    #[inline]
    pub(crate) fn of<const WHITE: bool>(&self, pawn: u64) -> u64 {
        forward::<WHITE>(pawn) & self.single
            | forward::<WHITE>(forward::<WHITE>(pawn)) & self.double
            | west::<WHITE>(pawn) & self.west
            | east::<WHITE>(pawn) & self.east
    }
}

/// Returns the pawns that can legally capture en passant on `target`.
pub(crate) fn en_passant_capturers<const WHITE: bool>(placement: &Placement, target: Square) -> u64 {
    let us = color::<WHITE>();
    let candidates = steps::pawn(target, color_of_enemy::<WHITE>()) & placement.pawns & placement.of(us);
    let victim = if WHITE { target.bit() >> 8 } else { target.bit() << 8 };
    let king = placement.king(us);
    let mut legal = 0;
    for capturer in BitBoard(candidates) {
        // Two pieces leave the rank at once. No pin mask covers that, so check the king after the capture.
        let occupied = placement.occupied() ^ capturer.bit() ^ victim | target.bit();
        let enemy = placement.of(color_of_enemy::<WHITE>()) & !victim;
        if placement.attackers_to(king, occupied) & enemy == 0 {
            legal |= capturer.bit();
        }
    }
    legal
}
