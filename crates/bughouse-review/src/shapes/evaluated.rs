//! Evaluations of both boards by an engine, as serializable types.

use bughouse_chess::{BoardId, Position};
use bughouse_mate::Strength;
use bughouse_search::{Cut, Evaluation, Limits, Line, Score, Search, TeamEvaluation};
use serde::Serialize;

use crate::api::params::Params;
use crate::api::rejection::Rejection;
use crate::position::queries::{read_both, read_rules};
use crate::shapes::analysis::NamedMove;
use crate::shapes::names::{PieceLetter, Seat};

/// The node limit of the built-in search for each board. It takes some hundredths of a second.
const NODES: u64 = 12_000;

/// The number of lines.
const LINES: u16 = 2;

/// An engine's evaluation of both boards.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Evaluated {
    /// The name of the engine.
    pub engine: String,
    /// The evaluation of board A.
    pub a: EvaluatedBoard,
    /// The evaluation of board B.
    pub b: EvaluatedBoard,
    /// The evaluation of both boards together.
    pub team: EvaluatedTeam,
}

/// An engine's evaluation of a board.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EvaluatedBoard {
    /// The seat to move. Scores are from its view.
    pub seat: Seat,
    /// The score.
    pub score: EvaluatedScore,
    /// The best move.
    pub best: Option<NamedMove>,
    /// The lines, best first.
    pub lines: Vec<EvaluatedLine>,
    /// The search depth in half-moves.
    pub depth: u32,
    /// The number of nodes searched, as reported by the engine.
    pub nodes: u64,
}

/// A line of an engine.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EvaluatedLine {
    /// The score from the view of the seat to move.
    pub score: EvaluatedScore,
    /// The moves of both sides. All of them are legal.
    pub moves: Vec<NamedMove>,
    /// Why the engine's line was cut: the next move `needs` a piece that isn't in reserve, or is `illegal`. Null if it
    /// wasn't.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["needs", "illegal", null])))]
    pub cut: Option<&'static str>,
    /// The missing piece that the next move of the engine's line drops.
    pub needs: Option<PieceLetter>,
}

/// A score from the view of the seat to move.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EvaluatedScore {
    /// `centipawns`, `mate` if it was proved, or `claimed-mate` if it wasn't.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["centipawns", "mate", "claimed-mate"])))]
    pub kind: &'static str,
    /// The score in hundredths of a pawn.
    pub centipawns: Option<i32>,
    /// Whether the seat mates (`true`) or is mated (`false`).
    pub wins: Option<bool>,
    /// The number of moves to mate.
    pub moves: Option<u32>,
    /// `hard`: forced, whatever the defender receives. `soft`: works only if the defender receives no new piece.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["hard", "soft", null])))]
    pub strength: Option<&'static str>,
}

/// The evaluation of both boards together, from the view of WhiteA and BlackB.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EvaluatedTeam {
    /// The team.
    pub team: &'static str,
    /// The chance that the team wins, from 0 to 1.
    pub chance: f64,
    /// The same chance on a scale from -1 to 1.
    pub balance: f64,
}

impl From<Score> for EvaluatedScore {
    fn from(score: Score) -> EvaluatedScore {
        let none =
            EvaluatedScore { kind: "centipawns", centipawns: None, wins: None, moves: None, strength: None };
        match score {
            Score::Mate { wins, moves, proof } => EvaluatedScore {
                kind: if proof.is_some() { "mate" } else { "claimed-mate" },
                wins: Some(wins),
                moves: Some(moves),
                strength: proof.map(Strength::name),
                ..none
            },
            other => EvaluatedScore { centipawns: Some(other.clipped()), ..none },
        }
    }
}

impl From<TeamEvaluation> for EvaluatedTeam {
    fn from(team: TeamEvaluation) -> EvaluatedTeam {
        // More digits would suggest a false precision.
        let round = |value: f64| (value * 1e4).round() / 1e4;
        EvaluatedTeam { team: team.team.name(), chance: round(team.chance), balance: round(team.balance()) }
    }
}

impl EvaluatedBoard {
    /// Converts an engine's evaluation of a board of a position.
    #[must_use]
    pub fn new(evaluation: &Evaluation, position: &Position, id: BoardId) -> EvaluatedBoard {
        let line = |line: &Line| {
            let mut position = *position;
            let named = line.moves.iter().map(|&mv| {
                let named = NamedMove::new(&position, id, mv);
                // Lines are already cut before illegal moves.
                let _ = position.play(id, mv);
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
            best: evaluation.best.map(|mv| NamedMove::new(position, id, mv)),
            lines: evaluation.lines.iter().map(line).collect(),
            depth: evaluation.depth,
            nodes: evaluation.nodes,
        }
    }
}

/// Two boards to evaluate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineRequest {
    /// Both boards, with the rules.
    pub position: Position,
}

impl EngineRequest {
    pub(crate) fn read(query: &Params) -> Result<EngineRequest, Rejection> {
        let [a, b] = read_both(query)?;
        Ok(EngineRequest { position: Position::new(a, b, read_rules(query)?) })
    }

    /// Evaluates both boards with an engine of this name, board A first.
    ///
    /// # Errors
    /// Fails as the engine does. If it fails for board A, it isn't asked for board B.
    pub fn evaluate<E>(
        &self,
        engine: String,
        mut evaluate: impl FnMut(BoardId) -> Result<Evaluation, E>,
    ) -> Result<Evaluated, E> {
        let (a, b) = (evaluate(BoardId::A)?, evaluate(BoardId::B)?);
        let board = |id, found| EvaluatedBoard::new(found, &self.position, id);
        Ok(Evaluated {
            a: board(BoardId::A, &a),
            b: board(BoardId::B, &b),
            team: TeamEvaluation::new(&a, &b).into(),
            engine,
        })
    }

    /// Evaluates both boards with the built-in search.
    pub(crate) fn evaluate_built_in(&self) -> Result<Evaluated, Rejection> {
        let (mut search, limits) = (Search::new(1), Limits::nodes(NODES).lines(LINES));
        let evaluate = |id| Ok(search.evaluate_board(&self.position, id, &limits, &|| false));
        self.evaluate(Search::NAME.to_owned(), evaluate)
    }
}
