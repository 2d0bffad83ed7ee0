//! A replayed game: both boards and the clocks after each half-move, in all lines, and the diagnostics of a check.

use bpgn::replay::{LEAST_SIT, TimelineStart};
use bpgn::{Facts, ReadOptions, Record, Timeline};
use bughouse_chess::BoardId;
use serde::Serialize;

use crate::api::rejection::Rejection;
use crate::shapes::board::{Board, Boards};
use crate::shapes::check::Checked;
use crate::shapes::clocks::{Clocks, Diagonals};
use crate::shapes::diagnostic::{Diagnostic, StoppedAt};
use crate::shapes::line::{Line, LineBuilder, PlayedPart};
use crate::shapes::names::{ClockKind, ResultName, Seat, State};
use crate::shapes::outcome::Outcome;
use crate::texts::game_text::GameText;

/// The maximum number of half-moves of a game including variations. The web UI can't show more.
const MOST_HALF_MOVES: usize = 10_000;

/// The maximum size of a game in bytes.
const MOST_BYTES: usize = 4 << 20;

/// The maximum number of tags and annotations of a game.
const MAX_ANNOTATIONS: usize = 50_000;

/// A replayed game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Game {
    /// The file it comes from; null for an edited game.
    pub source: Option<Source>,
    /// The game as BPGN, to pass to edits.
    pub text: String,
    /// The tags, in order.
    pub tags: Vec<Tag>,
    /// The players.
    pub seats: Seats,
    /// The result from the tag; if the tag has none, the result after the moves.
    pub result: Option<ResultName>,
    /// Why it ended, as written.
    pub end_reason: Option<String>,
    /// Who won.
    pub outcome: Outcome,
    /// The result of the check.
    pub state: State,
    /// The number of half-moves of the main line, including those that can't be played.
    pub plies: usize,
    /// Where the replay of the main line stopped; null if it was played to the end.
    pub stopped_at: Option<StoppedAt>,
    /// The problems found, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// What the clocks mean.
    pub clock_kind: ClockKind,
    /// The time control, in milliseconds.
    pub control: Option<Control>,
    /// The start of the game.
    pub start: Start,
    /// The main line, with all variations.
    pub main: Line,
    /// Sits: players who waited instead of moving.
    pub sits: Vec<Sit>,
}

/// The file that a game comes from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Source {
    /// The key of the file.
    pub file: String,
    /// The display name of the file.
    pub name: String,
    /// The number of the game in the file, counted from 1.
    pub game: u64,
    /// The line of the file where the game begins.
    pub line: u64,
}

/// A tag.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tag {
    /// The name.
    pub name: String,
    /// The value.
    pub value: String,
}

/// The players by seat.
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

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Player {
    /// The name; empty if unknown.
    pub name: String,
    /// The rating; null if it isn't a number.
    pub rating: Option<u32>,
}

impl Seats {
    /// Returns the players of a game.
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
    /// The time on each clock at the start.
    pub base: i64,
    /// The time added after each half-move.
    pub increment: i64,
    /// Whether it was inferred from the clocks, because no tag has it.
    pub inferred: bool,
}

/// The start of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Start {
    /// Both boards.
    pub boards: Boards,
    /// The clocks, from the start position or the time control.
    pub clocks: Clocks,
    /// The diagonal times of these clocks.
    pub diagonals: Diagonals,
}

impl Start {
    /// Describes the start of a line.
    pub fn of(start: &TimelineStart, kind: bpgn::ClockKind) -> Start {
        let [a, b] = BoardId::ALL.map(|id| {
            let bfen = start.counted_board(id).text(&start.style).to_string();
            Board::new(&start.position, id, bfen, None)
        });
        Start {
            boards: Boards { a, b },
            clocks: Clocks::new(&start.clocks),
            diagonals: Diagonals::new(kind.diagonals(&start.clocks)),
        }
    }
}

/// A sit: a player waited instead of moving.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sit {
    /// The seat that waited.
    pub seat: Seat,
    /// The half-move after which the wait began.
    pub from_ply: usize,
    /// The half-move that ended the wait.
    pub to_ply: usize,
    /// The duration in milliseconds.
    pub time: i64,
}

impl From<bpgn::replay::Sit> for Sit {
    fn from(sit: bpgn::replay::Sit) -> Sit {
        Sit { seat: Seat(sit.seat), from_ply: sit.from_ply, to_ply: sit.to_ply, time: sit.time.0 }
    }
}

impl Game {
    /// Replays a game.
    ///
    /// # Errors
    /// Fails if the game is too long for the web UI.
    pub fn new(record: &Record, source: Option<Source>) -> Result<Game, Rejection> {
        let game = &record.game;
        require_short(record)?;
        let options = ReadOptions::for_files();
        let checked = Checked::of(record, options)
            .ok_or_else(|| Rejection::bad_request("expected a game, found none"))?;
        let (timeline, variations) = Timeline::of_played(game, &options);
        let text = GameText::of(record);
        let start = Start::of(&timeline.start, timeline.clock_kind);
        let mut builder = LineBuilder::new(&timeline.start, start.boards.clone());
        let main = builder.line(PlayedPart {
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
            stopped_at: checked.stopped_at(&text),
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

/// Rejects a game that is too long for the web UI.
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
                "the game has {number} {what}, but the web UI shows at most {most}: use `bughouse replay` instead"
            )));
        }
    }
    Ok(())
}

/// Counts the half-moves and annotations of a line, including its variations.
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
