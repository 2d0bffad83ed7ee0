//! `mate`: finds forced mates by checks.

use std::io::{self, Write};

use bughouse_chess::{Board, FenStyle, Material, Piece, ReadOptions, Rules};
use bughouse_mate::{Arrivals, Limit, Solver, Strength, Verdict as Solved};
use bughouse_review::analysis::mate_line;
use bughouse_review::names::Color;
use bughouse_review::position::{self, MAX_TEXT};
use bughouse_review::{NamedMove, PositionErrorKind};
use serde::Serialize;

use crate::batch::{Answer, Batch};
use crate::cli::MateArgs;
use crate::json;
use crate::position::Origin;
use crate::report::{self, Verdict};

/// Solves each argument, or each line of stdin.
pub(crate) fn run(args: &MateArgs, out: &mut impl Write) -> io::Result<Verdict> {
    let mut finder = Finder {
        args,
        options: args.reading.options(Material::TwoSets),
        rules: args.rules.rules(),
        solver: Solver::new(),
    };
    let batch = Batch {
        arguments: &args.position,
        max_text: MAX_TEXT,
        json: args.json,
        failed: "couldn't be parsed",
        parsing: Some((&args.reading, Material::TwoSets)),
    };
    batch.run(out, |origin, text, out| finder.one(origin, text, out))
}

struct Finder<'a> {
    args: &'a MateArgs,
    options: ReadOptions,
    rules: Rules,
    solver: Solver,
}

impl Finder<'_> {
    /// Solves one position.
    fn one(&mut self, origin: Origin<'_>, text: &[u8], out: &mut impl Write) -> Answer<PositionErrorKind> {
        let (boards, used) = match position::read(text, &self.options) {
            Ok(read) => read,
            Err(errors) => return Ok(Err(errors)),
        };
        let found = json::OneOrTwo::new(&boards, |_, read| self.solve(&read.board));
        if self.args.json {
            let (line, input) = (json::line(origin), position::visible(text));
            json::write(out, &Described { line, input, boards: found, notes: json::notes(used) })?;
        } else {
            used.iter().for_each(|leniency| report::note(format_args!("{origin}{leniency}")));
            let texts: Vec<String> = boards
                .named()
                .zip(found.list())
                .map(|((id, _), found)| match id {
                    Some(id) => format!("{id}: {}", found.sentence(self.args.uci)),
                    None => found.sentence(self.args.uci),
                })
                .collect();
            writeln!(out, "{}", texts.join(" | "))?;
        }
        Ok(Ok(()))
    }

    /// Solves one board: hard and soft mates, unless `--arrivals` chooses.
    fn solve(&mut self, board: &Board) -> Found {
        let limit = Limit::nodes(self.args.nodes);
        let answers = match self.args.arrivals {
            Some(arrivals) => {
                let solved = self.solver.solve(board, arrivals, &self.rules, limit);
                let reading = self.reading(board, arrivals, &solved);
                let Arrivals::Kinds(_) = arrivals else { return self.found(board, vec![reading]) };
                // Whether another piece could stop it.
                let strength = solved.mate().map(|mate| {
                    let any = self.solver.solve(board, Arrivals::Any, &self.rules, limit);
                    let is_hard = any.mate().is_some_and(|any| any.moves <= mate.moves);
                    if is_hard { Strength::Hard.name() } else { Strength::Soft.name() }
                });
                let kinds = arrivals.kinds().map(Piece::to_char).collect();
                vec![Reading { strength, arrivals: Some(kinds), ..reading }]
            }
            None => {
                let mates = self.solver.mates(board, &self.rules, limit);
                let readings = [(Arrivals::Any, &mates.hard), (Arrivals::None, &mates.soft)];
                readings.map(|(arrivals, solved)| self.reading(board, arrivals, solved)).into()
            }
        };
        self.found(board, answers)
    }

    fn found(&self, board: &Board, mates: Vec<Reading>) -> Found {
        Found {
            bfen: board.text(&FenStyle::of_games()).to_string(),
            side: Color(board.side_to_move()),
            mates,
        }
    }

    fn reading(&self, board: &Board, arrivals: Arrivals, solved: &Solved) -> Reading {
        Reading::new(board, &self.rules, arrivals, solved)
    }
}

impl Reading {
    /// Describes a result.
    pub(crate) fn new(board: &Board, rules: &Rules, arrivals: Arrivals, solved: &Solved) -> Reading {
        let verdict = match solved {
            Solved::Mate(_) => "mate",
            Solved::NoneByChecks => "none",
            Solved::Unknown => "unknown",
        };
        let mate = solved.mate().map(|mate| Line {
            moves: mate.moves,
            is_shortest: mate.is_shortest,
            line: mate_line(board, rules, mate),
        });
        let strength = if arrivals == Arrivals::Any { Strength::Hard } else { Strength::Soft };
        Reading { strength: Some(strength.name()), arrivals: None, verdict, mate }
    }
}

/// The JSON object of a position.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Described {
    /// The line of stdin, from 1; absent for an argument.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    /// The text that was read. Bytes that are not UTF-8 are U+FFFD, and long lines are cut.
    input: String,
    #[serde(flatten)]
    boards: json::OneOrTwo<Found>,
    /// Notes for the user; often empty.
    notes: Vec<json::Note>,
}

/// The result for one board.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Found {
    /// The board as BFEN.
    bfen: String,
    /// The side to move.
    side: Color,
    /// The hard mate, then the soft mate; or the one that `--arrivals` chooses.
    mates: Vec<Reading>,
}

/// The result for hard or soft mates.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "MateReading"))]
pub(crate) struct Reading {
    /// `hard` or `soft`. With `--arrivals KINDS` only for a mate: whether other pieces could stop it.
    #[serde(skip_serializing_if = "Option::is_none")]
    strength: Option<&'static str>,
    /// With `--arrivals KINDS`: their letters, in the order `QRBNP`.
    #[serde(skip_serializing_if = "Option::is_none")]
    arrivals: Option<String>,
    /// `mate`; `none` if there is no mate by checks; `unknown` if `--nodes` was not enough.
    pub(crate) verdict: &'static str,
    #[serde(flatten)]
    mate: Option<Line>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Line {
    /// How many moves the mate takes.
    moves: u32,
    /// Whether no mate is shorter.
    is_shortest: bool,
    /// Checks and answers in turn.
    line: Vec<NamedMove>,
}

impl Found {
    /// Returns one line: the first mate, or what is certain without one.
    fn sentence(&self, uci: bool) -> String {
        for reading in &self.mates {
            if let Some(mate) = &reading.mate {
                let moves: Vec<&str> =
                    mate.line.iter().map(|mv| if uci { mv.uci.as_str() } else { mv.san.as_str() }).collect();
                let strength = reading.strength.unwrap_or_default();
                return format!("mate {} {strength} {}", mate.moves, moves.join(" "));
            }
        }
        // Without a soft mate there is no hard mate, and the soft result is the last one.
        self.mates.last().map_or("unknown", |reading| reading.verdict).to_owned()
    }
}
