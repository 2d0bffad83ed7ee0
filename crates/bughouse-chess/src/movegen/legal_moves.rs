//! A selection of the legal moves: by piece, by destination, with or without drops.

use core::ops::ControlFlow;

use crate::board::Board;
use crate::movegen::generate::{Wanted, every, visit_all};
use crate::movegen::list::{MoveList, MoveSet};
use crate::movegen::promotions::Promotions;
use crate::movegen::ruled::Ruled;
use crate::types::bitboard::{BitBoard, EMPTY};
use crate::types::chess_move::BughouseMove;
use crate::types::color::Color;
use crate::types::piece::Piece;
use crate::types::rules::Rules;

impl Board {
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
    /// # Ok::<(), bughouse_chess::ParseError>(())
    /// ```
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        self.moves().list()
    }

    /// Returns the legal moves and drops of the side to move, to narrow them down by piece, destination, captures or
    /// drops, and then to list or count them.
    ///
    /// ```
    /// use bughouse_chess::{Board, Piece, Square};
    ///
    /// let board: Board = "4k3/8/8/3p4/4P3/8/8/4K3[NN] w - - 0 1".parse()?;
    /// assert_eq!(board.moves().count(), 67);
    /// assert!(board.moves().captures().into_iter().eq(["e4d5".parse()?]));
    /// assert_eq!(board.moves().drops_of(Piece::Knight).count(), 60);
    /// assert_eq!(board.moves().of(Square::E1.bitboard()).count(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn moves(&self) -> LegalMoves<'_> {
        self.with_rules(&Rules::standard()).moves()
    }
}

/// The legal moves and drops of a board. Narrow them down, then generate them.
///
/// [`Position::moves`](crate::Position::moves) and [`Ruled::moves`](crate::Ruled::moves) return those that the
/// rules allow, and [`Board::moves`] those of the standard rules. If you call several methods that narrow the
/// selection, a move must match all of them.
///
/// [`for_each`](LegalMoves::for_each) and [`visit`](LegalMoves::visit) are the fastest way to see all moves: they get one set of
/// moves for each piece that can move, and one set of drops for each piece type in reserve. To get single moves,
/// iterate.
///
/// ```
/// use bughouse_chess::{Board, Color, Piece, Square};
///
/// let board: Board = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse()?;
/// assert_eq!(board.moves().count(), 48);
/// assert_eq!(board.moves().captures().count(), 8);
/// assert_eq!(board.moves().of(board.colored_pieces(Color::White, Piece::Knight)).count(), 11);
/// assert!(!board.moves().of(board.colored_pieces(Color::White, Piece::Rook)).captures().any());
/// // Where the bishop on d2 can go:
/// assert_eq!(board.moves().of(Square::D2.bitboard()).destinations().popcnt(), 5);
/// for mv in board.moves().captures() {
///     assert!(board.is_capture(mv));
/// }
/// # Ok::<(), bughouse_chess::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct LegalMoves<'a> {
    board: Ruled<'a>,
    promotions: Promotions,
    wanted: Wanted,
}

impl<'a> LegalMoves<'a> {
    #[inline]
    pub(crate) fn new(board: Ruled<'a>) -> LegalMoves<'a> {
        LegalMoves { board, promotions: Promotions::new(board), wanted: Wanted::ALL }
    }

    /// Keeps the moves of some pieces on the board, and no drops.
    #[inline]
    pub fn of(mut self, pieces: BitBoard) -> LegalMoves<'a> {
        self.wanted.from &= pieces.0;
        self.without_drops()
    }

