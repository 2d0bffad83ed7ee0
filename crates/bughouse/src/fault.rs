//! What can be wrong with a text that the program reads.

use std::fmt;

use bughouse_chess::notation::feen::FeenErrorKind;
use bughouse_chess::{BoardId, BoardTextErrorKind, BrokenRule, TextError, TwoBoardsErrorKind};

use crate::position::MAX_TEXT;

/// What is wrong with a text, and where.
pub(crate) type Fault = TextError<FaultKind>;

/// What is wrong with a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FaultKind {
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
    Rule(Option<BoardId>, BrokenRule),
    /// Two boards where one is wanted.
    OneWanted,
    /// A row of perft counts does not have three fields.
    RowFields(usize),
    /// The depth of a row is not a number in range.
    RowDepth,
    /// The count of a row is not a number in range.
    RowNodes,
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let FaultKind::Feen(Some(board), _) | FaultKind::Rule(Some(board), _) = self {
            write!(f, "board {board}: ")?;
        }
        match self {
            FaultKind::Empty => f.write_str("expected a position, the text is empty"),
            FaultKind::TooLong => write!(f, "longer than {MAX_TEXT} bytes, which is no position"),
            FaultKind::Board(kind) => kind.fmt(f),
            FaultKind::TwoBoards(kind) => kind.fmt(f),
            FaultKind::Feen(_, kind) => kind.fmt(f),
            FaultKind::MixedNotations(board) => {
                write!(f, "board {board}: expected FEEN, as the other board is")
            }
            FaultKind::Rule(_, rule) => rule.fmt(f),
            FaultKind::OneWanted => f.write_str("expected one board, this is a second one"),
            FaultKind::RowFields(count) => {
                let s = if *count == 1 { "" } else { "s" };
                write!(f, "{count} field{s} found, expected three: bfen;depth;nodes")
            }
            FaultKind::RowDepth => {
                write!(f, "expected a depth, a number from 0 to {}", crate::cli::MAX_DEPTH)
            }
            FaultKind::RowNodes => f.write_str("expected the count of nodes, a number"),
        }
    }
}
