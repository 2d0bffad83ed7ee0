//! A board with the rules that apply to it.

use core::fmt;
use core::ops::Deref;

use crate::board::make::Capture;
use crate::board::{Board, BoardStatus, Frozen};
use crate::movegen::illegal::IllegalMove;
use crate::movegen::promotions::promote_across_boards;
use crate::movegen::{LegalMoves, MoveList};
use crate::types::bitboard::BitBoard;
use crate::types::chess_move::BughouseMove;
use crate::types::piece::Piece;
use crate::types::reserve::Reserve;
use crate::types::rules::{DropAggression, PawnDropRanks, Rules};
use crate::types::square::Square;

/// A board with the [`Rules`] that apply to it: one of a [`Position`](crate::Position), or any board
/// [with rules](Board::with_rules).
///
/// It dereferences to the [`Board`], so you can ask where its pieces are. Everything about legal moves and drops, the
/// status, SAN and UCI follows the rules here. The methods of a [`Board`] on its own follow the standard ones, and so do
/// functions that take one, such as [`perft`](crate::perft::perft): don't pass them a board whose rules differ.
///
/// A board of a position also knows the other board, so its promotions follow [`Rules::promotion`]. Any other board
/// promotes by the standard rules.
///
/// ```
/// use bughouse_chess::{Board, BoardId, PawnDropRanks, Position, Rules};
///
/// let board: Board = "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1".parse()?;
/// let rules = Rules::default().pawn_drops(PawnDropRanks::TWO_TO_SIX);
/// let drop = "P@a7".parse()?;
/// assert!(board.is_legal(drop) && !board.with_rules(&rules).is_legal(drop));
///
/// let position = Position::new(board, Board::START, rules);
/// assert!(!position.board(BoardId::A).is_legal(drop));
/// assert_eq!(position.board(BoardId::A).all_pieces().count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
#[must_use]
pub struct Ruled<'a> {
    board: &'a Board,
    rules: Rules,
    /// The other board of the position.
    other: Option<&'a Board>,
}

impl Board {
    /// Returns the board with other rules than the standard ones.
    #[inline]
    pub fn with_rules(&self, rules: &Rules) -> Ruled<'_> {
        Ruled { board: self, rules: *rules, other: None }
    }
}

