//! What is said about a game, and where: notes, and where its replay stopped.

use bpgn::{Stopped, StoppedLine};
use serde::Serialize;

use crate::check::HalfMoveStarts;
use crate::game_text::GameText;
use crate::names::Severity;
use crate::place::Spot;

/// Something notable about a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// A short name for machines.
    pub kind: &'static str,
    /// The line in the file, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: u64,
    /// The half-move of the main line it is about, if it is about one.
    pub ply: Option<usize>,
    /// A sentence for a person.
    pub text: String,
    /// The line of the text, and below it carets under the place.
    pub excerpt: String,
}

impl Diagnostic {
    /// Tells a note with its words.
    pub fn new(
        note: &bpgn::Diagnostic,
        words: String,
        text: &GameText<'_>,
        starts: &HalfMoveStarts,
    ) -> Diagnostic {
        let Spot { line, column } = text.spot(note.span.start);
        Diagnostic {
            severity: Severity(note.kind.severity()),
            kind: note.kind.name(),
            line,
            column,
            ply: starts.ply_at(note.span.start),
            text: words,
            excerpt: text.excerpt(note.span),
        }
    }
}

/// Where the replay of a line stopped, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LineStop {
    /// The number of the half-move along the line, from 1.
    pub ply: usize,
    /// Its label.
    pub label: String,
    /// The move as it is written.
    pub r#move: String,
    /// Why it cannot be played, as a short name.
    pub kind: String,
    /// Why it cannot be played.
    pub why: String,
}

impl LineStop {
    /// Tells where a line stopped, the move there being known.
    pub(crate) fn new(stopped: &StoppedLine, san: &str) -> LineStop {
        LineStop {
            ply: stopped.ply,
            label: stopped.label.to_string(),
            r#move: san.to_owned(),
            kind: stopped.stop.kind.name().to_owned(),
            why: stopped.stop.kind.to_string(),
        }
    }
}

/// Where the replay of the main line stopped, why, and where that is in the text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StoppedAt {
    /// The half-move.
    #[serde(flatten)]
    pub stop: LineStop,
    /// The line in the file, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: u64,
    /// The line of the text, and below it carets under the place.
    pub excerpt: String,
}

impl StoppedAt {
    /// Tells where a game stopped.
    pub fn new(stopped: &Stopped, text: &GameText<'_>) -> StoppedAt {
        let Spot { line, column } = text.spot(stopped.span.start);
        let san = text.bytes().get(stopped.san.start..stopped.san.end).unwrap_or_default();
        StoppedAt {
            stop: LineStop {
                ply: stopped.ply,
                label: stopped.label.to_string(),
                r#move: text.encoding().decode(san).into_owned(),
                kind: stopped.kind.name().to_owned(),
                why: stopped.kind.to_string(),
            },
            line,
            column,
            excerpt: text.excerpt(stopped.span),
        }
    }
}
