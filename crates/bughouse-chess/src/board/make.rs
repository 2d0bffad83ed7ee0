//! Makes moves and drops on a board.

use crate::board::castling;
use crate::board::placement::Placement;
use crate::board::{Board, key};
use crate::types::castle_rights::{CastleRights, CastlingSide};
use crate::types::chess_move::{BughouseMove, ChessMove};
use crate::types::color::Color;
use crate::types::piece::Piece;
use crate::types::reserve::Reserve;
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
    /// Plays a move or drop that is known to be legal on this board, such as a generated one, and returns the captured
    /// piece.
    ///
    /// Use this in engines, or [`Board::after_unchecked`] to keep the board from before the move. An illegal move
    /// doesn't panic, but leaves a board that no game can reach.
    ///
    /// ```
    /// use bughouse_chess::{Board, Piece};
    ///
    /// let mut board: Board = "4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1".parse()?;
    /// for mv in board.moves().captures() {
    ///     assert_eq!(board.play_unchecked(mv).unwrap().piece, Piece::Pawn);
    /// }
    /// # Ok::<(), bughouse_chess::ReadError>(())
    /// ```
    #[inline]
    pub fn play_unchecked(&mut self, mv: BughouseMove) -> Option<Capture> {
        let piece = self.piece_of(mv)?;
        self.make(piece, mv)
    }

    /// Returns the board after a move or drop that is known to be legal, such as a generated one.
    ///
    /// This is the fastest way to search. An illegal move doesn't panic, but the result is a board that no game can
    /// reach.
    ///
    /// ```
    /// use bughouse_chess::Board;
    ///
    /// let board: Board = "4k3/8/8/8/8/8/8/4K3[Nq] w - - 0 1".parse()?;
    /// let replies: usize = board.legal_moves().iter().map(|mv| board.after_unchecked(mv).moves().count()).sum();
    /// assert_eq!(replies, bughouse_chess::perft::perft(&board, 2) as usize);
    /// # Ok::<(), bughouse_chess::ReadError>(())
    /// ```
    // Browsers download WebAssembly, so there a single copy of the code serves all piece types and callers. It saves 1 % of the
    // size of the records.
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline)]
    pub fn after_unchecked(&self, mv: BughouseMove) -> Board {
        match self.piece_of(mv) {
            Some(piece) if cfg!(target_family = "wasm") => self.after(self.side, piece, mv),
            // In each case, the piece type is a constant.
            Some(Piece::Pawn) => self.after(self.side, Piece::Pawn, mv),
            Some(Piece::Knight) => self.after(self.side, Piece::Knight, mv),
            Some(Piece::Bishop) => self.after(self.side, Piece::Bishop, mv),
            Some(Piece::Rook) => self.after(self.side, Piece::Rook, mv),
            Some(Piece::Queen) => self.after(self.side, Piece::Queen, mv),
            Some(Piece::King) => self.after(self.side, Piece::King, mv),
            None => *self,
        }
    }

    /// Plays a legal move or drop of a piece of a known type.
    ///
    /// Most moves and drops change little, and then changing the board in place is faster than building a new one. It
    /// saves a seventh of the benchmark rows "SAN to move, played" and "random matches".
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(crate) fn make(&mut self, piece: Piece, mv: BughouseMove) -> Option<Capture> {
        match mv {
            BughouseMove::Regular(mv) if self.is_plain(piece, mv) => {
                self.make_plain(piece, mv.source(), mv.dest())
            }
            BughouseMove::Regular(_) => self.make_special(piece, mv),
            BughouseMove::Drop { square, .. } => {
                self.make_drop(piece, square);
                None
            }
        }
    }

    /// Makes a move that isn't plain.
    #[inline(never)]
    fn make_special(&mut self, piece: Piece, mv: BughouseMove) -> Option<Capture> {
        if let Some(castling_side) = self.castling_by(self.side, piece, mv) {
            *self = self.after_castling(self.side, castling_side);
            return None;
        }
        let change = self.change(self.side, piece, mv);
        let capture = change.capture;
        *self = change.board(self, self.side);
        capture
    }

    /// Returns `true` if a move only moves a piece and captures what is on its destination: it doesn't promote, castle,
    /// capture en passant, move or capture a promoted piece, or end a castling right.
    #[inline(always)]
    fn is_plain(&self, piece: Piece, mv: ChessMove) -> bool {
        let (from, to) = (mv.source(), mv.dest());
        (self.placement.promoted | self.rights.rooks()) & (from.bit() | to.bit()) == 0
            && match piece {
                Piece::King => !self.rights.has_any(self.side),
                Piece::Pawn => {
                    let takes = self.placement.occupied() & to.bit() != 0;
                    mv.promotion().is_none() && (takes || from.file() == to.file())
                }
                _ => true,
            }
    }

    /// Makes a plain move in place.
    ///
    /// The same code handles both colors, because with two boards the CPU can't predict whose turn it is.
    #[inline(always)]
    fn make_plain(&mut self, piece: Piece, from: Square, to: Square) -> Option<Capture> {
        let (us, them) = (self.side, !self.side);
        let (kind, captured) = (key::kind_code(piece), self.placement.code_on(to));
        self.pass();
        self.hash ^= key::piece_key(us, kind, from)
            ^ key::piece_key(us, kind, to)
            ^ key::piece_key(them, captured, to);
        let capture = Placement::kind_of_code(captured).map(|piece| Capture { piece, promoted: false });
        if capture.is_some() {
            self.placement.take(them, to.bit());
            self.halfmoves = 0;
        }
        self.placement.shift(us, piece, from.bit() | to.bit());
        if piece == Piece::Pawn {
            self.halfmoves = 0;
            if from.to_index().abs_diff(to.to_index()) == 16 {
                self.double_push = Some(to.file());
                self.en_passant = self.find_legal_en_passant();
                self.hash ^= self.en_passant.map_or(0, key::en_passant);
            }
        }
        capture
    }

    /// Makes a drop in place.
    #[inline]
    fn make_drop(&mut self, piece: Piece, square: Square) {
        let us = self.side;
        self.pass();
        self.placement.add(us, piece, square.bit());
        let reserve = &mut self.reserves[us as usize];
        self.hash ^=
            key::piece_key(us, key::kind_code(piece), square) ^ key::reserve(us, piece, reserve.count(piece));
        reserve.take(piece);
        self.hash ^= key::reserve(us, piece, reserve.count(piece));
    }

    /// Passes the turn in place.
    #[inline(always)]
    fn pass(&mut self) {
        self.hash ^= key::black_to_move();
        if let Some(file) = self.en_passant {
            self.hash ^= key::en_passant(file);
        }
        self.double_push = None;
        self.en_passant = None;
        self.halfmoves = self.halfmoves.saturating_add(1);
        self.fullmoves = self.fullmoves.saturating_add(self.side as u32);
        self.side = !self.side;
    }

    /// Returns the board after a legal move or drop of a piece of a known type by `us`, the side to move.
    #[inline(always)]
    pub(crate) fn after(&self, us: Color, piece: Piece, mv: BughouseMove) -> Board {
        match self.castling_by(us, piece, mv) {
            Some(castling_side) => self.after_castling(us, castling_side),
            None => self.change(us, piece, mv).board(self, us),
        }
    }

    /// Returns the side on which a legal move of a piece of a known type castles, or `None` if it isn't castling.
    #[inline(always)]
    pub(crate) fn castling_by(&self, us: Color, piece: Piece, mv: BughouseMove) -> Option<CastlingSide> {
        match mv {
            BughouseMove::Regular(mv) if piece == Piece::King => {
                castling::castling_side_of(self.placement.of(us), mv)
            }
            _ => None,
        }
    }

    /// Returns what a legal move or drop changes, except castling.
    ///
    /// Callers that know the color or the piece type at compile time pay only for what those need. The result is built
    /// from values, and colors and piece types select values instead of code, because the CPU can't predict them.
    #[inline(always)]
    pub(crate) fn change(&self, us: Color, piece: Piece, mv: BughouseMove) -> Change {
        match mv {
            BughouseMove::Regular(mv) => self.change_by_move(us, piece, mv),
            BughouseMove::Drop { square, .. } => self.change_by_drop(us, piece, square),
        }
    }

    /// The parts of the board, before they change.
    #[inline(always)]
    fn no_change(&self) -> Change {
        Change {
            placement: self.placement,
            reserves: self.reserves,
            rights: self.rights,
            hash: self.hash,
            double_push: None,
            halfmoves: self.halfmoves.saturating_add(1),
            capture: None,
        }
    }

    #[inline(always)]
    fn change_by_move(&self, us: Color, piece: Piece, mv: ChessMove) -> Change {
        let (from, to) = (mv.source(), mv.dest());
        let them = !us;
        let (from_bit, to_bit) = (from.bit(), to.bit());
        let (kind, captured) = (key::kind_code(piece), self.placement.code_on(to));
        let mut change = self.no_change();
        change.placement = self.placement.after_step(us, piece, from_bit, to_bit);
        change.hash ^= key::piece_key(us, kind, from)
            ^ key::piece_key(us, kind, to)
            ^ key::piece_key(them, captured, to);
        change.capture = Placement::kind_of_code(captured)
            .map(|piece| Capture { piece, promoted: self.placement.promoted & to_bit != 0 });
        let promoted = self.placement.promoted & (from_bit | to_bit);
        if promoted != 0 {
            change.placement.promoted ^= promoted;
            if promoted & to_bit != 0 {
                change.hash ^= key::promoted(to);
            }
            if promoted & from_bit != 0 {
                change.placement.promoted |= to_bit;
                change.hash ^= key::promoted(from) ^ key::promoted(to);
            }
        }
        if piece == Piece::Pawn {
            if let Some(promotion) = mv.promotion() {
                change.placement =
                    change.placement.toggled(us, Piece::Pawn, to_bit).toggled(us, promotion, to_bit);
                change.placement.promoted |= to_bit;
                change.hash ^= key::piece_key(us, kind, to)
                    ^ key::piece_key(us, key::kind_code(promotion), to)
                    ^ key::promoted(to);
            } else if from.to_index().abs_diff(to.to_index()) == 16 {
                change.double_push = Some(to.file());
            } else if from.file() != to.file() && self.placement.occupied() & to_bit == 0 {
                // A pawn that moves diagonally onto an empty square captures en passant.
                let victim = Square::masked(to.to_index() ^ 8);
                let pawn = victim.bit() & self.placement.pawns & self.placement.of(them);
                change.placement = change.placement.toggled(them, Piece::Pawn, pawn);
                change.hash ^= key::piece_key(them, kind, victim);
                change.capture = Some(Capture { piece: Piece::Pawn, promoted: false });
            }
        }
        if piece == Piece::Pawn || captured != 0 {
            change.halfmoves = 0;
        }
        let ends_right =
            self.rights.rooks() & (from_bit | to_bit) != 0 || piece == Piece::King && self.rights.has_any(us);
        // By a pawn's move, only a promotion can end a right.
        if (piece != Piece::Pawn || mv.promotion().is_some()) && !self.rights.is_empty() && ends_right {
            change.lose_rights(us, piece, from, to);
        }
        change
    }

    #[inline(always)]
    fn change_by_drop(&self, us: Color, piece: Piece, square: Square) -> Change {
        let mut change = self.no_change();
        change.placement = self.placement.toggled(us, piece, square.bit());
        let reserve = &mut change.reserves[us as usize];
        change.hash ^=
            key::piece_key(us, key::kind_code(piece), square) ^ key::reserve(us, piece, reserve.count(piece));
        reserve.take(piece);
        change.hash ^= key::reserve(us, piece, reserve.count(piece));
        change
    }

    /// Returns the board after legal castling.
    #[inline(never)]
    pub(crate) fn after_castling(&self, us: Color, castling_side: CastlingSide) -> Board {
        let (rank, king) = (us.back_rank(), self.king_square(us));
        let rook_file = self.rights.rook_file(us, castling_side).unwrap_or(castling_side.corner_file());
        let king_to = Square::new(castling_side.king_file(), rank);
        let (rook, rook_to) = (Square::new(rook_file, rank), Square::new(castling_side.rook_file(), rank));
        let mut change = self.no_change();
        // In Chess960, one can land on the other's square: remove both, then place both.
        change.placement.clear(king.bit() | rook.bit());
        for (piece, from, to) in [(Piece::King, king, king_to), (Piece::Rook, rook, rook_to)] {
            let kind = key::kind_code(piece);
            change.placement.add(us, piece, to.bit());
            change.hash ^= key::piece_key(us, kind, from) ^ key::piece_key(us, kind, to);
        }
        change.lose_rights(us, Piece::King, king, king_to);
        change.board(self, us)
    }

    /// Returns the board after passing the turn.
    pub(crate) fn after_pass(&self) -> Board {
        let mut board = *self;
        board.pass();
        board
    }
}

