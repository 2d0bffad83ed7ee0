//! What a search found.

use bughouse_chess::BughouseMove;

use crate::score::Score;

/// A move, what it is worth, and how the game may go on.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Line {
    /// What the board is worth to the side to move, if it plays this line.
    pub score: Score,
    /// The half-moves on this board, the first being the one to play. Each is legal after those before it with what is
    /// held now; but for a hard mate, in which the defender may drop what arrives.
    pub moves: Vec<BughouseMove>,
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Found {
    /// What the board is worth to the side to move: the score of the best line, or how the board stands if there is no
    /// move.
    pub score: Score,
    /// The lines, the best first, each with another first half-move. There are as many as were asked for, or as many as
    /// there are moves; none if there is no move.
    pub lines: Vec<Line>,
    /// How many half-moves deep the search got.
    pub depth: u32,
    /// How many boards it looked at.
    pub nodes: u64,
}

impl Found {
    /// Returns the move to play; `None` if there is none.
    #[must_use]
    pub fn best(&self) -> Option<BughouseMove> {
        self.lines.first().and_then(|line| line.moves.first()).copied()
    }
}

/// What a search tells while it goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Info<'a> {
    /// How many half-moves deep this line was looked at.
    pub depth: u32,
    /// How many boards were looked at so far.
    pub nodes: u64,
    /// The place of the line: 0 is the best.
    pub place: usize,
    /// The line.
    pub line: &'a Line,
}
