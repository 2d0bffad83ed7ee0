//! What a check says about a game.

use std::cell::RefCell;
use std::collections::HashSet;
use std::io::{self, Read};

use bpgn::{
    Checker, Facts, Fault, Flow, GameResult, Place, RawComment, RawGame, RawHalfMove, RawTag, ReadOptions,
    Reader, Record, Report, Stopped, Visitor, tree,
};
use bughouse_chess::{BoardId, Leniency, Span};
use serde::Serialize;
use serde::ser::Serializer;

use crate::board::BoardTexts;
use crate::diagnostic::{Diagnostic, StoppedAt};
use crate::game_text::GameText;
use crate::names::State;
use crate::outcome::Outcome;

/// A game that was checked, as `bughouse check --json` prints it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckedGame {
    /// The file it is in.
    pub file: String,
    /// The bytes of its name, `\xff` for a byte that is no ASCII, if they are no UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_bytes: Option<String>,
    /// Its number in the file, from 1.
    pub game: u64,
    /// The line it begins in, from 1.
    pub line: u64,
    /// Its tags by name.
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, String>"))]
    pub tags: TagMap,
    /// How many half-moves the main line has.
    pub plies: usize,
    /// How it came through.
    pub state: State,
    /// The half-move that cannot be played.
    pub stopped_at: Option<StoppedAt>,
    /// Both boards in BFEN after what was played.
    pub r#final: BoardTexts,
    /// Who won.
    pub outcome: Outcome,
    /// What is notable.
    pub diagnostics: Vec<Diagnostic>,
}

impl CheckedGame {
    /// Tells how a game went. The number in the report is that of the reader; whoever cuts a file counts by himself.
    pub fn new(file: &str, report: &Report<'_>, text: &GameText<'_>, starts: &HalfMoveStarts) -> CheckedGame {
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
            stopped_at: report.stopped.map(|stopped| StoppedAt::new(&stopped, text)),
            r#final: BoardTexts { a: bfen(BoardId::A), b: bfen(BoardId::B) },
            outcome: Outcome::from(&report.outcome),
            diagnostics: diagnostics
                .map(|note| Diagnostic::new(note, report.text_of(note), text, starts))
                .collect(),
        }
    }
}

/// Names and values of tags, in order; of a name that is there twice the first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TagMap {
    /// All names and values, one after the other.
    text: String,
    /// Where each name ends, and its value after it.
    ends: Vec<(usize, usize)>,
}

impl TagMap {
    /// Takes the tags of a game.
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
                true => tags.push(&name, &tree::unescape(&value)),
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
        // Nearly no game has any.
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

    /// Lists names and values.
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

/// Where each half-move of a main line begins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HalfMoveStarts(Vec<usize>);

impl HalfMoveStarts {
    /// Returns the number of the half-move that a byte belongs to; `None` before the first.
    pub fn ply_at(&self, byte: usize) -> Option<usize> {
        Some(self.0.partition_point(|&start| start <= byte)).filter(|&ply| ply > 0)
    }
}

/// Checks all games that a reader reads. `report` is told of each, and where its half-moves begin.
///
/// # Errors
/// Passes on errors of the source.
pub fn check_all<R: Read>(
    reader: &mut Reader<R>,
    options: ReadOptions,
    mut report: impl FnMut(&Report<'_>, &HalfMoveStarts) -> Flow,
) -> io::Result<()> {
    let starts = RefCell::new(HalfMoveStarts::default());
    let checker = Checker::new(options, |found: &Report<'_>| report(found, &starts.borrow()));
    reader.read_all(&mut Noting { inner: checker, starts: &starts }).map(|_| ())
}

/// What a check says about the main line of a record.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Checked {
    /// How it came through.
    pub state: bpgn::State,
    /// How many half-moves it has.
    pub half_moves: usize,
    /// Where the replay stopped.
    pub stopped: Option<Stopped>,
    /// Who played, who won, and all else that is decided once.
    pub facts: Facts,
    /// What is notable, with its words.
    pub diagnostics: Vec<(bpgn::Diagnostic, String)>,
    /// Where its half-moves begin.
    pub starts: HalfMoveStarts,
}

impl Checked {
    /// Checks a record; `None` if it is no game.
    pub fn of(record: &Record, options: ReadOptions) -> Option<Checked> {
        let mut checked = None;
        let Place { byte, line, column, number } = record.place;
        let mut reader = Reader::new(&record.bytes[..])
            .starting_at(byte, line, number.saturating_sub(1))
            .in_column(column);
        let done = check_all(&mut reader, options, |report, starts| {
            checked = Some(Checked {
                state: report.state,
                half_moves: report.half_moves,
                stopped: report.stopped,
                facts: report.facts(),
                diagnostics: report.diagnostics.iter().map(|note| (*note, report.text_of(note))).collect(),
                starts: starts.clone(),
            });
            Flow::Stop
        });
        // A slice has no errors of its own.
        done.ok().and(checked)
    }

    /// Tells all notes in the order of the text.
    pub fn diagnostics(&self, text: &GameText<'_>) -> Vec<Diagnostic> {
        self.diagnostics
            .iter()
            .map(|(note, words)| Diagnostic::new(note, words.clone(), text, &self.starts))
            .collect()
    }
}

/// A visitor that notes where half-moves of the main line begin, and passes all on.
struct Noting<'a, V> {
    inner: V,
    starts: &'a RefCell<HalfMoveStarts>,
}

impl<V: Visitor> Visitor for Noting<'_, V> {
    fn begin_game(&mut self, place: &Place) -> Flow {
        self.starts.borrow_mut().0.clear();
        self.inner.begin_game(place)
    }

    fn half_move(&mut self, half_move: RawHalfMove<'_>) -> Flow {
        if half_move.depth == 0 {
            self.starts.borrow_mut().0.push(half_move.label_at.start);
        }
        self.inner.half_move(half_move)
    }

    fn begin_variation(&mut self, span: Span, depth: usize) -> Flow {
        self.inner.begin_variation(span, depth)
    }

    fn end_variation(&mut self, span: Span, depth: usize) {
        self.inner.end_variation(span, depth);
    }

    fn tag(&mut self, tag: RawTag<'_>) {
        self.inner.tag(tag);
    }

    fn end_tags(&mut self) -> Flow {
        self.inner.end_tags()
    }

    fn comment(&mut self, comment: RawComment<'_>) {
        self.inner.comment(comment);
    }

    fn nag(&mut self, nag: &[u8], span: Span, depth: usize) {
        self.inner.nag(nag, span, depth);
    }

    fn result(&mut self, result: GameResult, span: Span, depth: usize) {
        self.inner.result(result, span, depth);
    }

    fn leniency(&mut self, leniency: Leniency, span: Span) {
        self.inner.leniency(leniency, span);
    }

    fn fault(&mut self, fault: Fault) {
        self.inner.fault(fault);
    }

    fn end_game(&mut self, game: RawGame<'_>) -> Flow {
        self.inner.end_game(game)
    }
}
