//! One JSON object for each game that `check` reads. README.md documents every field.

use std::fmt::Write;

use bpgn::{Encoding, Report, tree};
use bughouse_chess::BoardId;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::check::GameText;
use crate::record_json::{Note, Outcome, StoppedAt};

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
struct Boards {
    a: String,
    b: String,
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
        stopped_at: report.stopped.map(|stopped| StoppedAt::new(&stopped, report.bytes, place(stopped.span))),
        last: Boards { a: report.player.to_bfen(BoardId::A), b: report.player.to_bfen(BoardId::B) },
        outcome: Outcome::from(&report.outcome),
        notes: report
            .notes
            .iter()
            .map(|note| Note::new(note.kind, place(note.span), report.text_of(note)))
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
