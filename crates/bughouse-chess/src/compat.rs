//! Names from the older library that are misleading, kept for its users under the feature `compat`, which is
//! on by default. New code doesn't need them.

use crate::board::Board;
use crate::board::builder::{BoardBuilder, CastleClaims};
use crate::board::make::Capture;
use crate::notation::read_options::{Material, ReadOptions};
use crate::types::chess_move::{BughouseMove, ChessMove};
use crate::types::color::Color;
use crate::types::leniency::{Leniencies, Leniency};
use crate::types::piece::Piece;
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
        self.is_legal_move(mv)
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
