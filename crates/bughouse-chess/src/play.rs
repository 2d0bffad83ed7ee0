//! Making moves and drops on a board.

use crate::attacks::steps;
use crate::board::Board;
use crate::castle_rights::{CastleRights, Wing};
use crate::chess_move::{BughouseMove, ChessMove};
use crate::color::Color;
use crate::illegal::IllegalMove;
use crate::movegen::castling;
use crate::movegen::pawns::en_passant_capturers;
use crate::piece::Piece;
use crate::placement::Placement;
use crate::rules::{Promotion, Rules};
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
    #[must_use]
    pub fn transferred(self) -> Piece {
        if self.promoted { Piece::Pawn } else { self.piece }
    }

    /// Returns what the partner receives under some rules.
    #[inline]
    #[must_use]
    pub fn transferred_under(self, rules: &Rules) -> Piece {
        match rules.promotion {
            Promotion::Stays => self.piece,
            Promotion::Upgrade | Promotion::Steal | Promotion::Discard => self.transferred(),
        }
    }
}

impl Board {
    /// Plays a legal move or drop and returns what was captured.
    ///
    /// # Errors
    /// An illegal move is refused with the reason, and the board is unchanged.
    pub fn play(&mut self, mv: BughouseMove) -> Result<Option<Capture>, IllegalMove> {
        if !self.is_legal(mv) {
            return Err(self.reason_against(mv));
        }
        Ok(self.play_unchecked(mv))
    }

