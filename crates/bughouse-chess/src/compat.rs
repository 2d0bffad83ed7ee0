//! Names of the older library that mislead, kept for its users. The feature `compat`, which is on by default, brings
//! them in; new code needs none of them.

use crate::board::Board;
use crate::board_builder::{BoardBuilder, CastleClaims};
use crate::build_options::{BuildOptions, Material};
use crate::chess_move::{BughouseMove, ChessMove};
use crate::color::Color;
use crate::piece::Piece;
use crate::play::Capture;

impl Board {
    /// Returns the Zobrist hash. New code uses [`Board::hash`].
    #[must_use]
    pub fn get_hash(&self) -> u64 {
        self.hash()
    }

    /// Puts a piece into a color's reserve and says whether there was room. New code uses
    /// [`Board::try_add_to_reserve`], which says why there was none.
    pub fn add_to_reserve(&mut self, color: Color, piece: Piece) -> bool {
        self.try_add_to_reserve(color, piece).is_ok()
    }

    /// Returns the board after a move, and the captured piece with whether it was promoted.
    ///
    /// This form does not ask whether the piece moves that way. New code uses [`Board::play`], which does, and tells
    /// the reason. A move that would leave no valid board is not made: the board comes back unchanged, with `None`.
    #[must_use]
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

    /// Returns the board after putting a piece elsewhere, whether or not it moves that way; `None` if it is
    /// not a piece of the side to move, if it lands on an own piece or a king, if it is castling, or if the board
    /// would break a rule.
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
        let options = BuildOptions::default().drop_bad_castling(true).material(Material::Any);
        builder.build_with(&options).ok().map(|(board, _)| (board, capture))
    }
}
