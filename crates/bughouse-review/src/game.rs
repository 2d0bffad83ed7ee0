//! A game, replayed: both boards and the clocks after each half-move, in all lines, and what a check says.

use bpgn::{Facts, LEAST_SIT, ReadOptions, Record, Timeline, TimelineStart};
use bughouse_chess::BoardId;
use serde::Serialize;

use crate::board::{Board, Boards};
use crate::check::Checked;
use crate::clocks::{Clocks, Diagonals};
use crate::diagnostic::{Diagnostic, StoppedAt};
use crate::game_text::GameText;
use crate::line::{Line, LineBuilder, PlayedPart};
use crate::names::{ClockKind, ResultName, Seat, State};
use crate::outcome::Outcome;
use crate::rejection::Rejection;

/// The most half-moves of a game, its variations included. A page of more could not be used.
const MOST_HALF_MOVES: usize = 10_000;

/// The most bytes of a game.
const MOST_BYTES: usize = 4 << 20;

/// The most tags and annotations of a game.
const MAX_ANNOTATIONS: usize = 50_000;

/// A game, replayed.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Game {
    /// Where it is from; null for a text that was edited.
    pub source: Option<Source>,
    /// The record as BPGN. Edits take it and give a new one.
    pub text: String,
    /// Its tags, in order.
    pub tags: Vec<Tag>,
    /// Who plays.
    pub seats: Seats,
    /// The result that counts: that of the tag, unless it is none and the moves end with another.
    pub result: Option<ResultName>,
    /// Why it ended, as it is written.
    pub end_reason: Option<String>,
    /// Who won, by all that the record says.
    pub outcome: Outcome,
    /// How it came through the check.
    pub state: State,
    /// How many half-moves the main line has, also those that cannot be played.
    pub plies: usize,
    /// Where the replay of the main line stopped.
    pub stopped_at: Option<StoppedAt>,
    /// What is notable, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// How clocks are to be converted.
    pub clock_kind: ClockKind,
    /// The time control, in milliseconds.
    pub control: Option<Control>,
    /// How it began.
    pub start: Start,
    /// What was played, with all variations.
    pub main: Line,
    /// Who waited.
    pub sits: Vec<Sit>,
}

/// Where a game is from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Source {
    /// The key of its file.
    pub file: String,
    /// The file's name for people.
    pub name: String,
    /// Its number in the file, from 1.
    pub game: u64,
    /// The line of the file it begins in.
    pub line: u64,
}

/// A tag.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tag {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// Who sits where.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase")]
pub struct Seats {
    /// White on board A.
    pub white_a: Player,
    /// Black on board A.
    pub black_a: Player,
    /// White on board B.
    pub white_b: Player,
    /// Black on board B.
    pub black_b: Player,
}

/// Who sits in a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Player {
    /// Empty if it is not known.
    pub name: String,
    /// The rating, if it is a number.
    pub rating: Option<u32>,
}

impl Seats {
    /// Tells who plays a game.
    pub fn of(facts: &Facts) -> Seats {
        use bughouse_chess::Seat;
        let player = |seat: Seat| Player {
            name: facts.players[seat].clone().unwrap_or_default(),
            rating: facts.ratings[seat].points(),
        };
        Seats {
            white_a: player(Seat::WHITE_A),
            black_a: player(Seat::BLACK_A),
            white_b: player(Seat::WHITE_B),
            black_b: player(Seat::BLACK_B),
        }
    }
}

/// A time control, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Control {
    /// What each clock shows at the start.
    pub base: i64,
    /// What each half-move adds.
    pub increment: i64,
    /// Whether no tag tells it, and it was inferred from the clocks.
    pub inferred: bool,
}

/// How a game began.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Start {
    /// Both boards.
    pub boards: Boards,
    /// What each clock showed: of the start position, else of the time control.
    pub clocks: Clocks,
    /// By these clocks.
    pub diagonals: Diagonals,
}

