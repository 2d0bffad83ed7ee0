//! The validated evaluation of a board.

use core::fmt;
use std::time::Duration;

use bughouse_chess::{BughouseMove, Piece, Seat, Team};
use bughouse_mate::Mate;

use crate::score::Score;

/// The evaluation of a board by an engine, validated with the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Evaluation {
    /// The seat to move. The score is from its point of view.
    pub seat: Seat,
    /// The score for the seat.
    pub score: Score,
    /// The proven mate of the seat, if there is one.
    pub mate: Option<Mate>,
    /// The engine's move, if it is legal.
    pub best: Option<BughouseMove>,
    /// The lines, best first. If a mate is proven that the engine doesn't play, its line comes first. Empty
    /// if there is no legal move.
    pub lines: Vec<Line>,
    /// The depth in half-moves.
    pub depth: u32,
    /// The number of positions that the engine reports.
    pub nodes: u64,
    /// The time the evaluation took.
    pub time: Duration,
}

impl Evaluation {
    /// Returns the score for a team.
    #[must_use]
    pub fn score_for(&self, team: Team) -> Score {
        if self.seat.team() == team { self.score } else { -self.score }
    }
}

/// A line that an engine found, up to its first illegal move.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Line {
    /// The score for the seat to move.
    pub score: Score,
    /// The moves of both sides of the board in turn. All are legal.
    pub moves: Vec<BughouseMove>,
    /// Why the line was cut, if it was.
    pub cut: Option<Cut>,
}

/// Why a line was cut.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Cut {
    /// The next move drops a piece that is not in reserve: the line needs one.
    Needs(Piece),
    /// The next move is illegal or not a move.
    Illegal,
}

/// Writes `needs Q` or `illegal`.
impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cut::Needs(piece) => write!(f, "needs {}", piece.to_char()),
            Cut::Illegal => f.write_str("illegal"),
        }
    }
}
