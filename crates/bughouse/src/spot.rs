//! Messages about a place in a game file.

use std::fmt;

use bpgn::Record;
use bughouse_chess::Span;
use bughouse_review::GameText;

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
