//! The value of captures to the partners: adds a piece to each reserve of the other board and evaluates it
//! again.

use bughouse_chess::{Board, BoardId, Color, Piece, Position, Rules};
use bughouse_mate::{Arrivals, Limit, Solver};

use crate::eval::evaluate;
use crate::values::{KINDS, TO_PARTNER, Values};

/// The highest and the lowest value of a piece to a partner.
const TOP: i32 = 1600;
const LEAST: i32 = 20;
/// Values are rounded to this step, so more table entries can be reused.
const STEP: i32 = 20;
/// Above this gain, only the evaluation counts.
const SURE: i32 = 700;
/// The value of a piece that lets a partner mate if it is their turn.
const THREAT: i32 = 800;
/// The node limit of the solver for each piece.
const SOLVED: u32 = 150;

/// Returns the values for a search on a board. If there is a solver, it looks for mates with one more piece.
pub(crate) fn values(position: &Position, id: BoardId, mut solver: Option<&mut Solver>) -> Values {
    let other = *position.board(id.other());
    let default = Values::new([TO_PARTNER; 2]);
    let base = worth(&other, &default);
    let mut to_partner = [TO_PARTNER; 2];
    for color in Color::ALL {
        // Capturing a piece here sends it to the partner, who plays its color on the other board.
        let receiver = !color;
        let mut mates = |board: &Board| {
            let solver = solver.as_deref_mut();
            solver.is_some_and(|solver| mates(solver, board, receiver, position.rules()))
        };
        let mates_anyway = mates(&other);
        for piece in KINDS {
            let mut given = other;
            if given.try_add_to_reserve(receiver, piece).is_err() {
                continue;
            }
            let gain = worth(&given, &default) - base;
            let gain = if receiver == Color::White { gain } else { -gain };
            // The evaluation is shallow, so the default value also counts.
            let mut value = if gain > SURE { gain } else { (2 * gain + TO_PARTNER[piece.to_index()]) / 3 };
            if !mates_anyway && mates(&given) {
                value = value.max(if other.side_to_move() == receiver { TOP } else { THREAT });
            }
            to_partner[color.to_index()][piece.to_index()] =
                (value.clamp(LEAST, TOP) + STEP / 2) / STEP * STEP;
        }
    }
    Values::new(to_partner)
}

/// Returns `true` if a color has a hard mate on a board if it is its turn.
fn mates(solver: &mut Solver, board: &Board, color: Color, rules: &Rules) -> bool {
    let board = if board.side_to_move() == color { Some(*board) } else { board.null_move() };
    board.is_some_and(|board| solver.solve(&board, Arrivals::Any, rules, Limit::nodes(SOLVED)).is_mate())
}

/// Returns the score of a board for White, without the value of pieces to the partners.
fn worth(board: &Board, default: &Values) -> i32 {
    let score = evaluate(board, default);
    (if board.side_to_move() == Color::White { score } else { -score }) - default.worth_to_partners(board)
}

/// Returns, by color on a board, the piece types that its partner can capture now.
pub(crate) fn arriving(position: &Position, id: BoardId) -> [[bool; 5]; 2] {
    let mut kinds = [[false; 5]; 2];
    let board = position.board(id.other());
    // The partner plays the other color. Only captures by the side to move there count.
    let receiver = (!board.side_to_move()).to_index();
    for square in board.moves().captures().destinations() {
        let piece = if board.is_promoted(square) { Some(Piece::Pawn) } else { board.piece_on(square) };
        if let Some(place) = piece.and_then(|piece| kinds[receiver].get_mut(piece.to_index())) {
            *place = true;
        }
    }
    kinds
}