impl Start {
    /// Tells how a line began.
    pub fn of(start: &TimelineStart, kind: bpgn::ClockKind) -> Start {
        let [a, b] = BoardId::ALL.map(|id| {
            let bfen = start.counted_board(id).to_bfen_as(&start.style);
            Board::new(&start.position, id, &start.rules, bfen, None)
        });
        Start {
            boards: Boards { a, b },
            clocks: Clocks::new(&start.clocks),
            diagonals: Diagonals::new(kind.diagonals(&start.clocks)),
        }
    }
}

/// A player who waited.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sit {
    /// Who.
    pub seat: Seat,
    /// After this half-move the wait began.
    pub from_ply: usize,
    /// This half-move ended it.
    pub to_ply: usize,
    /// How long, in milliseconds.
    pub time: i64,
}

impl From<bpgn::Sit> for Sit {
    fn from(sit: bpgn::Sit) -> Sit {
        Sit { seat: Seat(sit.seat), from_ply: sit.from_ply, to_ply: sit.to_ply, time: sit.time.0 }
    }
}

impl Game {
    /// Replays a record.
    ///
    /// # Errors
    /// Rejected if the game is too long for a page.
    pub fn new(record: &Record, source: Option<Source>) -> Result<Game, Rejection> {
        let game = &record.game;
        require_short(record)?;
        let options = ReadOptions::lenient();
        let checked = Checked::of(record, options)
            .ok_or_else(|| Rejection::bad_request("expected a game, found none"))?;
        let (timeline, variations) = Timeline::of_played(game, &options);
        let text = GameText::of(record);
        let start = Start::of(&timeline.start, timeline.clock_kind);
        let mut teller = LineBuilder::new(&timeline.start, start.boards.clone());
        let main = teller.line(PlayedPart {
            line: &game.main,
            moments: &timeline.moments,
            stopped: timeline.stopped.as_ref(),
            variations: &variations,
            path: String::new(),
            before: 0,
            after: None,
        });
        let tag = |tag: &bpgn::Tag| Tag { name: tag.name.clone(), value: tag.value.clone() };
        let control = timeline.start.control;
        Ok(Game {
            source,
            text: game.encoding.decode(&record.bytes).into_owned(),
            tags: game.tags.iter().map(tag).collect(),
            seats: Seats::of(&checked.facts),
            result: checked.facts.result.map(ResultName),
            end_reason: checked.facts.end_reason.clone(),
            outcome: Outcome::from(&checked.facts.outcome),
            state: State(checked.state),
            plies: game.main.half_moves.len(),
            stopped_at: checked.stopped.map(|stopped| StoppedAt::new(&stopped, &text)),
            diagnostics: checked.diagnostics(&text),
            clock_kind: ClockKind(timeline.clock_kind),
            control: control.map(|control| Control {
                base: control.base.0,
                increment: control.increment.0,
                inferred: timeline.start.is_inferred,
            }),
            start,
            main,
            sits: timeline.sits(LEAST_SIT).into_iter().map(Sit::from).collect(),
        })
    }
}

/// Rejects a game that is too long for a page.
pub(crate) fn require_short(record: &Record) -> Result<(), Rejection> {
    let (half_moves, annotations) = count(&record.game.main);
    let annotations = annotations + record.game.tags.len();
    for (number, most, what) in [
        (record.bytes.len(), MOST_BYTES, "bytes"),
        (half_moves, MOST_HALF_MOVES, "half-moves"),
        (annotations, MAX_ANNOTATIONS, "tags and annotations"),
    ] {
        if number > most {
            return Err(Rejection::too_large(format!(
                "the game has {number} {what}, the page shows games of up to {most}; `bughouse replay` shows it"
            )));
        }
    }
    Ok(())
}

/// Counts the half-moves and the annotations of a line and of all its variations.
fn count(line: &bpgn::Line) -> (usize, usize) {
    let mut counted = (0, line.before.len());
    let mut add = |line: &bpgn::Line| {
        let (half_moves, annotations) = count(line);
        counted.0 += half_moves;
        counted.1 += annotations;
    };
    line.half_moves.iter().flat_map(|half_move| &half_move.variations).chain(&line.stray).for_each(&mut add);
    let own: usize = line.half_moves.iter().map(|half_move| half_move.annotations.len()).sum();
    (counted.0 + line.half_moves.len(), counted.1 + own)
}
