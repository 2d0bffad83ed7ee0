//! Limits of an evaluation.

use std::time::Duration;

/// Limits of an evaluation, and the number of lines. The first limit reached ends it.
///
/// ```
/// use std::time::Duration;
/// use bughouse_search::Limits;
///
/// let limits = Limits::nodes(20_000).within(Duration::from_secs(1)).lines(2);
/// assert!(!limits.is_over(Duration::from_millis(999)) && limits.is_over(Duration::from_secs(1)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// The time limit.
    pub time: Option<Duration>,
    /// The most positions to search. With only this limit, or only a depth, the built-in engine gives the same
    /// result on every machine.
    pub nodes: Option<u64>,
    /// The depth in half-moves.
    pub depth: Option<u32>,
    /// The number of lines, 1 to 64. Each additional line takes about as long as the first.
    pub lines: u16,
}

impl Limits {
    /// The longest time of an evaluation: an hour.
    pub const MOST_TIME: Duration = Duration::from_secs(3600);

    /// The time limit of an engine that has no limit: a minute.
    pub const DEFAULT_TIME: Duration = Duration::from_secs(60);

    /// The deepest search of the built-in engine, in half-moves.
    pub const MAX_DEPTH: u32 = 64;

    /// Creates limits that never end an evaluation, with one line.
    #[must_use]
    pub const fn none() -> Limits {
        Limits { time: None, nodes: None, depth: None, lines: 1 }
    }

    /// Creates a time limit, with one line.
    #[must_use]
    pub const fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::none() }
    }

    /// Creates a limit of positions, with one line.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::none() }
    }

    /// Creates a limit of the depth in half-moves, with one line.
    #[must_use]
    pub const fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::none() }
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

    /// Returns `true` if the time is up.
    #[must_use]
    pub fn is_over(&self, elapsed: Duration) -> bool {
        self.time.is_some_and(|time| elapsed >= time)
    }

    /// Returns the limits of an engine: without any, it has [`Limits::DEFAULT_TIME`], and never more than
    /// [`Limits::MOST_TIME`].
    #[must_use]
    pub fn of_engine(mut self) -> Limits {
        let has_others = self.nodes.is_some() || self.depth.is_some();
        let time = self.time.or((!has_others).then_some(Limits::DEFAULT_TIME));
        self.time = time.map(|time| time.min(Limits::MOST_TIME));
        self
    }
}

/// One second and one line.
impl Default for Limits {
    fn default() -> Limits {
        Limits::time(Duration::from_secs(1))
    }
}
