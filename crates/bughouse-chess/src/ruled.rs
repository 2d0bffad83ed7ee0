//! A board under some rules.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::bitboard::BitBoard;
use crate::board::{Board, BoardStatus, Frozen};
use crate::chess_move::BughouseMove;
use crate::illegal::IllegalMove;
use crate::movegen::{LegalMoves, MoveList, MoveSet};
use crate::piece::Piece;
use crate::play::Capture;
use crate::rules::{DropAggression, PawnDropRanks, Rules};
use crate::square::Square;

/// A board under some [`Rules`]. Its methods apply those rules, while the methods of [`Board`] apply the
/// standard ones.
///
/// ```
/// use bughouse_chess::{Board, PawnDropRanks, Rules};
///
/// let board: Board = "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1".parse()?;
/// let rules = Rules::default().pawn_drops(PawnDropRanks::TWO_TO_SIX);
/// let drop = "P@a7".parse()?;
/// assert!(board.is_legal(drop) && !board.under(&rules).is_legal(drop));
/// assert_eq!(board.count_legal() - board.under(&rules).count_legal(), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Ruled<'a> {
    board: &'a Board,
    rules: Rules,
}

impl Board {
    /// Returns the board under some rules.
    #[inline]
    pub fn under(&self, rules: &Rules) -> Ruled<'_> {
        Ruled { board: self, rules: *rules }
    }
}

