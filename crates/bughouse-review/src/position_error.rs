//! What can be wrong with the text of a position.

use std::fmt;

use bughouse_chess::notation::feen::FeenErrorKind;
use bughouse_chess::{BoardId, BoardTextErrorKind, TextError, TwoBoardsErrorKind, Violation};

use crate::position::MAX_TEXT;

/// What is wrong with the text of a position, and where.
pub type PositionError = TextError<PositionErrorKind>;

/// What is wrong with the text of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PositionErrorKind {
    /// There is nothing to read.
    Empty,
    /// The text is longer than [`MAX_TEXT`].
    TooLong,
    /// The text is not FEN or BFEN.
    Board(BoardTextErrorKind),
    /// The text is not two boards.
    TwoBoards(TwoBoardsErrorKind),
    /// The text is not FEEN of a board.
    Feen(Option<BoardId>, FeenErrorKind),
    /// The other board is FEEN and this one is not.
    MixedNotations(BoardId),
    /// The position breaks a rule.
    Rule(Option<BoardId>, Violation),
    /// Two boards where one is wanted.
    OneWanted,
}

impl PositionErrorKind {
    /// Says of what is wrong with a board alone that it is one of two.
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
            PositionErrorKind::TooLong => write!(f, "longer than {MAX_TEXT} bytes, which is no position"),
            PositionErrorKind::Board(kind) => kind.fmt(f),
            PositionErrorKind::TwoBoards(kind) => kind.fmt(f),
            PositionErrorKind::Feen(_, kind) => kind.fmt(f),
            PositionErrorKind::MixedNotations(board) => {
                write!(f, "board {board}: expected FEEN, as the other board is")
            }
            PositionErrorKind::Rule(_, rule) => rule.fmt(f),
            PositionErrorKind::OneWanted => f.write_str("expected one board, this is a second one"),
        }
    }
}
