//! What a legal move does on a board, without making it: the piece it moves, captures, checks.

use crate::attacks::{self, sliders};
use crate::board::Board;
use crate::movegen::castling;
use crate::types::bitboard::BitBoard;
use crate::types::chess_move::{BughouseMove, ChessMove};
use crate::types::piece::Piece;
use crate::types::square::Square;

impl Board {
    /// Returns the piece that a move moves or drops, or `None` if its source square is empty.
    #[inline]
    pub fn piece_of(&self, mv: BughouseMove) -> Option<Piece> {
        match mv {
            BughouseMove::Regular(mv) => self.placement.piece_on(mv.source()),
            BughouseMove::Drop { piece, .. } => Some(piece),
        }
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
        if piece == Piece::King
            && let Some(castling_side) = castling::castling_side_of(placement.of(us), mv)
        {
            return self.after_castling(us, mv.source(), castling_side).in_check();
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
            BughouseMove::Regular(mv) if is_king_move(mv) && !self.is_legal_move(mv) => {
                self.castling_alias(mv).unwrap_or(mv).into()
            }
            mv => mv,
        }
    }
}
