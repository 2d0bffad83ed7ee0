//! Some of the legal moves: those of some pieces, to some squares, with or without drops.

use core::ops::ControlFlow;

use crate::bitboard::BitBoard;
use crate::board::Board;
use crate::movegen::move_list::MoveList;
use crate::movegen::move_set::MoveSet;
use crate::movegen::visit::{Wanted, every};
use crate::rules::Rules;

/// The legal moves and drops of a board, to be narrowed and then generated.
///
/// [`Board::moves`] gives all of them, and [`Ruled::moves`](crate::Ruled::moves) those that some rules allow. Each
/// method that narrows keeps what all of them ask for.
///
/// ```
/// use bughouse_chess::{Board, Color, Piece};
///
/// let board: Board = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse()?;
/// assert_eq!(board.moves().count(), 48);
/// assert_eq!(board.moves().captures().count(), 8);
/// assert_eq!(board.moves().of(board.pieces(Color::White, Piece::Knight)).count(), 11);
/// assert!(!board.moves().of(board.pieces(Color::White, Piece::Rook)).captures().any());
/// # Ok::<(), bughouse_chess::ReadBoardError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct LegalMoves<'a> {
    board: &'a Board,
    rules: Option<Rules>,
    wanted: Wanted,
}

impl<'a> LegalMoves<'a> {
    #[inline]
    pub(crate) fn new(board: &'a Board, rules: Option<Rules>) -> LegalMoves<'a> {
        LegalMoves { board, rules, wanted: Wanted::ALL }
    }

    /// Keeps the moves of some pieces on the board, and no drops.
    #[inline]
    pub fn of(mut self, pieces: BitBoard) -> LegalMoves<'a> {
        self.wanted.from &= pieces.0;
        self.without_drops()
    }

    /// Keeps the moves and drops to some squares, as [`BughouseMove::dest`](crate::BughouseMove::dest) names them.
    #[inline]
    pub fn to(mut self, squares: BitBoard) -> LegalMoves<'a> {
        self.wanted.to &= squares.0;
        self.wanted.pawns_to &= squares.0;
        self
    }

    /// Keeps the moves that take a piece, en passant included.
    #[inline]
    pub fn captures(mut self) -> LegalMoves<'a> {
        let enemy = self.board.placement.of(!self.board.side);
        // Nobody but a pawn takes on this square, and no pawn goes there without taking.
        let en_passant = self.board.legal_en_passant().map_or(0, |target| target.bit());
        self.wanted.to &= enemy;
        self.wanted.pawns_to &= enemy | en_passant;
        self.without_drops()
    }

    /// Keeps the moves of pieces on the board.
    #[inline]
    pub fn without_drops(mut self) -> LegalMoves<'a> {
        self.wanted.drops = false;
        self
    }

    /// Keeps the drops.
    #[inline]
    pub fn only_drops(mut self) -> LegalMoves<'a> {
        self.wanted.from = 0;
        self
    }

    /// Calls `visit` with every set until it breaks, and returns what it breaks with; see [`Board::visit_legal`].
    #[inline]
    pub fn visit<B>(self, mut visit: impl FnMut(MoveSet) -> ControlFlow<B>) -> ControlFlow<B> {
        match &self.rules {
            None => self.board.visit_standard(self.wanted, &mut visit),
            Some(rules) => self.board.visit_under(rules, self.wanted, &mut visit),
        }
    }

    /// Calls `visit` with every set; see [`Board::for_each_legal`].
    #[inline]
    pub fn for_each(self, visit: impl FnMut(MoveSet)) {
        let ControlFlow::Continue(()) = self.visit(every(visit));
    }

    /// Lists them without a heap.
    #[inline]
    pub fn list(self) -> MoveList {
        let mut list = MoveList::new();
        self.for_each(|set| list.push(set));
        list
    }

    /// Counts them, each choice of promotion by itself.
    #[must_use]
    pub fn count(self) -> usize {
        let mut moves = 0;
        self.for_each(|set| moves += set.len());
        moves
    }

    /// Returns `true` if there is one. It stops at the first.
    #[must_use]
    pub fn any(self) -> bool {
        self.visit(|_| ControlFlow::Break(())).is_break()
    }
}
