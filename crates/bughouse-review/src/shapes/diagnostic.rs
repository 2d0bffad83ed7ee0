//! Diagnostics of a game, and where its replay stopped.

use bpgn::ReplayError;
use bughouse_chess::Span;
use serde::Serialize;

use crate::shapes::names::Severity;
use crate::shapes::place::Spot;
use crate::texts::game_text::GameText;

/// A problem in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// The kind of diagnostic, such as `illegal-move`.
    pub kind: &'static str,
    /// The line in the file, counted from 1.
    pub line: u64,
    /// The column in characters, counted from 1.
    pub column: u64,
    /// The half-move of the main line that it belongs to, if any.
    pub ply: Option<usize>,
    /// The message.
    pub text: String,
    /// The line of the text, with carets below the place.
    pub excerpt: String,
}

impl Diagnostic {
    /// Converts a diagnostic, given its message and where each half-move of the main line begins.
    pub fn new(
        diagnostic: &bpgn::Diagnostic,
        message: String,
        text: &GameText<'_>,
        starts: &[usize],
    ) -> Diagnostic {
        let Spot { line, column } = text.spot(diagnostic.span.start);
        Diagnostic {
            severity: Severity(diagnostic.kind.severity()),
            kind: diagnostic.kind.name(),
            line,
            column,
            ply: Some(starts.partition_point(|&start| start <= diagnostic.span.start)).filter(|&ply| ply > 0),
            text: message,
            excerpt: text.excerpt(diagnostic.span),
        }
    }
}

/// The half-move where the replay of a line stopped, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LineStop {
    /// The number of the half-move along the line, counted from 1.
    pub ply: usize,
    /// Its label, such as `12a`.
    pub label: String,
    /// The move as written.
    pub r#move: String,
    /// Why it can't be played, as a short name.
    pub kind: String,
    /// Why it can't be played.
    pub why: String,
}

impl LineStop {
    /// Describes where a line stopped. `san` is the move as written.
    pub(crate) fn new(stopped: &ReplayError, san: &str) -> LineStop {
        LineStop {
            ply: stopped.ply,
            label: stopped.label.to_string(),
            r#move: san.to_owned(),
            kind: stopped.kind.name().to_owned(),
            why: stopped.kind.to_string(),
        }
    }
}

/// The half-move where the replay of the main line stopped, why, and its place in the text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StoppedAt {
    /// The half-move.
    #[serde(flatten)]
    pub stop: LineStop,
    /// The line in the file, counted from 1.
    pub line: u64,
    /// The column in characters, counted from 1.
    pub column: u64,
    /// The line of the text, with carets below the place.
    pub excerpt: String,
}

impl StoppedAt {
    /// Describes where a game stopped, if it did, at the move of a span.
    pub fn of(stopped: Option<ReplayError>, move_at: Option<Span>, text: &GameText<'_>) -> Option<StoppedAt> {
        let (stopped, move_at) = stopped.zip(move_at)?;
        let Spot { line, column } = text.spot(stopped.span.start);
        let san = text.bytes().get(move_at.start..move_at.end).unwrap_or_default();
        Some(StoppedAt {
            stop: LineStop::new(&stopped, &text.encoding().decode(san)),
            line,
            column,
            excerpt: text.excerpt(stopped.span),
        })
    }
}
