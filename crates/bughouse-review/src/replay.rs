//! A line of a game as a stream: one shape for the start, one for each half-move, one for the end.

use bpgn::{FoundLine, LinePath, PlayedLine, ReadOptions, Record, Timeline};
use bughouse_chess::BoardId;
use serde::Serialize;

use crate::board::BoardTexts;
use crate::check::{Checked, TagMap};
use crate::game::{Sit, Start};
use crate::game_text::GameText;
use crate::line::{Comment, HalfMove, Teller, comments};
use crate::names::{ClockKind, State};
use crate::note::{Note, StoppedAt};
use crate::outcome::Outcome;

/// A line of a game, replayed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Replay<'a> {
    /// The record.
    pub record: &'a Record,
    /// The line.
    pub line: FoundLine<'a>,
    /// What was played of it, and what comes before it.
    pub timeline: Timeline,
    /// What a check says about the main line.
    pub checked: Checked,
    /// How it was read and played.
    pub options: ReadOptions,
}

/// A part of a line, as `bughouse replay --json` prints it.
#[derive(Clone, PartialEq, Debug, Serialize)]
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
    pub tags: TagMap,
    /// How clocks are to be understood.
    pub clock_kind: ClockKind,
    /// What is said before the first half-move of the game.
    pub comments: Vec<Comment>,
    /// Boards and clocks.
    #[serde(flatten)]
    pub start: Start,
}

/// The end of a line.
#[derive(Clone, PartialEq, Debug, Serialize)]
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
    /// What is remarkable about the main line.
    pub notes: Vec<Note>,
}

impl<'a> Replay<'a> {
    /// Replays a line of a record, or the main line; `None` if there is no such line.
    pub fn new(record: &'a Record, wanted: Option<&LinePath>, options: ReadOptions) -> Option<Replay<'a>> {
        let line = FoundLine::find(&record.game, wanted)?;
        let timeline = Timeline::of_line(&record.game, &line.steps, &options)?;
        Some(Replay { record, line, timeline, checked: Checked::of(record, options)?, options })
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

    /// Tells all parts in order. `file` is the name of the file.
    pub fn parts(&self, file: &str) -> impl Iterator<Item = ReplayPart> {
        let Replay { record, line, timeline, checked, options } = self;
        let (start, text) = (Start::of(timeline), GameText::of(record));
        let bfen = |board| timeline.to_bfen(timeline.len(), board).unwrap_or_default();
        let mut teller = Teller::new(&timeline.start, start.boards.clone());
        let head = ReplayStart {
            file: file.to_owned(),
            file_bytes: None,
            game: record.place.number,
            line: record.place.line,
            variation: line.path.as_ref().map(LinePath::to_string),
            tags: TagMap::of(&record.game),
            clock_kind: ClockKind(timeline.clock_kind),
            comments: comments(&record.game.main.before),
            start,
        };
        let end = ReplayEnd {
            plies: timeline.len(),
            state: State(checked.state),
            stopped_at: checked.stopped.map(|stopped| StoppedAt::new(&stopped, &text)),
            r#final: BoardTexts { a: bfen(BoardId::A), b: bfen(BoardId::B) },
            outcome: Outcome::from(&checked.facts.outcome),
            sits: Sit::list(timeline),
            notes: checked.notes(&text),
        };
        let played = PlayedLine::new(&record.game, options);
        let way = way(record, &line.steps, &played);
        let told: Vec<ReplayPart> = way
            .into_iter()
            .zip(&timeline.moments)
            .map(|(step, moment)| {
                let variations = teller.variations(step.half_move, step.played, &step.path, moment.ply - 1);
                ReplayPart::HalfMove(Box::new(teller.half_move(moment, step.half_move, variations)))
            })
            .collect();
        [ReplayPart::Game(Box::new(head))].into_iter().chain(told).chain([ReplayPart::End(Box::new(end))])
    }
}

/// A half-move on the way along a line.
struct Step<'a> {
    half_move: &'a bpgn::HalfMove,
    /// What playing its variations came to.
    played: &'a [PlayedLine],
    /// The way to the line it is on.
    path: String,
}

/// Lists all half-moves of a line from the start of the game.
fn way<'a>(record: &'a Record, steps: &[(usize, usize)], played: &'a PlayedLine) -> Vec<Step<'a>> {
    let mut way = Vec::new();
    let mut line = &record.game.main;
    let mut played = Some(played);
    for depth in 0..=steps.len() {
        let path = LinePath::of_steps(&steps[..depth]).map(|path| path.to_string()).unwrap_or_default();
        let leaves = steps.get(depth).copied();
        let length = leaves.map_or(line.half_moves.len(), |(index, _)| index.min(line.half_moves.len()));
        let of = |index: usize| played.and_then(|played| played.variations.get(index));
        way.extend(line.half_moves[..length].iter().enumerate().map(|(index, half_move)| Step {
            half_move,
            played: of(index).map_or(&[], Vec::as_slice),
            path: path.clone(),
        }));
        let Some((index, variation)) = leaves else { break };
        played = of(index).and_then(|variations| variations.get(variation));
        match line.half_moves.get(index).and_then(|half_move| half_move.variations.get(variation)) {
            Some(next) => line = next,
            None => break,
        }
    }
    way
}
