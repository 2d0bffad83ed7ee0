//! Generates all legal moves and drops of one position, as sets of destinations.

use core::convert::Infallible;
use core::ops::ControlFlow;

use crate::attacks::steps::{FILE_A, FILE_H};
use crate::attacks::{sliders, steps};
use crate::board::Board;
use crate::board::castling;
use crate::board::placement::Placement;
use crate::movegen::castling::path as castling_path;
use crate::movegen::list::MoveSet;
use crate::movegen::masks::{Masks, color, color_of_enemy};
use crate::types::bitboard::BitBoard;
use crate::types::castle_rights::{CastleRights, CastlingSide};
use crate::types::piece::Piece;
use crate::types::square::Square;

/// Receives the sets of moves and drops of one position, and can stop early.
///
/// The piece type is a constant in each call, so a visitor with inlined methods is compiled for each type.
pub(crate) trait Visitor {
    /// The value returned when it stops. A visitor that never stops uses [`Infallible`], which costs nothing.
    type Break;
    /// Receives the destinations of one piece, at least one.
    fn moves(&mut self, piece: Piece, from: Square, to: BitBoard) -> ControlFlow<Self::Break>;
    /// Receives the squares where one piece type can be dropped, at least one.
    fn drops(&mut self, piece: Piece, to: BitBoard) -> ControlFlow<Self::Break>;
}

impl<B, F: FnMut(MoveSet) -> ControlFlow<B>> Visitor for F {
    type Break = B;

    #[inline]
    fn moves(&mut self, piece: Piece, from: Square, to: BitBoard) -> ControlFlow<B> {
        self(MoveSet::Moves { piece, from, to })
    }

    #[inline]
    fn drops(&mut self, piece: Piece, to: BitBoard) -> ControlFlow<B> {
        self(MoveSet::Drops { piece, to })
    }
}

/// The moves and drops to visit. If all are wanted, the sets are constants and cost nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Wanted {
    /// The pieces that can move.
    pub(crate) from: u64,
    /// The destinations of moves and drops.
    pub(crate) to: u64,
    /// The destinations of pawns.
    pub(crate) pawns_to: u64,
    /// The piece types of drops, as bits by their index.
    pub(crate) drops: u8,
}

impl Wanted {
    pub(crate) const ALL: Wanted = Wanted { from: !0, to: !0, pawns_to: !0, drops: !0 };
}

/// The squares where a pawn can be dropped under the standard rules: ranks 2 to 7.
pub(crate) const PAWN_DROPS: u64 = 0x00ff_ffff_ffff_ff00;

/// Returns the squares, out of some, where the standard rules allow a piece type to be dropped.
#[inline]
pub(crate) fn standard_drops(piece: Piece, squares: u64) -> u64 {
    if piece == Piece::Pawn { squares & PAWN_DROPS } else { squares }
}

/// Returns a visitor that never stops.
#[inline]
pub(crate) fn every(mut visit: impl FnMut(MoveSet)) -> impl FnMut(MoveSet) -> ControlFlow<Infallible> {
    move |set| {
        visit(set);
        ControlFlow::Continue(())
    }
}

/// Visits the legal moves and drops of the color that `WHITE` selects, which must be to move.
///
/// `allowed_drops` receives a piece type and the empty squares where a drop doesn't leave the king in check.
/// It returns the squares where the piece type can be dropped.
#[inline]
pub(crate) fn visit_all<const WHITE: bool, V: Visitor>(
    board: &Board,
    wanted: Wanted,
    allowed_drops: impl Fn(Piece, u64) -> u64,
    visitor: &mut V,
) -> ControlFlow<V::Break> {
    let masks = Masks::new::<WHITE>(&board.placement);
    let movers = masks.own & wanted.from;
    let mut put = |piece: Piece, from: Square, to: u64| {
        if to != 0 { visitor.moves(piece, from, BitBoard(to)) } else { ControlFlow::Continue(()) }
    };
    if wanted.from & masks.king.bit() != 0 {
        put(
            Piece::King,
            masks.king,
            king_destinations::<WHITE>(&board.placement, board.rights, &masks) & wanted.to,
        )?;
    }
    if masks.check_mask == 0 {
        return ControlFlow::Continue(());
    }
    let placement = &board.placement;
    let targets = !masks.own & masks.check_mask & wanted.to;

    let pawns = PawnTargets::new::<WHITE>(placement, &masks);
    let (en_passant, capturers) = en_passant_moves::<WHITE>(board);
    for from in BitBoard(placement.pawns & movers) {
        let extra = if capturers & from.bit() != 0 { en_passant } else { 0 };
        put(Piece::Pawn, from, (pawns.of::<WHITE>(from.bit()) | extra) & wanted.pawns_to)?;
    }
    let pinned = masks.pin_diagonal | masks.pin_orthogonal;
    for from in BitBoard(placement.knights & movers & !pinned) {
        put(Piece::Knight, from, steps::knight(from) & targets)?;
    }
    for from in BitBoard(placement.diagonal & !placement.orthogonal & movers & !masks.pin_orthogonal) {
        put(Piece::Bishop, from, diagonal_moves(&masks, from) & targets)?;
    }
    for from in BitBoard(placement.orthogonal & !placement.diagonal & movers & !masks.pin_diagonal) {
        put(Piece::Rook, from, orthogonal_moves(&masks, from) & targets)?;
    }
    for from in BitBoard(placement.diagonal & placement.orthogonal & movers) {
        put(Piece::Queen, from, queen_moves(&masks, from) & targets)?;
    }

    let reserve = board.reserves[color::<WHITE>() as usize];
    if wanted.drops != 0 && !reserve.is_empty() {
        let squares = !masks.occupied & masks.check_mask & wanted.to;
        for piece in Piece::IN_RESERVE {
            if wanted.drops & 1 << piece.to_index() != 0 && reserve.contains(piece) {
                let to = allowed_drops(piece, squares);
                if to != 0 {
                    visitor.drops(piece, BitBoard(to))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
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
            CastlingSide::ALL.map(|castling_side| castling_path::<WHITE>(rights, masks, castling_side));
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
        Some(target) => (target.bit(), board.placement.en_passant_capturers(color::<WHITE>(), target)),
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
