//! Why a half-move of a game can't be played, and where.

use core::fmt;

use bughouse_chess::{BoardId, Color, IllegalMove, Leniency, MoveErrorKind, SanMismatch, Span};

use crate::types::label::Label;

/// Why a half-move can't be played, and where. Its line ends before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReplayError {
    /// The number of the half-move in its line, from 1.
    pub ply: usize,
    /// The label of the half-move.
    pub label: Label,
    /// Why it can't be played.
    pub kind: ReplayErrorKind,
    /// The span of the wrong bytes. It counts from the first byte of the move or, in a [`Report`](crate::Report), from
    /// the first byte of the game.
    pub span: Span,
}

impl ReplayError {
    /// Returns the error with its span in the text that the label and the move are in.
    pub(crate) fn within(self, label_at: Span, san_at: Span) -> ReplayError {
        let span = if self.kind.is_about_label() { label_at } else { self.span.shifted(san_at.start) };
        ReplayError { span, ..self }
    }
}

/// Writes the label and why the half-move can't be played: `2A: no king can go to e3`.
impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.label, self.kind)
    }
}

impl core::error::Error for ReplayError {}

/// Why a half-move can't be played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ReplayErrorKind {
    /// It is not a move.
    NotAMove(MoveErrorKind),
    /// It is not in standard form.
    NotStandard(Leniency),
    /// There is no such legal move.
    Mismatch(SanMismatch),
    /// The other side is to move on this board.
    WrongSide {
        /// The board.
        board: BoardId,
        /// Who is to move.
        to_move: Color,
    },
    /// The number skips half-moves.
    Missing {
        /// The label that was expected.
        expected: Label,
    },
    /// The number is lower than expected, which only a lenient reader accepts.
    NumberTooLow {
        /// The label that was expected.
        expected: Label,
    },
    /// The first half-move on this board is not the first of a game, and there is no start position.
    MidGame(BoardId),
    /// The start position is not valid.
    NoStart,
    /// The half-move is repeated.
    Repeated,
    /// It is the first of a variation and names no half-move of the line that the variation is in.
    Nowhere,
    /// It comes after a half-move that can't be played.
    Trailing,
}

impl ReplayErrorKind {
    /// Returns a short name in kebab case.
    pub const fn name(self) -> &'static str {
        match self {
            ReplayErrorKind::NotAMove(_) => "not-a-move",
            ReplayErrorKind::NotStandard(leniency) => leniency.name(),
            ReplayErrorKind::Mismatch(SanMismatch::Illegal(IllegalMove::NotInReserve { .. })) => {
                "not-in-reserve"
            }
            ReplayErrorKind::Mismatch(SanMismatch::Ambiguous { .. }) => "ambiguous-move",
            ReplayErrorKind::Mismatch(_) => "illegal-move",
            ReplayErrorKind::WrongSide { .. } => "wrong-side",
            ReplayErrorKind::Missing { .. } => "missing-half-move",
            ReplayErrorKind::NumberTooLow { .. } => "wrong-number",
            ReplayErrorKind::MidGame(_) => "mid-game-start",
            ReplayErrorKind::NoStart => "bad-start-position",
            ReplayErrorKind::Repeated => "repeated-half-move",
            ReplayErrorKind::Nowhere => "variation-nowhere",
            ReplayErrorKind::Trailing => "after-a-stop",
        }
    }

    /// Returns `true` if the label is wrong, rather than the move.
    pub const fn is_about_label(self) -> bool {
        matches!(
            self,
            ReplayErrorKind::WrongSide { .. }
                | ReplayErrorKind::Missing { .. }
                | ReplayErrorKind::NumberTooLow { .. }
                | ReplayErrorKind::MidGame(_)
                | ReplayErrorKind::Repeated
                | ReplayErrorKind::Nowhere
        )
    }
}

impl fmt::Display for ReplayErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayErrorKind::NotAMove(kind) => kind.fmt(f),
            ReplayErrorKind::NotStandard(leniency) => write!(f, "not standard: {leniency}"),
            ReplayErrorKind::Mismatch(mismatch) => mismatch.fmt(f),
            ReplayErrorKind::WrongSide { board, to_move } => {
                write!(
                    f,
                    "wrong side to move on board {board}: it is {}'s move, a half-move is missing",
                    to_move.side_name()
                )
            }
            ReplayErrorKind::Missing { expected } => {
                write!(f, "expected {expected}., half-moves are missing")
            }
            ReplayErrorKind::NumberTooLow { expected } => write!(f, "expected {expected}."),
            ReplayErrorKind::MidGame(board) => {
                write!(
                    f,
                    "board {board} begins in the middle of a game, expected move 1 or a start position in a FEN tag"
                )
            }
            ReplayErrorKind::NoStart => f.write_str("the start position is not valid"),
            ReplayErrorKind::Repeated => f.write_str("the half-move is repeated"),
            ReplayErrorKind::Nowhere => f.write_str("the variation names no half-move of the line it is in"),
            ReplayErrorKind::Trailing => f.write_str("it comes after a half-move that can't be played"),
        }
    }
}
