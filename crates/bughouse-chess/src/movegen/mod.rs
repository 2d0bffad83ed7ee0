//! Legal moves and drops: visited as sets of destinations, counted, or listed.
//!
//! Generation is strictly legal: no move is generated and then discarded. One set of masks (checks and pins)
//! is computed for the position. Then the destinations of each piece take a few set operations. Only en
//! passant captures are tested individually.

pub(crate) mod count;
pub(crate) mod generate;
pub(crate) mod illegal;
mod legal_moves;
pub(crate) mod legality;
pub(crate) mod list;
pub(crate) mod masks;
pub(crate) mod promotions;
pub(crate) mod ruled;

pub use legal_moves::LegalMoves;
pub use list::{MoveList, MoveListIntoIter, MoveListIter, MoveSet, MoveSetIter};

use core::ops::ControlFlow;

use crate::attacks::steps;
use crate::board::{Board, castling};
use crate::movegen::count::count;
use crate::movegen::generate::destinations;
use crate::movegen::generate::last_rank;
use crate::movegen::generate::{Visitor, Wanted, visit_all};
use crate::movegen::masks::Masks;
use crate::movegen::promotions::Promotions;
use crate::types::bitboard::BitBoard;
use crate::types::castle_rights::CastlingSide;
use crate::types::chess_move::{BughouseMove, ChessMove};
use crate::types::color::Color;
use crate::types::piece::Piece;
use crate::types::rules::Rules;

/// The squares where a pawn can be dropped under the standard rules: ranks 2 to 7.
pub(crate) const PAWN_DROPS: u64 = 0x00ff_ffff_ffff_ff00;

impl Board {
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
        let drops = |piece: Piece, to: u64| self.with_rules(rules).allowed_drops(piece, BitBoard(to)).0;
        match self.side {
            Color::White => visit_all::<true, V>(self, wanted, drops, visitor),
            Color::Black => visit_all::<false, V>(self, wanted, drops, visitor),
        }
    }

    /// Returns the legal moves and drops of the side to move.
    ///
    /// The list doesn't allocate. To narrow it down, or to count moves without listing them, use [`Board::moves`].
    ///
    /// ```
    /// use bughouse_chess::Board;
    ///
    /// let moves = Board::START.legal_moves();
    /// assert_eq!(moves.len(), 20);
    /// assert!(moves.contains("e2e4".parse()?));
    /// for mv in moves {
    ///     let after = Board::START.after_unchecked(mv);
    ///     assert_eq!(after.legal_moves().len(), 20);
    /// }
    /// # Ok::<(), bughouse_chess::UciError>(())
    /// ```
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        self.moves().list()
    }

    /// Returns the legal moves and drops of the side to move, to narrow them down by piece, destination, captures or
    /// drops, and then to list or count them.
    #[inline]
    pub fn moves(&self) -> LegalMoves<'_> {
        LegalMoves::new(self, None, Promotions::Standard)
    }

    /// Counts the legal moves and drops without listing them.
    #[inline]
    pub(crate) fn count_legal(&self) -> usize {
        let (reserve, passed) = (self.reserve(self.side), self.legal_en_passant());
        match self.side {
            Color::White => count::<true>(&self.placement, self.rights, reserve, passed),
            Color::Black => count::<false>(&self.placement, self.rights, reserve, passed),
        }
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

    /// Returns `true` if a move of a piece on the board is legal.
    pub(crate) fn is_legal_move(&self, mv: ChessMove) -> bool {
        let masks = self.masks();
        let to = match self.side {
            Color::White => destinations::<true>(self, &masks, mv.source()),
            Color::Black => destinations::<false>(self, &masks, mv.source()),
        };
        self.promotion_fits(mv) && to & mv.dest().bit() != 0
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

    /// Returns `true` if a move or drop is legal.
    pub fn is_legal(&self, mv: BughouseMove) -> bool {
        match mv {
            BughouseMove::Regular(mv) => self.is_legal_move(mv),
            BughouseMove::Drop { piece, square } => {
                self.reserves[self.side as usize].contains(piece)
                    && standard_drops(piece, !self.placement.occupied() & square.bit()) != 0
                    && self.masks().check_mask & square.bit() != 0
            }
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
    pub fn is_castling(&self, mv: BughouseMove) -> bool {
        self.castling_side(mv).is_some()
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
