//! Where something stands in a file of games, for messages.

use std::fmt;

use bpgn::{Encoding, Place};
use bughouse_chess::{Span, TextError};

use crate::report;

/// A game of a file: the name of the file, where the game begins, and its bytes.
#[derive(Clone, Copy)]
pub(crate) struct InFile<'a> {
    pub(crate) file: &'a str,
    pub(crate) place: Place,
    pub(crate) bytes: &'a [u8],
}

/// A line and a column, both from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Spot {
    pub(crate) line: u64,
    pub(crate) column: usize,
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

impl InFile<'_> {
    /// Returns where a byte of the game stands in the file.
    pub(crate) fn spot(&self, at: usize) -> Spot {
        let before = &self.bytes[..at.min(self.bytes.len())];
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let lines = before.iter().filter(|&&byte| byte == b'\n').count();
        let column = Encoding::of(self.bytes).decode(&before[line_start..]).chars().count() + 1;
        Spot { line: self.place.line + lines as u64, column }
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
        let message = format!("{}:{}: {message}", self.file, self.spot(span.start));
        TextError::new(message, span).render(self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns() {
        let of = |bytes, at| {
            let place = Place { number: 1, byte: 0, line: 7 };
            InFile { file: "x", place, bytes }.spot(at).to_string()
        };
        assert_eq!(of(b"ab\ncd", 0), "7:1");
        assert_eq!(of(b"ab\ncd", 1), "7:2");
        assert_eq!(of(b"ab\ncd", 4), "8:2");
        assert_eq!(of(b"ab\ncd", 100), "8:3");
        assert_eq!(of("ä!".as_bytes(), 2), "7:2");
        assert_eq!(of(b"\xe4\xe4!", 2), "7:3");
    }
}
