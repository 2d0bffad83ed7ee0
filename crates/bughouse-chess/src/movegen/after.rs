//! Builds the board after a move or drop without changing the original, for callers that make many moves from
//! one board.
//!
//! Same result as `play.rs`, which changes a board in place. Building a new board from values is faster when
//! the old one is kept and the color to move is a compile-time constant.

use crate::attacks::steps;
use crate::board::Board;
use crate::board::zobrist;
use crate::movegen::castling;
use crate::movegen::pawns::en_passant_capturers;
use crate::movegen::play::lose_right;
use crate::types::chess_move::ChessMove;
use crate::types::color::Color;
use crate::types::piece::Piece;
use crate::types::square::Square;

impl Board {
    /// Returns the board after a move by the color that `WHITE` selects, which must be to move.
    ///
    /// Builds the new board from values instead of changing a copy: the compiler keeps the parts in
    /// registers, where wide copies after narrow writes would stall.
    #[inline(always)]
    pub(crate) fn after_move<const WHITE: bool>(&self, piece: Piece, mv: ChessMove) -> Board {
        let (us, them) = if WHITE { (Color::White, Color::Black) } else { (Color::Black, Color::White) };
        let (from, to) = (mv.source(), mv.dest());
        if piece == Piece::King
            && let Some(castling_side) = castling::castling_side_of(self.placement.of(us), mv)
        {
            return self.after_castling(us, from, castling_side);
        }
        let mut placement = self.placement;
        let mut hash = self.hash_without_en_passant() ^ zobrist::black_to_move();
        let code = placement.code_on(to);
        let (from_bit, to_bit) = (from.bit(), to.bit());
        let kind = zobrist::kind_code(piece);
        hash ^= zobrist::piece_key(us, kind, from) ^ zobrist::piece_key(them, code, to);

        // Branchless: the CPU can't predict whether a move captures.
        placement.pawns &= !to_bit;
        placement.knights &= !to_bit;
        placement.diagonal &= !to_bit;
        placement.orthogonal &= !to_bit;
        placement.colors[them as usize] &= !to_bit;
        if placement.promoted & (from_bit | to_bit) != 0 {
            if placement.promoted & to_bit != 0 {
                placement.promoted &= !to_bit;
                hash ^= zobrist::promoted(to);
            }
            if placement.promoted & from_bit != 0 {
                placement.promoted ^= from_bit | to_bit;
                hash ^= zobrist::promoted(from) ^ zobrist::promoted(to);
            }
        }
        placement.shift(us, piece, from_bit | to_bit);
        let mut pushed = None;
        if piece == Piece::Pawn {
            if let Some(promotion) = mv.promotion() {
                placement.pawns ^= to_bit;
                placement.add(us, promotion, to_bit);
                placement.promoted |= to_bit;
                hash ^= zobrist::piece_key(us, zobrist::kind_code(promotion), to) ^ zobrist::promoted(to);
            } else {
                hash ^= zobrist::piece_key(us, kind, to);
                let step = from.to_index().abs_diff(to.to_index());
                if step == 16 {
                    pushed = Some(to.file());
                } else if code == 0 && step != 8 {
                    // A pawn that moves diagonally onto an empty square captures en passant.
                    let victim = Square::masked(to.to_index() ^ 8);
                    placement.pawns &= !victim.bit();
                    placement.colors[them as usize] &= !victim.bit();
                    hash ^= zobrist::piece_key(them, zobrist::kind_code(Piece::Pawn), victim);
                }
            }
        } else {
            hash ^= zobrist::piece_key(us, kind, to);
        }
        let mut rights = self.rights;
        if !rights.is_empty() {
            if piece == Piece::King {
                hash ^= lose_right(&mut rights, us, None);
            } else if from.rank() == us.back_rank() {
                hash ^= lose_right(&mut rights, us, Some(from.file()));
            }
            if to.rank() == them.back_rank() {
                hash ^= lose_right(&mut rights, them, Some(to.file()));
            }
        }
        let mut en_passant = None;
        if let Some(file) = pushed {
            let passed = Square::new(file, us.passed_rank());
            // A copy, so `placement` itself can stay in registers.
            let now = placement;
            if steps::pawn(passed, us) & placement.pawns & placement.of(them) != 0
                && (if WHITE {
                    en_passant_capturers::<false>(&now, passed)
                } else {
                    en_passant_capturers::<true>(&now, passed)
                }) != 0
            {
                en_passant = pushed;
                hash ^= zobrist::en_passant(file);
            }
        }
        let resets_clock = piece == Piece::Pawn || code != 0;
        Board {
            placement,
            hash,
            reserves: self.reserves,
            rights,
            double_push: pushed,
            en_passant,
            side: them,
            halfmoves: if resets_clock { 0 } else { self.halfmoves.saturating_add(1) },
            fullmoves: if WHITE { self.fullmoves } else { self.fullmoves.saturating_add(1) },
        }
    }

    /// Returns the board after a drop by the color that `WHITE` selects, which must be to move and hold the
    /// piece.
    #[inline(always)]
    pub(crate) fn after_drop<const WHITE: bool>(&self, piece: Piece, square: Square) -> Board {
        let (us, them) = if WHITE { (Color::White, Color::Black) } else { (Color::Black, Color::White) };
        let mut placement = self.placement;
        placement.add(us, piece, square.bit());
        let mut reserves = self.reserves;
        let count = reserves[us as usize].count(piece);
        reserves[us as usize].take(piece);
        Board {
            placement,
            hash: self.hash_without_en_passant()
                ^ zobrist::black_to_move()
                ^ zobrist::piece_key(us, zobrist::kind_code(piece), square)
                ^ zobrist::reserve(us, piece, count)
                ^ zobrist::reserve(us, piece, reserves[us as usize].count(piece)),
            reserves,
            rights: self.rights,
            double_push: None,
            en_passant: None,
            side: them,
            halfmoves: self.halfmoves.saturating_add(1),
            fullmoves: if WHITE { self.fullmoves } else { self.fullmoves.saturating_add(1) },
        }
    }
}
