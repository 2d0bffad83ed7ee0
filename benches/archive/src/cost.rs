//! The cost of a piece of work: CPU time and wall-clock time.

use std::time::Instant;

use cpu_time::ProcessTime;

/// The time that something took, in seconds.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Cost {
    /// CPU time of all threads of the process, user and system.
    pub(crate) cpu: f64,
    pub(crate) wall: f64,
}

impl Cost {
    /// Divides the cost by `count`.
    pub(crate) fn each(self, count: usize) -> Cost {
        let count = count.max(1) as f64;
        Cost { cpu: self.cpu / count, wall: self.wall / count }
    }
}

/// Runs a closure, and returns its cost and its result.
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

/// Returns the memory of this process in bytes: now (`VmRSS`) or at its peak (`VmHWM`). Returns 0 where the system
/// doesn't report it.
pub(crate) fn memory(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok()).unwrap_or(0) * 1_024
}

/// Returns the number of bytes that this process has read, from the disk or the file cache; `None` where the system doesn't
/// report it.
pub(crate) fn bytes_read() -> Option<u64> {
    let counts = std::fs::read_to_string("/proc/self/io").ok()?;
    counts.lines().find_map(|line| line.strip_prefix("rchar: "))?.parse().ok()
}
