//! Finds the move on a board for a SAN move.

use crate::attacks::{sliders, steps};
use crate::board::Board;
use crate::board::castling;
use crate::board::placement::Placement;
use crate::movegen::generate::{PAWN_DROPS, last_rank};
use crate::movegen::illegal::IllegalMove;
use crate::movegen::legality::Sight;
use crate::notation::san::{SanAction, SanMismatch, SanPromotion};
use crate::types::bitboard::BitBoard;
use crate::types::castle_rights::CastlingSide;
use crate::types::chess_move::{BughouseMove, ChessMove};
use crate::types::color::Color;
use crate::types::piece::Piece;
use crate::types::rules::Promotion;
use crate::types::square::Square;

/// The ranks where pawns promote. Pawns never move backward, so one set works for both colors.
const LAST_RANKS: u64 = last_rank::<true>() | last_rank::<false>();

#[inline]
pub(super) fn resolve(action: SanAction, board: &Board) -> Result<BughouseMove, SanMismatch> {
    match action {
        SanAction::Drop { piece, square } => {
            let mv = BughouseMove::Drop { piece, square };
            // Without a check, there is little to test.
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
        SanAction::Castle(castling_side) => {
            let king = board.king_square(board.side);
            let corner = castling_side.corner_file();
            let rook = board.rights.rook_file(board.side, castling_side).unwrap_or(corner);
            let mv = ChessMove::new(king, castling::destination(king, castling_side, rook), None);
            if !board.rights.has(board.side, castling_side) {
                return Err(SanMismatch::Illegal(IllegalMove::NoCastlingRight(castling_side)));
            }
            match board.why_illegal(mv.into()) {
                None => Ok(mv.into()),
                Some(reason) => Err(SanMismatch::Illegal(reason)),
            }
        }
        SanAction::Move { piece, file, rank, capture, to, promotion } => {
            let named = file.map_or(!0, |file| file.bitboard().0) & rank.map_or(!0, |rank| rank.bitboard().0);
            let mut from = origins(board, piece, named, to);
            if piece == Piece::Pawn {
                // A pawn leaves its file exactly when it captures. If both squares are named, `x` can be
                // missing.
                let straight = to.file().bitboard().0;
                if capture {
                    from &= !straight;
                } else if rank.is_none() {
                    from &= straight;
                }
            }
            let promotes = piece == Piece::Pawn && LAST_RANKS & to.bit() != 0;
            match (BitBoard(from).single(), promotion) {
                (Some(from), None) if !promotes => Ok(BughouseMove::Regular(ChessMove::new(from, to, None))),
                (Some(from), _) => promote(from, to, promotion, promotes),
                (None, _) if from == 0 => none_fits(board, action, named),
                (None, _) => Err(SanMismatch::Ambiguous { piece, to, from: BitBoard(from) }),
            }
        }
    }
}

/// Returns the move of a piece that promotes, or that is written as a promotion.
#[cold]
fn promote(
    from: Square,
    to: Square,
    promotion: Option<SanPromotion>,
    promotes: bool,
) -> Result<BughouseMove, SanMismatch> {
    let reason = match promotion {
        None => IllegalMove::PromotionMissing,
        Some(_) if !promotes => IllegalMove::PromotionNotPossible,
        Some(SanPromotion::To(piece)) if !Piece::PROMOTIONS.contains(&piece) => {
            IllegalMove::PromotionTo(piece)
        }
        // With a single board, there is nothing to take a piece from or to send the pawn to.
        Some(SanPromotion::Stolen(..) | SanPromotion::Discarded) => {
            IllegalMove::WrongPromotion(Promotion::Upgrade)
        }
        Some(SanPromotion::To(piece)) => {
            return Ok(BughouseMove::Regular(ChessMove::new(from, to, Some(piece))));
        }
    };
    Err(SanMismatch::Illegal(reason))
}

/// Returns the move of a piece without a letter, or the reason why no piece fits.
#[cold]
fn none_fits(board: &Board, action: SanAction, named: u64) -> Result<BughouseMove, SanMismatch> {
    let SanAction::Move { piece, file, rank, capture, to, promotion } = action else {
        return resolve(action, board);
    };
    if let (Piece::Pawn, Some(file), Some(rank), false, None) = (piece, file, rank, capture, promotion)
        && let Some(mv) = by_squares(board, Square::new(file, rank), to)
    {
        return Ok(mv);
    }
    let promotion = match promotion {
        Some(SanPromotion::To(piece) | SanPromotion::Stolen(piece, _)) => Some(piece),
        Some(SanPromotion::Discarded) | None => None,
    };
    Err(why_none(board, piece, to, BitBoard(named), promotion))
}

/// Returns the squares, out of some, from which a piece of one type can legally move to a square, except by
/// castling.
#[inline]
pub(super) fn origins(board: &Board, piece: Piece, among: u64, to: Square) -> u64 {
    let (placement, us, target) = (&board.placement, board.side, to.bit());
    let (own, occupied) = (placement.of(us), placement.occupied());
    let reaching = match piece {
        Piece::Pawn => {
            if board.legal_en_passant() == Some(to) {
                return among & placement.en_passant_capturers(us, to);
            }
            pawn_origins(placement, us, to)
        }
        Piece::Knight => steps::knight(to) & placement.knights,
        Piece::Bishop => sliders::bishop(to, occupied) & placement.kind(Piece::Bishop),
        Piece::Rook => sliders::rook(to, occupied) & placement.kind(Piece::Rook),
        Piece::Queen => {
            (sliders::bishop(to, occupied) | sliders::rook(to, occupied)) & placement.kind(Piece::Queen)
        }
        Piece::King => {
            let king = steps::king(to) & placement.kings & own & among;
            let is_safe = || placement.attackers_to(to, occupied ^ king) & placement.of(!us) == 0;
            return if king != 0 && own & target == 0 && is_safe() { king } else { 0 };
        }
    };
    let from = if own & target == 0 { reaching & own & among } else { 0 };
    let sight = board.sight();
    if sight.checkers | sight.seen & from == 0 { from } else { without_exposing(board, sight, from, target) }
}

/// Returns the squares, out of some, from which a piece other than the king can move to a square without
/// leaving the king in check.
///
/// Not inlined: most moves don't need it, and their data stays in registers.
#[inline(never)]
fn without_exposing(board: &Board, sight: Sight, from: u64, to: u64) -> u64 {
    let occupied = board.placement.occupied();
    let is_safe = |origin: &Square| board.is_king_safe(sight, occupied & !origin.bit() | to, to);
    BitBoard(from).into_iter().filter(is_safe).fold(0, |safe, origin| safe | origin.bit())
}

/// Returns the squares of a color's pawns that can move to a square or capture on it, except en passant. May
/// include other pieces.
#[inline]
fn pawn_origins(placement: &Placement, us: Color, to: Square) -> u64 {
    let (target, occupied) = (to.bit(), placement.occupied());
    if target & occupied != 0 {
        return steps::pawn(to, !us) & placement.pawns;
    }
    let back = |set: u64| set.rotate_right(8 + 48 * us as u32);
    let passed = Color::White.passed_rank().bitboard().0 << (24 * us as u32);
    let one = back(target);
    (one | back(one & passed & !occupied)) & placement.pawns
}

/// Finds a move given only by its squares: `g8f6`.
#[cold]
fn by_squares(board: &Board, from: Square, to: Square) -> Option<BughouseMove> {
    let mv = ChessMove::new(from, to, None);
    (board.piece_on(from) != Some(Piece::Pawn) && board.is_legal(mv.into())).then_some(mv.into())
}

/// Returns why no piece fits. If only one piece can be meant, returns its reason.
#[cold]
fn why_none(
    board: &Board,
    piece: Piece,
    to: Square,
    named: BitBoard,
    promotion: Option<Piece>,
) -> SanMismatch {
    let king_move = ChessMove::new(board.king_square(board.side), to, None);
    if piece == Piece::King && board.is_legal(king_move.into()) {
        let castling_side =
            if to > king_move.source() { CastlingSide::KingSide } else { CastlingSide::QueenSide };
        return SanMismatch::WrittenAsCastling(castling_side);
    }
    let mut reasons = (board.colored_pieces(board.side, piece) & named)
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
