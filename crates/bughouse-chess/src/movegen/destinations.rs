//! The legal destinations of each piece type.

use crate::attacks::{sliders, steps};
use crate::board::Board;
use crate::board::placement::Placement;
use crate::movegen::castling;
use crate::movegen::masks::{Masks, color};
use crate::movegen::pawns::{PawnTargets, en_passant_capturers};
use crate::types::castle_rights::{CastleRights, CastlingSide};
use crate::types::piece::Piece;
use crate::types::square::Square;

/// Returns the legal destinations of the piece on one square.
pub(crate) fn destinations<const WHITE: bool>(board: &Board, masks: &Masks, from: Square) -> u64 {
    let targets = !masks.own & masks.check_mask;
    if masks.own & from.bit() == 0 {
        return 0;
    }
    match board.placement.piece_on(from) {
        None => 0,
        Some(Piece::King) => king_destinations::<WHITE>(&board.placement, board.rights, masks),
        Some(Piece::Pawn) => {
            let (en_passant, capturers) = en_passant_moves::<WHITE>(board);
            let extra = if capturers & from.bit() != 0 { en_passant } else { 0 };
            PawnTargets::new::<WHITE>(&board.placement, masks).of::<WHITE>(from.bit()) | extra
        }
        Some(Piece::Knight) if (masks.pin_diagonal | masks.pin_orthogonal) & from.bit() != 0 => 0,
        Some(Piece::Knight) => steps::knight(from) & targets,
        Some(Piece::Bishop) if masks.pin_orthogonal & from.bit() != 0 => 0,
        Some(Piece::Bishop) => diagonal_moves(masks, from) & targets,
        Some(Piece::Rook) if masks.pin_diagonal & from.bit() != 0 => 0,
        Some(Piece::Rook) => orthogonal_moves(masks, from) & targets,
        Some(Piece::Queen) => queen_moves(masks, from) & targets,
    }
}

/// Returns the squares where the king can go, castling included.
#[inline(always)]
pub(crate) fn king_destinations<const WHITE: bool>(
    placement: &Placement,
    rights: CastleRights,
    masks: &Masks,
) -> u64 {
    let (mut to, castles) = king_steps::<WHITE>(placement, rights, masks);
    for castling_side in CastlingSide::ALL {
        if castles[castling_side as usize]
            && let Some(rook) = rights.rook_file(color::<WHITE>(), castling_side)
        {
            to |= castling::destination(masks.king, castling_side, rook).bit();
        }
    }
    to
}

/// Returns the squares where the king can step, and the sides on which it can castle.
#[inline(always)]
pub(crate) fn king_steps<const WHITE: bool>(
    placement: &Placement,
    rights: CastleRights,
    masks: &Masks,
) -> (u64, [bool; 2]) {
    let steps = steps::king(masks.king) & !masks.own;
    if masks.checkers == 0 && rights.has_any(color::<WHITE>()) {
        let castling_sides =
            CastlingSide::ALL.map(|castling_side| castling::path::<WHITE>(rights, masks, castling_side));
        let attacked =
            masks.attacked::<WHITE>(placement, steps | castling_sides[0].squares | castling_sides[1].squares);
        (
            steps & !attacked,
            castling_sides
                .map(|castling_side| castling_side.is_free && castling_side.squares & attacked == 0),
        )
    } else {
        (steps & !masks.attacked::<WHITE>(placement, steps), [false; 2])
    }
}

/// Returns the square of a legal en passant capture and the pawns that can make it.
#[inline]
pub(crate) fn en_passant_moves<const WHITE: bool>(board: &Board) -> (u64, u64) {
    match board.legal_en_passant() {
        Some(target) => (target.bit(), en_passant_capturers::<WHITE>(&board.placement, target)),
        None => (0, 0),
    }
}

/// Returns the attacks of a bishop that isn't pinned on a rank or file, limited to its ray if it is pinned.
#[inline]
pub(crate) fn diagonal_moves(masks: &Masks, from: Square) -> u64 {
    let attacks = sliders::bishop(from, masks.occupied);
    if masks.pin_diagonal & from.bit() != 0 { attacks & masks.pin_diagonal } else { attacks }
}

/// Returns the attacks of a rook that isn't pinned on a diagonal, limited to its ray if it is pinned.
#[inline]
pub(crate) fn orthogonal_moves(masks: &Masks, from: Square) -> u64 {
    let attacks = sliders::rook(from, masks.occupied);
    if masks.pin_orthogonal & from.bit() != 0 { attacks & masks.pin_orthogonal } else { attacks }
}

#[inline]
pub(crate) fn queen_moves(masks: &Masks, from: Square) -> u64 {
    if masks.pin_orthogonal & from.bit() != 0 {
        orthogonal_moves(masks, from)
    } else if masks.pin_diagonal & from.bit() != 0 {
        diagonal_moves(masks, from)
    } else {
        sliders::bishop(from, masks.occupied) | sliders::rook(from, masks.occupied)
    }
}