    /// Plays a move or drop that is known to be legal on this board, such as one it generated.
    ///
    /// This is for engines. An illegal move does not panic, but leaves a board that no game can reach.
    ///
    /// ```
    /// use bughouse_chess::Board;
    ///
    /// let board: Board = "4k3/8/8/8/8/8/8/4K3[Nq] w - - 0 1".parse()?;
    /// let mut replies = 0;
    /// board.for_each_legal(|set| {
    ///     for mv in set {
    ///         let mut after = board;
    ///         after.play_unchecked(mv);
    ///         replies += after.count_legal();
    ///     }
    /// });
    /// assert_eq!(replies, bughouse_chess::perft::perft(&board, 2) as usize);
    /// # Ok::<(), bughouse_chess::ReadBoardError>(())
    /// ```
    #[inline]
    pub fn play_unchecked(&mut self, mv: BughouseMove) -> Option<Capture> {
        // Each way writes the board by itself: one copy at the end would wait for all of its parts.
        let mut capture = None;
        match (mv, self.side) {
            (BughouseMove::Regular(mv), Color::White) => {
                let piece = self.men.piece_on(mv.source())?;
                (*self, capture) = self.after_move::<true>(piece, mv);
            }
            (BughouseMove::Regular(mv), Color::Black) => {
                let piece = self.men.piece_on(mv.source())?;
                (*self, capture) = self.after_move::<false>(piece, mv);
            }
            (BughouseMove::Drop { piece, square }, Color::White) => {
                *self = self.after_drop::<true>(piece, square);
            }
            (BughouseMove::Drop { piece, square }, Color::Black) => {
                *self = self.after_drop::<false>(piece, square);
            }
        }
        capture
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

    /// Returns the board after a move of a man of the colour `WHITE` names, which must be to move.
    ///
    /// The new board is put together from values, not changed in place: the compiler then keeps the parts
    /// in registers, where wide copies that follow narrow writes would stall.
    #[inline(always)]
    pub(crate) fn after_move<const WHITE: bool>(
        &self,
        piece: Piece,
        mv: ChessMove,
    ) -> (Board, Option<Capture>) {
        let (us, them) = if WHITE { (Color::White, Color::Black) } else { (Color::Black, Color::White) };
        let (from, to) = (mv.source(), mv.dest());
        if piece == Piece::King
            && let Some(wing) = castling::wing_of(self.men.of(us), mv)
        {
            return (self.after_castling(us, from, wing), None);
        }
        let mut men = self.men;
        let mut hash = self.hash_without_en_passant() ^ zobrist::black_to_move();
        let code = men.code_on(to);
        let (from_bit, to_bit) = (from.bit(), to.bit());
        let kind = zobrist::kind_code(piece);
        hash ^= zobrist::man(us, kind, from) ^ zobrist::man(them, code, to);

        // Without a branch: whether a move captures is hard to guess.
        men.pawns &= !to_bit;
        men.knights &= !to_bit;
        men.diagonal &= !to_bit;
        men.orthogonal &= !to_bit;
        men.colors[them as usize] &= !to_bit;
        let mut capture = Placement::kind_of_code(code)
            .map(|piece| Capture { piece, promoted: self.men.promoted & to_bit != 0 });
        if men.promoted & (from_bit | to_bit) != 0 {
            if men.promoted & to_bit != 0 {
                men.promoted &= !to_bit;
                hash ^= zobrist::promoted(to);
            }
            if men.promoted & from_bit != 0 {
                men.promoted ^= from_bit | to_bit;
                hash ^= zobrist::promoted(from) ^ zobrist::promoted(to);
            }
        }
        men.shift(us, piece, from_bit | to_bit);
        let mut pushed = None;
        if piece == Piece::Pawn {
            if let Some(promotion) = mv.promotion() {
                men.pawns ^= to_bit;
                men.add(us, promotion, to_bit);
                men.promoted |= to_bit;
                hash ^= zobrist::man(us, zobrist::kind_code(promotion), to) ^ zobrist::promoted(to);
            } else {
                hash ^= zobrist::man(us, kind, to);
                let step = from.to_index().abs_diff(to.to_index());
                if step == 16 {
                    pushed = Some(to.file());
                } else if code == 0 && step != 8 {
                    // A pawn that goes aside without taking anything there takes en passant.
                    let victim = Square::from_index(to.to_index() ^ 8);
                    men.pawns &= !victim.bit();
                    men.colors[them as usize] &= !victim.bit();
                    hash ^= zobrist::man(them, zobrist::kind_code(Piece::Pawn), victim);
                    capture = Some(Capture { piece: Piece::Pawn, promoted: false });
                }
            }
        } else {
            hash ^= zobrist::man(us, kind, to);
        }
        let mut rights = self.rights;
        if !rights.is_empty() {
            if piece == Piece::King {
                hash ^= lose_right(&mut rights, us, None);
            } else if from.rank() == us.back_rank() {
                hash ^= lose_right(&mut rights, us, Some(from.file()));
            }
            if to.rank() == them.back_rank() {
                hash ^= lose_right(&mut rights, them, Some(to.file()));
            }
        }
        let mut en_passant = None;
        if let Some(file) = pushed {
            let passed = Square::make_square(us.passed_rank(), file);
            // A copy, so that `men` itself can stay in registers.
            let now = men;
            if steps::pawn(passed, us) & men.pawns & men.of(them) != 0
                && (if WHITE {
                    en_passant_capturers::<false>(&now, passed)
                } else {
                    en_passant_capturers::<true>(&now, passed)
                }) != 0
            {
                en_passant = pushed;
                hash ^= zobrist::en_passant(file);
            }
        }
        let resets_clock = piece == Piece::Pawn || code != 0;
        let board = Board {
            men,
            hash,
            reserves: self.reserves,
            rights,
            double_push: pushed,
            en_passant,
            side: them,
            halfmoves: if resets_clock { 0 } else { self.halfmoves.saturating_add(1) },
            fullmoves: if WHITE { self.fullmoves } else { self.fullmoves.saturating_add(1) },
        };
        (board, capture)
    }

    /// Returns the board after a drop by the colour `WHITE` names, which must be to move and hold the man.
    #[inline(always)]
    pub(crate) fn after_drop<const WHITE: bool>(&self, piece: Piece, square: Square) -> Board {
        let (us, them) = if WHITE { (Color::White, Color::Black) } else { (Color::Black, Color::White) };
        let mut men = self.men;
        men.add(us, piece, square.bit());
        let mut reserves = self.reserves;
        let count = reserves[us as usize].count(piece);
        reserves[us as usize].take(piece);
        Board {
            men,
            hash: self.hash_without_en_passant()
                ^ zobrist::black_to_move()
                ^ zobrist::man(us, zobrist::kind_code(piece), square)
                ^ zobrist::reserve(us, piece, count)
                ^ zobrist::reserve(us, piece, reserves[us as usize].count(piece)),
            reserves,
            rights: self.rights,
            double_push: None,
            en_passant: None,
            side: them,
            halfmoves: self.halfmoves.saturating_add(1),
            fullmoves: if WHITE { self.fullmoves } else { self.fullmoves.saturating_add(1) },
        }
    }

    /// Returns the board after passing the turn.
    pub(crate) fn after_pass(&self) -> Board {
        let mut board = *self;
        board.hash = self.hash_without_en_passant() ^ zobrist::black_to_move();
        board.en_passant = None;
        board.double_push = None;
        board.halfmoves = self.halfmoves.saturating_add(1);
        if self.side == Color::Black {
            board.fullmoves = self.fullmoves.saturating_add(1);
        }
        board.side = !self.side;
        board
    }

    fn after_castling(&self, us: Color, king: Square, wing: Wing) -> Board {
        let rank = us.back_rank();
        let rook_file = self.rights.rook_file(us, wing).unwrap_or(wing.corner_file());
        let king_to = Square::make_square(rank, wing.king_file());
        let (rook, rook_to) =
            (Square::make_square(rank, rook_file), Square::make_square(rank, wing.rook_file()));
        let mut board = self.after_pass();
        // In Fischer-random games one may land where the other stood: take both off, then put both down.
        board.men.clear(king.bit() | rook.bit());
        board.men.add(us, Piece::King, king_to.bit());
        board.men.add(us, Piece::Rook, rook_to.bit());
        for (piece, from, to) in [(Piece::King, king, king_to), (Piece::Rook, rook, rook_to)] {
            let kind = zobrist::kind_code(piece);
            board.hash ^= zobrist::man(us, kind, from) ^ zobrist::man(us, kind, to);
        }
        board.hash ^= lose_right(&mut board.rights, us, None);
        board
    }

    /// Returns the hash without the key of an en passant capture.
    #[inline]
    fn hash_without_en_passant(&self) -> u64 {
        match self.en_passant {
            Some(file) => self.hash ^ zobrist::en_passant(file),
            None => self.hash,
        }
    }
}

/// Takes from a colour the rights of the rook on a file, or all of them; returns the change of the hash.
#[inline]
fn lose_right(rights: &mut CastleRights, color: Color, file: Option<File>) -> u64 {
    let mut change = 0;
    for wing in Wing::ALL {
        if let Some(rook) = rights.rook_file(color, wing)
            && (file.is_none() || file == Some(rook))
        {
            rights.set(color, wing, None);
            change ^= zobrist::castling(color, rook);
        }
    }
    change
}
