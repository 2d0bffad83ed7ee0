//! A selection of the legal moves: by piece, by destination, with or without drops.

use core::ops::ControlFlow;

use crate::bitboard::BitBoard;
use crate::board::Board;
use crate::movegen::move_list::MoveList;
use crate::movegen::move_set::MoveSet;
use crate::movegen::visit::{Wanted, every};
use crate::rules::Rules;

/// The legal moves and drops of a board. Narrow them down, then generate them.
///
/// [`Board::moves`] returns all of them, and [`Ruled::moves`](crate::Ruled::moves) those that the rules
/// allow. If you call several methods that narrow the selection, a move must match all of them.
///
/// ```
/// use bughouse_chess::{Board, Color, Piece};
///
/// let board: Board = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse()?;
/// assert_eq!(board.moves().count(), 48);
/// assert_eq!(board.moves().captures().count(), 8);
/// assert_eq!(board.moves().of(board.colored_pieces(Color::White, Piece::Knight)).count(), 11);
/// assert!(!board.moves().of(board.colored_pieces(Color::White, Piece::Rook)).captures().any());
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

    /// Keeps the moves and drops to some squares, by [`BughouseMove::dest`](crate::BughouseMove::dest).
    #[inline]
    pub fn to(mut self, squares: BitBoard) -> LegalMoves<'a> {
        self.wanted.to &= squares.0;
        self.wanted.pawns_to &= squares.0;
        self
    }

    /// Keeps the captures, en passant included.
    #[inline]
    pub fn captures(mut self) -> LegalMoves<'a> {
        let enemy = self.board.placement.of(!self.board.side);
        // Only pawns capture on this square, and they can't go there otherwise.
        let en_passant = self.board.legal_en_passant().map_or(0, |target| target.bit());
        self.wanted.to &= enemy;
        self.wanted.pawns_to &= enemy | en_passant;
        self.without_drops()
    }

    /// Keeps the moves of pieces on the board, without drops.
    #[inline]
    pub fn without_drops(mut self) -> LegalMoves<'a> {
        self.wanted.drops = false;
        self
    }

    /// Keeps only the drops.
    #[inline]
    pub fn only_drops(mut self) -> LegalMoves<'a> {
        self.wanted.from = 0;
        self
    }

    /// Calls `visit` with each set until it breaks, and returns the value it breaks with. See
    /// [`Board::visit_legal`].
    #[inline]
    pub fn visit<B>(self, mut visit: impl FnMut(MoveSet) -> ControlFlow<B>) -> ControlFlow<B> {
        match &self.rules {
            None => self.board.visit_standard(self.wanted, &mut visit),
            Some(rules) => self.board.visit_under(rules, self.wanted, &mut visit),
        }
    }

    /// Calls `visit` with each set. See [`Board::for_each_legal`].
    #[inline]
    pub fn for_each(self, visit: impl FnMut(MoveSet)) {
        let ControlFlow::Continue(()) = self.visit(every(visit));
    }

    /// Returns the moves without allocating.
    #[inline]
    pub fn list(self) -> MoveList {
        let mut list = MoveList::new();
        self.for_each(|set| list.push(set));
        list
    }

    /// Returns the number of moves. Each choice of promotion counts.
    #[must_use]
    pub fn count(self) -> usize {
        let mut moves = 0;
        self.for_each(|set| moves += set.len());
        moves
    }

    /// Returns `true` if there is at least one move. Stops at the first one.
    #[must_use]
    pub fn any(self) -> bool {
        self.visit(|_| ControlFlow::Break(())).is_break()
    }
}
