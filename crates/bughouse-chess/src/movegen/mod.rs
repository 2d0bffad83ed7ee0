//! Legal moves and drops: visited as sets of destinations, counted, or listed.
//!
//! Generation is strictly legal: no move is generated and then discarded. One set of masks (checks and pins)
//! is computed for the position. Then the destinations of each piece take a few set operations. Only en
//! passant captures are tested individually.

pub(crate) mod castling;
pub(crate) mod count;
pub(crate) mod destinations;
mod legal_moves;
pub(crate) mod masks;
mod move_gen;
mod move_list;
mod move_set;
pub(crate) mod pawns;
pub(crate) mod replies;
pub(crate) mod sight;
mod tally;
pub(crate) mod visit;

pub use legal_moves::LegalMoves;
pub use move_gen::MoveGen;
pub use move_list::{MoveList, MoveListIntoIter, MoveListIter, MovesOfSets};
pub use move_set::{MoveSet, MoveSetIter};

use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::attacks::steps;
use crate::bitboard::{BitBoard, EMPTY};
use crate::board::Board;
use crate::castle_rights::CastlingSide;
use crate::chess_move::{BughouseMove, ChessMove};
use crate::color::Color;
use crate::movegen::count::count;
use crate::movegen::destinations::destinations;
use crate::movegen::masks::Masks;
use crate::movegen::pawns::last_rank;
use crate::movegen::visit::{Visitor, Wanted, every, visit_all};
use crate::piece::Piece;
use crate::rules::Rules;
use crate::square::Square;

/// The squares where a pawn can be dropped under the standard rules: ranks 2 to 7.
pub(crate) const PAWN_DROPS: u64 = 0x00ff_ffff_ffff_ff00;

impl Board {
    /// Calls `visit` with each set of legal moves and drops of the side to move.
    ///
    /// There is one set of moves for each piece that can move, and one set of drops for each piece type in
    /// reserve. This is the fastest way to see all moves. For a list, use [`Board::legal_moves`].
    ///
    /// ```
    /// use bughouse_chess::{Board, MoveSet};
    ///
    /// let mut moves = 0;
    /// Board::default().for_each_legal(|set| moves += set.len());
    /// assert_eq!(moves, 20);
    /// ```
    #[inline]
    pub fn for_each_legal(&self, visit: impl FnMut(MoveSet)) {
        let ControlFlow::Continue(()) = self.visit_legal(every(visit));
    }

    /// Calls `visit` like [`Board::for_each_legal`] until it breaks, and returns the value it breaks with.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use bughouse_chess::{Board, MoveSet};
    ///
    /// let mut sets = 0;
    /// let found = Board::default().visit_legal(|set| {
    ///     sets += 1;
    ///     if set.len() > 1 { ControlFlow::Break(set) } else { ControlFlow::Continue(()) }
    /// });
    /// assert!(found.is_break() && sets == 1);
    /// ```
    #[inline]
    pub fn visit_legal<B>(&self, mut visit: impl FnMut(MoveSet) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_standard(Wanted::ALL, &mut visit)
    }

    /// Visits the wanted moves, with drops under the standard rules.
    #[inline]
    pub(crate) fn visit_standard<V: Visitor>(
        &self,
        wanted: Wanted,
        visitor: &mut V,
    ) -> ControlFlow<V::Break> {
        match self.side {
            Color::White => visit_all::<true, V>(self, wanted, standard_drops, visitor),
            Color::Black => visit_all::<false, V>(self, wanted, standard_drops, visitor),
        }
    }

    /// Visits the wanted moves, with drops under some rules.
    #[inline]
    pub(crate) fn visit_under<V: Visitor>(
        &self,
        rules: &Rules,
        wanted: Wanted,
        visitor: &mut V,
    ) -> ControlFlow<V::Break> {
        let drops = |piece: Piece, to: u64| self.under(rules).allowed_drops(piece, BitBoard(to)).0;
        match self.side {
            Color::White => visit_all::<true, V>(self, wanted, drops, visitor),
            Color::Black => visit_all::<false, V>(self, wanted, drops, visitor),
        }
    }

