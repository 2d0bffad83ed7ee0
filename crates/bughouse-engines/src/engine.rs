//! The engine trait, queries and limits.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bughouse_chess::{BoardId, BySeat, Millis, Position, Seat};

use crate::error::EngineError;
use crate::evaluation::Evaluation;

/// An engine that evaluates one board of a position.
///
/// All engines follow the same conventions, so results are comparable: scores are for the seat to move, a
/// line ends before its first illegal move, and only proven mates count as mates.
pub trait Engine: Send {
    /// Returns the name of the engine.
    fn name(&self) -> &str;

    /// Evaluates a board for the seat to move. Once `stop` is set, returns the best result so far.
    ///
    /// A board without a legal move is evaluated without the engine.
    ///
    /// # Errors
    /// Describes what the engine did instead of answering. You can try again, until it returns
    /// [`EngineError::Unavailable`].
    fn evaluate(
        &mut self,
        query: &Query<'_>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Evaluation, EngineError>;

    /// Announces a new game: the next query is unrelated to the previous ones.
    fn new_game(&mut self) {}
}

/// A board of a position to evaluate.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Query<'a> {
    /// Both boards.
    pub position: &'a Position,
    /// The board to evaluate.
    pub board: BoardId,
    /// The time left of each seat, if it is known.
    pub clocks: Option<BySeat<Millis>>,
}

impl<'a> Query<'a> {
    /// Creates a query without clocks.
    #[must_use]
    pub fn new(position: &'a Position, board: BoardId) -> Query<'a> {
        Query { position, board, clocks: None }
    }

    /// Sets the time left of each seat.
    #[must_use]
    pub fn clocks(mut self, clocks: BySeat<Millis>) -> Query<'a> {
        self.clocks = Some(clocks);
        self
    }

    /// Returns the seat to move on the board of the query.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.position.to_move(self.board)
    }
}

/// Limits of an evaluation. The first one reached ends it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// The time limit: a minute if nothing is set.
    pub time: Option<Duration>,
    /// The most positions to search.
    pub nodes: Option<u64>,
    /// The depth in half-moves.
    pub depth: Option<u32>,
    /// The number of lines, 1 to 64.
    pub lines: u16,
}

impl Limits {
    /// The longest time of an evaluation: an hour.
    pub const MOST_TIME: Duration = Duration::from_secs(3600);

    /// The time limit if none is set.
    pub(crate) const DEFAULT_TIME: Duration = Duration::from_secs(60);

    /// Creates a time limit, with one line.
    #[must_use]
    pub const fn time(time: Duration) -> Limits {
        Limits { time: Some(time), nodes: None, depth: None, lines: 1 }
    }

    /// Creates a limit of positions, with one line.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Limits {
        Limits { time: None, nodes: Some(nodes), depth: None, lines: 1 }
    }

    /// Creates a limit of the depth in half-moves, with one line.
    #[must_use]
    pub const fn depth(depth: u32) -> Limits {
        Limits { time: None, nodes: None, depth: Some(depth), lines: 1 }
    }

    /// Also sets a time limit.
    #[must_use]
    pub const fn within(mut self, time: Duration) -> Limits {
        self.time = Some(time);
        self
    }

    /// Sets the number of lines.
    #[must_use]
    pub const fn lines(mut self, lines: u16) -> Limits {
        self.lines = lines;
        self
    }

    /// Returns the time limit, clamped to the allowed range.
    pub(crate) fn longest(&self) -> Duration {
        self.time.unwrap_or(Limits::DEFAULT_TIME).clamp(Duration::from_millis(1), Limits::MOST_TIME)
    }

    /// Returns the number of lines, clamped to the allowed range.
    pub(crate) fn line_count(&self) -> u16 {
        self.lines.clamp(1, 64)
    }
}

/// One second and one line.
impl Default for Limits {
    fn default() -> Limits {
        Limits::time(Duration::from_secs(1))
    }
}
