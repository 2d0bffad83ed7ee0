//! The legal moves on one board of a position, including promotions that affect the other board.

use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;

use crate::bitboard::{BitBoard, EMPTY};
use crate::chess_move::{BughouseMove, ChessMove};
use crate::game::BoardId;
use crate::movegen::visit::every;
use crate::movegen::{MoveList, MoveListIter, MoveSet};
use crate::piece::Piece;
use crate::position::Position;
use crate::promotion::{discarding_exposes_king, why_no_steal};
use crate::rules::{Promotion, Rules};
use crate::square::Square;

/// The legal moves and drops on one board of a [`Position`], stored without allocating.
///
/// ```
/// use bughouse_chess::{BoardId, Position, Promotion, Rules};
///
/// let a = "4k3/P7/8/8/8/8/8/4K3[] w - - 0 1".parse()?;
/// let b = "4k3/8/8/8/8/8/8/QQ2K3[] w - - 0 1".parse()?;
/// let rules = Rules::bughouse_pro().promotion(Promotion::Steal);
/// let list = Position::new(a, b).move_list(BoardId::A, &rules);
/// // Five moves of the king, and a queen from either square.
/// assert_eq!(list.len(), 7);
/// assert!(list.contains("a7a8qb1".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
#[must_use]
pub struct PositionMoves {
    sets: MoveList,
    promotion_moves: PromotionMoves,
}

impl PositionMoves {
    /// Iterates over the moves and drops.
    pub fn iter(&self) -> PositionMovesIter<'_> {
        let promotion_moves = self.promotion_moves;
        PositionMovesIter { moves: self.sets.iter(), promotion_moves, choices: Choices::default() }
    }

    /// Returns the number of moves and drops. This iterates over all of them.
    #[must_use]
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Returns `true` if there are no moves and no drops.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// Returns `true` if the list contains a move.
    #[must_use]
    pub fn contains(&self, mv: BughouseMove) -> bool {
        self.iter().any(|other| other == mv)
    }
}

impl<'a> IntoIterator for &'a PositionMoves {
    type Item = BughouseMove;
    type IntoIter = PositionMovesIter<'a>;

    #[inline]
    fn into_iter(self) -> PositionMovesIter<'a> {
        self.iter()
    }
}

/// An iterator over the moves of a [`PositionMoves`].
#[derive(Clone, Debug)]
#[must_use]
pub struct PositionMovesIter<'a> {
    moves: MoveListIter<'a>,
    promotion_moves: PromotionMoves,
    /// What is left of the moves that correspond to one of a single board.
    choices: Choices,
}

impl Iterator for PositionMovesIter<'_> {
    type Item = BughouseMove;

    #[inline]
    fn next(&mut self) -> Option<BughouseMove> {
        loop {
            if let Some(mv) = self.choices.next() {
                return Some(mv);
            }
            self.choices = self.promotion_moves.of(self.moves.next()?);
        }
    }
}

impl fmt::Debug for PositionMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The moves of a pawn to the last rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PromotionMoves {
    /// One for each of the four piece types.
    Standard,
    /// One for each piece that can be stolen: their squares on the other board, by type.
    Steal([BitBoard; 6]),
    /// One.
    Discard,
}

impl PromotionMoves {
    /// Returns the moves under the rules that correspond to a move of a single board.
    #[inline]
    fn of(self, mv: BughouseMove) -> Choices {
        let plain = match mv {
            BughouseMove::Regular(plain) => Some(plain),
            BughouseMove::Drop { .. } => None,
        };
        match (self, plain.zip(mv.promotion())) {
            (PromotionMoves::Steal(victims), Some((plain, piece))) => {
                Choices { kept: None, stealing: Some((plain, piece)), victims: victims[piece.to_index()] }
            }
            // All four choices are the same move.
            (PromotionMoves::Discard, Some((plain, Piece::Queen))) => {
                Choices::one(ChessMove::new(plain.source(), plain.dest(), None).into())
            }
            (PromotionMoves::Discard, Some(_)) => Choices::default(),
            _ => Choices::one(mv),
        }
    }
}

/// The moves that correspond to a move of a single board: none, one, or one for each piece that can be stolen.
#[derive(Clone, Debug, Default)]
struct Choices {
    kept: Option<BughouseMove>,
    stealing: Option<(ChessMove, Piece)>,
    victims: BitBoard,
}

impl Choices {
    #[inline]
    fn one(mv: BughouseMove) -> Choices {
        Choices { kept: Some(mv), ..Choices::default() }
    }
}

impl Iterator for Choices {
    type Item = BughouseMove;

