//! What a piece of work costs: time of all processors, and time on the wall.

use std::time::Instant;

use cpu_time::ProcessTime;

/// Seconds that something took.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Cost {
    /// CPU time of all threads of the process, user and system.
    pub(crate) cpu: f64,
    pub(crate) wall: f64,
}

impl Cost {
    /// Returns the cost of one of `count` equal parts.
    pub(crate) fn each(self, count: usize) -> Cost {
        let count = count.max(1) as f64;
        Cost { cpu: self.cpu / count, wall: self.wall / count }
    }
}

/// Runs something, and returns its cost and its result.
pub(crate) fn time<T>(work: impl FnOnce() -> T) -> (Cost, T) {
    let (cpu, wall) = (ProcessTime::now(), Instant::now());
    let done = work();
    (Cost { cpu: cpu.elapsed().as_secs_f64(), wall: wall.elapsed().as_secs_f64() }, done)
}

/// Returns the median of each kind of time.
pub(crate) fn median(costs: &[Cost]) -> Cost {
    let of = |part: fn(&Cost) -> f64| {
        let mut values: Vec<f64> = costs.iter().map(part).collect();
        values.sort_unstable_by(f64::total_cmp);
        values.get(values.len() / 2).copied().unwrap_or(0.0)
    };
    Cost { cpu: of(|cost| cost.cpu), wall: of(|cost| cost.wall) }
}

/// Returns a figure of this process in bytes: `VmRSS`, what it has in memory, or `VmHWM`, the most it ever had. 0 where
/// the system does not report it.
pub(crate) fn memory(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok()).unwrap_or(0) * 1_024
}
