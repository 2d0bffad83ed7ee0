//! Whether a single move is legal, and what it does: the piece it moves, captures, checks.
//!
//! Validating one move takes less work than generating the moves of all pieces: most pieces are not in line
//! with the king, so they can't be pinned.

use crate::attacks::{self, sliders, steps};
use crate::board::Board;
use crate::board::castling;
use crate::board::make::Capture;
use crate::movegen::generate::{king_destinations, standard_drops};
use crate::movegen::illegal::IllegalMove;
use crate::movegen::list::LAST_RANKS;
use crate::types::bitboard::BitBoard;
use crate::types::castle_rights::CastlingSide;
use crate::types::chess_move::{BughouseMove, ChessMove};
use crate::types::color::Color;
use crate::types::piece::Piece;
use crate::types::square::Square;

/// The checks and possible pins for the king of the side to move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sight {
    /// The pieces that give check.
    pub(crate) checkers: u64,
    /// The squares where pieces may be pinned: the king's diagonals up to the first piece, if an enemy
    /// diagonal slider is further along, and the same for its rank and file.
    pub(crate) seen: u64,
}

impl Board {
    /// Returns `true` if a move or drop is legal.
    ///
    /// ```
    /// use bughouse_chess::Board;
    ///
    /// let board: Board = "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1".parse()?;
    /// assert!(board.is_legal("N@f6".parse()?));
    /// assert!(!board.is_legal("Q@f6".parse()?));
    /// assert_eq!(board.why_illegal("Q@f6".parse()?).unwrap().to_string(), "White has no queen in reserve");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_legal(&self, mv: BughouseMove) -> bool {
        self.legal_piece(self.sight(), mv).is_some()
    }

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

    /// Computes checks and possible pins for the king of the side to move, without a branch.
    #[inline]
    pub(crate) fn sight(&self) -> Sight {
        let placement = &self.placement;
        let (king, occupied) = (placement.king(self.side), placement.occupied());
        let (diagonal, orthogonal) = (sliders::bishop(king, occupied), sliders::rook(king, occupied));
        let attackers = steps::pawn(king, self.side) & placement.pawns
            | steps::knight(king) & placement.knights
            | diagonal & placement.diagonal
            | orthogonal & placement.orthogonal;
        let enemy = placement.of(!self.side);
        let on_diagonals = sliders::bishop_rays(king) & placement.diagonal & enemy;
        let on_lines = sliders::rook_rays(king) & placement.orthogonal & enemy;
        let seen = if on_diagonals != 0 { diagonal } else { 0 } | if on_lines != 0 { orthogonal } else { 0 };
        Sight { checkers: attackers & enemy, seen }
    }

    /// Returns the piece that moves or is dropped, given the checks and possible pins, or `None` if the move
    /// is illegal.
    #[inline]
    pub(crate) fn legal_piece(&self, sight: Sight, mv: BughouseMove) -> Option<Piece> {
        match mv {
            BughouseMove::Regular(mv) => self.legal_mover(sight, mv),
            BughouseMove::Drop { piece, square } => {
                let (occupied, to) = (self.placement.occupied(), square.bit());
                let is_legal = self.reserves[self.side as usize].contains(piece)
                    && standard_drops(piece, !occupied) & to != 0
                    && (sight.checkers == 0 || self.is_king_safe(sight, occupied | to, to));
                is_legal.then_some(piece)
            }
        }
    }

    /// Returns the piece that makes a legal move.
    #[inline(always)]
    fn legal_mover(&self, sight: Sight, mv: ChessMove) -> Option<Piece> {
        let (placement, us) = (&self.placement, self.side);
        let (from, to) = (mv.source(), mv.dest().bit());
        let (own, occupied) = (placement.of(us), placement.occupied());
        // Promotion is checked only for pawns: the piece type is hard to predict, so the code branches on it
        // once.
        let promotes = mv.promotion().is_some() || mv.stolen_from().is_some();
        if own & from.bit() == 0 || promotes && !self.promotion_fits(mv) {
            return None;
        }
        let piece = placement.piece_on(from)?;
        match piece {
            Piece::King => {
                // A king's move to a distant square, or to that of an own piece, can only be castling.
                let is_legal = if steps::king(from) & to & !own == 0 {
                    self.king_destinations() & to != 0
                } else {
                    placement.attackers_to(mv.dest(), occupied ^ from.bit()) & placement.of(!us) == 0
                };
                return is_legal.then_some(piece);
            }
            Piece::Pawn if !promotes && !self.promotion_fits(mv) => return None,
            Piece::Pawn if self.legal_en_passant() == Some(mv.dest()) => {
                let capturers = placement.en_passant_capturers(us, mv.dest());
                return (capturers & from.bit() != 0).then_some(piece);
            }
            _ => {}
        }
        let reached = self.reached(piece, from);
        let is_legal = reached & to & !own != 0
            && (sight.checkers | sight.seen & from.bit() == 0
                || self.is_king_safe(sight, occupied & !from.bit() | to, to));
        is_legal.then_some(piece)
    }

    /// Returns the squares to which a piece of the side to move could go if checks didn't matter, except by castling
    /// and en passant. They may include squares of its own pieces.
    #[inline(always)]
    pub(crate) fn reached(&self, piece: Piece, from: Square) -> u64 {
        let (us, occupied) = (self.side, self.placement.occupied());
        match piece {
            Piece::Pawn => {
                // Branchless: with two boards, the CPU can't predict whose turn it is.
                let forward = |set: u64| set.rotate_left(8 + 48 * us as u32);
                let passed = Color::White.passed_rank().bitboard().0 << (24 * us as u32);
                let one = forward(from.bit()) & !occupied;
                let two = forward(one & passed) & !occupied;
                one | two | steps::pawn(from, us) & occupied
            }
            Piece::Knight => steps::knight(from),
            Piece::Bishop => sliders::bishop(from, occupied),
            Piece::Rook => sliders::rook(from, occupied),
            Piece::Queen => sliders::bishop(from, occupied) | sliders::rook(from, occupied),
            Piece::King => steps::king(from),
        }
    }

    /// Returns the squares where the king can go, castling included.
    #[inline(never)]
    fn king_destinations(&self) -> u64 {
        let masks = self.masks();
        match self.side {
            Color::White => king_destinations::<true>(&self.placement, self.rights, &masks),
            Color::Black => king_destinations::<false>(&self.placement, self.rights, &masks),
        }
    }

    /// Returns `true` if the move has a promotion exactly when it takes a pawn to the last rank.
    #[inline]
    fn promotion_fits(&self, mv: ChessMove) -> bool {
        let pawn_promotes = self.placement.pawns & mv.source().bit() != 0 && LAST_RANKS.contains(mv.dest());
        match mv.promotion() {
            // With a single board, there is nothing to steal.
            Some(piece) => pawn_promotes && Piece::PROMOTIONS.contains(&piece) && mv.stolen_from().is_none(),
            None => !pawn_promotes,
        }
    }

    /// Returns `true` if no piece, except one on `to`, would give check if these squares were occupied after
    /// a piece other than the king moved to `to`.
    #[inline]
    pub(crate) fn is_king_safe(&self, sight: Sight, occupied: u64, to: u64) -> bool {
        let placement = &self.placement;
        let king = placement.king(self.side);
        let attackers = sight.checkers & (placement.pawns | placement.knights)
            | sliders::bishop(king, occupied) & placement.diagonal
            | sliders::rook(king, occupied) & placement.orthogonal;
        attackers & placement.of(!self.side) & !to == 0
    }
}

