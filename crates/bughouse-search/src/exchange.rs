//! Static exchange evaluation: the result of a series of captures on one square.

use bughouse_chess::{BitBoard, Board, BughouseMove, Color, Piece, Square, attacks};

use crate::values::{KINDS, Values};

/// Returns `true` if a move or drop, with all captures on its square that follow, gains at least `threshold`.
///
/// The value of a captured piece includes its value to the capturer's partner.
pub(crate) fn gains(board: &Board, values: &Values, mv: BughouseMove, threshold: i32) -> bool {
    let us = board.side_to_move();
    let to = mv.dest();
    let mut occupied = board.combined();
    let (piece, first) = match mv {
        BughouseMove::Drop { piece, .. } => {
            occupied |= to.bitboard();
            (piece, 0)
        }
        BughouseMove::Regular(plain) => {
            let Some(piece) = board.piece_on(plain.source()) else { return false };
            occupied = (occupied - plain.source().bitboard()) | to.bitboard();
            let victim = match board.piece_on(to) {
                Some(_) if board.color_on(to) == Some(us) => return threshold <= 0,
                None if piece == Piece::Pawn && plain.source().file() != to.file() => Some(Piece::Pawn),
                victim => victim,
            };
            let mut first = victim.map_or(0, |victim| values.taken(!us, victim));
            let piece = match plain.promotion() {
                Some(promoted) => {
                    first += values.taken(us, promoted) - values.taken(us, Piece::Pawn);
                    promoted
                }
                None => piece,
            };
            (piece, first)
        }
    };
    // The gain if the opponent doesn't recapture.
    let mut balance = first - threshold;
    if balance < 0 {
        return false;
    }
    if piece == Piece::King {
        return true;
    }
    balance -= values.taken(us, piece);
    if balance >= 0 {
        return true;
    }
    let (diagonal, straight) = (
        board.pieces(Piece::Bishop) | board.pieces(Piece::Queen),
        board.pieces(Piece::Rook) | board.pieces(Piece::Queen),
    );
    let mut attackers = attackers_to(board, to, occupied);
    let mut side = !us;
    // The side to move at the end can't or doesn't want to continue, and is behind in the exchange.
    loop {
        attackers &= occupied;
        let own = attackers & board.color_combined(side);
        if own.is_empty() {
            break;
        }
        let least = KINDS.into_iter().find_map(|kind| {
            let of_kind = own & board.pieces(kind);
            of_kind.first().map(|from| (kind, from))
        });
        let Some((kind, from)) = least else {
            // The king captures last, and only undefended pieces.
            if (attackers & board.color_combined(!side)).is_empty() {
                side = !side;
            }
            break;
        };
        side = !side;
        balance = -balance - 1 - values.taken(!side, kind);
        if balance >= 0 {
            // Even after a recapture, the side that moved last is ahead.
            break;
        }
        occupied -= from.bitboard();
        if matches!(kind, Piece::Pawn | Piece::Bishop | Piece::Queen) {
            attackers |= attacks::bishop(to, occupied) & diagonal;
        }
        if matches!(kind, Piece::Rook | Piece::Queen) {
            attackers |= attacks::rook(to, occupied) & straight;
        }
    }
    side != us
}

/// Returns the pieces of both colors that attack a square, blocked by `occupied` squares.
fn attackers_to(board: &Board, to: Square, occupied: BitBoard) -> BitBoard {
    let pawns = board.pieces(Piece::Pawn);
    let queens = board.pieces(Piece::Queen);
    attacks::knight(to) & board.pieces(Piece::Knight)
        | attacks::king(to) & board.pieces(Piece::King)
        | attacks::bishop(to, occupied) & (board.pieces(Piece::Bishop) | queens)
        | attacks::rook(to, occupied) & (board.pieces(Piece::Rook) | queens)
        | attacks::pawn(to, Color::White) & pawns & board.color_combined(Color::Black)
        | attacks::pawn(to, Color::Black) & pawns & board.color_combined(Color::White)
}
