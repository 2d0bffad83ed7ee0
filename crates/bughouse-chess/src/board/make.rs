//! Makes moves and drops on a board.

use crate::attacks::steps;
use crate::board::castling;
use crate::board::placement::Placement;
use crate::board::{Board, zobrist};
use crate::movegen::generate::en_passant_capturers;
use crate::movegen::illegal::IllegalMove;
use crate::types::castle_rights::{CastleRights, CastlingSide};
use crate::types::chess_move::{BughouseMove, ChessMove};
use crate::types::color::Color;
use crate::types::piece::Piece;
use crate::types::rules::{Promotion, Rules};
use crate::types::square::{File, Square};

/// A captured piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Capture {
    /// The piece as it was on the board.
    pub piece: Piece,
    /// `true` if it was a promoted pawn.
    pub promoted: bool,
}

impl Capture {
    /// Returns the piece that the partner receives: a pawn for a promoted piece.
    #[inline]
    pub fn transferred(self) -> Piece {
        if self.promoted { Piece::Pawn } else { self.piece }
    }

    /// Returns the piece that the partner receives under some rules.
    #[inline]
    pub fn transferred_under(self, rules: &Rules) -> Piece {
        match rules.promotion {
            Promotion::Stays => self.piece,
            Promotion::Upgrade | Promotion::Steal | Promotion::Discard => self.transferred(),
        }
    }
}

impl Board {
    /// Plays a legal move or drop and returns the captured piece.
    ///
    /// ```
    /// use bughouse_chess::{Board, Piece};
    ///
    /// let mut board = Board::START;
    /// for mv in ["e2e4", "d7d5"] {
    ///     assert_eq!(board.play(mv.parse()?)?, None);
    /// }
    /// let capture = board.play("e4d5".parse()?)?.unwrap();
    /// assert_eq!(capture.transferred(), Piece::Pawn);
    /// // White's pawn is gone from e4, so this is illegal.
    /// assert!(board.play("e4e5".parse()?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns the reason if the move is illegal. The board is unchanged.
    pub fn play(&mut self, mv: BughouseMove) -> Result<Option<Capture>, IllegalMove> {
        if !self.is_legal(mv) {
            return Err(self.reason_against(mv));
        }
        Ok(self.play_unchecked(mv))
    }

    /// Plays a move or drop that is known to be legal on this board, such as a generated one.
    ///
    /// Use this in engines. An illegal move doesn't panic, but leaves a board that no game can reach.
    ///
    /// ```
    /// use bughouse_chess::Board;
    ///
    /// let board: Board = "4k3/8/8/8/8/8/8/4K3[Nq] w - - 0 1".parse()?;
    /// let mut replies = 0;
    /// for mv in board.legal_moves() {
    ///     let mut after = board;
    ///     after.play_unchecked(mv);
    ///     replies += after.moves().count();
    /// }
    /// assert_eq!(replies, bughouse_chess::perft::perft(&board, 2) as usize);
    /// # Ok::<(), bughouse_chess::ReadBoardError>(())
    /// ```
    #[inline]
    pub fn play_unchecked(&mut self, mv: BughouseMove) -> Option<Capture> {
        let piece = self.piece_of(mv)?;
        self.make(piece, mv)
    }

    /// Plays a legal move or drop of a piece of a known type.
    #[inline(always)]
    pub(crate) fn make(&mut self, piece: Piece, mv: BughouseMove) -> Option<Capture> {
        match mv {
            BughouseMove::Regular(mv) => self.make_move(piece, mv),
            BughouseMove::Drop { square, .. } => {
                self.make_drop(piece, square);
                None
            }
        }
    }

