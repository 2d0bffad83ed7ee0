//! Errors in a row of perft counts.

use std::fmt;

use bughouse_chess::TextError;
use bughouse_review::{PositionError, PositionErrorKind};

/// An error in a row, and its place.
pub(crate) type RowError = TextError<RowErrorKind>;

/// An error in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RowErrorKind {
    /// Its position can't be parsed.
    Position(PositionErrorKind),
    /// It doesn't have three fields.
    RowFields(usize),
    /// Its depth is not a number in range.
    RowDepth,
    /// Its count is not a number in range.
    RowNodes,
}

/// Converts an error in the position of a row.
pub(crate) fn of_position(error: &PositionError) -> RowError {
    RowError::new(RowErrorKind::Position(*error.kind()), error.span())
}

impl fmt::Display for RowErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RowErrorKind::Position(kind) => kind.fmt(f),
            RowErrorKind::RowFields(count) => {
                let s = if *count == 1 { "" } else { "s" };
                write!(f, "{count} field{s} found, expected three: bfen;depth;nodes")
            }
            RowErrorKind::RowDepth => {
                write!(f, "expected a depth, a number from 0 to {}", crate::cli::MAX_DEPTH)
            }
            RowErrorKind::RowNodes => f.write_str("expected the count of nodes, a number"),
        }
    }
}
