//! Writes SAN moves.

use core::fmt;

use crate::board::Board;
use crate::notation::san::resolve::origins;
use crate::notation::san::{CheckSign, San, SanAction, SanPromotion};
use crate::types::castle_rights::CastlingSide;
use crate::types::chess_move::BughouseMove;
use crate::types::piece::Piece;

/// Returns a legal move in SAN, without its check sign.
pub(crate) fn write_action(board: &Board, mv: BughouseMove) -> SanAction {
    let mv = match mv {
        BughouseMove::Drop { piece, square } => return SanAction::Drop { piece, square },
        BughouseMove::Regular(mv) => mv,
    };
    let (from, to) = (mv.source(), mv.dest());
    let piece = board.piece_on(from).unwrap_or(Piece::Pawn);
    if piece == Piece::King
        && let Some(castling_side) = board.castling_side(mv.into())
    {
        return SanAction::Castle(castling_side);
    }
    let captures_sideways = piece == Piece::Pawn && from.file() != to.file();
    let capture = captures_sideways || board.combined().contains(to);
    let others = match piece {
        Piece::Pawn | Piece::King => 0,
        _ => origins(board, piece, !from.bit(), to),
    };
    let (file, rank) = if piece == Piece::Pawn {
        (captures_sideways.then_some(from.file()), None)
    } else if others == 0 {
        (None, None)
    } else if others & from.file().bitboard().0 == 0 {
        (Some(from.file()), None)
    } else if others & from.rank().bitboard().0 == 0 {
        (None, Some(from.rank()))
    } else {
        (Some(from.file()), Some(from.rank()))
    };
    let promotion = match (mv.promotion(), mv.stolen_from()) {
        (Some(piece), Some(from)) => Some(SanPromotion::Stolen(piece, from)),
        (Some(piece), None) => Some(SanPromotion::To(piece)),
        (None, _) => board.reaches_last_rank(mv.into()).then_some(SanPromotion::Discarded),
    };
    SanAction::Move { piece, file, rank, capture, to, promotion }
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        match self.action {
            SanAction::Castle(CastlingSide::KingSide) => f.write_str("O-O")?,
            SanAction::Castle(CastlingSide::QueenSide) => f.write_str("O-O-O")?,
            SanAction::Drop { piece, square } => write!(f, "{}@{square}", piece.to_char())?,
            SanAction::Move { piece, file, rank, capture, to, promotion } => {
                if piece != Piece::Pawn {
                    f.write_char(piece.to_char())?;
                }
                if let Some(file) = file {
                    write!(f, "{file}")?;
                }
                if let Some(rank) = rank {
                    write!(f, "{rank}")?;
                }
                if capture {
                    f.write_char('x')?;
                }
                write!(f, "{to}")?;
                if let Some(promotion) = promotion {
                    promotion.fmt(f)?;
                }
            }
        }
        match self.check_sign {
            Some(CheckSign::Check) => f.write_char('+'),
            Some(CheckSign::Mate) => f.write_char('#'),
            None => Ok(()),
        }
    }
}

/// Writes the promotion with its sign: `=Q`, `=Qd1` or `=.`.
impl fmt::Display for SanPromotion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SanPromotion::To(piece) => write!(f, "={}", piece.to_char()),
            SanPromotion::Stolen(piece, from) => write!(f, "={}{from}", piece.to_char()),
            SanPromotion::Discarded => f.write_str("=."),
        }
    }
}
