//! One JSON object for each game that `check` reads. README.md documents every field.

use std::fmt::Write;

use bpgn::{Encoding, Report, tree};
use bughouse_chess::BoardId;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::check::GameText;

/// The object of a game, without its file and number.
#[derive(Serialize)]
struct Game<'a> {
    line: u64,
    tags: Tags<'a>,
    plies: usize,
    state: &'static str,
    stopped_at: Option<StoppedAt>,
    #[serde(rename = "final")]
    last: Boards,
    outcome: Outcome,
    notes: Vec<Note>,
}

#[derive(Serialize)]
struct StoppedAt {
    ply: usize,
    label: String,
    #[serde(rename = "move")]
    san: String,
    why: String,
    line: u64,
    column: u64,
}

#[derive(Serialize)]
struct Boards {
    a: String,
    b: String,
}

#[derive(Serialize)]
struct Outcome {
    winner: Option<&'static str>,
    by: Option<&'static str>,
    loser_seat: Option<&'static str>,
}

#[derive(Serialize)]
struct Note {
    kind: &'static str,
    line: u64,
    column: u64,
    text: String,
}

/// The tags in order; of those with the same name the first.
struct Tags<'a> {
    report: &'a Report<'a>,
    encoding: Encoding,
}

impl Serialize for Tags<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let mut seen = std::collections::HashSet::new();
        for (name, value) in self.report.tags() {
            if seen.insert(name) {
                map.serialize_entry(
                    &self.encoding.decode(name),
                    &tree::unescape(&self.encoding.decode(value)),
                )?;
            }
        }
        map.end()
    }
}

/// Appends the object of a game and a line break, with a hole for the game's number.
pub(crate) fn write(
    file: &str,
    report: &Report<'_>,
    lines: &GameText<'_>,
    out: &mut String,
    numbers: &mut Vec<usize>,
) {
    let place = |span| lines.text.place(lines.span(span).start);
    let encoding = lines.text.encoding;
    let game = Game {
        line: report.place.line,
        tags: Tags { report, encoding },
        plies: report.half_moves,
        state: report.state.name(),
        stopped_at: report.stopped.map(|stopped| {
            let at = place(stopped.span);
            StoppedAt {
                ply: stopped.ply,
                label: stopped.label.to_string(),
                san: encoding.decode(&report.bytes[stopped.san.start..stopped.san.end]).into_owned(),
                why: stopped.kind.to_string(),
                line: at.line,
                column: at.column,
            }
        }),
        last: Boards { a: report.player.to_bfen(BoardId::A), b: report.player.to_bfen(BoardId::B) },
        outcome: Outcome {
            winner: report.outcome.winner_name(),
            by: report.outcome.by(),
            loser_seat: report.outcome.loser.map(bughouse_chess::Seat::name),
        },
        notes: report
            .notes
            .iter()
            .map(|note| {
                let at = place(note.span);
                Note { kind: note.kind.name(), line: at.line, column: at.column, text: report.text_of(note) }
            })
            .collect(),
    };
    let name = serde_json::Value::from(file);
    let _ = write!(out, "{{\"file\":{name},\"game\":");
    numbers.push(out.len());
    // Strings and numbers alone: nothing that JSON cannot hold.
    let rest = serde_json::to_string(&game).unwrap_or_default();
    out.push(',');
    out.push_str(rest.strip_prefix('{').unwrap_or(&rest));
    out.push('\n');
}
