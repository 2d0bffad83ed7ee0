//! What players use.

use std::time::Duration;

/// Nodes a second, as long as nothing is known.
const FIRST_SPEED: f64 = 400_000.0;

/// What one side used.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Used {
    time: Duration,
    moves: u32,
    nodes: u64,
    depth: u64,
}

impl Used {
    /// Adds a move.
    pub(crate) fn add(&mut self, time: Duration, nodes: u64, depth: u32) {
        self.time += time;
        self.moves += 1;
        self.nodes += nodes;
        self.depth += u64::from(depth);
    }

    /// Returns how many nodes fit into a time, at the speed so far.
    pub(crate) fn nodes_in(&self, time: Duration) -> u64 {
        let speed = match self.time.as_secs_f64() {
            taken if taken > 0.5 => self.nodes as f64 / taken,
            // A guess for the first moves.
            _ => FIRST_SPEED,
        };
        (speed * time.as_secs_f64()) as u64
    }

    /// Returns the time of a move on average.
    pub(crate) fn mean(&self) -> Option<Duration> {
        (self.moves > 0).then(|| self.time / self.moves)
    }
}

/// Writes `9.5 ms of a processor a move, 1,250,000 nodes a second, depth 7.1, 2779 moves`.
impl std::fmt::Display for Used {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let moves = f64::from(self.moves.max(1));
        write!(
            f,
            "{:.1} ms of a processor a move, {:.0} nodes a second, depth {:.1}, {} moves",
            self.time.as_secs_f64() * 1000.0 / moves,
            self.nodes as f64 / self.time.as_secs_f64().max(1e-9),
            self.depth as f64 / moves,
            self.moves,
        )
    }
}

/// Adds up the CPU time of all threads of a process, as Linux reports it.
pub(crate) fn taken(process: Option<u32>) -> Option<Duration> {
    let mut total = 0;
    for task in std::fs::read_dir(format!("/proc/{}/task", process?)).ok()? {
        let text = std::fs::read_to_string(task.ok()?.path().join("schedstat")).ok()?;
        total += text.split_whitespace().next()?.parse::<u64>().ok()?;
    }
    Some(Duration::from_nanos(total))
}
