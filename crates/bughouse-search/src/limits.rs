//! Limits of a search.

use std::fmt;

/// Limits of a search, and the number of lines. Without a limit, a search continues until it is stopped or
/// reaches a depth of [`Limits::MAX_DEPTH`] half-moves.
///
/// This crate never reads the clock. For a time limit, pass a function that returns `true` when the time is
/// up.
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
    /// The deepest search, in half-moves.
    pub const MAX_DEPTH: u32 = 64;

    /// Creates limits that never end a search, with one line.
    pub const fn new() -> Limits<'a> {
        Limits { depth: Limits::MAX_DEPTH, nodes: u64::MAX, lines: 1, is_over: None }
    }

    /// Sets the depth in half-moves, at least 1.
    pub fn depth(mut self, depth: u32) -> Limits<'a> {
        self.depth = depth.clamp(1, Limits::MAX_DEPTH);
        self
    }

    /// Sets the number of boards to search. With only this limit, a search gives the same result on every
    /// machine.
    pub const fn nodes(mut self, nodes: u64) -> Limits<'a> {
        self.nodes = nodes;
        self
    }

    /// Sets the number of lines, at least 1. Each additional line takes about as long as the first.
    pub fn lines(mut self, lines: usize) -> Limits<'a> {
        self.lines = lines.max(1);
        self
    }

    /// Sets a function that returns `true` when the time is up. It is called about every 512 nodes.
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
