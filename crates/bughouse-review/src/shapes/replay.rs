//! A line of a game as a stream: one object for the start, one for each half-move, one for the end.

use bpgn::replay::{LEAST_SIT, LineStep, Sits, TimelineStart, Waited};
use bpgn::{FoundLine, LinePath, Moment, Moments, ReadOptions, Record, ReplayError};
use bughouse_chess::{BoardId, BySeat, Millis, Position};
use serde::Serialize;

use crate::shapes::board::BoardTexts;
use crate::shapes::check::{Checked, TagMap};
use crate::shapes::diagnostic::{Diagnostic, StoppedAt};
use crate::shapes::game::{Sit, Start};
use crate::shapes::line::{Comment, HalfMove, LineBuilder, comments};
use crate::shapes::names::{ClockKind, State};
use crate::shapes::outcome::Outcome;
use crate::texts::game_text::GameText;

/// A replayed line of a game, at one of its half-moves.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Replay<'a> {
    /// The game.
    pub record: &'a Record,
    /// The line.
    pub line: FoundLine<'a>,
    /// The start of the game.
    pub start: TimelineStart,
    /// What the clocks of the game mean.
    pub clock_kind: bpgn::ClockKind,
    /// The number of half-moves played in the line, counted from the start of the game.
    pub plies: usize,
    /// Where the replay of the line stopped; `None` if it was played to the end.
    pub stopped: Option<ReplayError>,
    /// The selected half-move; `None` at the start.
    pub moment: Option<Moment>,
    /// The result of checking the main line.
    pub checked: Checked,
    /// The options used for reading.
    pub options: ReadOptions,
}

/// A part of a line, as printed by `bughouse replay --json`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ReplayPart {
    /// The start.
    Game(Box<ReplayStart>),
    /// A played half-move.
    HalfMove(Box<HalfMove>),
    /// The end.
    End(Box<ReplayEnd>),
}

/// The start of a line.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReplayStart {
    /// The file.
    pub file: String,
    /// The file name with non-ASCII bytes as `\xff`, if it isn't UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_bytes: Option<String>,
    /// The number of the game in the file, counted from 1.
    pub game: u64,
    /// The line where it begins, counted from 1.
    pub line: u64,
    /// The path of the line; null for the main line.
    pub variation: Option<String>,
    /// The tags by name.
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, String>"))]
    pub tags: TagMap,
    /// What the clocks mean.
    pub clock_kind: ClockKind,
    /// The comments before the first half-move of the game.
    pub comments: Vec<Comment>,
    /// The boards and clocks.
    #[serde(flatten)]
    pub start: Start,
}

/// The end of a line.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReplayEnd {
    /// The number of half-moves played.
    pub plies: usize,
    /// The result of checking the main line.
    pub state: State,
    /// The first half-move of the main line that can't be played; null if all can.
    pub stopped_at: Option<StoppedAt>,
    /// Both boards in BFEN.
    pub r#final: BoardTexts,
    /// Who won.
    pub outcome: Outcome,
    /// Sits: players who waited instead of moving.
    pub sits: Vec<Sit>,
    /// The problems found in the main line.
    pub diagnostics: Vec<Diagnostic>,
}

