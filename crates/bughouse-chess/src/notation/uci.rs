//! UCI, the move notation of engines.
//!
//! Read: `e2e4`, `e7e8q`, `N@f3`, `n@f3`. [`Board::read_uci`] accepts both notations of castling, by the
//! king's landing square (`e1g1`) and by the rook's square (`e1h1`), on any board where they are unambiguous.
//!
//! A promotion that takes a piece from the other board has that square at the end: `e7e8qd1`.
//!
//! Rejected: a promotion in upper case (`e7e8Q`) and the null move (`0000`).
//!
//! Written by `Display`: `e2e4`, `e7e8q`, `N@f3`. Castling is described at [`ChessMove`].

use alloc::string::{String, ToString};
use core::str::FromStr;

use crate::board::Board;
use crate::board::castling;
use crate::movegen::ruled::Ruled;
use crate::notation::san::{MoveError, MoveErrorKind};
use crate::types::castle_rights::CastlingSide;
use crate::types::chess_move::{BughouseMove, ChessMove};
use crate::types::piece::Piece;
use crate::types::rules::Rules;
use crate::types::square::Square;
use crate::types::text_error::{ParseError, Span};

/// Parses a UCI move without a board. Castling is kept as it was written.
///
/// # Errors
/// Points at the part that is not a move.
pub fn read(text: &[u8]) -> Result<BughouseMove, ParseError> {
    const NOT_A_MOVE: &str = "expected a move such as e2e4, e7e8q or N@f3";
    const NO_SQUARE: &str = "expected a square, a1 to h8";
    const TRAILING: &str = "expected the end of the move";
    let error = |expected, start, end| Err(ParseError::new(expected, Span::new(start, end)));
    let square = |at: usize| match text[at.min(text.len())..] {
        [file, rank, ..] => Square::from_bytes(file, rank),
        _ => None,
    };
    if text.get(1) == Some(&b'@') {
        return match (Piece::from_letter(text[0]), square(2)) {
            (None, _) => error(NOT_A_MOVE, 0, text.len()),
            (Some(Piece::King), _) => error("a king can't be dropped", 0, 1),
            (_, None) => error(NO_SQUARE, 2, text.len()),
            _ if text.len() > 4 => error(TRAILING, 4, text.len()),
            (Some(piece), Some(square)) => Ok(BughouseMove::Drop { piece, square }),
        };
    }
    let Some(source) = square(0) else { return error(NOT_A_MOVE, 0, text.len()) };
    let Some(dest) = square(2) else { return error(NO_SQUARE, 2, text.len()) };
    let promotion = match text.get(4) {
        None => None,
        Some(&letter) => {
            let piece = Piece::PROMOTIONS.into_iter().find(|piece| piece.letter() | 0x20 == letter);
            if piece.is_none() {
                return error("expected q, r, b or n", 4, 5);
            }
            piece
        }
    };
    let stolen = square(5).zip(promotion).filter(|_| text.len() == 7);
    if text.len() > 5 && stolen.is_none() {
        return error(TRAILING, 5, text.len());
    }
    Ok(match stolen {
        Some((from, piece)) => ChessMove::stealing(source, dest, piece, from),
        None => ChessMove::new(source, dest, promotion),
    }
    .into())
}

impl FromStr for BughouseMove {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<BughouseMove, ParseError> {
        read(text.as_bytes())
    }
}

impl FromStr for ChessMove {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<ChessMove, ParseError> {
        match read(text.as_bytes())? {
            BughouseMove::Regular(mv) => Ok(mv),
            BughouseMove::Drop { .. } => {
                let expected = "expected a move such as e2e4 or e7e8q, not a drop";
                Err(ParseError::whole(expected, text.as_bytes()))
            }
        }
    }
}

impl Board {
    /// Parses a legal UCI move, with castling in either notation.
    ///
    /// ```
    /// use bughouse_chess::Board;
    ///
    /// let board: Board = "4k3/8/8/8/8/8/8/4K2R[N] w K - 0 1".parse()?;
    /// assert_eq!(board.read_uci("e1h1")?, board.read_uci("e1g1")?);
    /// assert!(board.read_uci("N@f6").is_ok());
    /// assert_eq!(
    ///     board.read_uci("N@e1").unwrap_err().render(b"N@e1"),
    ///     "e1 is occupied: drop on an empty square\n  N@e1\n  ^^^^"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Points at the part that is not a move, or returns the reason if the move is illegal.
    pub fn read_uci(&self, text: impl AsRef<[u8]>) -> Result<BughouseMove, MoveError> {
        self.with_rules(&Rules::standard()).read_uci(text)
    }

    /// Returns a move for an engine in Chess960 mode: castling by the rook's square.
    pub fn uci_chess960(&self, mv: BughouseMove) -> String {
        if let Some(castling_side) = self.castling_side(mv)
            && let Some(rook) = self.rights.rook_file(self.side, castling_side)
        {
            let rook = Square::new(rook, self.side.back_rank());
            return ChessMove::new(self.king_square(self.side), rook, None).to_string();
        }
        mv.to_string()
    }

    /// Returns the castling move for a king's move to the rook or to the landing square.
    pub(crate) fn castling_alias(&self, mv: ChessMove) -> Option<ChessMove> {
        let king = self.king_square(self.side);
        if mv.source() != king || mv.promotion().is_some() {
            return None;
        }
        CastlingSide::ALL.into_iter().find_map(|castling_side| {
            let rook = self.rights.rook_file(self.side, castling_side)?;
            let rank = self.side.back_rank();
            let meant = [Square::new(rook, rank), Square::new(castling_side.king_file(), rank)];
            // A move to an adjacent square is never castling.
            let far = king.to_index().abs_diff(mv.dest().to_index()) > 1 || mv.dest() == meant[0];
            (far && meant.contains(&mv.dest()))
                .then(|| ChessMove::new(king, castling::destination(king, castling_side, rook), None))
        })
    }
}

impl Ruled<'_> {
    /// Parses a UCI move that is legal under the rules, with castling in either notation.
    ///
    /// ```
    /// use bughouse_chess::{Board, BoardId, Position, Rules};
    ///
    /// let a: Board = "4k3/P7/8/8/8/8/8/4K3[] w - - 0 1".parse()?;
    /// let b: Board = "4k3/8/8/8/8/8/8/3QK3[] w - - 0 1".parse()?;
    /// let position = Position::new(a, b, Rules::wr_2026());
    /// // The pawn becomes the queen on d1 of the other board.
    /// assert!(position.board(BoardId::A).read_uci("a7a8qd1").is_ok());
    /// assert!(position.board(BoardId::A).read_uci("a7a8q").is_err());
    /// # Ok::<(), bughouse_chess::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// Points at the part that is not a move, or returns the reason if the move is illegal.
    pub fn read_uci(self, text: impl AsRef<[u8]>) -> Result<BughouseMove, MoveError> {
        let text = text.as_ref();
        let mv = read(text)
            .map_err(|error| MoveError::new(MoveErrorKind::NotAMove(error.kind()), error.span()))?;
        let mv = self.normalize_castling(mv);
        match self.why_illegal(mv) {
            None => Ok(mv),
            Some(reason) => Err(MoveError::whole(reason.into(), text)),
        }
    }
}
