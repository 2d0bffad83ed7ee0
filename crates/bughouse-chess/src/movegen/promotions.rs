//! The promotions that the rules allow on one board of a position: to any piece, to one from the other board, or none.

use crate::board::Board;
use crate::board::make::Capture;
use crate::movegen::illegal::IllegalMove;
use crate::movegen::list::{LAST_RANKS, MoveSet};
use crate::movegen::ruled::Ruled;
use crate::types::bitboard::{BitBoard, EMPTY};
use crate::types::castle_rights::CastlingSide;
use crate::types::chess_move::{BughouseMove, ChessMove};
use crate::types::color::Color;
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
    /// Returns the promotions on a board. Without another board, they are the standard ones.
    #[inline]
    pub(crate) fn new(board: Ruled<'_>) -> Promotions {
        match board.promotes_with() {
            Some(other) => Promotions::with(board, other),
            None => Promotions::Standard,
        }
    }

    #[cold]
    fn with(board: Ruled<'_>, other: &Board) -> Promotions {
        match board.rules().promotion {
            Promotion::Upgrade | Promotion::Stays => Promotions::Standard,
            Promotion::Steal => {
                let us = board.side_to_move();
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

impl Ruled<'_> {
    /// Returns the reason why a pawn's move to the last rank is illegal next to the other board, or `None` if it is
    /// legal.
    #[cold]
    pub(crate) fn why_no_promotion(self, other: &Board, mv: BughouseMove) -> Option<IllegalMove> {
        let board = self.board();
        let BughouseMove::Regular(mv) = mv else { return None };
        let plain = |piece| ChessMove::new(mv.source(), mv.dest(), Some(piece));
        match (self.rules().promotion, mv.promotion(), mv.stolen_from()) {
            (Promotion::Steal, Some(piece), Some(square)) => {
                board.why_illegal(plain(piece).into()).or_else(|| {
                    let is_there = other.piece_on(square) == Some(piece)
                        && other.color_on(square) == Some(board.side_to_move());
                    if is_there {
                        why_no_steal(other, square)
                    } else {
                        Some(IllegalMove::NothingToSteal { piece, square })
                    }
                })
            }
            (Promotion::Discard, None, None) => board
                .why_illegal(plain(Piece::Queen).into())
                .or_else(|| discarding_exposes_king(board, mv).then_some(IllegalMove::DiscardExposesKing)),
            (Promotion::Upgrade | Promotion::Stays, _, None) => board.why_illegal(mv.into()),
            (way, ..) => Some(IllegalMove::WrongPromotion(way)),
        }
    }
}

/// Makes a pawn's move to the last rank that takes its piece from the other board or discards the pawn.
/// The caller transfers the pawn.
#[cold]
pub(crate) fn promote_across_boards(own: &mut Board, other: &mut Board, mv: BughouseMove) -> Option<Capture> {
    let BughouseMove::Regular(mv) = mv else { return None };
    let piece = mv.promotion().unwrap_or(Piece::Knight);
    let capture = own.play_unchecked(ChessMove::new(mv.source(), mv.dest(), Some(piece)).into());
    match mv.stolen_from() {
        Some(square) => {
            // A promoted marker moves with its piece.
            let was_pawn = other.is_promoted(square);
            other.remove_piece(square);
            own.set_promoted(mv.dest(), was_pawn);
        }
        None => own.remove_piece(mv.dest()),
    }
    capture
}

/// Returns the reason why the piece on a square of the other board can't be taken: it would uncover an attack
/// on a king.
pub(crate) fn why_no_steal(board: &Board, square: Square) -> Option<IllegalMove> {
    let mut without = *board;
    without.remove_piece(square);
    let exposed = |&color: &Color| {
        let king = board.king_square(color);
        let attackers = |board: &Board| board.attackers_to(king) & board.color_combined(!color);
        !(attackers(&without) - attackers(board)).is_empty()
    };
    Color::ALL.into_iter().find(exposed).map(IllegalMove::StealExposesKing)
}

/// Returns `true` if a king is in check after a pawn that reached the last rank leaves the board.
pub(crate) fn discarding_exposes_king(board: &Board, mv: ChessMove) -> bool {
    let us = board.side_to_move();
    let mut after = *board;
    after.play_unchecked(ChessMove::new(mv.source(), mv.dest(), Some(Piece::Knight)).into());
    after.remove_piece(mv.dest());
    let king = after.king_square(us);
    !(after.attackers_to(king) & after.color_combined(!us)).is_empty()
}

impl Board {
    /// Returns `true` if a move takes a pawn to the last rank.
    #[inline]
    pub(crate) fn reaches_last_rank(&self, mv: BughouseMove) -> bool {
        let BughouseMove::Regular(mv) = mv else { return false };
        self.placement.pawns & mv.source().bit() != 0 && mv.dest().rank() == (!self.side).back_rank()
    }

    /// Removes a piece from the board, along with the rights that depend on it.
    #[cold]
    fn remove_piece(&mut self, square: Square) {
        self.placement.clear(square.bit());
        for color in Color::ALL {
            for castling_side in CastlingSide::ALL {
                let rook = self.rights.rook_file(color, castling_side);
                if rook.is_some_and(|file| Square::new(file, color.back_rank()) == square) {
                    self.rights.set(color, castling_side, None);
                }
            }
        }
        self.en_passant = self.find_legal_en_passant();
        self.hash = self.compute_hash();
    }

    /// Sets or clears the promoted marker of a piece.
    #[cold]
    fn set_promoted(&mut self, square: Square, promoted: bool) {
        self.placement.promoted &= !square.bit();
        if promoted {
            self.placement.promoted |= square.bit();
        }
        self.hash = self.compute_hash();
    }
}
