//! A line of a game as a stream: one shape for the start, one for each half-move, one for the end.

use bpgn::{
    FoundLine, LEAST_SIT, LinePath, LineStep, Moment, Moments, ReadOptions, Record, Sits, StoppedLine,
    TimelineStart, Waited,
};
use bughouse_chess::{BoardId, BySeat, Millis, Position};
use serde::Serialize;

use crate::board::BoardTexts;
use crate::check::{Checked, TagMap};
use crate::diagnostic::{Diagnostic, StoppedAt};
use crate::game::{Sit, Start};
use crate::game_text::GameText;
use crate::line::{Comment, HalfMove, LineBuilder, comments};
use crate::names::{ClockKind, State};
use crate::outcome::Outcome;

/// A line of a game, replayed, as it stands after one of its half-moves.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Replay<'a> {
    /// The record.
    pub record: &'a Record,
    /// The line.
    pub line: FoundLine<'a>,
    /// How the game began.
    pub start: TimelineStart,
    /// How the clocks of the game are to be converted.
    pub clock_kind: bpgn::ClockKind,
    /// How many half-moves of the line, and of what comes before it, were played.
    pub plies: usize,
    /// Where the replay of the line stopped, if not at its end.
    pub stopped: Option<StoppedLine>,
    /// The half-move after which one looks at it; nothing at the start.
    pub moment: Option<Moment>,
    /// What a check says about the main line.
    pub checked: Checked,
    /// How it was read and played.
    pub options: ReadOptions,
}

/// A part of a line, as `bughouse replay --json` prints it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ReplayPart {
    /// The start.
    Game(Box<ReplayStart>),
    /// A half-move that was played.
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
    /// The bytes of its name, `\xff` for a byte that is no ASCII, if they are no UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_bytes: Option<String>,
    /// The number of the game in it, from 1.
    pub game: u64,
    /// The line where it begins, from 1.
    pub line: u64,
    /// The way to the line; null for the main line.
    pub variation: Option<String>,
    /// The tags by name.
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, String>"))]
    pub tags: TagMap,
    /// How clocks are to be converted.
    pub clock_kind: ClockKind,
    /// What is said before the first half-move of the game.
    pub comments: Vec<Comment>,
    /// Boards and clocks.
    #[serde(flatten)]
    pub start: Start,
}

/// The end of a line.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReplayEnd {
    /// How many half-moves were played.
    pub plies: usize,
    /// How the main line came through.
    pub state: State,
    /// The half-move of the main line that cannot be played.
    pub stopped_at: Option<StoppedAt>,
    /// Both boards in BFEN.
    pub r#final: BoardTexts,
    /// Who won.
    pub outcome: Outcome,
    /// Who waited.
    pub sits: Vec<Sit>,
    /// A problem in the main line.
    pub diagnostics: Vec<Diagnostic>,
}

impl<'a> Replay<'a> {
    /// Replays a line of a record, or the main line, and keeps how it stands after a number of half-moves, or at its
    /// end; `None` if there is no such line.
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

    /// Returns the number of the half-move after which one looks at it; 0 is the start.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.moment.as_ref().map_or(0, |moment| moment.ply)
    }

    /// Returns both boards there.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.moment.as_ref().map_or(&self.start.position, |moment| &moment.position)
    }

    /// Returns what each clock shows there.
    #[must_use]
    pub fn clocks(&self) -> BySeat<Option<Millis>> {
        self.moment.as_ref().map_or(self.start.clocks, |moment| moment.clocks)
    }

    /// Returns how much more time WhiteA has than WhiteB, and BlackA than BlackB.
    #[must_use]
    pub fn diagonals(&self) -> [Option<Millis>; 2] {
        self.clock_kind.diagonals(&self.clocks())
    }

    /// Returns the half-move of a number along the line, as the record has it; `None` at the start.
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

    /// Tells all parts in order, each when it is asked for. `file` is the name of the file.
    pub fn parts(&self, file: &str) -> impl Iterator<Item = ReplayPart> {
        Parts { replay: self, file: file.to_owned(), told: Told::Nothing }
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
        let bfen = |id| counted(id).to_bfen_as(&start.style);
        // A variation is no game that ended, nor is one that could not be played.
        let is_over = self.is_main() && self.stopped.is_none();
        let end = last.map_or(&start.position, |moment| &moment.position);
        ReplayEnd {
            plies: self.plies,
            state: State(checked.state),
            stopped_at: checked.stopped.map(|stopped| StoppedAt::new(&stopped, &text)),
            r#final: BoardTexts { a: bfen(BoardId::A), b: bfen(BoardId::B) },
            outcome: Outcome::from(&checked.facts.outcome),
            sits: sits.end(is_over.then_some((end, &start.rules))).into_iter().map(Sit::from).collect(),
            diagnostics: checked.diagnostics(&text),
        }
    }
}

/// The parts of a line, told one by one: all at once would be many times the record.
struct Parts<'r, 'a> {
    replay: &'r Replay<'a>,
    file: String,
    told: Told<'a>,
}

/// How far a line was told.
enum Told<'a> {
    Nothing,
    Some(Box<Telling<'a>>),
    All,
}

struct Telling<'a> {
    moments: Moments<'a>,
    teller: LineBuilder,
    sits: Sits,
    last: Option<Moment>,
}

impl Iterator for Parts<'_, '_> {
    type Item = ReplayPart;

    fn next(&mut self) -> Option<ReplayPart> {
        let replay = self.replay;
        match &mut self.told {
            Told::Nothing => {
                let steps = &replay.line.steps;
                // There is such a line, since it was replayed before.
                let moments = Moments::of_line(&replay.record.game, steps, &replay.options)?;
                let start = Start::of(&replay.start, replay.clock_kind);
                self.told = Told::Some(Box::new(Telling {
                    moments: moments.with_variations(),
                    teller: LineBuilder::new(&replay.start, start.boards.clone()),
                    sits: Sits::new(replay.clock_kind, LEAST_SIT),
                    last: None,
                }));
                Some(ReplayPart::Game(Box::new(replay.head(std::mem::take(&mut self.file), start))))
            }
            Told::Some(telling) => match telling.half_move(&replay.line.steps) {
                Some(half_move) => Some(ReplayPart::HalfMove(Box::new(half_move))),
                None => {
                    let Told::Some(telling) = std::mem::replace(&mut self.told, Told::All) else {
                        return None;
                    };
                    Some(ReplayPart::End(Box::new(replay.end(telling.last.as_ref(), telling.sits))))
                }
            },
            Told::All => None,
        }
    }
}

impl Telling<'_> {
    /// Tells the next half-move that was played.
    fn half_move(&mut self, steps: &[(usize, usize)]) -> Option<HalfMove> {
        let LineStep { half_move, moment, variations, depth, .. } = self.moments.next()?;
        let moment = moment?;
        let path = match half_move.variations.is_empty() {
            true => None,
            false => LinePath::of_steps(&steps[..depth]),
        };
        let path = path.map(|path| path.to_string()).unwrap_or_default();
        let variations = self.teller.variations(half_move, &variations, &path, moment.ply - 1);
        let told = self.teller.half_move(&moment, half_move, variations);
        self.sits.push(Waited::of(&moment));
        self.last = Some(moment);
        Some(told)
    }
}