impl<'a> Replay<'a> {
    /// Replays a line, or the main line, and selects a half-move, or the last one; `None` if there is no such line.
    pub fn new(
        record: &'a Record,
        wanted: Option<&LinePath>,
        ply: Option<usize>,
        options: ReadOptions,
    ) -> Option<Replay<'a>> {
        let line = FoundLine::find(&record.game, wanted)?;
        let mut moments = Moments::of_line(&record.game, &line.steps, &options)?;
        let mut moment = None;
        for played in moments.by_ref().filter_map(|step| step.moment) {
            if ply.is_none_or(|ply| played.ply <= ply) {
                moment = Some(played);
            }
        }
        let (clock_kind, plies, stopped) = (moments.clock_kind(), moments.played(), moments.stopped());
        let start = moments.into_start();
        let checked = Checked::of(record, options)?;
        Some(Replay { record, line, start, clock_kind, plies, stopped, moment, checked, options })
    }

    /// Returns `true` if this is the main line.
    #[must_use]
    pub fn is_main(&self) -> bool {
        self.line.steps.is_empty()
    }

    /// Returns the number of the selected half-move; 0 at the start.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.moment.as_ref().map_or(0, |moment| moment.ply)
    }

    /// Returns both boards after the selected half-move.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.moment.as_ref().map_or(&self.start.position, |moment| &moment.position)
    }

    /// Returns the clocks after the selected half-move.
    #[must_use]
    pub fn clocks(&self) -> BySeat<Option<Millis>> {
        self.moment.as_ref().map_or(self.start.clocks, |moment| moment.clocks)
    }

    /// Returns the diagonal times: how much more time WhiteA has than WhiteB, and BlackA than BlackB.
    #[must_use]
    pub fn diagonals(&self) -> [Option<Millis>; 2] {
        self.clock_kind.diagonals(&self.clocks())
    }

    /// Returns a half-move of the line by its number; `None` at the start.
    #[must_use]
    pub fn half_move(&self, ply: usize) -> Option<&'a bpgn::HalfMove> {
        let mut line = &self.record.game.main;
        let mut index = ply.checked_sub(1)?;
        for &(leaves, variation) in &self.line.steps {
            if index < leaves {
                break;
            }
            line = line.half_moves.get(leaves)?.variations.get(variation)?;
            index -= leaves;
        }
        line.half_moves.get(index)
    }

    /// Iterates over all parts in order, lazily. `file` is the name of the file.
    pub fn parts(&self, file: &str) -> impl Iterator<Item = ReplayPart> {
        Parts { replay: self, file: file.to_owned(), progress: Progress::Start }
    }

    fn head(&self, file: String, start: Start) -> ReplayStart {
        let Replay { record, line, .. } = self;
        ReplayStart {
            file,
            file_bytes: None,
            game: record.place.number,
            line: record.place.line,
            variation: line.path.as_ref().map(LinePath::to_string),
            tags: TagMap::of(&record.game),
            clock_kind: ClockKind(self.clock_kind),
            comments: comments(&record.game.main.before),
            start,
        }
    }

    fn end(&self, last: Option<&Moment>, sits: Sits) -> ReplayEnd {
        let Replay { record, start, checked, .. } = self;
        let text = GameText::of(record);
        let counted = |id| last.map_or_else(|| start.counted_board(id), |moment| moment.counted_board(id));
        let bfen = |id| counted(id).text(&start.style).to_string();
        // A variation doesn't end the game, and neither does a line that can't be played.
        let is_over = self.is_main() && self.stopped.is_none();
        let end = last.map_or(&start.position, |moment| &moment.position);
        ReplayEnd {
            plies: self.plies,
            state: State(checked.state),
            stopped_at: checked.stopped_at(&text),
            r#final: BoardTexts { a: bfen(BoardId::A), b: bfen(BoardId::B) },
            outcome: Outcome::from(&checked.facts.outcome),
            sits: sits.end(is_over.then_some(end)).into_iter().map(Sit::from).collect(),
            diagnostics: checked.diagnostics(&text),
        }
    }
}

/// The parts of a line, produced lazily: all of them would take much more memory than the game.
struct Parts<'r, 'a> {
    replay: &'r Replay<'a>,
    file: String,
    progress: Progress<'a>,
}

/// The progress through a line.
enum Progress<'a> {
    Start,
    Playing(Box<Playing<'a>>),
    End,
}

struct Playing<'a> {
    moments: Moments<'a>,
    builder: LineBuilder,
    sits: Sits,
    last: Option<Moment>,
}

impl Iterator for Parts<'_, '_> {
    type Item = ReplayPart;

    fn next(&mut self) -> Option<ReplayPart> {
        let replay = self.replay;
        match &mut self.progress {
            Progress::Start => {
                let steps = &replay.line.steps;
                // The line exists, because it was replayed before.
                let moments = Moments::of_line(&replay.record.game, steps, &replay.options)?;
                let start = Start::of(&replay.start, replay.clock_kind);
                self.progress = Progress::Playing(Box::new(Playing {
                    moments: moments.with_variations(),
                    builder: LineBuilder::new(&replay.start, start.boards.clone()),
                    sits: Sits::new(replay.clock_kind, LEAST_SIT),
                    last: None,
                }));
                Some(ReplayPart::Game(Box::new(replay.head(std::mem::take(&mut self.file), start))))
            }
            Progress::Playing(playing) => match playing.half_move(&replay.line.steps) {
                Some(half_move) => Some(ReplayPart::HalfMove(Box::new(half_move))),
                None => {
                    let Progress::Playing(playing) = std::mem::replace(&mut self.progress, Progress::End)
                    else {
                        return None;
                    };
                    Some(ReplayPart::End(Box::new(replay.end(playing.last.as_ref(), playing.sits))))
                }
            },
            Progress::End => None,
        }
    }
}

impl Playing<'_> {
    /// Returns the next played half-move.
    fn half_move(&mut self, steps: &[(usize, usize)]) -> Option<HalfMove> {
        let LineStep { half_move, moment, variations, depth, .. } = self.moments.next()?;
        let moment = moment?;
        let path = match half_move.variations.is_empty() {
            true => None,
            false => LinePath::of_steps(&steps[..depth]),
        };
        let path = path.map(|path| path.to_string()).unwrap_or_default();
        let variations = self.builder.variations(half_move, &variations, &path, moment.ply - 1);
        let built = self.builder.half_move(&moment, half_move, variations);
        self.sits.push(Waited::of(&moment));
        self.last = Some(moment);
        Some(built)
    }
}