    /// Returns the legal moves and drops. Narrow them down by piece, destination, captures or drops.
    #[inline]
    pub fn moves(&self) -> LegalMoves<'_> {
        LegalMoves::new(self, None)
    }

    /// Returns the legal moves and drops of the side to move without allocating.
    #[inline]
    pub fn move_list(&self) -> MoveList {
        self.moves().list()
    }

    /// Returns the legal moves and drops of the side to move.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<BughouseMove> {
        let mut moves = Vec::with_capacity(64);
        self.for_each_legal(|set| moves.extend(set));
        moves
    }

    /// Returns the number of legal moves and drops of the side to move, without listing them.
    #[inline]
    #[must_use]
    pub fn count_legal(&self) -> usize {
        let (reserve, passed) = (self.reserve(self.side), self.legal_en_passant());
        match self.side {
            Color::White => count::<true>(&self.placement, self.rights, reserve, passed),
            Color::Black => count::<false>(&self.placement, self.rights, reserve, passed),
        }
    }

    /// Returns `true` if the side to move has a legal move or drop. Stops at the first one.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        self.king_has_a_step() || self.moves().any()
    }

    /// Returns `true` if the king can step to another square. Usually it can, and then nothing else has to be
    /// checked.
    #[inline]
    pub(crate) fn king_has_a_step(&self) -> bool {
        let (placement, enemy) = (&self.placement, self.placement.of(!self.side));
        let king = placement.king(self.side);
        let occupied = placement.occupied() ^ king.bit();
        let mut steps = BitBoard(steps::king(king) & !placement.of(self.side)).into_iter();
        steps.any(|to| placement.attackers_to(to, occupied) & enemy == 0)
    }

    /// Returns `true` if a move of a piece on the board is legal. For moves and drops, use
    /// [`Board::is_legal`].
    #[must_use]
    pub fn legal(&self, mv: ChessMove) -> bool {
        self.promotion_fits(mv) && self.legal_destinations(mv.source()).contains(mv.dest())
    }

    /// Returns `true` if the move has a promotion exactly when it takes a pawn to the last rank.
    #[inline]
    fn promotion_fits(&self, mv: ChessMove) -> bool {
        let pawn_promotes = self.placement.pawns & mv.source().bit() != 0
            && mv.dest().bit() & (last_rank::<true>() | last_rank::<false>()) != 0;
        match mv.promotion() {
            // With a single board, there is nothing to steal.
            Some(piece) => pawn_promotes && Piece::PROMOTIONS.contains(&piece) && mv.stolen_from().is_none(),
            None => !pawn_promotes,
        }
    }

    /// Returns `true` if a drop is legal. For moves and drops, use [`Board::is_legal`].
    #[must_use]
    pub fn legal_drop(&self, piece: Piece, square: Square) -> bool {
        self.legal_drops(piece).contains(square)
    }

    /// Returns `true` if a move or drop is legal.
    #[must_use]
    pub fn is_legal(&self, mv: BughouseMove) -> bool {
        match mv {
            BughouseMove::Regular(mv) => self.legal(mv),
            BughouseMove::Drop { piece, square } => self.legal_drop(piece, square),
        }
    }

    /// Returns the side on which a move castles, or `None` if it isn't castling. The side to move must have
    /// the right; this doesn't check that the move is legal.
    ///
    /// ```
    /// use bughouse_chess::{Board, CastlingSide};
    ///
    /// let board: Board = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse()?;
    /// assert_eq!(board.castling_side("e1g1".parse()?), Some(CastlingSide::KingSide));
    /// assert_eq!(board.castling_side("e1f1".parse()?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn castling_side(&self, mv: BughouseMove) -> Option<CastlingSide> {
        let BughouseMove::Regular(mv) = mv else { return None };
        let king = self.king_square(self.side);
        if mv.source() != king || mv.promotion().is_some() {
            return None;
        }
        CastlingSide::ALL.into_iter().find(|&castling_side| {
            let rook = self.rights.rook_file(self.side, castling_side);
            rook.is_some_and(|rook| castling::destination(king, castling_side, rook) == mv.dest())
        })
    }

    /// Returns `true` if a move castles. See [`Board::castling_side`].
    #[must_use]
    pub fn is_castling(&self, mv: BughouseMove) -> bool {
        self.castling_side(mv).is_some()
    }

    /// Returns the squares where the piece on a square can go: none if it doesn't belong to the side to move.
    #[must_use]
    pub fn legal_destinations(&self, from: Square) -> BitBoard {
        let masks = self.masks();
        BitBoard(match self.side {
            Color::White => destinations::<true>(self, &masks, from),
            Color::Black => destinations::<false>(self, &masks, from),
        })
    }

    /// Returns the squares where the side to move can drop a piece type: none if it isn't in reserve.
    #[must_use]
    pub fn legal_drops(&self, piece: Piece) -> BitBoard {
        if !self.reserves[self.side as usize].contains(piece) {
            return EMPTY;
        }
        let masks = self.masks();
        BitBoard(standard_drops(piece, !masks.occupied & masks.check_mask))
    }

    /// Computes checks and pins for the side to move.
    #[inline]
    pub(crate) fn masks(&self) -> Masks {
        match self.side {
            Color::White => Masks::new::<true>(&self.placement),
            Color::Black => Masks::new::<false>(&self.placement),
        }
    }
}

/// Returns the squares, out of some, where the standard rules allow a piece type to be dropped.
#[inline]
pub(crate) fn standard_drops(piece: Piece, squares: u64) -> u64 {
    if piece == Piece::Pawn { squares & PAWN_DROPS } else { squares }
}