    /// Keeps the moves and drops to some squares, by [`BughouseMove::dest`].
    #[inline]
    pub fn to(mut self, squares: BitBoard) -> LegalMoves<'a> {
        self.wanted.to &= squares.0;
        self.wanted.pawns_to &= squares.0;
        self
    }

    /// Keeps the captures, en passant included.
    #[inline]
    pub fn captures(mut self) -> LegalMoves<'a> {
        let enemy = self.board.them().0;
        // Only pawns capture on this square, and they can't go there otherwise.
        let en_passant = self.board.legal_en_passant().map_or(0, |target| target.bit());
        self.wanted.to &= enemy;
        self.wanted.pawns_to &= enemy | en_passant;
        self.without_drops()
    }

    /// Keeps the moves of pieces on the board, without drops.
    #[inline]
    pub fn without_drops(mut self) -> LegalMoves<'a> {
        self.wanted.drops = 0;
        self
    }

    /// Keeps only the drops.
    #[inline]
    pub fn only_drops(mut self) -> LegalMoves<'a> {
        self.wanted.from = 0;
        self
    }

    /// Keeps only the drops of one piece type.
    #[inline]
    pub fn drops_of(mut self, piece: Piece) -> LegalMoves<'a> {
        self.wanted.drops &= 1 << piece.to_index();
        self.only_drops()
    }

    /// Calls `visit` with each set until it breaks, and returns the value it breaks with. The remaining moves are
    /// not generated.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use bughouse_chess::{Board, MoveSet};
    ///
    /// let mut sets = 0;
    /// let found = Board::default().moves().visit(|set| {
    ///     sets += 1;
    ///     if set.len() > 1 { ControlFlow::Break(set) } else { ControlFlow::Continue(()) }
    /// });
    /// assert!(found.is_break() && sets == 1);
    /// ```
    #[inline]
    pub fn visit<B>(self, mut visit: impl FnMut(MoveSet) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.promotions.are_standard() {
            return self.visit_sets(visit);
        }
        self.visit_sets(|set| match self.promotions.of_set(set) {
            Some(mut promotions) => promotions.try_for_each(|mv| visit(MoveSet::Promotion(mv))),
            None => visit(set),
        })
    }

    /// Visits the sets. Promotions are sets of destinations, also if they affect the other board.
    #[inline]
    fn visit_sets<B>(self, mut visit: impl FnMut(MoveSet) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut visit = |set| match self.promotions.keep_legal(&self.board, set) {
            Some(set) => visit(set),
            None => ControlFlow::Continue(()),
        };
        let drops = |piece: Piece, to: u64| self.board.allowed_drops(piece, BitBoard(to)).0;
        match self.board.side_to_move() {
            Color::White => visit_all::<true, _>(&self.board, self.wanted, drops, &mut visit),
            Color::Black => visit_all::<false, _>(&self.board, self.wanted, drops, &mut visit),
        }
    }

    /// Calls `visit` with each set.
    ///
    /// ```
    /// use bughouse_chess::Board;
    ///
    /// let mut moves = 0;
    /// Board::default().moves().for_each(|set| moves += set.len());
    /// assert_eq!(moves, 20);
    /// ```
    #[inline]
    pub fn for_each(self, visit: impl FnMut(MoveSet)) {
        let ControlFlow::Continue(()) = self.visit(every(visit));
    }

    /// Returns the moves without allocating.
    #[inline]
    pub fn list(self) -> MoveList {
        let mut list = MoveList::new(self.promotions);
        let ControlFlow::Continue(()) = self.visit_sets(every(|set| list.push(set)));
        list
    }

    /// Returns the squares that the moves and drops go to.
    pub fn destinations(self) -> BitBoard {
        let mut squares = EMPTY;
        self.for_each(|set| match set {
            MoveSet::Moves { to, .. } | MoveSet::Drops { to, .. } => squares |= to,
            MoveSet::Promotion(mv) => squares |= mv.dest().bitboard(),
        });
        squares
    }

    /// Returns the number of moves. Each choice of promotion counts.
    #[inline]
    pub fn count(self) -> usize {
        if self.wanted == Wanted::ALL && self.board.is_standard() {
            return self.board.count_legal();
        }
        let mut moves = 0;
        self.for_each(|set| moves += set.len());
        moves
    }

    /// Returns `true` if there is at least one move. Stops at the first one.
    #[inline]
    pub fn any(self) -> bool {
        self.visit(|_| ControlFlow::Break(())).is_break()
    }
}

/// Iterates over single moves.
impl IntoIterator for LegalMoves<'_> {
    type Item = BughouseMove;
    type IntoIter = <MoveList as IntoIterator>::IntoIter;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.list().into_iter()
    }
}
