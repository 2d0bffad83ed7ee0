//! Names of the crate `chess` and of its fork for bughouse, kept for their users under the feature `compat`, which is
//! on by default. New code doesn't need them.

use alloc::vec::Vec;

use crate::board::Board;
use crate::board::builder::{BoardBuilder, CastleClaims};
use crate::board::make::Capture;
use crate::movegen::illegal::IllegalMove;
use crate::types::bitboard::BitBoard;
use crate::types::chess_move::{BughouseMove, ChessMove};
use crate::types::color::Color;
use crate::types::leniency::{Leniencies, Leniency};
use crate::types::piece::Piece;
use crate::types::read_options::{Material, ReadOptions};
use crate::types::square::{File, Rank, Square};

impl Square {
    /// Returns the square on a rank and a file. In new code, use [`Square::new`], which takes the file first.
    #[inline]
    pub const fn make_square(rank: Rank, file: File) -> Square {
        Square::new(file, rank)
    }
}

impl Board {
    /// Returns the Zobrist hash. In new code, use [`Board::hash`].
    pub fn get_hash(&self) -> u64 {
        self.hash()
    }

    /// Returns `true` if a move of a piece on the board is legal. In new code, use [`Board::is_legal`], which also
    /// accepts drops.
    pub fn legal(&self, mv: ChessMove) -> bool {
        self.is_legal(mv.into())
    }

    /// Returns the board after a legal move. In new code, use [`Board::play`].
    ///
    /// # Errors
    /// Returns the reason if the move is illegal.
    pub fn make_move_new(&self, mv: ChessMove) -> Result<Board, IllegalMove> {
        let mut board = *self;
        board.play(BughouseMove::Regular(mv))?;
        Ok(board)
    }

    /// Returns the board after a legal drop. In new code, use [`Board::play`].
    ///
    /// # Errors
    /// Returns the reason if the drop is illegal.
    pub fn make_drop_new(&self, piece: Piece, square: Square) -> Result<Board, IllegalMove> {
        let mut board = *self;
        board.play(BughouseMove::Drop { piece, square })?;
        Ok(board)
    }

    /// Adds a piece to a color's reserve, and returns `true` if there was room. In new code, use
    /// [`Board::try_add_to_reserve`], which returns the reason if there wasn't.
    pub fn add_to_reserve(&mut self, color: Color, piece: Piece) -> bool {
        self.try_add_to_reserve(color, piece).is_ok()
    }

    /// Returns the board after a move and the captured piece, with `true` if it was promoted.
    ///
    /// This function doesn't check that the piece can make the move. In new code, use [`Board::play`], which
    /// checks it and returns the reason. If the result would not be a valid board, the move is not made and
    /// the board is returned unchanged, with `None`.
    pub fn make_move_with_capture(&self, mv: ChessMove) -> (Board, Option<(Piece, bool)>) {
        let mut board = *self;
        let played = match board.play(BughouseMove::Regular(mv)) {
            Ok(capture) => Some((board, capture)),
            Err(_) => self.displaced(mv),
        };
        match played {
            Some((board, capture)) => (board, capture.map(|c| (c.piece, c.promoted))),
            None => (*self, None),
        }
    }

