//! Checks and possible pins, to validate a single move.
//!
//! Validating one move takes less work than generating the moves of all pieces: most pieces are not in line
//! with the king, so they can't be pinned.

use crate::attacks::{sliders, steps};
use crate::board::Board;
use crate::movegen::standard_drops;
use crate::types::chess_move::{BughouseMove, ChessMove};
use crate::types::color::Color;
use crate::types::piece::Piece;

/// The checks and possible pins for the king of the side to move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sight {
    /// The pieces that give check.
    pub(crate) checkers: u64,
    /// The squares where pieces may be pinned: the king's diagonals up to the first piece, if an enemy
    /// diagonal slider is further along, and the same for its rank and file.
    pub(crate) seen: u64,
}

impl Board {
    /// Computes checks and possible pins for the king of the side to move, without a branch.
    #[inline]
    pub(crate) fn sight(&self) -> Sight {
        let placement = &self.placement;
        let (king, occupied) = (placement.king(self.side), placement.occupied());
        let (diagonal, orthogonal) = (sliders::bishop(king, occupied), sliders::rook(king, occupied));
        let attackers = steps::pawn(king, self.side) & placement.pawns
            | steps::knight(king) & placement.knights
            | diagonal & placement.diagonal
            | orthogonal & placement.orthogonal;
        let enemy = placement.of(!self.side);
        let on_diagonals = sliders::bishop_rays(king) & placement.diagonal & enemy;
        let on_lines = sliders::rook_rays(king) & placement.orthogonal & enemy;
        let seen = if on_diagonals != 0 { diagonal } else { 0 } | if on_lines != 0 { orthogonal } else { 0 };
        Sight { checkers: attackers & enemy, seen }
    }

    /// Returns the piece that moves or is dropped, given the checks and possible pins, or `None` if the move
    /// is illegal.
    #[inline]
    pub(crate) fn legal_piece(&self, sight: Sight, mv: BughouseMove) -> Option<Piece> {
        match mv {
            BughouseMove::Regular(mv) => self.legal_mover(sight, mv),
            BughouseMove::Drop { piece, square } => {
                let (occupied, to) = (self.placement.occupied(), square.bit());
                let is_legal = self.reserves[self.side as usize].contains(piece)
                    && standard_drops(piece, !occupied) & to != 0
                    && (sight.checkers == 0 || self.is_king_safe(sight, occupied | to, to));
                is_legal.then_some(piece)
            }
        }
    }

    /// Returns the piece that makes a legal move.
    #[inline(always)]
    fn legal_mover(&self, sight: Sight, mv: ChessMove) -> Option<Piece> {
        let (placement, us) = (&self.placement, self.side);
        let (from, to) = (mv.source(), mv.dest().bit());
        let (own, occupied) = (placement.of(us), placement.occupied());
        // Promotion is checked only for pawns: the piece type is hard to predict, so the code branches on it
        // once.
        let promotes = mv.promotion().is_some() || mv.stolen_from().is_some();
        if own & from.bit() == 0 || promotes && !self.promotion_fits(mv) {
            return None;
        }
        let piece = placement.piece_on(from)?;
        let reached = match piece {
            Piece::Pawn => {
                if !promotes && !self.promotion_fits(mv) {
                    return None;
                }
                if self.legal_en_passant() == Some(mv.dest()) {
                    return self.is_legal_move(mv).then_some(piece);
                }
                // Branchless: with two boards, the CPU can't predict whose turn it is.
                let forward = |set: u64| set.rotate_left(8 + 48 * us as u32);
                let passed = Color::White.passed_rank().bitboard().0 << (24 * us as u32);
                let one = forward(from.bit()) & !occupied;
                let two = forward(one & passed) & !occupied;
                one | two | steps::pawn(from, us) & occupied
            }
            Piece::Knight => steps::knight(from),
            Piece::Bishop => sliders::bishop(from, occupied),
            Piece::Rook => sliders::rook(from, occupied),
            Piece::Queen => sliders::bishop(from, occupied) | sliders::rook(from, occupied),
            Piece::King => {
                // A king's move to a distant square can only be castling.
                let is_legal = if steps::king(from) & to & !own == 0 {
                    self.is_legal_move(mv)
                } else {
                    placement.attackers_to(mv.dest(), occupied ^ from.bit()) & placement.of(!us) == 0
                };
                return is_legal.then_some(piece);
            }
        };
        let is_legal = reached & to & !own != 0
            && (sight.checkers | sight.seen & from.bit() == 0
                || self.is_king_safe(sight, occupied & !from.bit() | to, to));
        is_legal.then_some(piece)
    }

    /// Returns `true` if no piece, except one on `to`, would give check if these squares were occupied after
    /// a piece other than the king moved to `to`.
    #[inline]
    pub(crate) fn is_king_safe(&self, sight: Sight, occupied: u64, to: u64) -> bool {
        let placement = &self.placement;
        let king = placement.king(self.side);
        let attackers = sight.checkers & (placement.pawns | placement.knights)
            | sliders::bishop(king, occupied) & placement.diagonal
            | sliders::rook(king, occupied) & placement.orthogonal;
        attackers & placement.of(!self.side) & !to == 0
    }
}
