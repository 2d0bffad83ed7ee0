//! Making moves and drops on a board.

use crate::board::Board;
use crate::castle_rights::{BOTH_WINGS, Wing};
use crate::chess_move::{BughouseMove, ChessMove};
use crate::color::Color;
use crate::illegal::IllegalMove;
use crate::movegen::castling;
use crate::piece::Piece;
use crate::placement::Placement;
use crate::square::{File, Square};
use crate::zobrist;

/// A man that was captured.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Capture {
    /// What stood on the board.
    pub piece: Piece,
    /// Whether it was a promoted pawn.
    pub promoted: bool,
}

impl Capture {
    /// Returns what the partner receives: a pawn for a promoted man.
    #[inline]
    pub fn transferred(self) -> Piece {
        if self.promoted { Piece::Pawn } else { self.piece }
    }
}

impl Board {
    /// Plays a legal move or drop and returns what was captured.
    ///
    /// # Errors
    /// An illegal move is refused with the reason, and the board is unchanged.
    pub fn play(&mut self, mv: BughouseMove) -> Result<Option<Capture>, IllegalMove> {
        if !self.is_legal(mv) {
            return Err(self.why_illegal(mv));
        }
        Ok(self.play_unchecked(mv))
    }

    /// Plays a move or drop that is known to be legal on this board, such as one it generated.
    ///
    /// This is for engines. An illegal move does not panic, but leaves a board that no game can reach.
    #[inline]
    pub fn play_unchecked(&mut self, mv: BughouseMove) -> Option<Capture> {
        match (mv, self.side) {
            (BughouseMove::Regular(mv), side) => {
                let piece = self.men.piece_on(mv.source())?;
                match side {
                    Color::White => self.move_man::<true>(piece, mv),
                    Color::Black => self.move_man::<false>(piece, mv),
                }
            }
            (BughouseMove::Drop { piece, square }, side) => {
                match side {
                    Color::White => self.drop_man::<true>(piece, square),
                    Color::Black => self.drop_man::<false>(piece, square),
                }
                None
            }
        }
    }

    /// Returns the board after a legal move of a man.
    ///
    /// # Errors
    /// An illegal move is refused with the reason.
    pub fn make_move_new(&self, mv: ChessMove) -> Result<Board, IllegalMove> {
        let mut board = *self;
        board.play(BughouseMove::Regular(mv))?;
        Ok(board)
    }

    /// Returns the board after a legal drop.
    ///
    /// # Errors
    /// An illegal drop is refused with the reason.
    pub fn make_drop_new(&self, piece: Piece, square: Square) -> Result<Board, IllegalMove> {
        let mut board = *self;
        board.play(BughouseMove::Drop { piece, square })?;
        Ok(board)
    }

    /// Returns the board after a move, and the captured man with whether it was promoted.
    ///
    /// An illegal move is not played: the board comes back unchanged, with `None`. [`Board::play`] tells
    /// the reason.
    pub fn make_move_with_capture(&self, mv: ChessMove) -> (Board, Option<(Piece, bool)>) {
        let mut board = *self;
        match board.play(BughouseMove::Regular(mv)) {
            Ok(capture) => (board, capture.map(|c| (c.piece, c.promoted))),
            Err(_) => (*self, None),
        }
    }

    /// Moves a man of the colour `WHITE` names, which must be to move.
    #[inline]
    pub(crate) fn move_man<const WHITE: bool>(&mut self, piece: Piece, mv: ChessMove) -> Option<Capture> {
        let (us, them) = if WHITE { (Color::White, Color::Black) } else { (Color::Black, Color::White) };
        let (from, to) = (mv.source(), mv.dest());
        if piece == Piece::King
            && let Some(wing) = castling::wing_of(self.men.of(us), mv)
        {
            self.castle(us, from, wing);
            return None;
        }
        let code = self.men.code_on(to);
        let (from_bit, to_bit) = (from.bit(), to.bit());
        let both = from_bit | to_bit;
        let kind = zobrist::kind_code(piece);
        self.hash ^= zobrist::man(us, kind, from) ^ zobrist::man(them, code, to);

        let touches_promoted = self.men.promoted & both != 0;
        let mut capture = None;
        if code != 0 {
            self.men.pawns &= !to_bit;
            self.men.knights &= !to_bit;
            self.men.diagonal &= !to_bit;
            self.men.orthogonal &= !to_bit;
            self.men.colors[them as usize] &= !to_bit;
            capture = Placement::kind_of_code(code)
                .map(|piece| Capture { piece, promoted: self.men.promoted & to_bit != 0 });
        }
        if touches_promoted {
            self.move_promoted_mark(from, to);
        }
        self.men.shift(us, piece, both);
        let mut pushed = None;
        if piece == Piece::Pawn {
            if let Some(promotion) = mv.promotion() {
                self.men.pawns ^= to_bit;
                self.men.add(us, promotion, to_bit);
                self.men.promoted |= to_bit;
                self.hash ^= zobrist::man(us, zobrist::kind_code(promotion), to) ^ zobrist::promoted(to);
            } else {
                self.hash ^= zobrist::man(us, kind, to);
                let step = from.to_index().abs_diff(to.to_index());
                if step == 16 {
                    pushed = Some(to.file());
                } else if code == 0 && step != 8 {
                    // A pawn that goes aside without taking anything there takes en passant.
                    let victim = Square::from_index(to.to_index() ^ 8);
                    self.men.pawns &= !victim.bit();
                    self.men.colors[them as usize] &= !victim.bit();
                    self.hash ^= zobrist::man(them, zobrist::kind_code(Piece::Pawn), victim);
                    capture = Some(Capture { piece: Piece::Pawn, promoted: false });
                }
            }
        } else {
            self.hash ^= zobrist::man(us, kind, to);
        }
        if !self.rights.is_empty() {
            if piece == Piece::King {
                self.lose_right(us, None);
            } else if from.rank() == us.back_rank() {
                self.lose_right(us, Some(from.file()));
            }
            if to.rank() == them.back_rank() {
                self.lose_right(them, Some(to.file()));
            }
        }
        self.end_turn(piece == Piece::Pawn || code != 0);
        if pushed.is_some() {
            self.set_double_push(pushed);
        }
        capture
    }

