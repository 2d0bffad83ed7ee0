//! Perft: counts the leaves of the tree of legal moves, to test and time a move generator.
//!
//! [`perft`] has only one board, so captured pieces are discarded. [`perft_both`] plays on both boards and transfers
//! them.

use alloc::vec::Vec;
use core::convert::Infallible;
use core::ops::ControlFlow;

use crate::board::Board;
use crate::board::placement::Placement;
use crate::bughouse::position::Position;
use crate::movegen::count::count;
use crate::movegen::generate::{Visitor, Wanted, standard_drops, visit_all};
use crate::movegen::list::LAST_RANKS;
use crate::movegen::masks::color;
use crate::types::bitboard::{BitBoard, EMPTY};
use crate::types::castle_rights::CastlingSide;
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
    match depth {
        1 => return board.count_legal() as u64,
        2 => {
            let mut replies = Replies::<'_, US, THEM> { board, count: 0 };
            visit_moves::<US>(board, &mut replies);
            return replies.count;
        }
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
fn for_each_child<const US: bool>(board: &Board, visit: impl FnMut(&Board)) {
    visit_moves::<US>(board, &mut Children::<'_, _, US> { board, visit });
}

/// Visits the legal moves and drops of the color that `US` selects, one by one.
#[inline]
fn visit_moves<const US: bool>(board: &Board, visitor: &mut impl MoveVisitor) {
    let ControlFlow::Continue(()) =
        visit_all::<US, _>(board, Wanted::ALL, standard_drops, &mut OneByOne(visitor));
}

/// Receives moves and drops one by one. The piece type is a constant in each call.
trait MoveVisitor {
    fn visit(&mut self, piece: Piece, mv: BughouseMove);
}

/// Makes every move.
struct Children<'a, F, const US: bool> {
    board: &'a Board,
    visit: F,
}

impl<F: FnMut(&Board), const US: bool> MoveVisitor for Children<'_, F, US> {
    #[inline(always)]
    fn visit(&mut self, piece: Piece, mv: BughouseMove) {
        (self.visit)(&self.board.after(color::<US>(), piece, mv));
    }
}

/// Counts the replies to every move.
struct Replies<'a, const US: bool, const THEM: bool> {
    board: &'a Board,
    count: u64,
}

impl<const US: bool, const THEM: bool> MoveVisitor for Replies<'_, US, THEM> {
    #[inline(always)]
    fn visit(&mut self, piece: Piece, mv: BughouseMove) {
        if let Some(castling_side) = self.board.castling_by(color::<US>(), piece, mv) {
            self.count += self.board.after_castling(color::<US>(), castling_side).count_legal() as u64;
            return;
        }
        let change = self.board.change(color::<US>(), piece, mv);
        // The compiler doesn't compute what is not used: the hash, the counters, promoted markers and own rights.
        let placement = Placement { promoted: 0, ..change.placement };
        let mut rights = change.rights;
        for castling_side in CastlingSide::ALL {
            rights.set(color::<US>(), castling_side, None);
        }
        let reserve = self.board.reserve(color::<THEM>());
        self.count += count::<THEM>(&placement, rights, reserve, change.passed(color::<US>())) as u64;
    }
}

struct OneByOne<'a, V>(&'a mut V);

impl<V: MoveVisitor> Visitor for OneByOne<'_, V> {
    type Break = Infallible;

    #[inline(always)]
    fn moves(&mut self, piece: Piece, from: Square, to: BitBoard) -> ControlFlow<Infallible> {
        let promoting = if piece == Piece::Pawn { to & LAST_RANKS } else { EMPTY };
        for to in to - promoting {
            self.0.visit(piece, ChessMove::new(from, to, None).into());
        }
        for to in promoting {
            for promotion in Piece::PROMOTIONS {
                self.0.visit(piece, ChessMove::new(from, to, Some(promotion)).into());
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn drops(&mut self, piece: Piece, to: BitBoard) -> ControlFlow<Infallible> {
        for square in to {
            self.0.visit(piece, BughouseMove::Drop { piece, square });
        }
        ControlFlow::Continue(())
    }
}
