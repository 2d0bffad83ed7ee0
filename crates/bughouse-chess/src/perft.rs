//! Perft: counts the leaves of the tree of legal moves, to test and time a move generator.
//!
//! [`perft`] has only one board, so captured pieces are discarded. [`perft_both`] plays on both boards and transfers
//! them.

use alloc::vec::Vec;
use core::convert::Infallible;
use core::ops::ControlFlow;

use crate::board::Board;
use crate::bughouse::position::Position;
use crate::movegen::generate::last_rank;
use crate::movegen::generate::{Visitor, Wanted, visit_all};
use crate::movegen::replies::count_replies;
use crate::movegen::standard_drops;
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
    let after = |mv| {
        let mut next = *board;
        next.play_unchecked(mv);
        (mv, perft(&next, rest))
    };
    board.legal_moves().into_iter().map(after).collect()
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
    match depth {
        1 => return board.count_legal() as u64,
        2 => return count_replies::<US, THEM>(board),
        _ => {}
    }
    let mut nodes = 0;
    for_each_child::<US>(board, |child| nodes += bulk::<THEM, US>(child, depth - 1));
    nodes
}

fn made<const US: bool, const THEM: bool>(board: &Board, depth: u8, leaf: &mut impl FnMut(&Board)) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        for_each_child::<US>(board, |child| {
            leaf(child);
            nodes += 1;
        });
    } else {
        for_each_child::<US>(board, |child| nodes += made::<THEM, US>(child, depth - 1, leaf));
    }
    nodes
}

#[inline]
fn for_each_child<const WHITE: bool>(board: &Board, visit: impl FnMut(&Board)) {
    let mut children = Children::<'_, _, WHITE> { board, visit };
    let ControlFlow::Continue(()) = visit_all::<WHITE, _>(board, Wanted::ALL, standard_drops, &mut children);
}

/// A visitor that makes every move.
struct Children<'a, F, const WHITE: bool> {
    board: &'a Board,
    visit: F,
}

impl<F: FnMut(&Board), const WHITE: bool> Visitor for Children<'_, F, WHITE> {
    type Break = Infallible;

    #[inline(always)]
    fn moves(&mut self, piece: Piece, from: Square, to: BitBoard) -> ControlFlow<Infallible> {
        let mut play = |to, promotion| {
            (self.visit)(&self.board.after_move::<WHITE>(piece, ChessMove::new(from, to, promotion)));
        };
        let promoting = if piece == Piece::Pawn { to & BitBoard(last_rank::<WHITE>()) } else { EMPTY };
        for to in to & !promoting {
            play(to, None);
        }
        for to in promoting {
            for promotion in Piece::PROMOTIONS {
                play(to, Some(promotion));
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn drops(&mut self, piece: Piece, to: BitBoard) -> ControlFlow<Infallible> {
        for square in to {
            (self.visit)(&self.board.after_drop::<WHITE>(piece, square));
        }
        ControlFlow::Continue(())
    }
}
