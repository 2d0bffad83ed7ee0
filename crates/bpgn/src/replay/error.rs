//! Why a half-move of a game can't be played, and where.

use core::fmt;

use bughouse_chess::{BoardId, Color, IllegalMove, Leniency, MoveErrorKind, SanMismatch, Span};

use crate::types::kinds;
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

kinds! {
    /// Why a half-move can't be played.
    ReplayErrorKind;
    /// It is not a move.
    NotAMove(kind: MoveErrorKind) => "not-a-move", "{kind}";
    /// It is not in standard form.
    NotStandard(leniency: Leniency) => leniency.name(), "not standard: {leniency}";
    /// There is no such legal move.
    Mismatch(mismatch: SanMismatch) => match mismatch {
        SanMismatch::Illegal(IllegalMove::NotInReserve { .. }) => "not-in-reserve",
        SanMismatch::Ambiguous { .. } => "ambiguous-move",
        _ => "illegal-move",
    }, "{mismatch}";
    /// The other side is to move on this board.
    WrongSide {
        /// The board.
        board: BoardId,
        /// Who is to move.
        to_move: Color,
    } => "wrong-side", "wrong side to move on board {board}: it is {}'s move, a half-move is missing",
        to_move.side_name();
    /// The number skips half-moves.
    Missing {
        /// The label that was expected.
        expected: Label,
    } => "missing-half-move", "expected {expected}., half-moves are missing";
    /// The number is lower than expected, which only a lenient reader accepts.
    NumberTooLow {
        /// The label that was expected.
        expected: Label,
    } => "wrong-number", "expected {expected}.";
    /// The first half-move on this board is not the first of a game, and there is no start position.
    MidGame(board: BoardId) => "mid-game-start",
        "board {board} begins in the middle of a game, expected move 1 or a start position in a FEN tag";
    /// The start position is not valid.
    NoStart => "bad-start-position", "the start position is not valid";
    /// The half-move is repeated.
    Repeated => "repeated-half-move", "the half-move is repeated";
    /// It is the first of a variation and names no half-move of the line that the variation is in.
    Nowhere => "variation-nowhere", "the variation names no half-move of the line it is in";
    /// It comes after a half-move that can't be played.
    Trailing => "after-a-stop", "it comes after a half-move that can't be played";
}

impl ReplayErrorKind {
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
