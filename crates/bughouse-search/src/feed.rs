//! What captures are worth to the partners: both players of the other board are given a man and looked at again.

use bughouse_chess::{Board, BoardId, Color, MoveSet, Piece, Position, Rules};

use crate::eval::evaluate;
use crate::values::{FED, KINDS, Values};

/// The most that a man is worth to a partner, and the least.
const TOP: i32 = 1600;
const LEAST: i32 = 20;
/// Values are rounded to this, so that what is remembered can be used again.
const STEP: i32 = 20;
/// From here on what the look says counts alone.
const SURE: i32 = 700;

/// Returns the values of a search on a board.
pub(crate) fn values(position: &Position, id: BoardId) -> Values {
    let other = *position.board(id.other());
    let usual = Values::new([FED; 2]);
    let base = worth(&other, &usual);
    let mut fed = [FED; 2];
    for color in Color::ALL {
        // Who takes a man of the other colour here gives it to the partner, who plays that colour there.
        let receiver = !color;
        for piece in KINDS {
            let mut given = other;
            if given.try_add_to_reserve(receiver, piece).is_err() {
                continue;
            }
            let gain = worth(&given, &usual) - base;
            let gain = if receiver == Color::White { gain } else { -gain };
            // A look is short: what is usual counts too.
            let blend = if gain > SURE { gain } else { (2 * gain + FED[piece.to_index()]) / 3 };
            let value = blend.clamp(LEAST, TOP);
            fed[color.to_index()][piece.to_index()] = (value + STEP / 2) / STEP * STEP;
        }
    }
    Values::new(fed)
}

/// Returns what a board is worth to White as it stands, without what men would be worth to partners.
fn worth(board: &Board, usual: &Values) -> i32 {
    let score = evaluate(board, usual);
    (if board.side_to_move() == Color::White { score } else { -score }) - usual.worth_to_partners(board)
}

/// Returns by colour on a board which kinds its partner can take now.
pub(crate) fn arriving(position: &Position, id: BoardId, rules: &Rules) -> [[bool; 5]; 2] {
    let mut kinds = [[false; 5]; 2];
    let board = position.board(id.other());
    // The partner plays the other colour; it is the one to move there whose captures count.
    let receiver = (!board.side_to_move()).to_index();
    board.under(rules).moves().captures().for_each(|set| {
        let MoveSet::Moves { to, .. } = set else { return };
        for square in to {
            let piece = if board.is_promoted(square) { Some(Piece::Pawn) } else { board.piece_on(square) };
            if let Some(place) = piece.and_then(|piece| kinds[receiver].get_mut(piece.to_index())) {
                *place = true;
            }
        }
    });
    kinds
}
