//! What `check` says about a game, and where, as JSON. `openapi.json` documents every field.

use bpgn::{Flow, Note, RawHalfMove, Reader, Severity, Stopped, Visitor};
use bughouse_chess::Span;
use serde::Serialize;

use crate::record_json::StoppedAt;
use crate::spot::InFile;

/// Something that `check` says.
#[derive(Serialize)]
pub(super) struct NoteJson {
    severity: &'static str,
    kind: &'static str,
    line: u64,
    column: u64,
    ply: Option<usize>,
    text: String,
    excerpt: String,
}

/// Where the replay of the main line stopped.
#[derive(Serialize)]
pub(super) struct StoppedJson {
    #[serde(flatten)]
    stopped: StoppedAt,
    excerpt: String,
}

impl StoppedJson {
    pub(super) fn new(stopped: &Stopped, place: &InFile<'_>) -> StoppedJson {
        StoppedJson {
            stopped: StoppedAt::new(stopped, place.bytes, place.spot(stopped.span.start)),
            excerpt: place.excerpt(stopped.span),
        }
    }
}

/// Tells all notes in the order of the text, each with the half-move it is about.
pub(super) fn notes(notes: &[(Note, String)], place: &InFile<'_>) -> Vec<NoteJson> {
    let starts = if notes.is_empty() { Vec::new() } else { half_move_starts(place.bytes) };
    notes
        .iter()
        .map(|(note, text)| {
            let spot = place.spot(note.span.start);
            let ply = starts.partition_point(|&start| start <= note.span.start);
            NoteJson {
                severity: match note.kind.severity() {
                    Severity::Departure => "departure",
                    Severity::Conflict => "conflict",
                    Severity::Repair => "repair",
                    Severity::Error => "error",
                },
                kind: note.kind.name(),
                line: spot.line,
                column: spot.column,
                ply: (ply > 0).then_some(ply),
                text: text.clone(),
                excerpt: place.excerpt(note.span),
            }
        })
        .collect()
}

/// Returns where each half-move of the main line begins.
fn half_move_starts(bytes: &[u8]) -> Vec<usize> {
    #[derive(Default)]
    struct Starts(Vec<usize>);

    impl Visitor for Starts {
        fn half_move(&mut self, half_move: RawHalfMove<'_>) -> Flow {
            self.0.push(half_move.label_at.start);
            Flow::Continue
        }

        fn begin_variation(&mut self, _span: Span, _depth: usize) -> Flow {
            Flow::Skip
        }
    }

    let mut starts = Starts::default();
    // A slice has no errors of its own.
    let _ = Reader::new(bytes).read_game(&mut starts);
    starts.0
}