impl<'a> Ruled<'a> {
    /// Returns a board of a position.
    #[inline]
    pub(crate) fn of_position(board: &'a Board, other: &'a Board, rules: &Rules) -> Ruled<'a> {
        Ruled { board, rules: *rules, other: Some(other) }
    }

    /// Returns the board without the rules.
    #[inline]
    pub fn board(self) -> &'a Board {
        self.board
    }

    /// Returns the rules.
    #[inline]
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

    /// Returns `true` if the legal moves and drops are those of the standard rules.
    #[inline]
    pub(crate) fn is_standard(self) -> bool {
        !self.limits_drops() && self.promotes_with().is_none()
    }

    /// Returns the other board if promotions affect it.
    #[inline]
    pub(crate) fn promotes_with(self) -> Option<&'a Board> {
        self.other.filter(|_| !self.rules.promotion.is_standard())
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

    /// Returns the legal moves and drops. See [`Board::legal_moves`].
    #[inline]
    pub fn legal_moves(self) -> MoveList {
        self.moves().list()
    }

    /// Returns the legal moves and drops, to narrow them down. See [`Board::moves`].
    #[inline]
    pub fn moves(self) -> LegalMoves<'a> {
        LegalMoves::new(self)
    }

    /// Returns `true` if a move or drop is legal.
    #[inline]
    pub fn is_legal(self, mv: BughouseMove) -> bool {
        if let Some(other) = self.promotes_with()
            && self.board.reaches_last_rank(mv)
        {
            return self.why_no_promotion(other, mv).is_none();
        }
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

    /// Returns the reason why a move or drop is illegal, or `None` if it is legal.
    pub fn why_illegal(self, mv: BughouseMove) -> Option<IllegalMove> {
        if let Some(other) = self.other
            && self.board.reaches_last_rank(mv)
            && (!self.rules.promotion.is_standard() || steals(mv))
        {
            return self.why_no_promotion(other, mv);
        }
        (!self.is_legal(mv)).then(|| self.reason_against(mv))
    }

    /// Returns the reason for a move that is known to be illegal.
    #[cold]
    pub(crate) fn reason_against(self, mv: BughouseMove) -> IllegalMove {
        if let Some(other) = self.other
            && self.board.reaches_last_rank(mv)
            && let Some(reason) = self.why_no_promotion(other, mv)
        {
            return reason;
        }
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
        self.after_both(mv).map(|(board, _, capture)| (board, capture))
    }

    /// Returns the board after a legal move or drop, the other board, and the captured piece.
    pub(crate) fn after_both(
        self,
        mv: BughouseMove,
    ) -> Result<(Board, Option<Board>, Option<Capture>), IllegalMove> {
        if !self.is_legal(mv) {
            return Err(self.reason_against(mv));
        }
        Ok(self.after_both_unchecked(mv))
    }

    /// Returns the board after a move or drop that is known to be legal under the rules. See [`Board::after_unchecked`].
    pub fn after_unchecked(self, mv: BughouseMove) -> Board {
        self.after_both_unchecked(mv).0
    }

    fn after_both_unchecked(self, mv: BughouseMove) -> (Board, Option<Board>, Option<Capture>) {
        let mut board = *self.board;
        if let Some(other) = self.promotes_with()
            && board.reaches_last_rank(mv)
        {
            let mut other = *other;
            let capture = promote_across_boards(&mut board, &mut other, mv);
            return (board, Some(other), capture);
        }
        let capture = board.play_unchecked(mv);
        (board, self.other.copied(), capture)
    }

    /// Returns `true` if a legal move or drop gives check. See [`Board::gives_check`].
    pub fn gives_check(self, mv: BughouseMove) -> bool {
        match self.promotes_with() {
            Some(_) if self.board.reaches_last_rank(mv) => self.after_unchecked(mv).in_check(),
            _ => self.board.gives_check(mv),
        }
    }

    /// Returns the status of the board for the side to move. See [`Board::status`].
    pub fn status(self) -> BoardStatus {
        if !self.board.in_check() {
            return if self.moves().any() { BoardStatus::Ongoing } else { BoardStatus::Stalemate };
        }
        // A check that a new piece could block is never mate, so there is no need to look for moves.
        let blocks = self.board.blocking_squares();
        let helps = |piece: Piece| !self.allowed_drops(piece, blocks).is_empty();
        if Piece::IN_RESERVE.into_iter().any(helps) || self.moves().any() {
            BoardStatus::Ongoing
        } else {
            BoardStatus::Checkmate
        }
    }

    /// Returns `true` if the side to move is checkmated. See [`Board::is_checkmate`]. This is fast if it isn't in
    /// check.
    pub fn is_checkmate(self) -> bool {
        if self.is_standard() {
            return self.board.is_unblockable(self.board.checkers().0) && !self.board.moves().any();
        }
        self.status() == BoardStatus::Checkmate
    }

    /// Returns `true` if the side to move is stalemated. See [`Board::is_stalemate`].
    pub fn is_stalemate(self) -> bool {
        self.status() == BoardStatus::Stalemate
    }

    /// Returns `true` if the side to move is frozen: in check without a legal move or drop, while a piece
    /// from its partner could end the check.
    pub fn is_frozen(self) -> bool {
        self.frozen().is_some()
    }

    /// Returns what would help the side to move if it is frozen. See [`Board::frozen`].
    pub fn frozen(self) -> Option<Frozen> {
        let blocks = self.board.blocking_squares();
        if blocks.is_empty() {
            return None;
        }
        let help = Frozen::new(|piece| self.allowed_drops(piece, blocks));
        (!help.squares().is_empty() && !self.moves().any()).then_some(help)
    }
}

/// Returns `true` if a move takes its piece from the other board.
fn steals(mv: BughouseMove) -> bool {
    matches!(mv, BughouseMove::Regular(mv) if mv.stolen_from().is_some())
}

/// Two are equal if their boards and their rules are equal. The other board of a position doesn't matter.
impl PartialEq for Ruled<'_> {
    fn eq(&self, other: &Ruled<'_>) -> bool {
        self.board == other.board && self.rules == other.rules
    }
}

impl Eq for Ruled<'_> {}

impl Deref for Ruled<'_> {
    type Target = Board;

    #[inline]
    fn deref(&self) -> &Board {
        self.board
    }
}

/// Writes the board.
impl fmt::Display for Ruled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board.fmt(f)
    }
}

/// Writes the board.
impl fmt::Debug for Ruled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board.fmt(f)
    }
}

impl Board {
    /// Returns `true` if the rules allow what a drop does to the opponent's king. The piece doesn't have to
    /// be in reserve yet. The square must be empty, and the drop must not leave the own king in check.
    #[cold]
    pub(crate) fn is_allowed_drop(&self, drops: DropAggression, piece: Piece, square: Square) -> bool {
        let mut after = *self;
        if !self.reserve(self.side).contains(piece) {
            // If the reserve is full, the piece can't arrive.
            let _ = after.change_reserve(self.side, piece, Reserve::add);
        }
        after.play_unchecked(BughouseMove::Drop { piece, square });
        match drops {
            _ if !after.in_check() => true,
            DropAggression::MateAllowed => true,
            DropAggression::NoBughouseMate => after.status() != BoardStatus::Checkmate,
            DropAggression::NoChessMate => after.moves().without_drops().any(),
            DropAggression::NoCheck => false,
        }
    }
}