    /// Makes a move by the side to move, in place.
    ///
    /// The same code handles both colors, because with two boards the CPU can't predict whose turn it is.
    /// Rare cases have functions of their own, so the common ones stay in registers.
    #[inline(always)]
    fn make_move(&mut self, piece: Piece, mv: ChessMove) -> Option<Capture> {
        let us = self.side;
        let them = !us;
        let (from, to) = (mv.source(), mv.dest());
        if piece == Piece::King
            && let Some(castling_side) = castling::castling_side_of(self.placement.of(us), mv)
        {
            *self = self.after_castling(us, from, castling_side);
            return None;
        }
        let (from_bit, to_bit) = (from.bit(), to.bit());
        let code = self.placement.code_on(to);
        let kind = zobrist::kind_code(piece);
        let mut hash = self.hash_without_en_passant() ^ zobrist::black_to_move();
        hash ^= zobrist::piece_key(us, kind, from)
            ^ zobrist::piece_key(us, kind, to)
            ^ zobrist::piece_key(them, code, to);
        let mut capture = None;
        let marked = self.placement.promoted & (from_bit | to_bit);
        self.halfmoves = self.halfmoves.saturating_add(1);
        if let Some(piece) = Placement::kind_of_code(code) {
            self.placement.pawns &= !to_bit;
            self.placement.knights &= !to_bit;
            self.placement.diagonal &= !to_bit;
            self.placement.orthogonal &= !to_bit;
            self.placement.colors[them as usize] &= !to_bit;
            self.halfmoves = 0;
            capture = Some(Capture { piece, promoted: marked & to_bit != 0 });
        }
        if marked != 0 {
            hash ^= self.move_promoted_marker(from, to);
        }
        self.placement.shift(us, piece, from_bit | to_bit);
        self.double_push = None;
        self.en_passant = None;
        if piece == Piece::Pawn {
            self.halfmoves = 0;
            let step = from.to_index().abs_diff(to.to_index());
            if mv.promotion().is_some() || step == 16 || code == 0 && step != 8 {
                hash ^= self.finish_pawn_move(mv, &mut capture);
            }
        }
        if self.rights.rooks() & (from_bit | to_bit) != 0 || piece == Piece::King && self.rights.has_any(us) {
            hash ^= self.lose_rights(piece, from, to);
        }
        self.hash = hash;
        self.side = them;
        self.fullmoves = self.fullmoves.saturating_add(us as u32);
        capture
    }

    /// Removes the promoted marker on `to`, moves the one on `from` there, and returns the change of the
    /// hash.
    #[cold]
    fn move_promoted_marker(&mut self, from: Square, to: Square) -> u64 {
        let mut change = 0;
        if self.placement.promoted & to.bit() != 0 {
            self.placement.promoted &= !to.bit();
            change ^= zobrist::promoted(to);
        }
        if self.placement.promoted & from.bit() != 0 {
            self.placement.promoted ^= from.bit() | to.bit();
            change ^= zobrist::promoted(from) ^ zobrist::promoted(to);
        }
        change
    }

    /// Does what is special about a pawn move: promotion, double push or en passant capture. Returns the
    /// change of the hash.
    #[inline(never)]
    fn finish_pawn_move(&mut self, mv: ChessMove, capture: &mut Option<Capture>) -> u64 {
        let (us, them) = (self.side, !self.side);
        let (from, to) = (mv.source(), mv.dest());
        let pawn = zobrist::kind_code(Piece::Pawn);
        let placement = &mut self.placement;
        if let Some(promotion) = mv.promotion() {
            placement.pawns ^= to.bit();
            placement.add(us, promotion, to.bit());
            placement.promoted |= to.bit();
            let kind = zobrist::kind_code(promotion);
            return zobrist::piece_key(us, pawn, to)
                ^ zobrist::piece_key(us, kind, to)
                ^ zobrist::promoted(to);
        }
        if from.file() != to.file() {
            let victim = Square::masked(to.to_index() ^ 8);
            placement.pawns &= !victim.bit();
            placement.colors[them as usize] &= !victim.bit();
            *capture = Some(Capture { piece: Piece::Pawn, promoted: false });
            return zobrist::piece_key(them, pawn, victim);
        }
        self.double_push = Some(to.file());
        let passed = Square::new(to.file(), us.passed_rank());
        if steps::pawn(passed, us) & placement.pawns & placement.of(them) == 0 {
            return 0;
        }
        let capturers = match us {
            Color::White => en_passant_capturers::<false>(placement, passed),
            Color::Black => en_passant_capturers::<true>(placement, passed),
        };
        if capturers == 0 {
            return 0;
        }
        self.en_passant = self.double_push;
        zobrist::en_passant(to.file())
    }

