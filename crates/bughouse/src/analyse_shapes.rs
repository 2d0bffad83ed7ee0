//! What `analyse` finds, in shapes that serialise. README.md documents every field.

use bughouse_chess::{Board, BoardId, BughouseMove, FenStyle, Position, Rules, Seat};
use bughouse_engines::{Cut, Evaluation, Line, Score, TeamEvaluation};
use bughouse_mate::{Arrivals, Limit, Mates, Need, SeatNeeds, Solver, Threat};
use bughouse_review::names::Color;
use bughouse_review::standing::Standing;
use serde::Serialize;

use crate::mate::{self, Named, Reading};

/// One board.
#[derive(Serialize)]
pub(crate) struct AnalysedBoard {
    pub(crate) bfen: String,
    pub(crate) side: Color,
    pub(crate) status: &'static str,
    /// The hard reading and the soft one, of the side to move.
    pub(crate) mates: [Reading; 2],
    pub(crate) seats: Seats,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) evaluation: Option<Evaluated>,
    #[serde(skip)]
    pub(crate) standing: Standing,
}

/// Both seats of a board.
#[derive(Serialize)]
pub(crate) struct Seats {
    pub(crate) white: AnalysedSeat,
    pub(crate) black: AnalysedSeat,
}

/// What a seat has and needs.
#[derive(Serialize)]
pub(crate) struct AnalysedSeat {
    pub(crate) to_move: bool,
    /// The mate it has, or would have if it were to move.
    pub(crate) mate: Option<FoundMate>,
    pub(crate) is_lost: bool,
    pub(crate) needs: Vec<AnalysedNeed>,
}

/// A mate and its line.
#[derive(Serialize)]
pub(crate) struct FoundMate {
    pub(crate) strength: &'static str,
    pub(crate) moves: u32,
    pub(crate) line: Vec<Named>,
}

/// What one more man of a kind would do.
#[derive(Serialize)]
pub(crate) struct AnalysedNeed {
    pub(crate) piece: &'static str,
    pub(crate) mate: Option<FoundMate>,
    pub(crate) is_deadly: bool,
    pub(crate) saves: bool,
    pub(crate) captures: Vec<Named>,
}

/// What an engine says of a board.
#[derive(Serialize)]
pub(crate) struct Evaluated {
    pub(crate) score: ScoreShape,
    pub(crate) best: Option<Named>,
    pub(crate) lines: Vec<EvaluatedLine>,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
}

/// A line of an engine.
#[derive(Serialize)]
pub(crate) struct EvaluatedLine {
    pub(crate) score: ScoreShape,
    pub(crate) moves: Vec<Named>,
    pub(crate) cut: Option<&'static str>,
    pub(crate) needs: Option<&'static str>,
}

/// A score, for the side to move.
#[derive(Serialize)]
pub(crate) struct ScoreShape {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    centipawns: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wins: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    strength: Option<&'static str>,
    #[serde(skip)]
    pub(crate) score: Score,
}

impl From<Score> for ScoreShape {
    fn from(score: Score) -> ScoreShape {
        let none =
            ScoreShape { kind: "none", centipawns: None, wins: None, moves: None, strength: None, score };
        match score {
            Score::Centipawns(value) => ScoreShape { kind: "centipawns", centipawns: Some(value), ..none },
            Score::Mate { wins, moves, strength } => ScoreShape {
                kind: "mate",
                wins: Some(wins),
                moves: Some(moves),
                strength: Some(strength.name()),
                ..none
            },
            Score::ClaimedMate { wins, moves } => {
                ScoreShape { kind: "claimed-mate", wins: Some(wins), moves: Some(moves), ..none }
            }
            _ => none,
        }
    }
}

/// Both boards together, for WhiteA and BlackB.
#[derive(Serialize)]
pub(crate) struct TeamShape {
    pub(crate) team: &'static str,
    pub(crate) chance: f64,
    pub(crate) balance: f64,
}

