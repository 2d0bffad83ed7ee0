//! Games in a list.

use std::io::{self, Read};

use bpgn::{Checker, Flow, ReadOptions, Report, tree};
use serde::Serialize;

use crate::game::Seats;
use crate::index::Entry;
use crate::names::{ResultName, State, Winner};

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Row {
    /// The key of its file.
    pub file: String,
    /// Its number in the file, from 1.
    pub game: u64,
    /// The line of the file it begins in.
    pub line: u32,
    /// Who plays.
    pub seats: Seats,
    /// The event, as it is written.
    pub event: Option<String>,
    /// YYYY.MM.DD, with ?? for what is not known.
    pub date: Option<String>,
    /// The time control, as it is written.
    pub time_control: Option<String>,
    /// The result that counts: that of the tag, unless it is none and the moves end with another.
    pub result: Option<ResultName>,
    /// Who won, by all that the record says; null for a game without a result.
    pub winner: Option<Winner>,
    /// The first contradiction about how the game ended and who won, by the `kind` of its note in a check; null if there
    /// is none. A check has notes of the severity `conflict` about other things too, such as a variation that cannot be
    /// played; they are not told here.
    pub conflict: Option<&'static str>,
    /// Why it ended, as it is written.
    pub end_reason: Option<String>,
    /// How many half-moves were recorded.
    pub plies: usize,
    /// How it comes through the check.
    pub state: State,
}

/// A page of a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rows {
    /// How many games are open.
    pub total: usize,
    /// How many of them were asked for.
    pub matched: usize,
    /// Whether files are still being read, so that there may be more.
    pub reading: bool,
    /// How many were skipped.
    pub offset: usize,
    /// The games.
    pub games: Vec<Row>,
}

impl Row {
    /// Reads and checks a game that an index knows from a source of its bytes; `None` if they are no game. `file` is the
    /// key of its file.
    ///
    /// The game is told as it is read, and no tree is made of it: a long game takes no more memory than its text.
    ///
    /// # Errors
    /// Passes on errors of the source.
    pub fn read(file: &str, number: u64, entry: &Entry, source: impl Read) -> io::Result<Option<Row>> {
        let mut row = None;
        let mut checker = Checker::new(ReadOptions::lenient(), |report| {
            row = report.is_game.then(|| Row::of_report(file, number, entry, report));
            Flow::Stop
        });
        entry.reader(number, source).read_game(&mut checker)?;
        drop(checker);
        Ok(row)
    }

    fn of_report(file: &str, number: u64, entry: &Entry, report: &Report<'_>) -> Row {
        let encoding = report.encoding();
        let tag = |name: &str| report.tag(name).map(|value| tree::unescape(&encoding.decode(value)));
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
