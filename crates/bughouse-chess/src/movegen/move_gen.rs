//! Legal moves as an iterator.

use alloc::vec::Vec;

use crate::board::Board;
use crate::chess_move::{BughouseMove, ChessMove};
use crate::movegen::{MoveSet, MoveSetIter};

/// An iterator over the legal moves of the men on a board, drops not included.
///
/// ```
/// use bughouse_chess::{Board, MoveGen};
///
/// let board = Board::default();
/// assert_eq!(MoveGen::new_legal(&board).len(), 20);
/// assert!(MoveGen::drop_moves(&board).is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct MoveGen {
    /// The sets not yet begun, last one first.
    sets: Vec<MoveSet>,
    current: Option<MoveSetIter>,
    left: usize,
}

impl MoveGen {
    /// Generates the legal moves of the men on the board.
    pub fn new_legal(board: &Board) -> MoveGen {
        let mut sets = Vec::with_capacity(20);
        let mut left = 0;
        board.for_each_legal(|set| {
            if let MoveSet::Moves { .. } = set {
                left += set.len();
                sets.push(set);
            }
        });
        sets.reverse();
        MoveGen { sets, current: None, left }
    }

    /// Lists the legal drops of the side to move.
    pub fn drop_moves(board: &Board) -> Vec<BughouseMove> {
        let mut drops = Vec::new();
        board.for_each_legal(|set| {
            if let MoveSet::Drops { .. } = set {
                drops.extend(set);
            }
        });
        drops
    }
}

impl Iterator for MoveGen {
    type Item = ChessMove;

    fn next(&mut self) -> Option<ChessMove> {
        loop {
            match self.current.as_mut().and_then(MoveSetIter::next) {
                Some(BughouseMove::Regular(mv)) => {
                    self.left -= 1;
                    return Some(mv);
                }
                _ => self.current = Some(self.sets.pop()?.into_iter()),
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for MoveGen {}
