//! Runs a piece of work beside the peers that do the same, in turn, and compares how long each takes.

use std::fmt;
use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;

/// How long the slowest works in a round, at least. Short rounds are compared before the machine's pace changes.
const ROUND: Duration = Duration::from_millis(25);

/// Does a fixed amount of work and tells how much it was: nodes, positions, moves.
pub(crate) type Run = Box<dyn FnMut() -> u64>;

/// One line of the table: a piece of work, done by us and by our peers.
pub(crate) struct Row {
    pub(crate) work: String,
    /// How many times as fast as the fastest peer we mean to be.
    pub(crate) floor: f64,
    ours: Run,
    peers: Vec<(&'static str, Run)>,
}

/// How a row came out.
pub(crate) struct Outcome {
    /// What we do in a second.
    pub(crate) ours: f64,
    /// What the fastest peer does in a second.
    pub(crate) peer: f64,
    pub(crate) peer_name: &'static str,
    /// The time of the fastest peer over ours: the median of what each round says.
    pub(crate) ratio: f64,
}

/// Two runs did not do the same amount of work, so their times say nothing.
pub(crate) struct Mismatch {
    work: String,
    peer_name: &'static str,
    ours: u64,
    peer: u64,
}

impl Row {
    /// Starts a row with our part of it.
    pub(crate) fn new(work: impl Into<String>, floor: f64, ours: impl FnMut() -> u64 + 'static) -> Row {
        Row { work: work.into(), floor, ours: Box::new(ours), peers: Vec::new() }
    }

    /// Adds a peer.
    pub(crate) fn peer(mut self, name: &'static str, run: impl FnMut() -> u64 + 'static) -> Row {
        self.peers.push((name, Box::new(run)));
        self
    }

    /// Runs everyone once to warm up and to compare what was done, then round by round.
    pub(crate) fn measure(&mut self) -> Result<Outcome, Mismatch> {
        let start = ThreadTime::now();
        let done = (self.ours)();
        let mut slowest = start.elapsed();
        for (peer_name, run) in &mut self.peers {
            let start = ThreadTime::now();
            let peer = run();
            slowest = slowest.max(start.elapsed());
            if peer != done {
                return Err(Mismatch { work: self.work.clone(), peer_name, ours: done, peer });
            }
        }
        // Short work is done several times in a round, by everyone as often; long work in fewer rounds.
        let times = (ROUND.as_secs_f64() / slowest.as_secs_f64()).ceil() as usize;
        let rounds = if times == 1 { 9 } else { 61 };

        let mut our_times = Vec::new();
        let mut peer_times = vec![Vec::new(); self.peers.len()];
        for _ in 0..rounds {
            our_times.push(time(&mut self.ours, times));
            for ((_, run), taken) in self.peers.iter_mut().zip(&mut peer_times) {
                taken.push(time(run, times));
            }
        }

        // Machines change their pace within seconds. What ran side by side is compared, round by round.
        let ratio =
            |taken: &[f64]| median(taken.iter().zip(&our_times).map(|(peer, ours)| peer / ours).collect());
        let (ratio, peer, peer_name) = peer_times
            .iter()
            .zip(&self.peers)
            .map(|(taken, &(name, _))| (ratio(taken), median(taken.clone()), name))
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .expect("a row has a peer");
        let done = (done * times as u64) as f64;
        Ok(Outcome { ours: done / median(our_times), peer: done / peer, peer_name, ratio })
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: we count {}, {} counts {}", self.work, self.ours, self.peer_name, self.peer)
    }
}

/// Returns the time in seconds that this thread, and no other, spends on some runs.
fn time(run: &mut Run, times: usize) -> f64 {
    let start = ThreadTime::now();
    for _ in 0..times {
        black_box(run());
    }
    start.elapsed().as_secs_f64()
}

/// Returns the median.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values[values.len() / 2]
}
