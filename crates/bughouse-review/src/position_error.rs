//! Errors in positions.

use std::fmt;

use bughouse_chess::notation::feen::FeenErrorKind;
use bughouse_chess::{BoardId, BoardTextErrorKind, Leniency, TextError, TwoBoardsErrorKind, Violation};

use crate::position::MAX_TEXT;

/// An invalid position, with the place of the error.
pub type PositionError = TextError<PositionErrorKind>;

/// Why a position is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PositionErrorKind {
    /// The string is empty.
    Empty,
    /// The string is longer than [`MAX_TEXT`].
    TooLong,
    /// The string isn't FEN or BFEN.
    Board(BoardTextErrorKind),
    /// The string isn't two boards.
    TwoBoards(TwoBoardsErrorKind),
    /// The string isn't FEEN.
    Feen(Option<BoardId>, FeenErrorKind),
    /// The other board is FEEN and this one isn't.
    MixedNotations(BoardId),
    /// The position violates a rule.
    Rule(Option<BoardId>, Violation),
    /// There are two boards where one is expected.
    OneWanted,
}

impl PositionErrorKind {
    /// Returns the leniency that accepts this, if there is one.
    pub const fn leniency(&self) -> Option<Leniency> {
        match self {
            PositionErrorKind::Board(kind) => kind.leniency(),
            PositionErrorKind::TwoBoards(kind) => kind.leniency(),
            PositionErrorKind::Feen(_, kind) => kind.leniency(),
            PositionErrorKind::Rule(_, violation) => violation.leniency(),
            _ => None,
        }
    }

    /// Turns an error about a single board into one about a board of two.
    pub(crate) fn on_board(self, id: BoardId) -> PositionErrorKind {
        match self {
            PositionErrorKind::Board(kind) => {
                PositionErrorKind::TwoBoards(TwoBoardsErrorKind::Board(id, kind))
            }
            PositionErrorKind::Feen(_, kind) => PositionErrorKind::Feen(Some(id), kind),
            PositionErrorKind::Rule(_, rule) => PositionErrorKind::Rule(Some(id), rule),
            other => other,
        }
    }
}

impl fmt::Display for PositionErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let PositionErrorKind::Feen(Some(board), _) | PositionErrorKind::Rule(Some(board), _) = self {
            write!(f, "board {board}: ")?;
        }
        match self {
            PositionErrorKind::Empty => f.write_str("expected a position, but the string is empty"),
            PositionErrorKind::TooLong => {
                write!(f, "expected a position, but the string is longer than {MAX_TEXT} bytes")
            }
            PositionErrorKind::Board(kind) => kind.fmt(f),
            PositionErrorKind::TwoBoards(kind) => kind.fmt(f),
            PositionErrorKind::Feen(_, kind) => kind.fmt(f),
            PositionErrorKind::MixedNotations(board) => {
                write!(f, "board {board}: expected FEEN, like the other board")
            }
            PositionErrorKind::Rule(_, rule) => rule.fmt(f),
            PositionErrorKind::OneWanted => f.write_str("expected one board, found a second one"),
        }
    }
}
