//! The result of a search.

use bughouse_chess::BughouseMove;

use crate::score::Score;

/// A move, its score, and the expected continuation.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Line {
    /// The score for the side to move if it plays this line.
    pub score: Score,
    /// The half-moves on this board, starting with the one to play. Each is legal with the current reserves,
    /// except in a hard mate, where the defender can drop pieces that arrive.
    pub moves: Vec<BughouseMove>,
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Found {
    /// The score for the side to move: that of the best line, or of the board if there is no legal move.
    pub score: Score,
    /// The lines, best first, each with a different first half-move. There are as many as requested, or as
    /// there are legal moves.
    pub lines: Vec<Line>,
    /// The depth in half-moves that was completed.
    pub depth: u32,
    /// The number of boards that were searched.
    pub nodes: u64,
}

impl Found {
    /// Returns the best move, or `None` if there is no legal move.
    #[must_use]
    pub fn best(&self) -> Option<BughouseMove> {
        self.lines.first().and_then(|line| line.moves.first()).copied()
    }
}

/// Progress of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Info<'a> {
    /// The depth of this line in half-moves.
    pub depth: u32,
    /// The number of boards searched so far.
    pub nodes: u64,
    /// The rank of the line: 0 is the best.
    pub place: usize,
    /// The line.
    pub line: &'a Line,
}