impl From<TeamEvaluation> for TeamShape {
    fn from(team: TeamEvaluation) -> TeamShape {
        // More digits would say more than is known.
        let round = |value: f64| (value * 1e4).round() / 1e4;
        TeamShape { team: team.team.name(), chance: round(team.chance), balance: round(team.balance()) }
    }
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

/// How much is looked at for what each seat needs: some thirty boards are solved for it.
const NEEDS: Limit = Limit::nodes(2_000);

impl Looker<'_> {
    /// Looks at some boards of a position.
    pub(crate) fn look(&mut self, position: &Position, ids: &[BoardId]) -> Vec<AnalysedBoard> {
        let needs = self.solver.needs(position, self.rules, NEEDS);
        let mut boards = Vec::with_capacity(ids.len());
        for &id in ids {
            let board = position.board(id);
            let mates = self.solver.mates(board, self.rules, self.limit);
            let reading = |arrivals, verdict| Reading::new(board, self.rules, arrivals, verdict);
            let readings = [reading(Arrivals::Any, &mates.hard), reading(Arrivals::None, &mates.soft)];
            let standing = Standing::in_game(position, id, self.rules);
            let seat = |color| {
                let seat = Seat { board: id, color };
                let partner = (ids.len() > 1).then_some(position);
                self.seat(board, seat, &needs[seat], &mates, partner)
            };
            let (white, black) = (seat(bughouse_chess::Color::White), seat(bughouse_chess::Color::Black));
            boards.push(AnalysedBoard {
                bfen: board.to_bfen_as(&FenStyle::of_games()),
                side: Color(board.side_to_move()),
                status: standing.name(),
                mates: readings,
                seats: Seats { white, black },
                evaluation: None,
                standing,
            });
        }
        boards
    }

    /// Says what a seat has and needs. `both` has the board from which men come, if it is known.
    fn seat(
        &self,
        board: &Board,
        seat: Seat,
        needs: &SeatNeeds,
        mates: &Mates,
        both: Option<&Position>,
    ) -> AnalysedSeat {
        let to_move = board.side_to_move() == seat.color;
        let found = |from: Option<Board>, threat: &Threat| {
            let line = from.map(|from| mate::line(&from, self.rules, &threat.mate)).unwrap_or_default();
            FoundMate { strength: threat.strength.name(), moves: threat.mate.moves, line }
        };
        let turned = |board: &Board| if to_move { Some(*board) } else { board.null_move() };
        let own = match mates.best().filter(|_| to_move) {
            Some((strength, mate)) => {
                let line = mate::line(board, self.rules, mate);
                Some(FoundMate { strength: strength.name(), moves: mate.moves, line })
            }
            None => needs.has.as_ref().map(|threat| found(turned(board), threat)),
        };
        let need = |need: &Need| {
            let fed = {
                let mut fed = *board;
                fed.try_add_to_reserve(seat.color, need.piece).ok().and_then(|()| turned(&fed))
            };
            let captures = both.map_or(Vec::new(), |position| {
                let san = |mv: &BughouseMove| named(position, seat.partner().board, *mv, self.rules);
                need.captures.iter().map(san).collect()
            });
            AnalysedNeed {
                piece: need.piece.name(),
                mate: need.mates.as_ref().map(|threat| found(fed, threat)),
                is_deadly: need.is_deadly,
                saves: need.saves,
                captures,
            }
        };
        AnalysedSeat {
            to_move,
            mate: own,
            is_lost: needs.is_lost,
            needs: needs.kinds.iter().map(need).collect(),
        }
    }
}

/// Writes a move in both notations.
fn named(position: &Position, id: BoardId, mv: BughouseMove, rules: &Rules) -> Named {
    let san = position.san(id, mv, rules).map_or_else(|_| mv.to_string(), |san| san.to_string());
    Named { san, uci: mv.to_string() }
}

impl Evaluated {
    /// Says what an engine found on a board of a position.
    pub(crate) fn new(evaluation: &Evaluation, position: &Position, id: BoardId, rules: &Rules) -> Evaluated {
        let line = |line: &Line| {
            let mut position = *position;
            let moves = line.moves.iter().map(|&mv| {
                let named = named(&position, id, mv, rules);
                // Lines are cut where they cannot be played.
                let _ = position.play(id, mv, rules);
                named
            });
            let moves = moves.collect();
            let (cut, needs) = match line.cut {
                Some(Cut::Needs(piece)) => (Some("needs"), Some(piece.name())),
                Some(_) => (Some("illegal"), None),
                None => (None, None),
            };
            EvaluatedLine { score: line.score.into(), moves, cut, needs }
        };
        Evaluated {
            score: evaluation.score.into(),
            best: evaluation.best.map(|mv| named(position, id, mv, rules)),
            lines: evaluation.lines.iter().map(line).collect(),
            depth: evaluation.depth,
            nodes: evaluation.nodes,
            seconds: evaluation.time.as_secs_f64(),
        }
    }
}
