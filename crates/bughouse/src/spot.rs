//! Where something stands in a file of games, for messages.

use std::fmt;

use bpgn::{Encoding, Place};
use bughouse_chess::Span;

use crate::place::{self, Text};
use crate::report;

/// A game of a file: the name of the file, where the game begins, and its bytes.
#[derive(Clone, Copy)]
pub(crate) struct InFile<'a> {
    pub(crate) file: &'a str,
    pub(crate) place: Place,
    pub(crate) bytes: &'a [u8],
}

impl InFile<'_> {
    /// Returns where a byte of the game stands in the file.
    pub(crate) fn spot(&self, at: usize) -> place::Place {
        self.text().place(at)
    }

    /// Returns the line of a place, and carets under the place.
    pub(crate) fn excerpt(&self, span: Span) -> String {
        self.text().excerpt(span)
    }

    fn text(&self) -> Text<'_> {
        let bpgn::Place { line: first_line, column: first_column, .. } = self.place;
        Text { bytes: self.bytes, first_line, first_column, encoding: Encoding::of(self.bytes) }
    }

    /// Says that something is wrong at a place, with a caret under it.
    pub(crate) fn error(&self, message: impl fmt::Display, span: Span) {
        report::error(self.shown(message, span));
    }

    /// Says what a person may want to know about a place, with a caret under it.
    pub(crate) fn note(&self, message: impl fmt::Display, span: Span) {
        report::note(self.shown(message, span));
    }

    fn shown(&self, message: impl fmt::Display, span: Span) -> String {
        let spot = self.spot(span.start);
        format!("{}:{}:{}: {message}\n{}", self.file, spot.line, spot.column, self.excerpt(span))
    }
}
