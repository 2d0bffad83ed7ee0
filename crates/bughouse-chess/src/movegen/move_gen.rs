//! Legal moves as an iterator.

use alloc::vec::Vec;

use crate::board::Board;
use crate::chess_move::{BughouseMove, ChessMove};
use crate::movegen::move_list::MoveListIntoIter;

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
#[must_use]
pub struct MoveGen(MoveListIntoIter);

impl MoveGen {
    /// Generates the legal moves of the men on the board.
    pub fn new_legal(board: &Board) -> MoveGen {
        MoveGen(board.moves().without_drops().list().into_iter())
    }

    /// Lists the legal drops of the side to move.
    #[must_use]
    pub fn drop_moves(board: &Board) -> Vec<BughouseMove> {
        let mut drops = Vec::new();
        board.moves().only_drops().for_each(|set| drops.extend(set));
        drops
    }
}

impl Iterator for MoveGen {
    type Item = ChessMove;

    #[inline]
    fn next(&mut self) -> Option<ChessMove> {
        match self.0.next()? {
            BughouseMove::Regular(mv) => Some(mv),
            // The list was made without drops.
            BughouseMove::Drop { .. } => None,
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for MoveGen {}
