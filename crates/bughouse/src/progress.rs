//! A progress bar on stderr, for long work in a terminal.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// The delay before the bar appears.
const DELAY: Duration = Duration::from_secs(1);

/// The time between updates.
const UPDATE_INTERVAL: Duration = Duration::from_millis(100);

/// A progress bar on one line.
pub(crate) struct Progress {
    start: Instant,
    drawn: Option<Instant>,
    /// The total amount of work, if known.
    total: Option<u64>,
    enabled: bool,
}

impl Progress {
    /// Creates a bar, which is shown only if stderr is a terminal.
    pub(crate) fn new(total: Option<u64>) -> Progress {
        Progress { start: Instant::now(), drawn: None, total, enabled: io::stderr().is_terminal() }
    }

    /// Draws the bar if it is time to.
    pub(crate) fn show(&mut self, done: u64, games: u64) {
        let now = Instant::now();
        let since = self.drawn.unwrap_or(self.start);
        let wait = if self.drawn.is_some() { UPDATE_INTERVAL } else { DELAY };
        if !self.enabled || now - since < wait {
            return;
        }
        self.drawn = Some(now);
        let _ = write!(io::stderr(), "\r\x1b[K{}", line(done, self.total, games, now - self.start));
    }

    /// Clears the bar before a message is written.
    pub(crate) fn clear(&mut self) {
        if self.drawn.is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// Returns the text of the bar.
fn line(done: u64, total: Option<u64>, games: u64, elapsed: Duration) -> String {
    const WIDTH: u64 = 24;
    let megabytes = |bytes: u64| bytes as f64 / 1e6;
    let rate = done as f64 / elapsed.as_secs_f64().max(0.001);
    let speed = format!("{:.0} MB/s, {games} games", rate / 1e6);
    match total.filter(|&total| total > 0) {
        Some(total) => {
            let done = done.min(total);
            let full = (done * WIDTH / total) as usize;
            let left = (total - done) as f64 / rate.max(1.0);
            format!(
                "[{}{}] {:3}% {:.0} of {:.0} MB, {speed}, {left:.0} s left",
                "#".repeat(full),
                "-".repeat(WIDTH as usize - full),
                done * 100 / total,
                megabytes(done),
                megabytes(total),
            )
        }
        None => format!("{:.0} MB, {speed}", megabytes(done)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_shows_progress() {
        let half = line(50_000_000, Some(100_000_000), 7, Duration::from_secs(2));
        assert_eq!(half, "[############------------]  50% 50 of 100 MB, 25 MB/s, 7 games, 2 s left");
        assert_eq!(line(3_000_000, None, 0, Duration::from_secs(1)), "3 MB, 3 MB/s, 0 games");
        // A file that grows while it is read.
        assert!(line(10, Some(5), 1, Duration::ZERO).starts_with("[########################] 100%"));
    }
}
