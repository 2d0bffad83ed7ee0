//! The promotions that the rules allow on one board of a position: any piece, one from the other board, or none.

use crate::board::Board;
use crate::movegen::move_set::{LAST_RANKS, MoveSet};
use crate::movegen::promote::{discarding_exposes_king, why_no_steal};
use crate::types::bitboard::{BitBoard, EMPTY};
use crate::types::chess_move::ChessMove;
use crate::types::piece::Piece;
use crate::types::rules::Promotion;
use crate::types::square::Square;

/// What a pawn can become on the last rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Promotions {
    /// Any of the four piece types.
    #[default]
    Standard,
    /// A piece of the other board: the squares of those that can be taken, by type as in [`Piece::PROMOTIONS`].
    Steal([BitBoard; 4]),
    /// Nothing. It leaves the board.
    Discard,
}

impl Promotions {
    /// Returns the promotions on a board next to another one.
    pub(crate) fn new(rule: Promotion, board: &Board, other: &Board) -> Promotions {
        match rule {
            Promotion::Upgrade | Promotion::Stays => Promotions::Standard,
            Promotion::Steal => {
                let us = board.side;
                let can_promote = board.colored_pieces(us, Piece::Pawn) & (!us).second_rank().bitboard();
                if can_promote.is_empty() {
                    return Promotions::Steal([EMPTY; 4]);
                }
                let is_free = |&square: &Square| why_no_steal(other, square).is_none();
                Promotions::Steal(
                    Piece::PROMOTIONS
                        .map(|piece| other.colored_pieces(us, piece).into_iter().filter(is_free).collect()),
                )
            }
            Promotion::Discard => Promotions::Discard,
        }
    }

    /// Returns `true` if the pawn becomes another piece without any effect on the other board.
    #[inline]
    pub(crate) fn are_standard(&self) -> bool {
        matches!(self, Promotions::Standard)
    }

    /// Returns the moves of a set if they are promotions by other rules than the standard ones.
    #[inline]
    pub(crate) fn of_set(&self, set: MoveSet) -> Option<PromotionMoves> {
        match set {
            MoveSet::Moves { piece: Piece::Pawn, from, to }
                if !self.are_standard() && !(to & LAST_RANKS).is_empty() =>
            {
                Some(PromotionMoves::new(*self, from, to))
            }
            _ => None,
        }
    }

    /// Returns a set without the moves that have no legal promotion.
    #[inline]
    pub(crate) fn keep_legal(&self, board: &Board, set: MoveSet) -> Option<MoveSet> {
        match (self, set) {
            (Promotions::Discard, MoveSet::Moves { piece: Piece::Pawn, from, to })
                if !(to & LAST_RANKS).is_empty() =>
            {
                let is_safe = |&to: &Square| !discarding_exposes_king(board, ChessMove::new(from, to, None));
                let to: BitBoard = to.into_iter().filter(is_safe).collect();
                (!to.is_empty()).then_some(MoveSet::Moves { piece: Piece::Pawn, from, to })
            }
            (Promotions::Steal(victims), MoveSet::Moves { piece: Piece::Pawn, to, .. })
                if !(to & LAST_RANKS).is_empty() =>
            {
                victims.iter().any(|squares| !squares.is_empty()).then_some(set)
            }
            _ => Some(set),
        }
    }
}

/// The promotions of one pawn that affect the other board.
#[derive(Clone, Debug)]
pub(crate) struct PromotionMoves {
    promotions: Promotions,
    from: Square,
    /// The squares that are left. The first one is in progress.
    to: BitBoard,
    /// The index of the piece type in progress.
    kind: usize,
    /// The pieces of that type that are left.
    victims: BitBoard,
}

impl PromotionMoves {
    /// No promotions.
    pub(crate) const NONE: PromotionMoves = PromotionMoves {
        promotions: Promotions::Standard,
        from: Square::A1,
        to: EMPTY,
        kind: 0,
        victims: EMPTY,
    };

    fn new(promotions: Promotions, from: Square, to: BitBoard) -> PromotionMoves {
        let victims = if let Promotions::Steal([first, ..]) = promotions { first } else { EMPTY };
        PromotionMoves { promotions, from, to, kind: 0, victims }
    }
}

impl Iterator for PromotionMoves {
    type Item = ChessMove;

    fn next(&mut self) -> Option<ChessMove> {
        loop {
            let dest = self.to.first()?;
            let Promotions::Steal(victims) = &self.promotions else {
                self.to.pop_first();
                return Some(ChessMove::new(self.from, dest, None));
            };
            if let Some(victim) = self.victims.pop_first() {
                let piece = Piece::PROMOTIONS[self.kind & 3];
                return Some(ChessMove::stealing(self.from, dest, piece, victim));
            }
            self.kind = (self.kind + 1) & 3;
            if self.kind == 0 {
                self.to.pop_first();
            }
            self.victims = victims[self.kind];
        }
    }
}
