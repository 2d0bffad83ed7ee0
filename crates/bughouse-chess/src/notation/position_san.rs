//! SAN on both boards under any rules, with promotions that take a piece from the other board.

use crate::board::{Board, BoardStatus};
use crate::chess_move::{BughouseMove, ChessMove};
use crate::game::BoardId;
use crate::illegal::IllegalMove;
use crate::notation::san::{CheckSign, San, SanAction, SanMismatch, SanPromotion, write_action};
use crate::piece::Piece;
use crate::position::Position;
use crate::rules::Rules;

impl Position {
    /// Finds the move on a board for a SAN move.
    ///
    /// # Errors
    /// Returns why there is no such legal move under the rules, or the pieces that could make it.
    #[inline]
    pub fn resolve(&self, id: BoardId, san: &San, rules: &Rules) -> Result<BughouseMove, SanMismatch> {
        if rules.are_standard_on_a_board() {
            return san.resolve(self.board(id));
        }
        self.resolve_across_boards(id, san, rules)
    }

    #[cold]
    fn resolve_across_boards(
        &self,
        id: BoardId,
        san: &San,
        rules: &Rules,
    ) -> Result<BughouseMove, SanMismatch> {
        let board = self.board(id);
        let found = if rules.promotion.is_standard() { san.resolve(board) } else { resolve_pawn(board, san) };
        let mv = found.map_err(|mismatch| match mismatch {
            // The rules need another promotion than the standard choice.
            SanMismatch::Illegal(IllegalMove::PromotionMissing) if !rules.promotion.is_standard() => {
                SanMismatch::Illegal(IllegalMove::WrongPromotion(rules.promotion))
            }
            mismatch => mismatch,
        })?;
        match self.why_illegal(id, mv, rules) {
            None => Ok(mv),
            Some(reason) => Err(SanMismatch::Illegal(reason)),
        }
    }

    /// Returns a legal move on a board in SAN, with the least disambiguation and the right check sign.
    ///
    /// The check sign is about the opponent's king on the same board. If a promotion steals the piece that
    /// could have prevented mate on the other board, the move has no `#`: it attacks nobody, and readers of
    /// one board couldn't interpret it. Use [`Match::outcome`](crate::Match::outcome) to detect such an end,
    /// or [`Position::is_mated`] for each board.
    ///
    /// # Errors
    /// Returns the reason if the move is illegal.
    pub fn san(&self, id: BoardId, mv: BughouseMove, rules: &Rules) -> Result<San, IllegalMove> {
        let mut after = *self;
        after.play(id, mv, rules)?;
        let check_sign = match after.board(id).in_check() {
            false => None,
            true if after.status(id, rules) == BoardStatus::Checkmate => Some(CheckSign::Mate),
            true => Some(CheckSign::Check),
        };
        Ok(San { action: write_action(self.board(id), mv), check_sign })
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
