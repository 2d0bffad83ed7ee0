//! Moves as numbers of a fixed range, for machine learning.
//!
//! 78 planes of 64 squares, from the point of view of the player who moves: 56 for queen moves (8 directions, 7 distances),
//! 8 for knight moves and 9 for promotions to knight, bishop and rook (3 directions each), all on the origin square; 5 for
//! drops, on the square of the drop. A promotion to a queen is a queen move.

use bughouse_chess::{Board, BughouseMove, ChessMove, Color, Piece, Square};

/// The number of different numbers.
pub(crate) const SIZE: usize = 78 * 64;

/// Directions of a queen: file and rank.
const QUEEN: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const UNDER: [Piece; 3] = [Piece::Knight, Piece::Bishop, Piece::Rook];
const DROPS: [Piece; 5] = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
const FIRST_KNIGHT: usize = 56;
const FIRST_UNDER: usize = 64;
const FIRST_DROP: usize = 73;

/// Returns a square as a color sees it.
const fn seen(square: usize, color: Color) -> usize {
    if matches!(color, Color::Black) { square ^ 56 } else { square }
}

/// Returns the number of a move. Promotions that take a piece from the other board have none.
pub(crate) fn index(mv: BughouseMove, color: Color) -> Option<usize> {
    let mv = match mv {
        BughouseMove::Drop { piece, square } => {
            let kind = DROPS.iter().position(|&other| other == piece)?;
            return Some((FIRST_DROP + kind) * 64 + seen(square.to_index(), color));
        }
        BughouseMove::Regular(mv) => mv,
    };
    if mv.stolen_from().is_some() {
        return None;
    }
    let (from, to) = (seen(mv.source().to_index(), color), seen(mv.dest().to_index(), color));
    let step = ((to % 8) as i32 - (from % 8) as i32, (to / 8) as i32 - (from / 8) as i32);
    if let Some(kind) = mv.promotion().and_then(|piece| UNDER.iter().position(|&other| other == piece)) {
        let side = usize::try_from(step.0 + 1).ok().filter(|&side| side < 3)?;
        return Some((FIRST_UNDER + kind * 3 + side) * 64 + from);
    }
    if let Some(jump) = KNIGHT.iter().position(|&other| other == step) {
        return Some((FIRST_KNIGHT + jump) * 64 + from);
    }
    let distance = step.0.abs().max(step.1.abs());
    let is_straight = step.0 == 0 || step.1 == 0 || step.0.abs() == step.1.abs();
    if distance == 0 || !is_straight {
        return None;
    }
    let way = (step.0.signum(), step.1.signum());
    let direction = QUEEN.iter().position(|&other| other == way)?;
    Some((direction * 7 + distance as usize - 1) * 64 + from)
}

/// Returns the move with a number on a board. Returns `None` if no move has it. The move may be illegal.
pub(crate) fn at(index: usize, board: &Board) -> Option<BughouseMove> {
    let (plane, place) = (index / 64, index % 64);
    let color = board.side_to_move();
    let square = |place: usize| Square::ALL[seen(place, color) % 64];
    if plane >= FIRST_DROP {
        let &piece = DROPS.get(plane - FIRST_DROP)?;
        return Some(BughouseMove::Drop { piece, square: square(place) });
    }
    let (step, promotion) = if plane >= FIRST_UNDER {
        let kind = plane - FIRST_UNDER;
        (((kind % 3) as i32 - 1, 1), Some(UNDER[kind / 3]))
    } else if plane >= FIRST_KNIGHT {
        (KNIGHT[plane - FIRST_KNIGHT], None)
    } else {
        let (way, distance) = (QUEEN[plane / 7], (plane % 7) as i32 + 1);
        ((way.0 * distance, way.1 * distance), None)
    };
    let (file, rank) = ((place % 8) as i32 + step.0, (place / 8) as i32 + step.1);
    if !(0..8).contains(&file) || !(0..8).contains(&rank) {
        return None;
    }
    let from = square(place);
    // A pawn that reaches the last rank with a queen move is promoted to a queen.
    let promotion = match promotion {
        None if rank == 7 && board.piece_on(from) == Some(Piece::Pawn) => Some(Piece::Queen),
        other => other,
    };
    Some(ChessMove::new(from, square((rank * 8 + file) as usize), promotion).into())
}
