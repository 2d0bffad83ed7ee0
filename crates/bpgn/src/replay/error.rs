//! Why a half-move of a game can't be played.

use core::fmt;

use bughouse_chess::{BoardId, Color, IllegalMove, Leniency, SanErrorKind, SanMismatch, Span};

use crate::types::label::Label;

/// Why a half-move was not played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum StopKind {
    /// It is not a move.
    NotAMove(SanErrorKind),
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

impl StopKind {
    /// Returns a short name in kebab case.
    pub const fn name(self) -> &'static str {
        match self {
            StopKind::NotAMove(_) => "not-a-move",
            StopKind::NotStandard(leniency) => leniency.name(),
            StopKind::Mismatch(SanMismatch::Illegal(IllegalMove::NotInReserve { .. })) => "not-in-reserve",
            StopKind::Mismatch(SanMismatch::Ambiguous { .. }) => "ambiguous-move",
            StopKind::Mismatch(_) => "illegal-move",
            StopKind::WrongSide { .. } => "wrong-side",
            StopKind::Missing { .. } => "missing-half-move",
            StopKind::NumberTooLow { .. } => "wrong-number",
            StopKind::MidGame(_) => "mid-game-start",
            StopKind::NoStart => "bad-start-position",
            StopKind::Repeated => "repeated-half-move",
            StopKind::Nowhere => "variation-nowhere",
            StopKind::Trailing => "after-a-stop",
        }
    }

    /// Returns `true` if the label is wrong, rather than the move.
    pub const fn is_about_label(self) -> bool {
        matches!(
            self,
            StopKind::WrongSide { .. }
                | StopKind::Missing { .. }
                | StopKind::NumberTooLow { .. }
                | StopKind::MidGame(_)
                | StopKind::Repeated
                | StopKind::Nowhere
        )
    }
}

impl fmt::Display for StopKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StopKind::NotAMove(kind) => kind.fmt(f),
            StopKind::NotStandard(leniency) => write!(f, "not standard: {leniency}"),
            StopKind::Mismatch(mismatch) => mismatch.fmt(f),
            StopKind::WrongSide { board, to_move } => {
                write!(
                    f,
                    "wrong side to move on board {board}: it is {}'s move, a half-move is missing",
                    to_move.side_name()
                )
            }
            StopKind::Missing { expected } => write!(f, "expected {expected}., half-moves are missing"),
            StopKind::NumberTooLow { expected } => write!(f, "expected {expected}."),
            StopKind::MidGame(board) => {
                write!(
                    f,
                    "board {board} begins in the middle of a game, expected move 1 or a start position in a FEN tag"
                )
            }
            StopKind::NoStart => f.write_str("the start position is not valid"),
            StopKind::Repeated => f.write_str("the half-move is repeated"),
            StopKind::Nowhere => f.write_str("the variation names no half-move of the line it is in"),
            StopKind::Trailing => f.write_str("it comes after a half-move that can't be played"),
        }
    }
}

/// Why a half-move was not played, and which part of the move is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stop {
    /// Why it was not played.
    pub kind: StopKind,
    /// The span of the wrong bytes in the move.
    pub span: Span,
}
