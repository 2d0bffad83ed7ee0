//! Perft: counts the leaves of the tree of legal moves, to test and time a move generator.
//!
//! [`perft`] has only one board, so captured pieces are discarded. [`perft_both`] plays on both boards and transfers
//! them.

use alloc::vec::Vec;
use core::convert::Infallible;
use core::ops::ControlFlow;

use crate::board::Board;
use crate::bughouse::position::Position;
use crate::movegen::count::count;
use crate::movegen::generate::{Visitor, Wanted, standard_drops, visit_all};
use crate::movegen::list::LAST_RANKS;
use crate::movegen::masks::color;
use crate::types::bitboard::{BitBoard, EMPTY};
use crate::types::chess_move::{BughouseMove, ChessMove};
use crate::types::color::Color;
use crate::types::piece::Piece;
use crate::types::seat::BoardId;
use crate::types::square::Square;

/// Returns the number of positions after `depth` half-moves. The last half-moves are counted without being
/// made.
///
/// ```
/// use bughouse_chess::{Board, perft::perft};
///
/// assert_eq!(perft(&Board::default(), 4), 197_281);
/// ```
pub fn perft(board: &Board, depth: u8) -> u64 {
    match (depth, board.side) {
        (0, _) => 1,
        (_, Color::White) => bulk::<true, false>(board, depth),
        (_, Color::Black) => bulk::<false, true>(board, depth),
    }
}

/// Counts like [`perft`], but makes every last half-move and calls `leaf` with the resulting board.
pub fn perft_made(board: &Board, depth: u8, leaf: &mut impl FnMut(&Board)) -> u64 {
    match (depth, board.side) {
        (0, _) => {
            leaf(board);
            1
        }
        (_, Color::White) => made::<true, false>(board, depth, leaf),
        (_, Color::Black) => made::<false, true>(board, depth, leaf),
    }
}

/// Returns the count below each legal move, in the order of generation.
pub fn divide(board: &Board, depth: u8) -> Vec<(BughouseMove, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    board.legal_moves().into_iter().map(|mv| (mv, perft(&board.after_unchecked(mv), rest))).collect()
}

/// Returns the number of sequences of `depth` half-moves on both boards of a position. Each half-move can be on
/// either board, and captured pieces are transferred.
///
/// A mate on one board doesn't end a sequence: the other board continues. The last half-moves are counted without
/// being made.
///
/// ```
/// use bughouse_chess::{Position, perft::perft_both};
///
/// // Each board has 20 moves for White. After one of them, that board has 20 for Black and the other still 20.
/// let position = Position::default();
/// assert_eq!(perft_both(&position, 1), 40);
/// assert_eq!(perft_both(&position, 2), 1600);
/// ```
pub fn perft_both(position: &Position, depth: u8) -> u64 {
    match depth {
        0 => 1,
        1 => BoardId::ALL.into_iter().map(|id| position.moves(id).count() as u64).sum(),
        _ => divide_both(position, depth).into_iter().map(|(.., count)| count).sum(),
    }
}

/// Returns the count of [`perft_both`] below each legal move, first the moves on board A.
pub fn divide_both(position: &Position, depth: u8) -> Vec<(BoardId, BughouseMove, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let mut counts = Vec::new();
    for id in BoardId::ALL {
        for mv in position.legal_moves(id) {
            let mut next = *position;
            next.play_unchecked(id, mv);
            counts.push((id, mv, perft_both(&next, rest)));
        }
    }
    counts
}

// `US` is the color to move and `THEM` the other one: stable Rust doesn't allow `!US` in a const argument.
fn bulk<const US: bool, const THEM: bool>(board: &Board, depth: u8) -> u64 {
    let mut nodes = 0;
    match depth {
        1 => nodes = board.count_legal() as u64,
        // Counting replies needs no hash and no counters, and the compiler doesn't compute what is not used.
        2 => for_each_move::<US>(board, |piece, mv| {
            let change = board.change(color::<US>(), piece, mv);
            // A copy, so the rest isn't kept in memory.
            let placement = change.placement;
            let reserve = board.reserve(color::<THEM>());
            let passed = change.passed(color::<US>());
            nodes += count::<THEM>(&placement, change.rights, reserve, passed) as u64;
        }),
        _ => for_each_move::<US>(board, |piece, mv| {
            nodes += bulk::<THEM, US>(&board.after(color::<US>(), piece, mv), depth - 1);
        }),
    }
    nodes
}

fn made<const US: bool, const THEM: bool>(board: &Board, depth: u8, leaf: &mut impl FnMut(&Board)) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        for_each_move::<US>(board, |piece, mv| {
            leaf(&board.after(color::<US>(), piece, mv));
            nodes += 1;
        });
    } else {
        for_each_move::<US>(board, |piece, mv| {
            nodes += made::<THEM, US>(&board.after(color::<US>(), piece, mv), depth - 1, leaf);
        });
    }
    nodes
}

/// Calls `visit` with each legal move or drop and the type of its piece, which is a constant in each call.
#[inline]
fn for_each_move<const WHITE: bool>(board: &Board, visit: impl FnMut(Piece, BughouseMove)) {
    let ControlFlow::Continue(()) =
        visit_all::<WHITE, _>(board, Wanted::ALL, standard_drops, &mut EachMove(visit));
}

struct EachMove<F>(F);

impl<F: FnMut(Piece, BughouseMove)> Visitor for EachMove<F> {
    type Break = Infallible;

    #[inline(always)]
    fn moves(&mut self, piece: Piece, from: Square, to: BitBoard) -> ControlFlow<Infallible> {
        let mut visit = |to, promotion| (self.0)(piece, ChessMove::new(from, to, promotion).into());
        let promoting = if piece == Piece::Pawn { to & LAST_RANKS } else { EMPTY };
        for to in to - promoting {
            visit(to, None);
        }
        for to in promoting {
            for promotion in Piece::PROMOTIONS {
                visit(to, Some(promotion));
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn drops(&mut self, piece: Piece, to: BitBoard) -> ControlFlow<Infallible> {
        for square in to {
            (self.0)(piece, BughouseMove::Drop { piece, square });
        }
        ControlFlow::Continue(())
    }
}
