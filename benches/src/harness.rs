//! Runs a piece of work with each library in turn, and compares how long each takes.

use std::fmt;
use std::hint::black_box;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

/// The minimum time of the slowest library in a round. Rounds are short, so the machine's speed is the same for all.
const ROUND: Duration = Duration::from_millis(25);

/// Does a fixed amount of work, and returns the number of nodes, positions, moves or bytes.
pub(crate) type Run = Box<dyn FnMut() -> u64>;

/// One row of the table: a piece of work, done by us and by other libraries.
pub(crate) struct Row {
    pub(crate) work: String,
    /// The ratio that `--check` demands: our speed divided by that of the fastest other library.
    pub(crate) threshold: f64,
    ours: Run,
    baselines: Vec<(&'static str, Run)>,
    /// Whether only rates are compared, because the amounts of work differ.
    rates: bool,
    /// Whether wall-clock time is measured, because several threads work.
    wall: bool,
}

/// The result of a row.
pub(crate) struct Outcome {
    /// Our rate per second.
    pub(crate) ours: f64,
    /// The rate of the fastest other library per second.
    pub(crate) baseline: f64,
    pub(crate) baseline_name: &'static str,
    /// Our rate divided by that of the fastest other library: the median over all rounds.
    pub(crate) ratio: f64,
}

/// Two runs did different amounts of work, so their times can't be compared.
pub(crate) struct Mismatch {
    work: String,
    baseline_name: &'static str,
    ours: u64,
    baseline: u64,
}

impl Row {
    /// Creates a row with our work.
    pub(crate) fn new(work: impl Into<String>, threshold: f64, ours: impl FnMut() -> u64 + 'static) -> Row {
        Row {
            work: work.into(),
            threshold,
            ours: Box::new(ours),
            baselines: Vec::new(),
            rates: false,
            wall: false,
        }
    }

    /// Adds another library.
    pub(crate) fn baseline(mut self, name: &'static str, run: impl FnMut() -> u64 + 'static) -> Row {
        self.baselines.push((name, Box::new(run)));
        self
    }

    /// Compares rates: the amounts of work may differ.
    pub(crate) fn rates(mut self) -> Row {
        self.rates = true;
        self
    }

    /// Measures wall-clock time instead of this thread's CPU time.
    pub(crate) fn wall(mut self) -> Row {
        self.wall = true;
        self
    }

    /// Runs each library once to warm up and to compare the amounts of work, then in rounds.
    pub(crate) fn measure(&mut self) -> Result<Outcome, Mismatch> {
        let ours = time(&mut self.ours, 1, self.wall);
        let mut slowest = ours.seconds;
        for (baseline_name, run) in &mut self.baselines {
            let baseline = time(run, 1, self.wall);
            slowest = slowest.max(baseline.seconds);
            if baseline.done != ours.done && !self.rates {
                return Err(Mismatch {
                    work: self.work.clone(),
                    baseline_name,
                    ours: ours.done,
                    baseline: baseline.done,
                });
            }
        }
        // Short work is repeated within a round, equally often by all. Long work has fewer rounds.
        let times = (ROUND.as_secs_f64() / slowest).ceil() as usize;
        let rounds = if slowest > 1.0 { 9 } else { 61 };

        let mut our_rates = Vec::new();
        let mut baseline_rates = vec![Vec::new(); self.baselines.len()];
        for _ in 0..rounds {
            our_rates.push(time(&mut self.ours, times, self.wall).rate());
            for ((_, run), rates) in self.baselines.iter_mut().zip(&mut baseline_rates) {
                rates.push(time(run, times, self.wall).rate());
            }
        }

        // The speed of a machine changes within seconds, so compare only what ran in the same round.
        let ratio = |rates: &[f64]| {
            median(rates.iter().zip(&our_rates).map(|(baseline, ours)| ours / baseline).collect())
        };
        let (ratio, baseline, baseline_name) = baseline_rates
            .iter()
            .zip(&self.baselines)
            .map(|(rates, &(name, _))| (ratio(rates), median(rates.clone()), name))
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .expect("a row has a baseline");
        Ok(Outcome { ours: median(our_rates), baseline, baseline_name, ratio })
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: we count {}, {} counts {}", self.work, self.ours, self.baseline_name, self.baseline)
    }
}

/// An amount of work, and the seconds it took.
struct Timed {
    done: u64,
    seconds: f64,
}

impl Timed {
    fn rate(&self) -> f64 {
        self.done as f64 / self.seconds
    }
}

/// Times some runs, in CPU time of this thread or in wall-clock time.
fn time(run: &mut Run, times: usize, wall: bool) -> Timed {
    let (thread_start, wall_start) = (ThreadTime::now(), Instant::now());
    let done = (0..times).map(|_| black_box(run())).sum();
    let elapsed = if wall { wall_start.elapsed() } else { thread_start.elapsed() };
    Timed { done, seconds: elapsed.as_secs_f64() }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values[values.len() / 2]
}