    /// Removes the castling rights that a move ends, and returns the change of the hash.
    #[inline(never)]
    fn lose_rights(&mut self, piece: Piece, from: Square, to: Square) -> u64 {
        let (us, them) = (self.side, !self.side);
        let mut change = 0;
        if piece == Piece::King {
            change ^= lose_right(&mut self.rights, us, None);
        } else if from.rank() == us.back_rank() {
            change ^= lose_right(&mut self.rights, us, Some(from.file()));
        }
        if to.rank() == them.back_rank() {
            change ^= lose_right(&mut self.rights, them, Some(to.file()));
        }
        change
    }

    #[inline]
    fn make_drop(&mut self, piece: Piece, square: Square) {
        let us = self.side;
        self.placement.add(us, piece, square.bit());
        let count = self.reserves[us as usize].count(piece);
        self.reserves[us as usize].take(piece);
        self.hash = self.hash_without_en_passant()
            ^ zobrist::black_to_move()
            ^ zobrist::piece_key(us, zobrist::kind_code(piece), square)
            ^ zobrist::reserve(us, piece, count)
            ^ zobrist::reserve(us, piece, self.reserves[us as usize].count(piece));
        self.double_push = None;
        self.en_passant = None;
        self.side = !us;
        self.halfmoves = self.halfmoves.saturating_add(1);
        self.fullmoves = self.fullmoves.saturating_add(us as u32);
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

    pub(crate) fn after_castling(&self, us: Color, king: Square, castling_side: CastlingSide) -> Board {
        let rank = us.back_rank();
        let rook_file = self.rights.rook_file(us, castling_side).unwrap_or(castling_side.corner_file());
        let king_to = Square::new(castling_side.king_file(), rank);
        let (rook, rook_to) = (Square::new(rook_file, rank), Square::new(castling_side.rook_file(), rank));
        let mut board = self.after_pass();
        // In Chess960, one can land on the other's square: remove both, then place both.
        board.placement.clear(king.bit() | rook.bit());
        board.placement.add(us, Piece::King, king_to.bit());
        board.placement.add(us, Piece::Rook, rook_to.bit());
        for (piece, from, to) in [(Piece::King, king, king_to), (Piece::Rook, rook, rook_to)] {
            let kind = zobrist::kind_code(piece);
            board.hash ^= zobrist::piece_key(us, kind, from) ^ zobrist::piece_key(us, kind, to);
        }
        board.hash ^= lose_right(&mut board.rights, us, None);
        board
    }

    /// Returns the hash without the key of an en passant capture.
    #[inline]
    pub(crate) fn hash_without_en_passant(&self) -> u64 {
        match self.en_passant {
            Some(file) => self.hash ^ zobrist::en_passant(file),
            None => self.hash,
        }
    }
}

/// Removes a color's castling right with the rook on a file, or all of its rights, and returns the change of
/// the hash.
#[inline]
pub(crate) fn lose_right(rights: &mut CastleRights, color: Color, file: Option<File>) -> u64 {
    let mut change = 0;
    for castling_side in CastlingSide::ALL {
        if let Some(rook) = rights.rook_file(color, castling_side)
            && (file.is_none() || file == Some(rook))
        {
            rights.set(color, castling_side, None);
            change ^= zobrist::castling(color, rook);
        }
    }
    change
}

// Builds the board after a move or drop without changing the original, for callers that make many moves from
// one board. Same result as above, where a board is changed in place. Building a new board from values is
// faster when the old one is kept and the color to move is a compile-time constant.
impl Board {
    /// Returns the board after a move by the color that `WHITE` selects, which must be to move.
    ///
    /// Builds the new board from values instead of changing a copy: the compiler keeps the parts in
    /// registers, where wide copies after narrow writes would stall.
    #[inline(always)]
    pub(crate) fn after_move<const WHITE: bool>(&self, piece: Piece, mv: ChessMove) -> Board {
        let (us, them) = if WHITE { (Color::White, Color::Black) } else { (Color::Black, Color::White) };
        let (from, to) = (mv.source(), mv.dest());
        if piece == Piece::King
            && let Some(castling_side) = castling::castling_side_of(self.placement.of(us), mv)
        {
            return self.after_castling(us, from, castling_side);
        }
        let mut placement = self.placement;
        let mut hash = self.hash_without_en_passant() ^ zobrist::black_to_move();
        let code = placement.code_on(to);
        let (from_bit, to_bit) = (from.bit(), to.bit());
        let kind = zobrist::kind_code(piece);
        hash ^= zobrist::piece_key(us, kind, from) ^ zobrist::piece_key(them, code, to);

        // Branchless: the CPU can't predict whether a move captures.
        placement.pawns &= !to_bit;
        placement.knights &= !to_bit;
        placement.diagonal &= !to_bit;
        placement.orthogonal &= !to_bit;
        placement.colors[them as usize] &= !to_bit;
        if placement.promoted & (from_bit | to_bit) != 0 {
            if placement.promoted & to_bit != 0 {
                placement.promoted &= !to_bit;
                hash ^= zobrist::promoted(to);
            }
            if placement.promoted & from_bit != 0 {
                placement.promoted ^= from_bit | to_bit;
                hash ^= zobrist::promoted(from) ^ zobrist::promoted(to);
            }
        }
        placement.shift(us, piece, from_bit | to_bit);
        let mut pushed = None;
        if piece == Piece::Pawn {
            if let Some(promotion) = mv.promotion() {
                placement.pawns ^= to_bit;
                placement.add(us, promotion, to_bit);
                placement.promoted |= to_bit;
                hash ^= zobrist::piece_key(us, zobrist::kind_code(promotion), to) ^ zobrist::promoted(to);
            } else {
                hash ^= zobrist::piece_key(us, kind, to);
                let step = from.to_index().abs_diff(to.to_index());
                if step == 16 {
                    pushed = Some(to.file());
                } else if code == 0 && step != 8 {
                    // A pawn that moves diagonally onto an empty square captures en passant.
                    let victim = Square::masked(to.to_index() ^ 8);
                    placement.pawns &= !victim.bit();
                    placement.colors[them as usize] &= !victim.bit();
                    hash ^= zobrist::piece_key(them, zobrist::kind_code(Piece::Pawn), victim);
                }
            }
        } else {
            hash ^= zobrist::piece_key(us, kind, to);
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
            let passed = Square::new(file, us.passed_rank());
            // A copy, so `placement` itself can stay in registers.
            let now = placement;
            if steps::pawn(passed, us) & placement.pawns & placement.of(them) != 0
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
        Board {
            placement,
            hash,
            reserves: self.reserves,
            rights,
            double_push: pushed,
            en_passant,
            side: them,
            halfmoves: if resets_clock { 0 } else { self.halfmoves.saturating_add(1) },
            fullmoves: if WHITE { self.fullmoves } else { self.fullmoves.saturating_add(1) },
        }
    }

    /// Returns the board after a drop by the color that `WHITE` selects, which must be to move and hold the
    /// piece.
    #[inline(always)]
    pub(crate) fn after_drop<const WHITE: bool>(&self, piece: Piece, square: Square) -> Board {
        let (us, them) = if WHITE { (Color::White, Color::Black) } else { (Color::Black, Color::White) };
        let mut placement = self.placement;
        placement.add(us, piece, square.bit());
        let mut reserves = self.reserves;
        let count = reserves[us as usize].count(piece);
        reserves[us as usize].take(piece);
        Board {
            placement,
            hash: self.hash_without_en_passant()
                ^ zobrist::black_to_move()
                ^ zobrist::piece_key(us, zobrist::kind_code(piece), square)
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
}