impl<'a> Ruled<'a> {
    /// Returns the board.
    #[inline]
    #[must_use]
    pub fn board(self) -> &'a Board {
        self.board
    }

    /// Returns the rules.
    #[inline]
    #[must_use]
    pub fn rules(self) -> Rules {
        self.rules
    }

    /// Returns `true` if the rules forbid a drop that the standard rules allow. If not, the board's own
    /// answers are right.
    #[inline]
    fn limits_drops(self) -> bool {
        self.rules.pawn_drops != PawnDropRanks::TWO_TO_SEVEN
            || self.rules.drops != DropAggression::MateAllowed
    }

    /// Returns the squares, out of some, where the rules allow the side to move to drop a piece type. Each
    /// square must be empty, and a drop on it must not leave the king in check.
    #[inline]
    pub(crate) fn allowed_drops(self, piece: Piece, squares: BitBoard) -> BitBoard {
        let squares = match piece {
            Piece::Pawn => squares & self.rules.pawn_drops.squares(self.board.side),
            _ => squares,
        };
        if self.rules.drops == DropAggression::MateAllowed {
            return squares;
        }
        let is_allowed = |&square: &Square| self.board.is_allowed_drop(self.rules.drops, piece, square);
        squares.into_iter().filter(is_allowed).collect()
    }

    /// Returns the legal moves and drops. Narrow them down by piece, destination, captures or drops.
    #[inline]
    pub fn moves(self) -> LegalMoves<'a> {
        LegalMoves::new(self.board, self.limits_drops().then_some(self.rules))
    }

    /// Returns the legal moves and drops.
    #[must_use]
    pub fn legal_moves(self) -> Vec<BughouseMove> {
        let mut moves = Vec::with_capacity(64);
        self.for_each_legal(|set| moves.extend(set));
        moves
    }

    /// Returns the legal moves and drops without allocating.
    #[inline]
    pub fn move_list(self) -> MoveList {
        self.moves().list()
    }

    /// Calls `visit` with each set of legal moves and drops. See [`Board::for_each_legal`].
    #[inline]
    pub fn for_each_legal(self, visit: impl FnMut(MoveSet)) {
        self.moves().for_each(visit);
    }

    /// Calls `visit` with sets of legal moves and drops until it breaks, and returns the value it breaks
    /// with. See [`Board::visit_legal`].
    #[inline]
    pub fn visit_legal<B>(self, visit: impl FnMut(MoveSet) -> ControlFlow<B>) -> ControlFlow<B> {
        self.moves().visit(visit)
    }

    /// Returns the number of legal moves and drops.
    #[must_use]
    pub fn count_legal(self) -> usize {
        if self.limits_drops() { self.moves().count() } else { self.board.count_legal() }
    }

    /// Returns `true` if there is a legal move or drop. Stops at the first one.
    #[must_use]
    pub fn has_legal_move(self) -> bool {
        self.board.king_has_a_step() || self.moves().any()
    }

    /// Returns `true` if a move or drop is legal.
    #[inline]
    #[must_use]
    pub fn is_legal(self, mv: BughouseMove) -> bool {
        self.board.is_legal(mv) && self.allows(mv)
    }

    /// Returns `true` if the rules allow a move or drop that is legal under the standard rules.
    #[inline]
    fn allows(self, mv: BughouseMove) -> bool {
        match mv {
            BughouseMove::Regular(_) => true,
            BughouseMove::Drop { piece, square } => {
                !self.limits_drops() || self.allowed_drops(piece, square.bitboard()).contains(square)
            }
        }
    }

    /// Returns the squares where the side to move can drop a piece type: none if it isn't in reserve.
    #[must_use]
    pub fn legal_drops(self, piece: Piece) -> BitBoard {
        self.allowed_drops(piece, self.board.legal_drops(piece))
    }

    /// Returns the reason why a move or drop is illegal, or `None` if it is legal.
    #[must_use]
    pub fn why_illegal(self, mv: BughouseMove) -> Option<IllegalMove> {
        (!self.is_legal(mv)).then(|| self.reason_against(mv))
    }

    /// Returns the reason for a move that is known to be illegal.
    #[cold]
    pub(crate) fn reason_against(self, mv: BughouseMove) -> IllegalMove {
        match mv {
            BughouseMove::Drop { piece, square } if self.board.is_legal(mv) => {
                let is_on_its_rank = self.rules.pawn_drops.squares(self.board.side).contains(square);
                if piece == Piece::Pawn && !is_on_its_rank {
                    IllegalMove::PawnDropRank(square.rank())
                } else {
                    IllegalMove::DropTooAggressive(self.rules.drops)
                }
            }
            _ => self.board.reason_against(mv),
        }
    }

    /// Returns the board after a legal move or drop, and the captured piece.
    ///
    /// # Errors
    /// Returns the reason if the move is illegal.
    pub fn after(self, mv: BughouseMove) -> Result<(Board, Option<Capture>), IllegalMove> {
        if !self.is_legal(mv) {
            return Err(self.reason_against(mv));
        }
        let mut board = *self.board;
        let capture = board.play_unchecked(mv);
        Ok((board, capture))
    }

    /// Returns the status of the board for the side to move. See [`Board::status`].
    #[must_use]
    pub fn status(self) -> BoardStatus {
        self.status_if(|| self.has_legal_move())
    }

    /// Returns the status of the board, where `has_move` returns `true` if there is a legal move.
    pub(crate) fn status_if(self, has_move: impl FnOnce() -> bool) -> BoardStatus {
        if !self.board.in_check() {
            return if has_move() { BoardStatus::Ongoing } else { BoardStatus::Stalemate };
        }
        // A check that a new piece could block is never mate, so there is no need to look for moves.
        let blocks = self.board.blocking_squares();
        let helps = |piece: Piece| !self.allowed_drops(piece, blocks).is_empty();
        if Piece::IN_RESERVE.into_iter().any(helps) || has_move() {
            BoardStatus::Ongoing
        } else {
            BoardStatus::Checkmate
        }
    }

    /// Returns `true` if the side to move is frozen: in check without a legal move or drop, while a piece
    /// from its partner could end the check.
    #[must_use]
    pub fn is_frozen(self) -> bool {
        self.frozen().is_some()
    }

    /// Returns what would help the side to move if it is frozen. See [`Board::frozen`].
    #[must_use]
    pub fn frozen(self) -> Option<Frozen> {
        self.frozen_if(|| self.has_legal_move())
    }

    /// Returns what would help the side to move if it is frozen, where `has_move` returns `true` if there is
    /// a legal move.
    pub(crate) fn frozen_if(self, has_move: impl FnOnce() -> bool) -> Option<Frozen> {
        let blocks = self.board.blocking_squares();
        if blocks.is_empty() {
            return None;
        }
        let help = Frozen::new(|piece| self.allowed_drops(piece, blocks));
        (!help.squares().is_empty() && !has_move()).then_some(help)
    }
}
