//! Runs a piece of work with each library in turn, and compares how long each takes.

use std::fmt;
use std::hint::black_box;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

/// How long the slowest works in a round, at least. Short rounds are compared before the machine's pace changes.
const ROUND: Duration = Duration::from_millis(25);

/// Does a fixed amount of work and returns how much it was: nodes, positions, moves.
pub(crate) type Run = Box<dyn FnMut() -> u64>;

/// One row of the table: a piece of work, done by us and by other libraries.
pub(crate) struct Row {
    pub(crate) work: String,
    /// How many times as fast as the fastest other library we mean to be.
    pub(crate) floor: f64,
    ours: Run,
    baselines: Vec<(&'static str, Run)>,
    /// How much is done in a given time is compared, where no two do the same amount.
    rates: bool,
    /// Time on the wall counts, where several threads work.
    wall: bool,
}

/// How a row came out.
pub(crate) struct Outcome {
    /// What we do in a second.
    pub(crate) ours: f64,
    /// What the fastest other library does in a second.
    pub(crate) baseline: f64,
    pub(crate) baseline_name: &'static str,
    /// The time of the fastest other library divided by ours: the median over all rounds.
    pub(crate) ratio: f64,
}

/// Two runs did not do the same amount of work, so their times say nothing.
pub(crate) struct Mismatch {
    work: String,
    baseline_name: &'static str,
    ours: u64,
    baseline: u64,
}

impl Row {
    /// Starts a row with our part of it.
    pub(crate) fn new(work: impl Into<String>, floor: f64, ours: impl FnMut() -> u64 + 'static) -> Row {
        Row {
            work: work.into(),
            floor,
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

    /// Measures time on the wall instead of this thread's.
    pub(crate) fn wall(mut self) -> Row {
        self.wall = true;
        self
    }

    /// Runs everyone once to warm up and to compare what was done, then round by round.
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
        // Short work is done several times in a round, by everyone as often; long work in fewer rounds.
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

        // Machines change their pace within seconds. What ran side by side is compared, round by round.
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

/// How much was done in how many seconds.
struct Timed {
    done: u64,
    seconds: f64,
}

impl Timed {
    fn rate(&self) -> f64 {
        self.done as f64 / self.seconds
    }
}

/// Times some runs: what this thread, and no other, spends on them, or what goes by on the wall.
fn time(run: &mut Run, times: usize, wall: bool) -> Timed {
    let (thread_start, wall_start) = (ThreadTime::now(), Instant::now());
    let done = (0..times).map(|_| black_box(run())).sum();
    let elapsed = if wall { wall_start.elapsed() } else { thread_start.elapsed() };
    Timed { done, seconds: elapsed.as_secs_f64() }
}

/// Returns the median.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values[values.len() / 2]
}
