//! What a series of captures on one square comes to.

use bughouse_chess::{BitBoard, Board, BughouseMove, Color, Piece, Square, attacks};

use crate::values::{KINDS, Values};

/// Returns `true` if a move or drop, with all captures on its square that follow, gains `threshold` at least.
///
/// What is taken counts what it gives to the partner of whoever takes it.
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
    // What is gained if nobody takes back.
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
    // Whoever is to move in the end cannot go on, or does not want to, and is after.
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
            // The king takes last, and only what nobody defends.
            if (attackers & board.color_combined(!side)).is_empty() {
                side = !side;
            }
            break;
        };
        side = !side;
        balance = -balance - 1 - values.taken(!side, kind);
        if balance >= 0 {
            // Even if it is taken back, whoever moved last is ahead.
            break;
        }
        occupied = occupied - from.bitboard();
        if matches!(kind, Piece::Pawn | Piece::Bishop | Piece::Queen) {
            attackers |= attacks::bishop(to, occupied) & diagonal;
        }
        if matches!(kind, Piece::Rook | Piece::Queen) {
            attackers |= attacks::rook(to, occupied) & straight;
        }
    }
    side != us
}

/// Returns the pieces of both colors that attack a square where `occupied` squares stop them.
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
