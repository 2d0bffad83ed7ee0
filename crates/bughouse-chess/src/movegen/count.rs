//! Counts legal moves without listing them.

use crate::attacks::steps::{FILE_A, FILE_H};
use crate::attacks::{fill, sliders, steps};
use crate::board::placement::Placement;
use crate::movegen::PAWN_DROPS;
use crate::movegen::destinations::king_steps;
use crate::movegen::masks::{Masks, color};
use crate::movegen::pawns::{PawnTargets, en_passant_capturers, last_rank};
use crate::movegen::tally::Tally;
use crate::types::bitboard::BitBoard;
use crate::types::castle_rights::CastleRights;
use crate::types::piece::Piece;
use crate::types::reserve::Reserve;
use crate::types::square::Square;

/// Counts all legal moves and drops of the color that `WHITE` selects, which must be to move. `passed` is the
/// square that a double push just skipped.
#[inline]
pub(crate) fn count<const WHITE: bool>(
    placement: &Placement,
    rights: CastleRights,
    reserve: Reserve,
    passed: Option<Square>,
) -> usize {
    let masks = Masks::new::<WHITE>(placement);
    let mut tally = Tally::default();
    let (steps, castles) = king_steps::<WHITE>(placement, rights, &masks);
    tally.add(steps);
    if masks.check_mask == 0 {
        return tally.total() as usize;
    }
    let targets = !masks.own & masks.check_mask;
    let mut more = u32::from(castles[0]) + u32::from(castles[1]);

    let pawns = PawnTargets::new::<WHITE>(placement, &masks);
    tally.add(pawns.single | pawns.double);
    tally.add(pawns.west);
    tally.add(pawns.east);
    let promotes = last_rank::<WHITE>();
    if (pawns.single | pawns.west | pawns.east) & promotes != 0 {
        // Each promotion has three more choices.
        tally.add_three_times([pawns.single & promotes, pawns.west & promotes, pawns.east & promotes]);
    }
    if let Some(target) = passed {
        more += en_passant_capturers::<WHITE>(placement, target).count_ones();
    }

    let pinned = masks.pin_diagonal | masks.pin_orthogonal;
    for from in BitBoard(placement.knights & masks.own & !pinned) {
        tally.add(steps::knight(from) & targets);
    }
    // A queen counts once as a diagonal slider and once as an orthogonal one.
    let mut diagonal = placement.diagonal & masks.own & !masks.pin_orthogonal;
    let mut orthogonal = placement.orthogonal & masks.own & !masks.pin_diagonal;
    if rights.has_any(color::<WHITE>()) {
        // Early in a game, own pieces block many sliders. Removing those at once is faster.
        diagonal &= diagonal_neighbors(!masks.own);
        orthogonal &= orthogonal_neighbors(!masks.own);
    }
    // Pinned sliders move only along their ray. That is rare.
    let (free_diagonal, free_orthogonal) =
        (diagonal & !masks.pin_diagonal, orthogonal & !masks.pin_orthogonal);
    if fill::is_quicker(free_diagonal | free_orthogonal) {
        let [up, down] = fill::attacks(free_diagonal, free_orthogonal, masks.occupied);
        for slides in up {
            tally.add(slides & targets);
        }
        for slides in down {
            tally.add(slides & targets);
        }
    } else {
        for from in BitBoard(free_diagonal) {
            tally.add(sliders::bishop(from, masks.occupied) & targets);
        }
        for from in BitBoard(free_orthogonal) {
            tally.add(sliders::rook(from, masks.occupied) & targets);
        }
    }
    for from in BitBoard(diagonal & masks.pin_diagonal) {
        tally.add(sliders::bishop(from, masks.occupied) & targets & masks.pin_diagonal);
    }
    for from in BitBoard(orthogonal & masks.pin_orthogonal) {
        tally.add(sliders::rook(from, masks.occupied) & targets & masks.pin_orthogonal);
    }

    if !reserve.is_empty() {
        let squares = !masks.occupied & masks.check_mask;
        let kinds = reserve.non_pawn_types();
        if kinds != 0 {
            more += squares.count_ones() * kinds;
        }
        if reserve.contains(Piece::Pawn) {
            tally.add(squares & PAWN_DROPS);
        }
    }
    (tally.total() + more) as usize
}

/// Returns the squares that are diagonal neighbors of a set.
#[inline]
const fn diagonal_neighbors(set: u64) -> u64 {
    let (west, east) = (set & !FILE_A, set & !FILE_H);
    west << 7 | west >> 9 | east << 9 | east >> 7
}

/// Returns the squares that are orthogonal neighbors of a set.
#[inline]
const fn orthogonal_neighbors(set: u64) -> u64 {
    set << 8 | set >> 8 | (set & !FILE_A) >> 1 | (set & !FILE_H) << 1
}
