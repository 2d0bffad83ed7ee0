//! The results of `analyze` as JSON objects.

use bughouse_chess::{BoardId, FenStyle, Position, Seat};
use bughouse_engines::Evaluation;
use bughouse_mate::{Arrivals, Limit, Mates, Solver};
use bughouse_review::analysis::{NEEDS, mate_line};
use bughouse_review::names::Color;
use bughouse_review::side_status::SideStatus;
use bughouse_review::{AnalyzedSeat, EvaluatedBoard, FoundMate};
use serde::Serialize;

use crate::mate::Reading;

/// One board.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct AnalyzedBoard {
    /// The board as BFEN.
    pub(crate) bfen: String,
    /// The side to move.
    pub(crate) side: Color,
    /// `ongoing`, `check`, `frozen`, `checkmate` or `stalemate`.
    pub(crate) status: &'static str,
    /// The hard mate and the soft mate of the side to move.
    pub(crate) mates: [Reading; 2],
    /// Both players of the board.
    pub(crate) seats: Seats,
    /// What the engine says about the side to move, if it answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) evaluation: Option<EvaluatedBoard>,
    #[serde(skip)]
    pub(crate) side_status: SideStatus,
    /// The mates of the side that isn't to move, if the other side could pass.
    #[serde(skip)]
    pub(crate) threatened: Option<Mates>,
    /// The answer of the engine, for text output.
    #[serde(skip)]
    pub(crate) answer: Option<Evaluation>,
}

/// Both seats of a board.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "BoardSeats"))]
pub(crate) struct Seats {
    /// White.
    pub(crate) white: AnalyzedSeat,
    /// Black.
    pub(crate) black: AnalyzedSeat,
}

/// The engine.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "UsedEngine"))]
pub(crate) struct UsedEngine {
    /// Its name.
    pub(crate) name: String,
    /// What went wrong last.
    pub(crate) error: Option<String>,
}

/// Finds mates and needed pieces.
pub(crate) struct Analyzer<'a> {
    pub(crate) solver: &'a mut Solver,
    pub(crate) limit: Limit,
}

impl Analyzer<'_> {
    /// Analyzes some boards of a position.
    pub(crate) fn analyze_boards(&mut self, position: &Position, ids: &[BoardId]) -> Vec<AnalyzedBoard> {
        let rules = position.rules();
        let needs = self.solver.needs(position, NEEDS);
        let mut boards = Vec::with_capacity(ids.len());
        for &id in ids {
            let board = position.board(id);
            let mates = self.solver.mates(&board, rules, self.limit);
            let reading = |arrivals, verdict| Reading::new(&board, rules, arrivals, verdict);
            let readings = [reading(Arrivals::Any, &mates.hard), reading(Arrivals::None, &mates.soft)];
            let side_status = SideStatus::in_game(position, id);
            let passed = board.null_move();
            let threatened = passed.map(|passed| self.solver.mates(&passed, rules, self.limit));
            let seat = |color| {
                let seat = Seat { board: id, color };
                let (from, mates) = match color == board.side_to_move() {
                    true => (Some(*board.board()), Some(&mates)),
                    false => (passed, threatened.as_ref()),
                };
                let mut found = AnalyzedSeat::new(position, seat, &needs[seat]);
                // Mates were searched with more nodes than the needs of each piece.
                if let (Some(from), Some((strength, mate))) = (from, mates.and_then(Mates::best)) {
                    let line = mate_line(&from, rules, mate);
                    found.mate = Some(FoundMate { strength: strength.name(), moves: mate.moves, line });
                }
                // A single board has no partner who sends pieces.
                if ids.len() == 1 {
                    found.needs.iter_mut().for_each(|need| need.captures.clear());
                }
                found
            };
            let (white, black) = (seat(bughouse_chess::Color::White), seat(bughouse_chess::Color::Black));
            boards.push(AnalyzedBoard {
                bfen: board.text(&FenStyle::of_games()).to_string(),
                side: Color(board.side_to_move()),
                status: side_status.name(),
                mates: readings,
                seats: Seats { white, black },
                evaluation: None,
                side_status,
                threatened,
                answer: None,
            });
        }
        boards
    }
}
