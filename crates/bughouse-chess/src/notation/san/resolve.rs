//! Finding the move on a board that SAN means.

use crate::attacks::{sliders, steps};
use crate::bitboard::BitBoard;
use crate::board::Board;
use crate::castle_rights::Wing;
use crate::chess_move::{BughouseMove, ChessMove};
use crate::illegal::IllegalMove;
use crate::movegen::PAWN_DROPS;
use crate::movegen::castling;
use crate::movegen::destinations::en_passant_moves;
use crate::movegen::masks::Masks;
use crate::movegen::pawns::{PawnTargets, last_rank};
use crate::notation::san::{SanAction, SanMismatch, SanPromotion};
use crate::piece::Piece;
use crate::rules::Promotion;
use crate::square::Square;

#[inline]
pub(super) fn resolve<const WHITE: bool>(
    action: SanAction,
    board: &Board,
) -> Result<BughouseMove, SanMismatch> {
    match action {
        SanAction::Drop { piece, square } => {
            let mv = BughouseMove::Drop { piece, square };
            // Without a check there is little to look at.
            if board.reserve(board.side).contains(piece)
                && !board.combined().contains(square)
                && (piece != Piece::Pawn || PAWN_DROPS & square.bit() != 0)
                && !board.in_check()
            {
                return Ok(mv);
            }
            match board.why_illegal(mv) {
                None => Ok(mv),
                Some(reason) => Err(SanMismatch::Illegal(reason)),
            }
        }
        SanAction::Castle(wing) => {
            let king = board.king_square(board.side);
            let corner = wing.corner_file();
            let rook = board.rights.rook_file(board.side, wing).unwrap_or(corner);
            let mv = ChessMove::new(king, castling::destination(king, wing, rook), None);
            if !board.rights.has(board.side, wing) {
                return Err(SanMismatch::Illegal(IllegalMove::NoCastlingRight(wing)));
            }
            match board.why_illegal(mv.into()) {
                None => Ok(mv.into()),
                Some(reason) => Err(SanMismatch::Illegal(reason)),
            }
        }
        SanAction::Move { piece, file, rank, capture, to, promotion } => {
            let masks = Masks::new::<WHITE>(&board.men);
            let named = file.map_or(!0, |file| file.bitboard().0) & rank.map_or(!0, |rank| rank.bitboard().0);
            let mut from = origins::<WHITE>(board, &masks, piece, to) & named;
            if piece == Piece::Pawn {
                // A pawn goes aside if and only if it captures. A pawn that names both squares need not
                // say so.
                let straight = to.file().bitboard().0;
                if capture {
                    from &= !straight;
                } else if rank.is_none() {
                    from &= straight;
                }
            }
            let promotes = piece == Piece::Pawn && last_rank::<WHITE>() & to.bit() != 0;
            match BitBoard(from).single() {
                Some(from) => match promotion {
                    None if promotes => Err(SanMismatch::Illegal(IllegalMove::PromotionMissing)),
                    Some(_) if !promotes => Err(SanMismatch::Illegal(IllegalMove::PromotionNotPossible)),
                    Some(SanPromotion::To(piece)) if !Piece::PROMOTIONS.contains(&piece) => {
                        Err(SanMismatch::Illegal(IllegalMove::PromotionTo(piece)))
                    }
                    // A board alone has nothing to take from or to give to.
                    Some(SanPromotion::Stolen(..) | SanPromotion::Discarded) => {
                        Err(SanMismatch::Illegal(IllegalMove::PromotionWay(Promotion::Upgrade)))
                    }
                    Some(SanPromotion::To(piece)) => {
                        Ok(BughouseMove::Regular(ChessMove::new(from, to, Some(piece))))
                    }
                    None => Ok(BughouseMove::Regular(ChessMove::new(from, to, None))),
                },
                None if from == 0 => {
                    if let (Piece::Pawn, Some(file), Some(rank), false, None) =
                        (piece, file, rank, capture, promotion)
                        && let Some(mv) = by_squares(board, Square::make_square(rank, file), to)
                    {
                        return Ok(mv);
                    }
                    let promotion = match promotion {
                        Some(SanPromotion::To(piece) | SanPromotion::Stolen(piece, _)) => Some(piece),
                        Some(SanPromotion::Discarded) | None => None,
                    };
                    Err(why_none(board, piece, to, BitBoard(named), promotion))
                }
                None => Err(SanMismatch::Ambiguous { piece, to, from: BitBoard(from) }),
            }
        }
    }
}