    /// Drops a man of the colour `WHITE` names, which must be to move and hold one.
    #[inline]
    pub(crate) fn drop_man<const WHITE: bool>(&mut self, piece: Piece, square: Square) {
        let us = if WHITE { Color::White } else { Color::Black };
        let count = self.reserves[us as usize].count(piece);
        self.men.add(us, piece, square.bit());
        self.reserves[us as usize].take(piece);
        self.hash ^= zobrist::man(us, zobrist::kind_code(piece), square)
            ^ zobrist::reserve(us, piece, count)
            ^ zobrist::reserve(us, piece, count.wrapping_sub(1));
        self.end_turn(piece == Piece::Pawn);
    }

    fn castle(&mut self, us: Color, king: Square, wing: Wing) {
        let rank = us.back_rank();
        let rook_file = self.rights.rook_file(us, wing).unwrap_or(wing.corner_file());
        let king_to = Square::make_square(rank, wing.king_file());
        let (rook, rook_to) =
            (Square::make_square(rank, rook_file), Square::make_square(rank, wing.rook_file()));
        // In Fischer-random games one may land where the other stood: take both off, then put both down.
        let promoted = self.men.promoted;
        self.men.clear(king.bit() | rook.bit());
        self.men.promoted = promoted;
        self.men.add(us, Piece::King, king_to.bit());
        self.men.add(us, Piece::Rook, rook_to.bit());
        for (piece, from, to) in [(Piece::King, king, king_to), (Piece::Rook, rook, rook_to)] {
            let kind = zobrist::kind_code(piece);
            self.hash ^= zobrist::man(us, kind, from) ^ zobrist::man(us, kind, to);
        }
        self.lose_right(us, None);
        self.end_turn(false);
    }

    /// Takes from a colour the rights of the rook on a file, or all of them.
    #[inline]
    fn lose_right(&mut self, color: Color, file: Option<File>) {
        for wing in BOTH_WINGS {
            if let Some(rook) = self.rights.rook_file(color, wing)
                && (file.is_none() || file == Some(rook))
            {
                self.rights.set(color, wing, None);
                self.hash ^= zobrist::castling(color, rook);
            }
        }
    }

    #[cold]
    fn move_promoted_mark(&mut self, from: Square, to: Square) {
        if self.men.promoted & to.bit() != 0 {
            self.men.promoted &= !to.bit();
            self.hash ^= zobrist::promoted(to);
        }
        if self.men.promoted & from.bit() != 0 {
            self.men.promoted ^= from.bit() | to.bit();
            self.hash ^= zobrist::promoted(from) ^ zobrist::promoted(to);
        }
    }

    /// Hands the turn over: counters, side, and the end of the right to capture en passant.
    #[inline]
    pub(crate) fn end_turn(&mut self, resets_clock: bool) {
        if let Some(file) = self.en_passant {
            self.hash ^= zobrist::en_passant(file);
            self.en_passant = None;
        }
        self.double_push = None;
        self.halfmoves = if resets_clock { 0 } else { self.halfmoves.saturating_add(1) };
        if self.side == Color::Black {
            self.fullmoves = self.fullmoves.saturating_add(1);
        }
        self.side = !self.side;
        self.hash ^= zobrist::black_to_move();
    }

    /// Records a double push, and whether it can legally be captured.
    #[inline]
    pub(crate) fn set_double_push(&mut self, file: Option<File>) {
        self.double_push = file;
        self.en_passant = self.find_legal_en_passant();
        if let Some(file) = self.en_passant {
            self.hash ^= zobrist::en_passant(file);
        }
    }
}
