//! Rows of a list of games.

use std::io::{self, Read};

use bpgn::{Checker, ReadOptions, Report, unescape};
use serde::Serialize;

use crate::shapes::game::Seats;
use crate::shapes::names::{ResultName, State, Winner};
use crate::texts::index::Entry;

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Row {
    /// The key of its file.
    pub file: String,
    /// Its number in the file, counted from 1.
    pub game: u64,
    /// The line of the file where it begins.
    pub line: u32,
    /// The players.
    pub seats: Seats,
    /// The event as written.
    pub event: Option<String>,
    /// The date as YYYY.MM.DD, with `??` for unknown parts.
    pub date: Option<String>,
    /// The time control as written.
    pub time_control: Option<String>,
    /// The result from the tag; if the tag has none, the result after the moves.
    pub result: Option<ResultName>,
    /// Who won, according to everything in the game; null if unknown.
    pub winner: Option<Winner>,
    /// The kind of the first diagnostic that reports a contradiction about how the game ended or who won; null if
    /// there is none. Other diagnostics of the severity `conflict`, for example about variations, don't count.
    pub conflict: Option<&'static str>,
    /// Why it ended, as written.
    pub end_reason: Option<String>,
    /// The number of half-moves.
    pub plies: usize,
    /// The result of the check.
    pub state: State,
}

/// A page of a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rows {
    /// The number of open games.
    pub total: usize,
    /// The number of games that match the query.
    pub matched: usize,
    /// Whether files are still being read, so the numbers may grow.
    pub reading: bool,
    /// The number of games skipped.
    pub offset: usize,
    /// The games of this page.
    pub games: Vec<Row>,
}

impl Row {
    /// Reads and checks an indexed game; `None` if the bytes aren't a game. `file` is the key of its file.
    ///
    /// No tree is built, so a long game takes no more memory than its text.
    ///
    /// # Errors
    /// Returns errors of the source.
    pub fn read(file: &str, number: u64, entry: &Entry, source: impl Read) -> io::Result<Option<Row>> {
        let mut checker = Checker::new(ReadOptions::for_files(), |report| {
            report.is_game.then(|| Row::of_report(file, number, entry, report))
        });
        Ok(entry.reader(number, source).read_game(&mut checker)?.flatten())
    }

    fn of_report(file: &str, number: u64, entry: &Entry, report: &Report<'_>) -> Row {
        let encoding = report.encoding();
        let tag = |name: &str| report.tag(name).map(|value| unescape(&encoding.decode(value)));
        let facts = report.facts();
        Row {
            file: file.to_owned(),
            game: number,
            line: entry.line,
            seats: Seats::of(&facts),
            event: tag("Event"),
            date: facts.date.map(|date| date.to_string()),
            time_control: tag("TimeControl"),
            result: facts.result.map(ResultName),
            winner: facts.outcome.winner.map(Winner),
            conflict: facts.conflicts.first().map(|conflict| conflict.name()),
            end_reason: facts.end_reason,
            plies: report.half_moves,
            state: State(report.state),
        }
    }
}