/// The parts of a board that a move or drop changes, except those that follow from them.
pub(crate) struct Change {
    pub(crate) placement: Placement,
    reserves: [Reserve; 2],
    pub(crate) rights: CastleRights,
    /// The hash, with the turn and the en passant square from before.
    hash: u64,
    double_push: Option<File>,
    halfmoves: u32,
    capture: Option<Capture>,
}

impl Change {
    /// Returns the square that a double push by `us` skipped.
    #[inline(always)]
    pub(crate) fn passed(&self, us: Color) -> Option<Square> {
        self.double_push.map(|file| Square::new(file, us.passed_rank()))
    }

    /// Returns the board after the change, given the board before it and its side to move.
    #[inline(always)]
    fn board(self, before: &Board, us: Color) -> Board {
        let mut hash = self.hash ^ key::black_to_move();
        if let Some(file) = before.en_passant {
            hash ^= key::en_passant(file);
        }
        let mut en_passant = None;
        if let Some(passed) = self.passed(us) {
            // A copy, so the placement itself can stay in registers.
            let placement = self.placement;
            if placement.en_passant_capturers(!us, passed) != 0 {
                en_passant = self.double_push;
                hash ^= key::en_passant(passed.file());
            }
        }
        Board {
            placement: self.placement,
            hash,
            reserves: self.reserves,
            rights: self.rights,
            double_push: self.double_push,
            en_passant,
            side: !us,
            halfmoves: self.halfmoves,
            fullmoves: before.fullmoves.saturating_add(us as u32),
        }
    }

    /// Removes the castling rights that a move by `us` ends.
    #[inline(always)]
    fn lose_rights(&mut self, us: Color, piece: Piece, from: Square, to: Square) {
        let (rights, lost) = rights_after(self.rights, us, piece, from, to);
        self.rights = rights;
        self.hash ^= lost;
    }
}

/// Returns the castling rights after a move by `us`, and the change of the hash.
#[inline(never)]
fn rights_after(
    mut rights: CastleRights,
    us: Color,
    piece: Piece,
    from: Square,
    to: Square,
) -> (CastleRights, u64) {
    let mut change = 0;
    for (color, square) in [(us, from), (!us, to)] {
        for castling_side in CastlingSide::ALL {
            if let Some(file) = rights.rook_file(color, castling_side)
                && (piece == Piece::King && color == us || Square::new(file, color.back_rank()) == square)
            {
                rights.set(color, castling_side, None);
                change ^= key::castling(color, file);
            }
        }
    }
    (rights, change)
}
