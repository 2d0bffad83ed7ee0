//! SAN on both boards, under any rules: promotions that take a piece from the other board, drops that are not allowed.

use crate::board::{Board, BoardStatus};
use crate::chess_move::{BughouseMove, ChessMove};
use crate::game::BoardId;
use crate::illegal::IllegalMove;
use crate::notation::san::{San, SanAction, CheckSign, SanMismatch, SanPromotion, write_action};
use crate::piece::Piece;
use crate::position::Position;
use crate::rules::Rules;

impl Position {
    /// Finds the move on a board that SAN means.
    ///
    /// # Errors
    /// Tells why there is no such legal move under the rules, or which pieces it could be.
    #[inline]
    pub fn resolve(&self, id: BoardId, san: &San, rules: &Rules) -> Result<BughouseMove, SanMismatch> {
        if rules.are_standard_on_a_board() {
            return san.resolve(self.board(id));
        }
        self.resolve_otherwise(id, san, rules)
    }

    #[cold]
    fn resolve_otherwise(&self, id: BoardId, san: &San, rules: &Rules) -> Result<BughouseMove, SanMismatch> {
        let board = self.board(id);
        let found = if rules.promotion.is_standard() { san.resolve(board) } else { resolve_pawn(board, san) };
        let mv = found.map_err(|mismatch| match mismatch {
            // What is missing is not the usual choice.
            SanMismatch::Illegal(IllegalMove::PromotionMissing) if !rules.promotion.is_standard() => {
                SanMismatch::Illegal(IllegalMove::PromotionWay(rules.promotion))
            }
            mismatch => mismatch,
        })?;
        match self.why_illegal(id, mv, rules) {
            None => Ok(mv),
            Some(reason) => Err(SanMismatch::Illegal(reason)),
        }
    }

    /// Returns how a legal move on a board is written, with the least disambiguation and the right mark.
    ///
    /// The mark is about the king that the move plays against, on its own board. A theft that leaves the other board mated,
    /// since it takes away the piece that could have helped, has no `#`: it attacks nobody, and whoever reads one board could
    /// make nothing of it. [`Match::outcome`](crate::Match::outcome) tells of such an end, and [`Position::is_mated`] of each board.
    ///
    /// # Errors
    /// An illegal move is rejected with the reason.
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

/// Finds a move where a promotion does something on the other board: by the pawn that would promote in the usual way.
fn resolve_pawn(board: &Board, san: &San) -> Result<BughouseMove, SanMismatch> {
    let SanAction::Move { promotion: Some(said), .. } = san.action else { return san.resolve(board) };
    let mut standard = *san;
    if let SanAction::Move { promotion, .. } = &mut standard.action {
        *promotion = Some(SanPromotion::To(Piece::Queen));
    }
    Ok(match (standard.resolve(board)?, said) {
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
