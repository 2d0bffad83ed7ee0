//! How long a search may go on.

use std::fmt;

/// How long a search may go on, and how many lines it gives. Without a limit it goes on until it is stopped or has
/// looked [`Limits::MAX_DEPTH`] half-moves deep.
///
/// There is no clock in this crate: who wants a time limit passes a function that says whether the time is over.
///
/// ```
/// use std::time::{Duration, Instant};
/// use bughouse_search::Limits;
///
/// let start = Instant::now();
/// let is_over = || start.elapsed() >= Duration::from_millis(20);
/// let limits = Limits::new().lines(2).until(&is_over);
/// # let _ = limits;
/// ```
#[derive(Clone, Copy)]
#[must_use]
pub struct Limits<'a> {
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    pub(crate) lines: usize,
    pub(crate) is_over: Option<&'a dyn Fn() -> bool>,
}

impl<'a> Limits<'a> {
    /// The deepest that a search goes, in half-moves.
    pub const MAX_DEPTH: u32 = 64;

    /// Makes limits that end nothing, with one line.
    pub const fn new() -> Limits<'a> {
        Limits { depth: Limits::MAX_DEPTH, nodes: u64::MAX, lines: 1, is_over: None }
    }

    /// Sets how many half-moves deep to look, 1 at least.
    pub fn depth(mut self, depth: u32) -> Limits<'a> {
        self.depth = depth.clamp(1, Limits::MAX_DEPTH);
        self
    }

    /// Sets how many boards to look at. A search with this limit alone gives the same answer everywhere.
    pub const fn nodes(mut self, nodes: u64) -> Limits<'a> {
        self.nodes = nodes;
        self
    }

    /// Sets how many lines to give, 1 at least. Each further line takes about as long as the first.
    pub fn lines(mut self, lines: usize) -> Limits<'a> {
        self.lines = lines.max(1);
        self
    }

    /// Sets a function that says whether the time is over. It is called after each 512 nodes or so.
    pub fn until(mut self, is_over: &'a dyn Fn() -> bool) -> Limits<'a> {
        self.is_over = Some(is_over);
        self
    }
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits::new()
    }
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("depth", &self.depth)
            .field("nodes", &self.nodes)
            .field("lines", &self.lines)
            .field("has_time", &self.is_over.is_some())
            .finish()
    }
}
