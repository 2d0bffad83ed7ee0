//! SAN on a board: writes and reads legal moves, under any rules.

use crate::board::{Board, BoardStatus};
use crate::movegen::illegal::IllegalMove;
use crate::movegen::ruled::Ruled;
use crate::notation::san::{
    CheckSign, MoveError, MoveErrorKind, San, SanAction, SanMismatch, SanPromotion, write_action,
};
use crate::types::chess_move::{BughouseMove, ChessMove};
use crate::types::leniency::Leniencies;
use crate::types::piece::Piece;
use crate::types::rules::Rules;
use crate::types::text_error::Span;

impl Board {
    /// Returns a legal move in SAN, with the least disambiguation and the right check sign.
    ///
    /// # Errors
    /// Returns the reason if the move is illegal.
    pub fn san(&self, mv: BughouseMove) -> Result<San, IllegalMove> {
        self.with_rules(&Rules::standard()).san(mv)
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
    pub fn read_san(&self, text: impl AsRef<[u8]>) -> Result<BughouseMove, MoveError> {
        self.with_rules(&Rules::standard()).read_san(text)
    }
}

impl Ruled<'_> {
    /// Returns a legal move in SAN, see [`Board::san`]. The rules decide which moves are legal and what is
    /// mate.
    ///
    /// The check sign is about the opponent's king on the same board. If a promotion steals the piece that
    /// could have prevented mate on the other board, the move has no `#`: it attacks nobody, and readers of
    /// one board couldn't interpret it.
    ///
    /// # Errors
    /// Returns the reason if the move is illegal.
    pub fn san(self, mv: BughouseMove) -> Result<San, IllegalMove> {
        let (after, other, _) = self.after_both(mv)?;
        let after_with_rules = match &other {
            Some(other) => Ruled::of_position(&after, other, &self.rules()),
            None => after.with_rules(&self.rules()),
        };
        let check_sign = if !after.in_check() {
            None
        } else if after_with_rules.status() == BoardStatus::Checkmate {
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
    pub fn read_san(self, text: impl AsRef<[u8]>) -> Result<BughouseMove, MoveError> {
        read_with(text.as_ref(), |san| self.resolve(san))
    }

    /// Finds the move for a SAN move, see [`San::resolve`].
    ///
    /// # Errors
    /// Returns why there is no such legal move under the rules, or the pieces that could make it.
    #[inline]
    pub fn resolve(self, san: &San) -> Result<BughouseMove, SanMismatch> {
        if self.rules().are_standard_on_a_board() {
            return san.resolve(self.board());
        }
        self.resolve_by_rules(san)
    }

    #[cold]
    fn resolve_by_rules(self, san: &San) -> Result<BughouseMove, SanMismatch> {
        let board = self.board();
        let found = match self.promotes_with() {
            None => san.resolve(board),
            Some(_) => resolve_pawn(board, san).map_err(|mismatch| match mismatch {
                // The rules need another promotion than the standard choice.
                SanMismatch::Illegal(IllegalMove::PromotionMissing) => {
                    SanMismatch::Illegal(IllegalMove::WrongPromotion(self.rules().promotion))
                }
                mismatch => mismatch,
            }),
        };
        let mv = found?;
        match self.why_illegal(mv) {
            None => Ok(mv),
            Some(reason) => Err(SanMismatch::Illegal(reason)),
        }
    }
}

/// Finds a move if a promotion affects the other board: by the pawn that would make the standard promotion.
fn resolve_pawn(board: &Board, san: &San) -> Result<BughouseMove, SanMismatch> {
    let SanAction::Move { promotion: Some(written), .. } = san.action else { return san.resolve(board) };
    let mut standard = *san;
    if let SanAction::Move { promotion, .. } = &mut standard.action {
        *promotion = Some(SanPromotion::To(Piece::Queen));
    }
    Ok(match (standard.resolve(board)?, written) {
        (BughouseMove::Regular(mv), SanPromotion::Stolen(piece, from)) => {
            ChessMove::stealing(mv.source(), mv.dest(), piece, from).into()
        }
        (BughouseMove::Regular(mv), SanPromotion::Discarded) => {
            ChessMove::new(mv.source(), mv.dest(), None).into()
        }
        (BughouseMove::Regular(mv), SanPromotion::To(piece)) => {
            ChessMove::new(mv.source(), mv.dest(), Some(piece)).into()
        }
        (drop, _) => drop,
    })
}

/// Parses a move in standard SAN and finds it with `resolve`.
fn read_with(
    text: &[u8],
    resolve: impl FnOnce(&San) -> Result<BughouseMove, SanMismatch>,
) -> Result<BughouseMove, MoveError> {
    let (san, _) = San::read(text, Leniencies::NONE)?;
    resolve(&san).map_err(|why| MoveError::new(MoveErrorKind::Mismatch(why), place(text, &san, &why)))
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
