//! Checks games.

use std::collections::HashSet;

use bpgn::{Checker, Facts, Place, ReadOptions, Reader, Record, ReplayError, Report, unescape};
use bughouse_chess::{BoardId, Span};
use serde::Serialize;
use serde::ser::Serializer;

use crate::shapes::board::BoardTexts;
use crate::shapes::diagnostic::{Diagnostic, StoppedAt};
use crate::shapes::names::State;
use crate::shapes::outcome::Outcome;
use crate::texts::game_text::GameText;

/// A checked game, as printed by `bughouse check --json`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckedGame {
    /// The file.
    pub file: String,
    /// The file name with non-ASCII bytes as `\xff`, if it isn't UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_bytes: Option<String>,
    /// The number of the game in the file, counted from 1.
    pub game: u64,
    /// The line where it begins, counted from 1.
    pub line: u64,
    /// The tags by name.
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, String>"))]
    pub tags: TagMap,
    /// The number of half-moves of the main line.
    pub plies: usize,
    /// The result of the check.
    pub state: State,
    /// The first half-move that can't be played; null if all can.
    pub stopped_at: Option<StoppedAt>,
    /// Both boards in BFEN after the last half-move that could be played.
    pub r#final: BoardTexts,
    /// Who won.
    pub outcome: Outcome,
    /// The problems found.
    pub diagnostics: Vec<Diagnostic>,
}

impl CheckedGame {
    /// Converts the report of a checker. Its game number is counted by the reader: a caller that splits a file must
    /// set `game`.
    pub fn new(file: &str, report: &Report<'_>, text: &GameText<'_>) -> CheckedGame {
        let bfen = |board| report.to_bfen(board);
        let diagnostics = report.diagnostics.iter();
        CheckedGame {
            file: file.to_owned(),
            file_bytes: None,
            game: report.place.number,
            line: report.place.line,
            tags: TagMap::of_report(report, text),
            plies: report.half_moves,
            state: State(report.state),
            stopped_at: StoppedAt::of(report.stopped, report.stopped_move, text),
            r#final: BoardTexts { a: bfen(BoardId::A), b: bfen(BoardId::B) },
            outcome: Outcome::from(&report.outcome),
            diagnostics: diagnostics
                .map(|diagnostic| {
                    Diagnostic::new(diagnostic, report.text_of(diagnostic), text, report.starts)
                })
                .collect(),
        }
    }
}

/// Names and values of tags, in order. Of repeated names, the first counts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TagMap {
    /// All names and values, concatenated.
    text: String,
    /// Where each name ends, and where its value ends.
    ends: Vec<(usize, usize)>,
}

impl TagMap {
    /// Returns the tags of a game.
    pub fn of(game: &bpgn::Game) -> TagMap {
        let mut tags = TagMap::default();
        game.tags.iter().for_each(|tag| tags.push(&tag.name, &tag.value));
        tags.without_repeats()
    }

    fn of_report(report: &Report<'_>, text: &GameText<'_>) -> TagMap {
        let encoding = text.encoding();
        let mut tags = TagMap::default();
        for (name, value) in report.tags() {
            let (name, value) = (encoding.decode(name), encoding.decode(value));
            match value.contains('\\') {
                true => tags.push(&name, &unescape(&value)),
                false => tags.push(&name, &value),
            }
        }
        tags.without_repeats()
    }

    fn push(&mut self, name: &str, value: &str) {
        self.text.push_str(name);
        let middle = self.text.len();
        self.text.push_str(value);
        self.ends.push((middle, self.text.len()));
    }

    fn without_repeats(self) -> TagMap {
        let mut names: Vec<&str> = self.iter().map(|(name, _)| name).collect();
        names.sort_unstable();
        // Hardly any game has repeated names.
        if names.windows(2).all(|pair| pair[0] != pair[1]) {
            return self;
        }
        let mut seen = HashSet::new();
        let mut tags = TagMap::default();
        for (name, value) in self.iter().filter(|(name, _)| seen.insert(*name)) {
            tags.push(name, value);
        }
        tags
    }

    /// Iterates over names and values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let mut start = 0;
        self.ends.iter().map(move |&(middle, end)| {
            let tag = (&self.text[start..middle], &self.text[middle..end]);
            start = end;
            tag
        })
    }
}

impl Serialize for TagMap {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

/// The result of checking the main line of a game.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Checked {
    /// The result.
    pub state: bpgn::State,
    /// The number of half-moves.
    pub half_moves: usize,
    /// Why the replay stopped; `None` if it was played to the end.
    pub stopped: Option<ReplayError>,
    /// The span of the move that stopped it.
    pub stopped_move: Option<Span>,
    /// Players, outcome and other facts.
    pub facts: Facts,
    /// The diagnostics with their messages.
    pub diagnostics: Vec<(bpgn::Diagnostic, String)>,
    /// The offsets of the half-moves.
    pub starts: Vec<usize>,
}

impl Checked {
    /// Checks a game; `None` if the text isn't a game.
    pub fn of(record: &Record, options: ReadOptions) -> Option<Checked> {
        let Place { byte, line, column, number } = record.place;
        let mut reader = Reader::new(&record.bytes[..])
            .starting_at(byte, line, number.saturating_sub(1))
            .in_column(column);
        let mut checker = Checker::new(options, |report| Checked {
            state: report.state,
            half_moves: report.half_moves,
            stopped: report.stopped,
            stopped_move: report.stopped_move,
            facts: report.facts(),
            diagnostics: report.diagnostics.iter().map(|found| (*found, report.text_of(found))).collect(),
            starts: report.starts.to_vec(),
        });
        // Reading from a slice can't fail.
        reader.read_game(&mut checker).ok().flatten()
    }

    /// Describes where the game stopped.
    pub fn stopped_at(&self, text: &GameText<'_>) -> Option<StoppedAt> {
        StoppedAt::of(self.stopped, self.stopped_move, text)
    }

    /// Returns all diagnostics, in the order of the text.
    pub fn diagnostics(&self, text: &GameText<'_>) -> Vec<Diagnostic> {
        self.diagnostics
            .iter()
            .map(|(found, message)| Diagnostic::new(found, message.clone(), text, &self.starts))
            .collect()
    }
}
