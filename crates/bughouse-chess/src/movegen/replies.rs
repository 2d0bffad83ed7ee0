//! Counts the replies to every move of a board.
//!
//! The intermediate boards have only what counting needs: no hash, no counters and no promoted markers.

use core::convert::Infallible;
use core::ops::ControlFlow;

use crate::board::Board;
use crate::board::castling;
use crate::board::placement::Placement;
use crate::movegen::count::count;
use crate::movegen::generate::last_rank;
use crate::movegen::generate::{Visitor, Wanted, visit_all};
use crate::movegen::masks::color;
use crate::movegen::standard_drops;
use crate::types::bitboard::{BitBoard, EMPTY};
use crate::types::castle_rights::{CastleRights, CastlingSide};
use crate::types::chess_move::ChessMove;
use crate::types::piece::Piece;
use crate::types::square::Square;

/// Counts all pairs of a legal move or drop of the color that `US` selects, which must be to move, and a
/// reply to it.
///
/// `THEM` is the other color: stable Rust doesn't allow `!US` in a const argument.
#[inline]
pub(crate) fn count_replies<const US: bool, const THEM: bool>(board: &Board) -> u64 {
    let mut replies = Replies::<'_, US, THEM> { board, count: 0 };
    let ControlFlow::Continue(()) = visit_all::<US, _>(board, Wanted::ALL, standard_drops, &mut replies);
    replies.count
}

struct Replies<'a, const US: bool, const THEM: bool> {
    board: &'a Board,
    count: u64,
}

impl<const US: bool, const THEM: bool> Replies<'_, US, THEM> {
    /// Adds the replies to the placement after a move.
    #[inline(always)]
    fn add(&mut self, placement: &Placement, rights: CastleRights, passed: Option<Square>) {
        let reserve = self.board.reserve(color::<THEM>());
        self.count += count::<THEM>(placement, rights, reserve, passed) as u64;
    }

    /// Returns the placement after a piece moves and captures what was on its destination.
    #[inline(always)]
    fn after_step(&self, piece: Piece, from: Square, to: Square) -> Placement {
        let placement = &self.board.placement;
        let (keep, both) = (!to.bit(), from.bit() | to.bit());
        let moved = |is_its_kind: bool| if is_its_kind { both } else { 0 };
        // Branchless: the CPU can't predict whether a move captures. Built from values, because a copy that
        // is changed in place would be written twice and read too early.
        Placement {
            pawns: placement.pawns & keep ^ moved(piece == Piece::Pawn),
            knights: placement.knights & keep ^ moved(piece == Piece::Knight),
            diagonal: placement.diagonal & keep ^ moved(matches!(piece, Piece::Bishop | Piece::Queen)),
            orthogonal: placement.orthogonal & keep ^ moved(matches!(piece, Piece::Rook | Piece::Queen)),
            kings: placement.kings ^ moved(piece == Piece::King),
            colors: if US {
                [placement.colors[0] ^ both, placement.colors[1] & keep]
            } else {
                [placement.colors[0] & keep, placement.colors[1] ^ both]
            },
            promoted: 0,
        }
    }

    /// Returns the castling rights after a move to a square. Only those of the other side matter.
    #[inline(always)]
    fn rights_after(&self, to: Square) -> CastleRights {
        let (mut rights, them) = (self.board.rights, color::<THEM>());
        if to.rank() == them.back_rank() {
            for castling_side in CastlingSide::ALL {
                if rights.rook_file(them, castling_side) == Some(to.file()) {
                    rights.set(them, castling_side, None);
                }
            }
        }
        rights
    }

    #[inline(always)]
    fn pawn_moves(&mut self, from: Square, to: BitBoard) {
        let promoting = to & BitBoard(last_rank::<US>());
        for to in to & !promoting {
            let mut placement = self.after_step(Piece::Pawn, from, to);
            let mut passed = None;
            if from.to_index().abs_diff(to.to_index()) == 16 {
                passed = Some(Square::masked((from.to_index() + to.to_index()) / 2));
            } else if self.board.legal_en_passant() == Some(to) && from.file() != to.file() {
                let victim = Square::masked(to.to_index() ^ 8);
                placement.pawns &= !victim.bit();
                placement.colors[color::<THEM>() as usize] &= !victim.bit();
            }
            self.add(&placement, self.board.rights, passed);
        }
        for to in promoting {
            let rights = self.rights_after(to);
            for promotion in Piece::PROMOTIONS {
                let mut placement = self.after_step(Piece::Pawn, from, to);
                placement.pawns ^= to.bit();
                placement.add(color::<US>(), promotion, to.bit());
                self.add(&placement, rights, None);
            }
        }
    }
}

impl<const US: bool, const THEM: bool> Visitor for Replies<'_, US, THEM> {
    type Break = Infallible;

    #[inline(always)]
    fn moves(&mut self, piece: Piece, from: Square, to: BitBoard) -> ControlFlow<Infallible> {
        if piece == Piece::Pawn {
            self.pawn_moves(from, to);
            return ControlFlow::Continue(());
        }
        let mut castling = EMPTY;
        if piece == Piece::King && self.board.rights.has_any(color::<US>()) {
            for to in to {
                let mv = ChessMove::new(from, to, None);
                if castling::castling_side_of(self.board.placement.of(color::<US>()), mv).is_some() {
                    castling |= to.bitboard();
                    let after = self.board.after_move::<US>(piece, mv);
                    self.add(&after.placement, after.rights, None);
                }
            }
        }
        for to in to & !castling {
            let placement = self.after_step(piece, from, to);
            self.add(&placement, self.rights_after(to), None);
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn drops(&mut self, piece: Piece, to: BitBoard) -> ControlFlow<Infallible> {
        for square in to {
            let mut placement = self.board.placement;
            placement.add(color::<US>(), piece, square.bit());
            self.add(&placement, self.board.rights, None);
        }
        ControlFlow::Continue(())
    }
}
