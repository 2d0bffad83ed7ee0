//! The time and nodes that players use.

use std::time::Duration;

/// The assumed speed in nodes per second until there are measurements.
const FIRST_SPEED: f64 = 400_000.0;

/// The totals of one team.
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

    /// Returns the number of nodes that fit into a time, at the speed so far.
    pub(crate) fn nodes_in(&self, time: Duration) -> u64 {
        let speed = match self.time.as_secs_f64() {
            taken if taken > 0.5 => self.nodes as f64 / taken,
            // Too little time to measure a speed.
            _ => FIRST_SPEED,
        };
        (speed * time.as_secs_f64()) as u64
    }

    /// Returns the average time per move.
    pub(crate) fn mean(&self) -> Option<Duration> {
        (self.moves > 0).then(|| self.time / self.moves)
    }
}

/// Writes `9.5 ms CPU time per move, 1250000 nodes per second, depth 7.1, 2779 moves`.
impl std::fmt::Display for Used {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let moves = f64::from(self.moves.max(1));
        write!(
            f,
            "{:.1} ms CPU time per move, {:.0} nodes per second, depth {:.1}, {} moves",
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
