//! Errors in positions.

use std::fmt;

use bughouse_chess::{BoardId, Leniency, ReadErrorKind, TextError};

use crate::position::MAX_TEXT;

/// An invalid position, with the place of the error.
pub type PositionError = TextError<PositionErrorKind>;

/// Why a position is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PositionErrorKind {
    /// The string is longer than [`MAX_TEXT`].
    TooLong,
    /// The string is unreadable, or the position violates a rule.
    Read(ReadErrorKind),
    /// The other board is FEEN and this one isn't.
    MixedNotations(BoardId),
    /// There are two boards where one is expected.
    OneWanted,
}

impl PositionErrorKind {
    /// Returns the leniency that accepts this, if there is one.
    pub const fn leniency(&self) -> Option<Leniency> {
        match self {
            PositionErrorKind::Read(kind) => kind.leniency(),
            _ => None,
        }
    }

    /// Turns an error about a single board into one about a board of two.
    pub(crate) fn on_board(self, id: BoardId) -> PositionErrorKind {
        match self {
            PositionErrorKind::Read(kind) => PositionErrorKind::Read(kind.on_board(id)),
            other => other,
        }
    }
}

impl fmt::Display for PositionErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionErrorKind::TooLong => {
                write!(f, "expected a position, but the string is longer than {MAX_TEXT} bytes")
            }
            PositionErrorKind::Read(kind) => kind.fmt(f),
            PositionErrorKind::MixedNotations(board) => {
                write!(f, "board {board}: expected FEEN, like the other board")
            }
            PositionErrorKind::OneWanted => f.write_str("expected one board, found a second one"),
        }
    }
}
