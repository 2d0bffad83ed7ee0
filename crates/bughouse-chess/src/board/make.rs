//! Makes moves and drops on a board.

use crate::board::castling;
use crate::board::placement::Placement;
use crate::board::{Board, key};
use crate::movegen::illegal::IllegalMove;
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
    /// # Ok::<(), bughouse_chess::ReadBoardError>(())
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
    /// # Ok::<(), bughouse_chess::ReadBoardError>(())
    /// ```
    #[inline]
    pub fn after_unchecked(&self, mv: BughouseMove) -> Board {
        match self.piece_of(mv) {
            Some(piece) => self.after(self.side, piece, mv),
            None => *self,
        }
    }

    /// Plays a legal move or drop of a piece of a known type.
    #[inline(always)]
    pub(crate) fn make(&mut self, piece: Piece, mv: BughouseMove) -> Option<Capture> {
        let us = self.side;
        let change = self.change(us, piece, mv);
        let capture = change.capture;
        *self = change.board(self, us);
        capture
    }

    /// Returns the board after a legal move or drop of a piece of a known type by `us`, the side to move.
    #[inline(always)]
    pub(crate) fn after(&self, us: Color, piece: Piece, mv: BughouseMove) -> Board {
        self.change(us, piece, mv).board(self, us)
    }

    /// Returns what a legal move or drop changes.
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
        if piece == Piece::King
            && let Some(castling_side) = castling::castling_side_of(self.placement.of(us), mv)
        {
            return self.change_by_castling(us, from, castling_side);
        }
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
            let distance = from.to_index().abs_diff(to.to_index());
            if let Some(promotion) = mv.promotion() {
                change.placement =
                    change.placement.toggled(us, Piece::Pawn, to_bit).toggled(us, promotion, to_bit);
                change.placement.promoted |= to_bit;
                change.hash ^= key::piece_key(us, kind, to)
                    ^ key::piece_key(us, key::kind_code(promotion), to)
                    ^ key::promoted(to);
            } else if distance == 16 {
                change.double_push = Some(to.file());
            } else if captured == 0 && distance != 8 {
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
        if self.rights.rooks() & (from_bit | to_bit) != 0 || piece == Piece::King && self.rights.has_any(us) {
            let own = if piece == Piece::King {
                lose_right(self.rights, us, None)
            } else if from.rank() == us.back_rank() {
                lose_right(self.rights, us, Some(from.file()))
            } else {
                (self.rights, 0)
            };
            let both = if to.rank() == them.back_rank() {
                lose_right(own.0, them, Some(to.file()))
            } else {
                (own.0, 0)
            };
            change.rights = both.0;
            change.hash ^= own.1 ^ both.1;
        }
        change
    }

    #[inline(never)]
    fn change_by_castling(&self, us: Color, king: Square, castling_side: CastlingSide) -> Change {
        let rank = us.back_rank();
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
        let (rights, lost) = lose_right(self.rights, us, None);
        change.rights = rights;
        change.hash ^= lost;
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

    /// Returns the board after passing the turn.
    pub(crate) fn after_pass(&self) -> Board {
        self.no_change().board(self, self.side)
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
}

/// Returns castling rights without those of a color that use the rook on a file, or without all of them, and the change
/// of the hash.
#[inline]
fn lose_right(mut rights: CastleRights, color: Color, file: Option<File>) -> (CastleRights, u64) {
    let mut change = 0;
    for castling_side in CastlingSide::ALL {
        if let Some(rook) = rights.rook_file(color, castling_side)
            && (file.is_none() || file == Some(rook))
        {
            rights.set(color, castling_side, None);
            change ^= key::castling(color, rook);
        }
    }
    (rights, change)
}
