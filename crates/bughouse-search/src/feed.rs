//! What captures are worth to the partners: both players of the other board are given a piece and looked at again.

use bughouse_chess::{Board, BoardId, Color, MoveSet, Piece, Position, Rules};
use bughouse_mate::{Arrivals, Limit, Solver};

use crate::eval::evaluate;
use crate::values::{FED, KINDS, Values};

/// The most that a piece is worth to a partner, and the least.
const TOP: i32 = 1600;
const LEAST: i32 = 20;
/// Values are rounded to this, so that what is remembered can be used again.
const STEP: i32 = 20;
/// From here on what the look says counts alone.
const SURE: i32 = 700;
/// What a piece is worth with which a partner would mate if it were his turn.
const THREAT: i32 = 800;
/// What the solver may look at for each piece.
const SOLVED: u32 = 150;

/// Returns the values of a search on a board. The solver is asked who mates with one more piece, unless it is left out.
pub(crate) fn values(
    position: &Position,
    id: BoardId,
    rules: &Rules,
    mut solver: Option<&mut Solver>,
) -> Values {
    let other = *position.board(id.other());
    let usual = Values::new([FED; 2]);
    let base = worth(&other, &usual);
    let mut fed = [FED; 2];
    for color in Color::ALL {
        // Who takes a piece of the other color here gives it to the partner, who plays that color there.
        let receiver = !color;
        let mut mates = |board: &Board| {
            let solver = solver.as_deref_mut();
            solver.is_some_and(|solver| mates(solver, board, receiver, rules))
        };
        let mates_anyway = mates(&other);
        for piece in KINDS {
            let mut given = other;
            if given.try_add_to_reserve(receiver, piece).is_err() {
                continue;
            }
            let gain = worth(&given, &usual) - base;
            let gain = if receiver == Color::White { gain } else { -gain };
            // A look is short: what is usual counts too.
            let mut value = if gain > SURE { gain } else { (2 * gain + FED[piece.to_index()]) / 3 };
            if !mates_anyway && mates(&given) {
                value = value.max(if other.side_to_move() == receiver { TOP } else { THREAT });
            }
            fed[color.to_index()][piece.to_index()] = (value.clamp(LEAST, TOP) + STEP / 2) / STEP * STEP;
        }
    }
    Values::new(fed)
}

/// Returns `true` if a color mates on a board whatever arrives, if it is its turn.
fn mates(solver: &mut Solver, board: &Board, color: Color, rules: &Rules) -> bool {
    let board = if board.side_to_move() == color { Some(*board) } else { board.null_move() };
    board.is_some_and(|board| solver.solve(&board, Arrivals::Any, rules, Limit::nodes(SOLVED)).is_mate())
}

/// Returns what a board is worth to White as it stands, without what pieces would be worth to partners.
fn worth(board: &Board, usual: &Values) -> i32 {
    let score = evaluate(board, usual);
    (if board.side_to_move() == Color::White { score } else { -score }) - usual.worth_to_partners(board)
}

/// Returns by color on a board which kinds its partner can take now.
pub(crate) fn arriving(position: &Position, id: BoardId, rules: &Rules) -> [[bool; 5]; 2] {
    let mut kinds = [[false; 5]; 2];
    let board = position.board(id.other());
    // The partner plays the other color; it is the one to move there whose captures count.
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
