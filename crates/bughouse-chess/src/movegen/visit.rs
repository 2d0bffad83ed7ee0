//! Visits all legal moves and drops of one position as sets.

use core::convert::Infallible;
use core::ops::ControlFlow;

use crate::attacks::steps;
use crate::board::Board;
use crate::movegen::destinations::{
    diagonal_moves, en_passant_moves, king_destinations, orthogonal_moves, queen_moves,
};
use crate::movegen::masks::{Masks, color};
use crate::movegen::move_set::MoveSet;
use crate::movegen::pawns::PawnTargets;
use crate::types::bitboard::BitBoard;
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
