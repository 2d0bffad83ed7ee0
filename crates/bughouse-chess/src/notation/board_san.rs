//! SAN on a board: writes and reads legal moves.

use core::fmt;

use crate::board::{Board, BoardStatus};
use crate::chess_move::BughouseMove;
use crate::game::BoardId;
use crate::illegal::IllegalMove;
use crate::leniency::Leniencies;
use crate::notation::error::{Span, TextError};
use crate::notation::san::{CheckSign, San, SanAction, SanErrorKind, SanMismatch, write_action};
use crate::position::Position;
use crate::ruled::Ruled;
use crate::rules::Rules;

/// Why a string is not a legal move in SAN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ReadSanErrorKind {
    /// The string is not a move in standard SAN.
    Text(SanErrorKind),
    /// There is no such move on this board.
    Board(SanMismatch),
}

impl fmt::Display for ReadSanErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadSanErrorKind::Text(kind) => kind.fmt(f),
            ReadSanErrorKind::Board(mismatch) => mismatch.fmt(f),
        }
    }
}

/// Why a string is not a legal move in SAN, and where.
pub type ReadSanError = TextError<ReadSanErrorKind>;

impl Board {
    /// Returns a legal move in SAN, with the least disambiguation and the right check sign.
    ///
    /// # Errors
    /// Returns the reason if the move is illegal.
    pub fn san(&self, mv: BughouseMove) -> Result<San, IllegalMove> {
        self.under(&Rules::standard()).san(mv)
    }

    /// Parses a legal move in standard SAN. [`San::read`] accepts more, and returns the leniencies it needed.
    ///
    /// ```
    /// use bughouse_chess::Board;
    ///
    /// let board = Board::default();
    /// let mv = board.read_san("Nf3")?;
    /// assert_eq!((mv.to_string(), board.san(mv)?.to_string()), ("g1f3".into(), "Nf3".into()));
    /// assert_eq!(
    ///     board.read_san("e4=Q").unwrap_err().render(b"e4=Q"),
    ///     "only a pawn that reaches the last rank can promote\n  e4=Q\n    ^^"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Points at the part that is not a move, or returns the reason why there is no such legal move.
    pub fn read_san(&self, text: impl AsRef<[u8]>) -> Result<BughouseMove, ReadSanError> {
        self.under(&Rules::standard()).read_san(text)
    }
}

impl Ruled<'_> {
    /// Returns a legal move in SAN, see [`Board::san`]. The rules decide which moves are legal and what is
    /// mate.
    ///
    /// # Errors
    /// Returns the reason if the move is illegal.
    pub fn san(self, mv: BughouseMove) -> Result<San, IllegalMove> {
        let (after, _) = self.after(mv)?;
        let check_sign = if !after.in_check() {
            None
        } else if after.under(&self.rules()).status() == BoardStatus::Checkmate {
            Some(CheckSign::Mate)
        } else {
            Some(CheckSign::Check)
        };
        Ok(San { action: write_action(self.board(), mv), check_sign })
    }

    /// Parses a legal move in standard SAN, see [`Board::read_san`].
    ///
    /// # Errors
    /// Points at the part that is not a move, or returns the reason why there is no such legal move.
    pub fn read_san(self, text: impl AsRef<[u8]>) -> Result<BughouseMove, ReadSanError> {
        self.read_san_bytes(text.as_ref())
    }

    fn read_san_bytes(self, text: &[u8]) -> Result<BughouseMove, ReadSanError> {
        read_with(text, |san| {
            san.resolve(self.board()).and_then(|mv| match self.why_illegal(mv) {
                None => Ok(mv),
                Some(reason) => Err(SanMismatch::Illegal(reason)),
            })
        })
    }
}

impl Position {
    /// Parses a legal move on a board in standard SAN, see [`Board::read_san`]. The rules decide which moves are
    /// legal.
    ///
    /// # Errors
    /// Points at the part that is not a move, or returns the reason why there is no such legal move.
    pub fn read_san(
        &self,
        id: BoardId,
        text: impl AsRef<[u8]>,
        rules: &Rules,
    ) -> Result<BughouseMove, ReadSanError> {
        read_with(text.as_ref(), |san| self.resolve(id, san, rules))
    }
}

/// Parses a move in standard SAN and finds it with `resolve`.
fn read_with(
    text: &[u8],
    resolve: impl FnOnce(&San) -> Result<BughouseMove, SanMismatch>,
) -> Result<BughouseMove, ReadSanError> {
    let (san, _) = San::read(text, Leniencies::NONE)
        .map_err(|error| TextError::new(ReadSanErrorKind::Text(*error.kind()), error.span()))?;
    resolve(&san).map_err(|why| TextError::new(ReadSanErrorKind::Board(why), place(text, &san, &why)))
}

/// Returns the part of a move that doesn't fit: the promotion, the place where one is missing, or everything
/// except the check sign.
fn place(text: &[u8], san: &San, why: &SanMismatch) -> Span {
    let signs = text.iter().rev().take_while(|byte| matches!(byte, b'+' | b'#')).count();
    let end = text.len() - signs;
    let has_promotion = matches!(san.action, SanAction::Move { promotion: Some(_), .. });
    let promotion = text.iter().position(|&byte| byte == b'=').filter(|_| has_promotion);
    let SanMismatch::Illegal(reason) = why else { return Span::new(0, end) };
    match (reason, promotion) {
        (IllegalMove::PromotionMissing, _) | (IllegalMove::WrongPromotion(_), None) => Span::new(end, end),
        (
            IllegalMove::PromotionNotPossible
            | IllegalMove::WrongPromotion(_)
            | IllegalMove::NothingToSteal { .. }
            | IllegalMove::StealExposesKing(_),
            Some(start),
        ) => Span::new(start, end),
        _ => Span::new(0, end),
    }
}