/// Returns the squares from which a man of one kind can legally go to a square. Castling is not among them.
#[inline]
pub(super) fn origins<const WHITE: bool>(board: &Board, masks: &Masks, piece: Piece, to: Square) -> u64 {
    let men = &board.men;
    let target = to.bit();
    if piece == Piece::King {
        let steps = if target & masks.own == 0 { steps::king(to) & masks.king.bit() } else { 0 };
        let safe = || men.attackers_to(to, masks.occupied ^ masks.king.bit()) & masks.enemy == 0;
        return if steps != 0 && safe() { steps } else { 0 };
    }
    if piece == Piece::Pawn {
        let pawns = PawnTargets::new::<WHITE>(&board.men, masks);
        let at = to.to_index();
        let back = |set: u64, white: u32, black: u32| {
            if set & target == 0 {
                0
            } else if WHITE {
                1u64 << at >> white
            } else {
                1u64 << at << black
            }
        };
        let (en_passant, capturers) = en_passant_moves::<WHITE>(board);
        return back(pawns.single, 8, 8)
            | back(pawns.double, 16, 16)
            | back(pawns.west, 7, 9)
            | back(pawns.east, 9, 7)
            | if en_passant & target != 0 { capturers } else { 0 };
    }
    if target & masks.own != 0 || target & masks.check_mask == 0 {
        return 0;
    }
    let (diagonal_pins, orthogonal_pins) = (masks.pin_diagonal, masks.pin_orthogonal);
    let on_diagonal = || {
        let stays = if target & diagonal_pins != 0 { !0 } else { !diagonal_pins };
        sliders::bishop(to, masks.occupied) & masks.own & stays & !orthogonal_pins
    };
    let on_line = || {
        let stays = if target & orthogonal_pins != 0 { !0 } else { !orthogonal_pins };
        sliders::rook(to, masks.occupied) & masks.own & stays & !diagonal_pins
    };
    match piece {
        Piece::Knight => steps::knight(to) & men.knights & masks.own & !diagonal_pins & !orthogonal_pins,
        Piece::Bishop => on_diagonal() & men.kind(Piece::Bishop),
        Piece::Rook => on_line() & men.kind(Piece::Rook),
        _ => (on_diagonal() | on_line()) & men.kind(Piece::Queen),
    }
}

/// Finds the move of a piece whose letter is not told, only where it goes from and to: `g8f6`.
#[cold]
fn by_squares(board: &Board, from: Square, to: Square) -> Option<BughouseMove> {
    let mv = ChessMove::new(from, to, None);
    (board.piece_on(from) != Some(Piece::Pawn) && board.legal(mv)).then_some(mv.into())
}

/// Explains why no man fits: if just one could be meant, its own reason.
#[cold]
fn why_none(
    board: &Board,
    piece: Piece,
    to: Square,
    named: BitBoard,
    promotion: Option<Piece>,
) -> SanMismatch {
    let king_move = ChessMove::new(board.king_square(board.side), to, None);
    if piece == Piece::King && board.legal(king_move) {
        let wing = if to > king_move.source() { Wing::KingSide } else { Wing::QueenSide };
        return SanMismatch::WrittenAsCastling(wing);
    }
    let mut reasons = (board.men(board.side, piece) & named)
        .into_iter()
        .filter_map(|from| board.why_illegal(ChessMove::new(from, to, promotion).into()))
        .filter(|reason| {
            !matches!(reason, IllegalMove::CannotReach { .. } | IllegalMove::NoCastlingRight(_))
        });
    match (reasons.next(), reasons.next()) {
        (Some(reason), None) => SanMismatch::Illegal(reason),
        _ => SanMismatch::NoSuchMove { piece, from: named, to },
    }
}
