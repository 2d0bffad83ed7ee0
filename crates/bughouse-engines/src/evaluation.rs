//! What an engine says of a board, once it was validated.

use core::fmt;
use std::time::Duration;

use bughouse_chess::{BughouseMove, Piece, Seat, Team};
use bughouse_mate::Mate;

use crate::score::Score;

/// What an engine says of a board, validated by the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Evaluation {
    /// The seat to move, whose score it is.
    pub seat: Seat,
    /// How good the board is for the seat.
    pub score: Score,
    /// The mate that was proved, if the seat has one.
    pub mate: Option<Mate>,
    /// What the engine would play, if it can be played.
    pub best: Option<BughouseMove>,
    /// The lines that it found, best first; before them that of a proved mate which it does not play. There is none where
    /// there is nothing to play.
    pub lines: Vec<Line>,
    /// How many half-moves deep it looked.
    pub depth: u32,
    /// How many positions it looked at, as it says.
    pub nodes: u64,
    /// How long the answer took.
    pub time: Duration,
}

impl Evaluation {
    /// Returns the score as a team sees it.
    #[must_use]
    pub fn score_for(&self, team: Team) -> Score {
        if self.seat.team() == team { self.score } else { -self.score }
    }
}

/// A line that an engine found, up to where it becomes illegal.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Line {
    /// How good it is for the seat to move.
    pub score: Score,
    /// The moves of both sides of the board in turn. All can be played.
    pub moves: Vec<BughouseMove>,
    /// Why the line was longer, if it was.
    pub cut: Option<Cut>,
}

/// Why a line goes no further.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Cut {
    /// The next move drops a piece that is not held: the line needs one.
    Needs(Piece),
    /// The next move is illegal, or no move at all.
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
