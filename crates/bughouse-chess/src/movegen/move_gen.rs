//! Legal moves as an iterator with a mask that can change.

use alloc::vec::Vec;

use crate::board::Board;
use crate::movegen::list::MoveList;
use crate::movegen::list::{LAST_RANKS, MoveSet};
use crate::types::bitboard::{BitBoard, FULL};
use crate::types::chess_move::{BughouseMove, ChessMove};
use crate::types::piece::Piece;
use crate::types::square::Square;

/// An iterator over the legal moves of the pieces on a board, drops not included.
///
/// ```
/// use bughouse_chess::{Board, MoveGen};
///
/// let board = Board::default();
/// assert_eq!(MoveGen::new_legal(&board).len(), 20);
/// assert!(MoveGen::drop_moves(&board).is_empty());
/// ```
///
/// With a mask, the iterator returns moves to those squares first and keeps the others. An en passant capture
/// goes to an empty square, so a mask of occupied squares misses it. To get all captures, use
/// [`LegalMoves::captures`](crate::LegalMoves::captures).
///
/// ```
/// use bughouse_chess::{Board, MoveGen, FULL};
///
/// let board: Board = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse()?;
/// let mut moves = MoveGen::new_legal(&board);
/// moves.set_iterator_mask(board.color_combined(!board.side_to_move()));
/// assert_eq!(moves.by_ref().count(), 8);
/// moves.set_iterator_mask(FULL);
/// assert_eq!(moves.count(), 40);
/// # Ok::<(), bughouse_chess::ReadBoardError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct MoveGen {
    /// The remaining moves. Each one is removed when it is returned.
    left: MoveList,
    /// The index of the current set.
    current: usize,
    /// The destinations of the moves to return.
    mask: BitBoard,
    /// The number of promotion choices that were returned, by the files the pawn comes from and goes to. All
    /// pawns that can promote are on the same rank.
    promotions: [[u8; 8]; 8],
}

impl MoveGen {
    /// Generates the legal moves of the pieces on the board.
    pub fn new_legal(board: &Board) -> MoveGen {
        let left = board.moves().without_drops().list();
        MoveGen { left, current: 0, mask: FULL, promotions: [[0; 8]; 8] }
    }

    /// Returns the legal drops of the side to move.
    pub fn drop_moves(board: &Board) -> Vec<BughouseMove> {
        let mut drops = Vec::new();
        board.moves().only_drops().for_each(|set| drops.extend(set));
        drops
    }

    /// From now on, returns only moves to these squares. The others are kept for a later mask.
    pub fn set_iterator_mask(&mut self, mask: BitBoard) {
        self.mask = mask;
        self.current = 0;
    }

    /// Removes all moves to these squares.
    pub fn remove_mask(&mut self, mask: BitBoard) {
        for set in self.left.sets_mut() {
            if let MoveSet::Moves { to, .. } = set {
                *to &= !mask;
            }
        }
    }

    /// Removes a move, and returns `true` if it was still to come. For a promotion, removes all choices.
    pub fn remove_move(&mut self, mv: ChessMove) -> bool {
        for set in self.left.sets_mut() {
            if let MoveSet::Moves { from, to, .. } = set
                && *from == mv.source()
                && to.contains(mv.dest())
            {
                *to &= !BitBoard::from_square(mv.dest());
                return true;
            }
        }
        false
    }
}

impl Iterator for MoveGen {
    type Item = ChessMove;

    #[inline]
    fn next(&mut self) -> Option<ChessMove> {
        loop {
            let &MoveSet::Moves { piece, from, to } = self.left.sets().get(self.current)? else {
                // The list was created without drops.
                return None;
            };
            let Some(dest) = (to & self.mask).first() else {
                self.current += 1;
                continue;
            };
            let mut promotion = None;
            if piece == Piece::Pawn && LAST_RANKS.contains(dest) {
                let choice = &mut self.promotions[from.file() as usize][dest.file() as usize];
                promotion = Some(Piece::PROMOTIONS[*choice as usize & 3]);
                *choice = (*choice + 1) & 3;
                if *choice != 0 {
                    return Some(ChessMove::new(from, dest, promotion));
                }
            }
            if let Some(MoveSet::Moves { to, .. }) = self.left.sets_mut().get_mut(self.current) {
                *to &= !BitBoard::from_square(dest);
            }
            return Some(ChessMove::new(from, dest, promotion));
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let mut moves = 0;
        for &set in self.left.sets() {
            let MoveSet::Moves { piece, from, to } = set else { continue };
            let to = to & self.mask;
            moves += MoveSet::Moves { piece, from, to }.len();
            if piece == Piece::Pawn {
                let begun = (to & LAST_RANKS).into_iter();
                let returned = |dest: Square| self.promotions[from.file() as usize][dest.file() as usize];
                moves -= begun.map(|dest| returned(dest) as usize).sum::<usize>();
            }
        }
        (moves, Some(moves))
    }
}

impl ExactSizeIterator for MoveGen {}
