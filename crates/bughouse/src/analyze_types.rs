//! What `analyze` finds, in shapes that serialize. README.md documents every field.

use bughouse_chess::{BoardId, FenStyle, Position, Rules, Seat};
use bughouse_engines::Evaluation;
use bughouse_mate::{Arrivals, Limit, Mates, Solver};
use bughouse_review::analysis::{NEEDS, mate_line};
use bughouse_review::names::Color;
use bughouse_review::standing::Standing;
use bughouse_review::{AnalyzedSeat, EvaluatedBoard, FoundMate};
use serde::Serialize;

use crate::mate::Reading;

/// One board.
#[derive(Serialize)]
pub(crate) struct AnalyzedBoard {
    pub(crate) bfen: String,
    pub(crate) side: Color,
    pub(crate) status: &'static str,
    /// The hard reading and the soft one, of the side to move.
    pub(crate) mates: [Reading; 2],
    pub(crate) seats: Seats,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) evaluation: Option<EvaluatedBoard>,
    #[serde(skip)]
    pub(crate) standing: Standing,
    /// What the side that is not to move would have if the other one passed, if it could.
    #[serde(skip)]
    pub(crate) threatened: Option<Mates>,
    /// What the engine said, for words.
    #[serde(skip)]
    pub(crate) said: Option<Evaluation>,
}

/// Both seats of a board.
#[derive(Serialize)]
pub(crate) struct Seats {
    pub(crate) white: AnalyzedSeat,
    pub(crate) black: AnalyzedSeat,
}

/// The engine that was asked.
#[derive(Serialize)]
pub(crate) struct EngineShape {
    pub(crate) name: String,
    pub(crate) error: Option<String>,
}

/// Looks at boards for mates and needs.
pub(crate) struct Looker<'a> {
    pub(crate) solver: &'a mut Solver,
    pub(crate) rules: &'a Rules,
    pub(crate) limit: Limit,
}

impl Looker<'_> {
    /// Looks at some boards of a position.
    pub(crate) fn look(&mut self, position: &Position, ids: &[BoardId]) -> Vec<AnalyzedBoard> {
        let needs = self.solver.needs(position, self.rules, NEEDS);
        let mut boards = Vec::with_capacity(ids.len());
        for &id in ids {
            let board = position.board(id);
            let mates = self.solver.mates(board, self.rules, self.limit);
            let reading = |arrivals, verdict| Reading::new(board, self.rules, arrivals, verdict);
            let readings = [reading(Arrivals::Any, &mates.hard), reading(Arrivals::None, &mates.soft)];
            let standing = Standing::in_game(position, id, self.rules);
            let passed = board.null_move();
            let threatened = passed.map(|passed| self.solver.mates(&passed, self.rules, self.limit));
            let seat = |color| {
                let seat = Seat { board: id, color };
                let (from, mates) = match color == board.side_to_move() {
                    true => (Some(*board), Some(&mates)),
                    false => (passed, threatened.as_ref()),
                };
                let mut found = AnalyzedSeat::new(position, seat, &needs[seat], self.rules);
                // Who mates was looked at more closely than what each piece does.
                if let (Some(from), Some((strength, mate))) = (from, mates.and_then(Mates::best)) {
                    let line = mate_line(&from, self.rules, mate);
                    found.mate = Some(FoundMate { strength: strength.name(), moves: mate.moves, line });
                }
                // A board alone has no partner from whom pieces come.
                if ids.len() == 1 {
                    found.needs.iter_mut().for_each(|need| need.captures.clear());
                }
                found
            };
            let (white, black) = (seat(bughouse_chess::Color::White), seat(bughouse_chess::Color::Black));
            boards.push(AnalyzedBoard {
                bfen: board.to_bfen_as(&FenStyle::of_games()),
                side: Color(board.side_to_move()),
                status: standing.name(),
                mates: readings,
                seats: Seats { white, black },
                evaluation: None,
                standing,
                threatened,
                said: None,
            });
        }
        boards
    }
}
