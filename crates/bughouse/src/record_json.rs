//! What `check` and `replay` say about a game in JSON. README.md documents every field.

use bpgn::{Encoding, GameOutcome, NoteKind, Stopped};
use bughouse_chess::Seat;
use serde::Serialize;

use crate::place::Place;

/// Where the replay of a game stopped.
#[derive(Serialize)]
pub(crate) struct StoppedAt {
    ply: usize,
    label: String,
    r#move: String,
    why: String,
    line: u64,
    column: u64,
}

impl StoppedAt {
    /// Tells it of a game with these bytes, at this place in its file.
    pub(crate) fn new(stopped: &Stopped, bytes: &[u8], place: Place) -> StoppedAt {
        StoppedAt {
            ply: stopped.ply,
            label: stopped.label.to_string(),
            r#move: Encoding::of(bytes).decode(&bytes[stopped.san.start..stopped.san.end]).into_owned(),
            why: stopped.kind.to_string(),
            line: place.line,
            column: place.column,
        }
    }
}

/// Who won.
#[derive(Serialize)]
pub(crate) struct Outcome {
    winner: Option<&'static str>,
    by: Option<&'static str>,
    loser_seat: Option<&'static str>,
}

impl From<&GameOutcome> for Outcome {
    fn from(outcome: &GameOutcome) -> Outcome {
        Outcome { winner: outcome.winner_name(), by: outcome.by(), loser_seat: outcome.loser.map(Seat::name) }
    }
}

/// Something remarkable.
#[derive(Serialize)]
pub(crate) struct Note {
    kind: &'static str,
    line: u64,
    column: u64,
    text: String,
}

impl Note {
    pub(crate) fn new(kind: NoteKind, place: Place, text: String) -> Note {
        Note { kind: kind.name(), line: place.line, column: place.column, text }
    }
}