    /// Returns the board after moving a piece, whether or not it can make the move. Returns `None` if the
    /// piece doesn't belong to the side to move, if it would land on a king or a piece of its own color, if
    /// the move is castling, or if the board would be invalid.
    fn displaced(&self, mv: ChessMove) -> Option<(Board, Option<Capture>)> {
        let (from, to) = (mv.source(), mv.dest());
        let piece = self.piece_on(from).filter(|_| self.color_on(from) == Some(self.side))?;
        let target = self.piece_on(to);
        let castles = piece == Piece::King && self.looks_like_castling(mv);
        if castles || target == Some(Piece::King) || self.color_on(to) == Some(self.side) {
            return None;
        }
        let promotes = piece == Piece::Pawn && to.rank() == (!self.side).back_rank();
        if mv.promotion().is_some_and(|piece| !promotes || !Piece::PROMOTIONS.contains(&piece)) {
            return None;
        }
        let capture = target.map(|piece| Capture { piece, promoted: self.is_promoted(to) });
        let mut builder = BoardBuilder::from(&self.after_pass());
        builder
            .clear_square(from)
            .piece(to, mv.promotion().unwrap_or(piece), self.side)
            .promoted(to, promotes || self.is_promoted(from));
        if piece == Piece::Pawn || capture.is_some() {
            builder.halfmove_clock(0);
        }
        if piece == Piece::King {
            builder.claims[self.side as usize] = CastleClaims::default();
        }
        let options = ReadOptions::default()
            .accept(Leniencies::NONE.with(Leniency::DroppedCastling))
            .material(Material::Any);
        builder.build_with(&options).ok().map(|(board, _)| (board, capture))
    }
}

/// An iterator over the legal moves of the pieces on a board, drops not included. In new code, use
/// [`Board::legal_moves`] and [`Board::moves`].
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
/// use bughouse_chess::{BitBoard, Board, MoveGen};
///
/// let board: Board = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse()?;
/// let mut moves = MoveGen::new_legal(&board);
/// moves.set_iterator_mask(board.color_combined(!board.side_to_move()));
/// assert_eq!(moves.by_ref().count(), 8);
/// moves.set_iterator_mask(BitBoard::FULL);
/// assert_eq!(moves.count(), 40);
/// # Ok::<(), bughouse_chess::ReadError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct MoveGen {
    /// The moves in the order of generation, `None` for those that were returned or removed.
    moves: Vec<Option<ChessMove>>,
    /// The index of the next move to look at.
    current: usize,
    /// The destinations of the moves to return.
    mask: BitBoard,
}

impl MoveGen {
    /// Generates the legal moves of the pieces on the board.
    pub fn new_legal(board: &Board) -> MoveGen {
        let moves = board.moves().without_drops().into_iter().map(|mv| match mv {
            BughouseMove::Regular(mv) => Some(mv),
            BughouseMove::Drop { .. } => None,
        });
        MoveGen { moves: moves.collect(), current: 0, mask: BitBoard::FULL }
    }

    /// Returns the legal drops of the side to move.
    pub fn drop_moves(board: &Board) -> Vec<BughouseMove> {
        board.moves().only_drops().into_iter().collect()
    }

    /// From now on, returns only moves to these squares. The others are kept for a later mask.
    pub fn set_iterator_mask(&mut self, mask: BitBoard) {
        self.mask = mask;
        self.current = 0;
    }

    /// Removes all moves to these squares.
    pub fn remove_mask(&mut self, mask: BitBoard) {
        self.remove(|mv| mask.contains(mv.dest()));
    }

    /// Removes a move, and returns `true` if it was still to come. For a promotion, removes all choices.
    pub fn remove_move(&mut self, mv: ChessMove) -> bool {
        self.remove(|other| (other.source(), other.dest()) == (mv.source(), mv.dest()))
    }

    /// Removes some moves, and returns `true` if there were any.
    fn remove(&mut self, is_unwanted: impl Fn(ChessMove) -> bool) -> bool {
        let mut found = false;
        for slot in &mut self.moves {
            found |= slot.take_if(|mv| is_unwanted(*mv)).is_some();
        }
        found
    }
}

impl Iterator for MoveGen {
    type Item = ChessMove;

    #[inline]
    fn next(&mut self) -> Option<ChessMove> {
        for slot in self.moves.iter_mut().skip(self.current) {
            self.current += 1;
            if let Some(mv) = slot.take_if(|mv| self.mask.contains(mv.dest())) {
                return Some(mv);
            }
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let rest = self.moves.iter().skip(self.current).flatten();
        let len = rest.filter(|mv| self.mask.contains(mv.dest())).count();
        (len, Some(len))
    }
}

impl ExactSizeIterator for MoveGen {}
