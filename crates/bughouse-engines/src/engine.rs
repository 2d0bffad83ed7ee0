//! What an engine is asked, and how much it may do.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bughouse_chess::{BoardId, BySeat, Millis, Position, Rules, Seat};

use crate::error::EngineError;
use crate::evaluation::Evaluation;

/// Something that evaluates one board of a position.
///
/// All engines answer by the same rules, so that answers can be compared: scores are those of the seat to move, a line is cut
/// where it becomes illegal, and a mate is one only if it was proved.
pub trait Engine: Send {
    /// Returns what the engine calls itself.
    fn name(&self) -> &str;

    /// Evaluates a board for the seat that is to move there. Once `stop` is set, what is known by then is the answer.
    ///
    /// A board on which there is nothing to play is validated without the engine.
    ///
    /// # Errors
    /// Says what the engine did instead of answering. It may be asked again, until it says [`EngineError::Unavailable`].
    fn evaluate(
        &mut self,
        query: &Query<'_>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Evaluation, EngineError>;

    /// Tells the engine that what comes next has nothing to do with what it was asked before.
    fn new_game(&mut self) {}
}

/// A board of a position that is to be evaluated.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Query<'a> {
    /// Both boards.
    pub position: &'a Position,
    /// The board that is asked about.
    pub board: BoardId,
    /// The rules by which lines and mates are validated.
    pub rules: Rules,
    /// What is left to each seat, if it is known.
    pub clocks: Option<BySeat<Millis>>,
}

impl<'a> Query<'a> {
    /// Makes a query by the usual rules, without clocks.
    #[must_use]
    pub fn new(position: &'a Position, board: BoardId) -> Query<'a> {
        Query { position, board, rules: Rules::standard(), clocks: None }
    }

    /// Sets the rules by which lines and mates are validated.
    #[must_use]
    pub const fn rules(mut self, rules: &Rules) -> Query<'a> {
        self.rules = *rules;
        self
    }

    /// Sets what is left to each seat.
    #[must_use]
    pub fn clocks(mut self, clocks: BySeat<Millis>) -> Query<'a> {
        self.clocks = Some(clocks);
        self
    }

    /// Returns the seat that is to move on the board that is asked about.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.position.to_move(self.board)
    }
}

/// How much an engine may do for an answer. The first limit that is reached ends it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// How long it may take; a minute if nothing is set.
    pub time: Option<Duration>,
    /// How many positions it may look at.
    pub nodes: Option<u64>,
    /// How many half-moves deep it looks.
    pub depth: Option<u32>,
    /// How many lines it gives, 1 to 64.
    pub lines: u16,
}

impl Limits {
    /// The longest time that any answer may take: an hour.
    pub const MOST_TIME: Duration = Duration::from_secs(3600);

    /// The time of an answer for which none is set.
    pub(crate) const USUAL_TIME: Duration = Duration::from_secs(60);

    /// Makes limits of a time, with one line.
    #[must_use]
    pub const fn time(time: Duration) -> Limits {
        Limits { time: Some(time), nodes: None, depth: None, lines: 1 }
    }

    /// Makes limits of a number of positions, with one line.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Limits {
        Limits { time: None, nodes: Some(nodes), depth: None, lines: 1 }
    }

    /// Makes limits of a depth in half-moves, with one line.
    #[must_use]
    pub const fn depth(depth: u32) -> Limits {
        Limits { time: None, nodes: None, depth: Some(depth), lines: 1 }
    }

    /// Sets how long it may take, too.
    #[must_use]
    pub const fn within(mut self, time: Duration) -> Limits {
        self.time = Some(time);
        self
    }

    /// Sets how many lines it gives.
    #[must_use]
    pub const fn lines(mut self, lines: u16) -> Limits {
        self.lines = lines;
        self
    }

    /// Returns how long an answer may take, whatever is set.
    pub(crate) fn longest(&self) -> Duration {
        self.time.unwrap_or(Limits::USUAL_TIME).clamp(Duration::from_millis(1), Limits::MOST_TIME)
    }

    /// Returns how many lines are given, whatever is set.
    pub(crate) fn line_count(&self) -> u16 {
        self.lines.clamp(1, 64)
    }
}

/// A second, and one line.
impl Default for Limits {
    fn default() -> Limits {
        Limits::time(Duration::from_secs(1))
    }
}
