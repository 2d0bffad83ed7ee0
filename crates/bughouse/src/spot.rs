//! Messages about a place in a game file.

use std::fmt;

use bpgn::{DiagnosticKind, ReadOptions, Record};
use bughouse_chess::Span;
use bughouse_review::{GameText, Replay};

use crate::report;

/// A game of a file.
#[derive(Clone, Copy)]
pub(crate) struct InFile<'a> {
    file: &'a str,
    text: GameText<'a>,
}

impl<'a> InFile<'a> {
    /// Wraps a game of the file with this name.
    pub(crate) fn new(file: &'a str, record: &'a Record) -> InFile<'a> {
        InFile { file, text: GameText::of(record) }
    }

    /// Prints an error with a caret under its place.
    pub(crate) fn error(&self, message: impl fmt::Display, span: Span) {
        report::error(self.shown(message, span));
    }

    /// Prints a note with a caret under its place.
    pub(crate) fn note(&self, message: impl fmt::Display, span: Span) {
        report::note(self.shown(message, span));
    }

    fn shown(&self, message: impl fmt::Display, span: Span) -> String {
        let spot = self.text.spot(span.start);
        format!("{}:{}:{}: {message}\n{}", self.file, spot.line, spot.column, self.text.excerpt(span))
    }
}

/// Returns the place where the main line of a game can't be played: a half-move, or the FEN tag.
pub(crate) fn stopped_at(record: &Record, options: ReadOptions) -> Span {
    let Some(replay) = Replay::new(record, None, Some(0), options) else { return Span::new(0, 0) };
    let start = replay.checked.diagnostics.iter().find(|(found, _)| found.kind == DiagnosticKind::BadStart);
    match (start, &replay.checked.stopped) {
        (Some((found, _)), _) => found.span,
        (None, Some(stopped)) => stopped.span,
        (None, None) => Span::new(0, 0),
    }
}
