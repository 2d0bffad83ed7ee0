//! The engine trait and queries.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use bughouse_chess::{BoardId, BySeat, Millis, Position, Seat};
use bughouse_mate::Solver;
use bughouse_search::{Evaluation, Limits, Search};

use crate::error::EngineError;

/// An engine that evaluates one board of a position.
///
/// All engines follow the same conventions, so results are comparable: scores are for the seat to move, a
/// line ends before its first illegal move, and only a mate that the solver proved has a proof.
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

    /// Returns the solver that validates its mates, and remembers what it solved.
    fn solver(&mut self) -> &mut Solver;

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

/// The built-in engine. It never fails.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use bughouse_chess::{BoardId, Position};
/// use bughouse_engines::{Engine, Limits, Query, Search};
///
/// let mut engine: Box<dyn Engine> = Box::new(Search::new(1));
/// let query = Query::new(&Position::START, BoardId::A);
/// let found = engine.evaluate(&query, &Limits::nodes(3000), &AtomicBool::new(false))?;
/// assert!(found.best.is_some());
/// # Ok::<(), bughouse_engines::EngineError>(())
/// ```
impl Engine for Search {
    fn name(&self) -> &str {
        Search::NAME
    }

    fn evaluate(
        &mut self,
        query: &Query<'_>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Evaluation, EngineError> {
        let (start, limits) = (Instant::now(), limits.of_engine());
        let is_over = || stop.load(Ordering::Relaxed) || limits.is_over(start.elapsed());
        Ok(self.evaluate_board(query.position, query.board, &limits, &is_over))
    }

    fn solver(&mut self) -> &mut Solver {
        Search::solver(self)
    }

    fn new_game(&mut self) {
        self.clear();
    }
}
