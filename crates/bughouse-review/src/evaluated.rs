//! What an engine says of both boards, in shapes that serialize.

use std::sync::atomic::AtomicBool;

use bughouse_chess::{BoardId, Position, Rules};
use bughouse_engines::{BuiltIn, Cut, Engine, Evaluation, Limits, Line, Query, Score, TeamEvaluation};
use serde::Serialize;

use crate::analysis::NamedMove;
use crate::names::{PieceLetter, Seat};
use crate::params::Params;
use crate::queries::{read_both, read_rules};
use crate::rejection::Rejection;

/// How many boards the built-in search looks at for a page, on each of the two. It takes some hundredths of a second.
const NODES: u64 = 12_000;

/// How many lines are given.
const LINES: u16 = 2;

/// What an engine says of both boards.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Evaluated {
    /// What the engine calls itself.
    pub engine: String,
    /// Of board A.
    pub a: EvaluatedBoard,
    /// Of board B.
    pub b: EvaluatedBoard,
    /// Of both together.
    pub team: EvaluatedTeam,
}

/// What an engine says of a board.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EvaluatedBoard {
    /// Who is to move. Scores are this seat's.
    pub seat: Seat,
    /// How good the board is for the seat.
    pub score: EvaluatedScore,
    /// What it would play.
    pub best: Option<NamedMove>,
    /// The lines, the best first.
    pub lines: Vec<EvaluatedLine>,
    /// How many half-moves deep it looked.
    pub depth: u32,
    /// How many boards it looked at, as it says.
    pub nodes: u64,
}

/// A line of an engine.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EvaluatedLine {
    /// How good it is for the seat to move.
    pub score: EvaluatedScore,
    /// The moves of both sides. All can be played.
    pub moves: Vec<NamedMove>,
    /// Why it goes no further, if the engine's line does: `needs` a piece that is not held, or `illegal`.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["needs", "illegal", null])))]
    pub cut: Option<&'static str>,
    /// The piece that the next move drops and that is not held.
    pub needs: Option<PieceLetter>,
}

/// A score, for the seat to move.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EvaluatedScore {
    /// `centipawns`, a `mate` that was proved, or a `claimed-mate` that was not.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["centipawns", "mate", "claimed-mate"])))]
    pub kind: &'static str,
    /// Hundredths of a pawn.
    pub centipawns: Option<i32>,
    /// Whether the seat mates; otherwise it is mated.
    pub wins: Option<bool>,
    /// In how many moves.
    pub moves: Option<u32>,
    /// `hard` if nothing that arrives stops it, else `soft`.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["hard", "soft", null])))]
    pub strength: Option<&'static str>,
}

/// Both boards together, for WhiteA and BlackB.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EvaluatedTeam {
    /// The team.
    pub team: &'static str,
    /// The chance that it wins, 0 to 1.
    pub chance: f64,
    /// The same from -1 to 1.
    pub balance: f64,
}

impl From<Score> for EvaluatedScore {
    fn from(score: Score) -> EvaluatedScore {
        let none =
            EvaluatedScore { kind: "centipawns", centipawns: None, wins: None, moves: None, strength: None };
        match score {
            Score::Mate { wins, moves, strength } => EvaluatedScore {
                kind: "mate",
                wins: Some(wins),
                moves: Some(moves),
                strength: Some(strength.name()),
                ..none
            },
            Score::ClaimedMate { wins, moves } => {
                EvaluatedScore { kind: "claimed-mate", wins: Some(wins), moves: Some(moves), ..none }
            }
            other => EvaluatedScore { centipawns: Some(other.clipped()), ..none },
        }
    }
}

impl From<TeamEvaluation> for EvaluatedTeam {
    fn from(team: TeamEvaluation) -> EvaluatedTeam {
        // More digits would say more than is known.
        let round = |value: f64| (value * 1e4).round() / 1e4;
        EvaluatedTeam { team: team.team.name(), chance: round(team.chance), balance: round(team.balance()) }
    }
}

impl EvaluatedBoard {
    /// Says what an engine found on a board of a position.
    #[must_use]
    pub fn new(evaluation: &Evaluation, position: &Position, id: BoardId, rules: &Rules) -> EvaluatedBoard {
        let line = |line: &Line| {
            let mut position = *position;
            let named = line.moves.iter().map(|&mv| {
                let named = NamedMove::new(&position, id, mv, rules);
                // Lines are cut where they cannot be played.
                let _ = position.play(id, mv, rules);
                named
            });
            let moves = named.collect();
            let (cut, needs) = match line.cut {
                Some(Cut::Needs(piece)) => (Some("needs"), Some(PieceLetter(piece))),
                Some(_) => (Some("illegal"), None),
                None => (None, None),
            };
            EvaluatedLine { score: line.score.into(), moves, cut, needs }
        };
        EvaluatedBoard {
            seat: Seat(evaluation.seat),
            score: evaluation.score.into(),
            best: evaluation.best.map(|mv| NamedMove::new(position, id, mv, rules)),
            lines: evaluation.lines.iter().map(line).collect(),
            depth: evaluation.depth,
            nodes: evaluation.nodes,
        }
    }
}

/// Two boards about which an engine is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineRequest {
    /// Both boards.
    pub position: Position,
    /// The rules.
    pub rules: Rules,
}

impl EngineRequest {
    pub(crate) fn read(query: &Params) -> Result<EngineRequest, Rejection> {
        let [a, b] = read_both(query)?;
        Ok(EngineRequest { position: Position::new(a, b), rules: read_rules(query)? })
    }

    /// Asks an engine about both boards.
    ///
    /// # Errors
    /// Rejected if the engine does not answer, with what it did instead.
    pub fn ask(
        &self,
        engine: &mut dyn Engine,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Evaluated, Rejection> {
        let name = engine.name().to_owned();
        let mut evaluate = |id: BoardId| {
            let query = Query::new(&self.position, id).rules(&self.rules);
            engine.evaluate(&query, limits, stop).map_err(|error| Rejection::engine(&name, &error))
        };
        // One that does not answer is not waited for a second time.
        let (a, b) = (evaluate(BoardId::A)?, evaluate(BoardId::B)?);
        let board = |id, found| EvaluatedBoard::new(found, &self.position, id, &self.rules);
        Ok(Evaluated {
            a: board(BoardId::A, &a),
            b: board(BoardId::B, &b),
            team: TeamEvaluation::new(&a, &b).into(),
            engine: name,
        })
    }

    /// Asks the built-in search.
    pub(crate) fn evaluate_built_in(&self) -> Result<Evaluated, Rejection> {
        let limits = Limits::nodes(NODES).lines(LINES);
        self.ask(&mut BuiltIn::new(1), &limits, &AtomicBool::new(false))
    }
}