    #[inline]
    fn next(&mut self) -> Option<BughouseMove> {
        self.kept.take().or_else(|| {
            let (plain, piece) = self.stealing?;
            let from = self.victims.pop_first()?;
            Some(ChessMove::stealing(plain.source(), plain.dest(), piece, from).into())
        })
    }
}

impl Position {
    /// Returns the legal moves and drops on a board.
    #[must_use]
    pub fn legal_moves(&self, id: BoardId, rules: &Rules) -> Vec<BughouseMove> {
        if rules.promotion.is_standard() {
            return self.boards[id as usize].under(rules).legal_moves();
        }
        self.move_list(id, rules).iter().collect()
    }

    /// Returns the legal moves and drops on a board without allocating.
    pub fn move_list(&self, id: BoardId, rules: &Rules) -> PositionMoves {
        let mut sets = MoveList::new();
        let ControlFlow::Continue(()) = self.visit_sets(id, rules, every(|set| sets.push(set)));
        PositionMoves { sets, promotion_moves: self.promotion_moves(id, rules) }
    }

    /// Calls `visit` with each legal move and drop on a board until it breaks, and returns the value it
    /// breaks with. The remaining moves are not generated.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use bughouse_chess::{BoardId, Position, Rules};
    ///
    /// let position = Position::default();
    /// let capture = position.visit_legal(BoardId::A, &Rules::fics(), |mv| {
    ///     match position.board(BoardId::A).piece_on(mv.dest()) {
    ///         Some(_) => ControlFlow::Break(mv),
    ///         None => ControlFlow::Continue(()),
    ///     }
    /// });
    /// assert!(capture.is_continue());
    /// ```
    pub fn visit_legal<B>(
        &self,
        id: BoardId,
        rules: &Rules,
        mut visit: impl FnMut(BughouseMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let promotion_moves = self.promotion_moves(id, rules);
        self.visit_sets(id, rules, |set| {
            set.into_iter().flat_map(|mv| promotion_moves.of(mv)).try_for_each(&mut visit)
        })
    }

    /// Returns `true` if the side to move on a board has a legal move or drop. Stops at the first one.
    #[must_use]
    pub fn has_legal_move(&self, id: BoardId, rules: &Rules) -> bool {
        let board = &self.boards[id as usize];
        if rules.promotion.is_standard() {
            return board.under(rules).has_legal_move();
        }
        board.king_has_a_step() || self.visit_legal(id, rules, |_| ControlFlow::Break(())).is_break()
    }

    /// Returns the number of legal moves and drops on a board.
    #[must_use]
    pub fn count_legal(&self, id: BoardId, rules: &Rules) -> usize {
        if rules.promotion.is_standard() {
            return self.boards[id as usize].under(rules).count_legal();
        }
        self.move_list(id, rules).len()
    }

    /// Visits the legal moves of a single board, without promotions that the rules reject for every possible
    /// new piece.
    #[inline]
    fn visit_sets<B>(
        &self,
        id: BoardId,
        rules: &Rules,
        mut visit: impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let board = &self.boards[id as usize];
        let last_rank = (!board.side_to_move()).back_rank().bitboard();
        board.under(rules).visit_legal(|set| match set {
            MoveSet::Moves { piece: Piece::Pawn, from, to } if rules.promotion == Promotion::Discard => {
                let exposes = |&to: &Square| discarding_exposes_king(board, ChessMove::new(from, to, None));
                let rejected: BitBoard = (to & last_rank).into_iter().filter(exposes).collect();
                let to = to - rejected;
                if to.is_empty() {
                    return ControlFlow::Continue(());
                }
                visit(MoveSet::Moves { piece: Piece::Pawn, from, to })
            }
            set => visit(set),
        })
    }

    /// Returns the promotions that a pawn on a board has.
    fn promotion_moves(&self, id: BoardId, rules: &Rules) -> PromotionMoves {
        match rules.promotion {
            Promotion::Upgrade | Promotion::Stays => PromotionMoves::Standard,
            Promotion::Steal => {
                let (board, other) = (&self.boards[id as usize], &self.boards[id.other() as usize]);
                let us = board.side_to_move();
                let can_promote = board.colored_pieces(us, Piece::Pawn) & (!us).second_rank().bitboard();
                if can_promote.is_empty() {
                    return PromotionMoves::Steal([EMPTY; 6]);
                }
                let is_free = |&square: &Square| why_no_steal(other, square).is_none();
                PromotionMoves::Steal(Piece::ALL.map(|piece| match Piece::PROMOTIONS.contains(&piece) {
                    true => other.colored_pieces(us, piece).into_iter().filter(is_free).collect(),
                    false => EMPTY,
                }))
            }
            Promotion::Discard => PromotionMoves::Discard,
        }
    }
}