impl Board {
    /// Returns the piece that a move moves or drops, or `None` if its source square is empty.
    #[inline]
    pub fn piece_of(&self, mv: BughouseMove) -> Option<Piece> {
        match mv {
            BughouseMove::Regular(mv) => self.placement.piece_on(mv.source()),
            BughouseMove::Drop { piece, .. } => Some(piece),
        }
    }

    /// Returns the side on which a move castles, or `None` if it isn't castling. The side to move must have
    /// the right; this doesn't check that the move is legal.
    ///
    /// ```
    /// use bughouse_chess::{Board, CastlingSide};
    ///
    /// let board: Board = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse()?;
    /// assert_eq!(board.castling_side("e1g1".parse()?), Some(CastlingSide::KingSide));
    /// assert_eq!(board.castling_side("e1f1".parse()?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn castling_side(&self, mv: BughouseMove) -> Option<CastlingSide> {
        let BughouseMove::Regular(mv) = mv else { return None };
        let king = self.king_square(self.side);
        if mv.source() != king || mv.promotion().is_some() {
            return None;
        }
        CastlingSide::ALL.into_iter().find(|&castling_side| {
            let rook = self.rights.rook_file(self.side, castling_side);
            rook.is_some_and(|rook| castling::destination(king, castling_side, rook) == mv.dest())
        })
    }

    /// Returns `true` if a move castles. See [`Board::castling_side`].
    pub fn is_castling(&self, mv: BughouseMove) -> bool {
        self.castling_side(mv).is_some()
    }

    /// Returns `true` if a legal move captures a piece, also en passant. For other moves, the answer means nothing.
    ///
    /// ```
    /// use bughouse_chess::Board;
    ///
    /// let board: Board = "4k3/8/8/3pP3/8/8/8/4K3[N] w - d6 0 1".parse()?;
    /// assert!(board.is_capture("e5d6".parse()?));
    /// assert!(!board.is_capture("e5e6".parse()?));
    /// assert!(!board.is_capture("N@c3".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn is_capture(&self, mv: BughouseMove) -> bool {
        let BughouseMove::Regular(mv) = mv else { return false };
        // Castling can go to the square of the own rook.
        let is_en_passant =
            mv.source().file() != mv.dest().file() && self.placement.pawns & mv.source().bit() != 0;
        self.them().contains(mv.dest()) || is_en_passant
    }

    /// Returns `true` if a legal move or drop gives check. For other moves, the answer means nothing.
    ///
    /// This is faster than making the move. A promotion that [discards](crate::Promotion::Discard) the pawn is not
    /// a move of a single board.
    ///
    /// ```
    /// use bughouse_chess::Board;
    ///
    /// let board: Board = "4k3/8/8/8/4N3/8/8/4RK2[B] w - - 0 1".parse()?;
    /// assert!(board.gives_check("e4d6".parse()?));
    /// assert!(board.gives_check("e4c3".parse()?), "the rook gives check");
    /// assert!(board.gives_check("B@b5".parse()?));
    /// assert!(!board.gives_check("e1e2".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn gives_check(&self, mv: BughouseMove) -> bool {
        let (placement, us) = (&self.placement, self.side);
        let king = placement.king(!us);
        let occupied = placement.occupied();
        let mv = match mv {
            BughouseMove::Drop { piece, square } => {
                return self.attacks_square(piece, square, king, occupied | square.bit());
            }
            BughouseMove::Regular(mv) => mv,
        };
        let Some(piece) = placement.piece_on(mv.source()) else { return false };
        let (from, to) = (mv.source().bit(), mv.dest().bit());
        if piece == Piece::King && castling::castling_side_of(placement.of(us), mv).is_some() {
            return self.after_unchecked(mv.into()).in_check();
        }
        let mut occupied = occupied & !from | to;
        if piece == Piece::Pawn && placement.occupied() & to == 0 && mv.source().file() != mv.dest().file() {
            // En passant: the captured pawn is next to the source square.
            occupied &= !Square::new(mv.dest().file(), mv.source().rank()).bit();
        }
        if self.attacks_square(mv.promotion().unwrap_or(piece), mv.dest(), king, occupied) {
            return true;
        }
        // The move may open a line to the king.
        let own = placement.of(us) & !from;
        sliders::bishop(king, occupied) & placement.diagonal & own != 0
            || sliders::rook(king, occupied) & placement.orthogonal & own != 0
    }

    /// Returns `true` if a piece of the side to move attacks a square from another square.
    #[inline]
    fn attacks_square(&self, piece: Piece, from: Square, to: Square, occupied: u64) -> bool {
        let occupied = BitBoard(occupied);
        let attacked = match piece {
            Piece::Pawn => attacks::pawn(from, self.side),
            Piece::Knight => attacks::knight(from),
            Piece::Bishop => attacks::bishop(from, occupied),
            Piece::Rook => attacks::rook(from, occupied),
            Piece::Queen => attacks::queen(from, occupied),
            Piece::King => return false,
        };
        attacked.contains(to)
    }

    /// Returns a move with castling written as [`ChessMove`] describes it: the king's move of two squares, or to its
    /// rook. Every other move is returned unchanged, legal or not.
    ///
    /// Servers and engines write castling in both ways.
    ///
    /// ```
    /// use bughouse_chess::Board;
    ///
    /// let board: Board = "4k3/8/8/8/8/8/8/4K2R[] w K - 0 1".parse()?;
    /// assert_eq!(board.normalize_castling("e1h1".parse()?), "e1g1".parse()?);
    /// assert_eq!(board.normalize_castling("h1h8".parse()?), "h1h8".parse()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn normalize_castling(&self, mv: BughouseMove) -> BughouseMove {
        let is_king_move = |mv: ChessMove| self.king_square(self.side) == mv.source();
        match mv {
            BughouseMove::Regular(mv) if is_king_move(mv) && !self.is_legal(mv.into()) => {
                self.castling_alias(mv).unwrap_or(mv).into()
            }
            mv => mv,
        }
    }
}
