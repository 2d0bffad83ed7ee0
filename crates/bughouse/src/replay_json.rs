//! The timeline of a game as JSON: one object for the start, one for each half-move, one for the end.

use std::io::{self, Write};

use bpgn::{Game, LEAST_SIT, Moment, Tag, Timeline};
use bughouse_chess::{BoardId, Millis, Seat};
use serde::{Serialize, Serializer};

use crate::json;
use crate::record_json::{Note, Outcome, StoppedAt};
use crate::replay::{Checked, Replay};
use crate::spot::InFile;

/// Writes the timeline, object by object.
pub(crate) fn write(replay: &Replay<'_>, place: &InFile<'_>, out: &mut impl Write) -> io::Result<()> {
    let Replay { timeline, checked, .. } = replay;
    json::write(out, &Head::new(replay, place))?;
    for moment in &timeline.moments {
        json::write(out, &HalfMove::new(moment))?;
    }
    json::write(out, &End::new(timeline, checked, place))
}

/// The start of a game.
#[derive(Serialize)]
struct Head<'a> {
    r#type: &'static str,
    file: &'a str,
    game: u64,
    line: u64,
    variation: Option<String>,
    tags: Pairs<'a>,
    clock_kind: &'static str,
    boards: Boards,
    clocks: Clocks,
    diagonals: Diagonals,
}

/// Names and values of tags, in order; of a name that is there twice the first.
struct Pairs<'a>(&'a Game);

impl Serialize for Pairs<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let tags: Vec<&Tag> = self.0.tags.iter().collect();
        let is_first = |i: usize, tag: &Tag| tags[..i].iter().all(|before| before.name != tag.name);
        let first = tags.iter().enumerate().filter(|&(i, tag)| is_first(i, tag));
        serializer.collect_map(first.map(|(_, tag)| (&tag.name, &tag.value)))
    }
}

/// Both boards as BFEN.
#[derive(Serialize)]
struct Boards {
    a: Option<String>,
    b: Option<String>,
}

impl Boards {
    fn at(timeline: &Timeline, ply: usize) -> Boards {
        Boards { a: timeline.to_bfen(ply, BoardId::A), b: timeline.to_bfen(ply, BoardId::B) }
    }
}

/// What four clocks show, in milliseconds.
#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct Clocks {
    white_a: Option<i64>,
    black_a: Option<i64>,
    white_b: Option<i64>,
    black_b: Option<i64>,
}

impl Clocks {
    pub(crate) fn new(clocks: &[Option<Millis>; 4]) -> Clocks {
        let of = |seat: Seat| number(clocks[seat.to_index()]);
        Clocks {
            white_a: of(Seat::WHITE_A),
            black_a: of(Seat::BLACK_A),
            white_b: of(Seat::WHITE_B),
            black_b: of(Seat::BLACK_B),
        }
    }
}

/// How much more time the player on board A has than the one of the same colour on board B.
#[derive(Serialize)]
pub(crate) struct Diagonals {
    white: Option<i64>,
    black: Option<i64>,
}

impl Diagonals {
    pub(crate) fn new([white, black]: [Option<Millis>; 2]) -> Diagonals {
        Diagonals { white: number(white), black: number(black) }
    }
}

/// Writes a time in milliseconds.
pub(crate) fn number(time: Option<Millis>) -> Option<i64> {
    time.map(|time| time.0)
}

impl Head<'_> {
    fn new<'a>(replay: &'a Replay<'_>, place: &InFile<'a>) -> Head<'a> {
        let Replay { record, line, timeline, .. } = replay;
        Head {
            r#type: "game",
            file: place.file,
            game: place.place.number,
            line: place.place.line,
            variation: line.path.as_ref().map(ToString::to_string),
            tags: Pairs(&record.game),
            clock_kind: timeline.clock_kind.name(),
            boards: Boards::at(timeline, 0),
            clocks: Clocks::new(&timeline.start.clocks),
            diagonals: Diagonals::new(timeline.diagonals(0).unwrap_or_default()),
        }
    }
}

/// A half-move and how things stand after it.
#[derive(Serialize)]
struct HalfMove<'a> {
    r#type: &'static str,
    ply: usize,
    label: String,
    seat: &'static str,
    san: &'a str,
    uci: String,
    boards: Boards,
    capture: Option<Captured>,
    transfer: Option<Transfer>,
    clock: Option<String>,
    clocks: Clocks,
    running: Clocks,
    used: Option<i64>,
    elapsed: Option<i64>,
    time: Option<i64>,
    lag: Option<i64>,
    thinking: Option<i64>,
    diagonals: Diagonals,
    running_diagonals: Diagonals,
}

#[derive(Serialize)]
struct Captured {
    piece: &'static str,
    promoted: bool,
}

#[derive(Serialize)]
struct Transfer {
    seat: &'static str,
    piece: &'static str,
}

impl HalfMove<'_> {
    fn new(moment: &Moment) -> HalfMove<'_> {
        let bfen = |board| Some(moment.to_bfen(board));
        HalfMove {
            r#type: "half-move",
            ply: moment.ply,
            label: moment.label.to_string(),
            seat: moment.seat.name(),
            san: &moment.san,
            uci: moment.mv.to_string(),
            boards: Boards { a: bfen(BoardId::A), b: bfen(BoardId::B) },
            capture: moment
                .capture
                .map(|capture| Captured { piece: capture.piece.name(), promoted: capture.promoted }),
            transfer: moment
                .transfer
                .map(|(seat, piece)| Transfer { seat: seat.name(), piece: piece.name() }),
            clock: moment.clock.map(|clock| clock.to_string()),
            clocks: Clocks::new(&moment.clocks),
            running: Clocks::new(&moment.running),
            used: number(moment.used),
            elapsed: number(moment.elapsed),
            time: number(moment.time),
            lag: number(moment.lag),
            thinking: number(moment.thinking),
            diagonals: Diagonals::new(moment.diagonals),
            running_diagonals: Diagonals::new(moment.running_diagonals()),
        }
    }
}

/// The end of a game.
#[derive(Serialize)]
struct End {
    r#type: &'static str,
    plies: usize,
    state: &'static str,
    stopped_at: Option<StoppedAt>,
    r#final: Boards,
    outcome: Outcome,
    sits: Vec<Sat>,
    notes: Vec<Note>,
}

#[derive(Serialize)]
struct Sat {
    seat: &'static str,
    from_ply: usize,
    to_ply: usize,
    time: Option<i64>,
}

impl End {
    fn new(timeline: &Timeline, checked: &Checked, place: &InFile<'_>) -> End {
        let stopped_at = checked
            .stopped
            .map(|stopped| StoppedAt::new(&stopped, place.bytes, place.spot(stopped.span.start)));
        let sits = timeline.sits(LEAST_SIT);
        End {
            r#type: "end",
            plies: timeline.len(),
            state: checked.state.name(),
            stopped_at,
            r#final: Boards::at(timeline, timeline.len()),
            outcome: Outcome::from(&checked.outcome),
            sits: sits
                .into_iter()
                .map(|sit| Sat {
                    seat: sit.seat.name(),
                    from_ply: sit.from_ply,
                    to_ply: sit.to_ply,
                    time: number(sit.time),
                })
                .collect(),
            notes: checked
                .notes
                .iter()
                .map(|(note, text)| Note::new(note.kind, place.spot(note.span.start), text.clone()))
                .collect(),
        }
    }
}
