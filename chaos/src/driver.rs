//! Starts workers, collects what they find, and prints the result.
//!
//! A worker is this program again, in a process with a memory limit. It prints a line when a trial starts and one when it
//! ends, so a hang or a crash is known with its trial. Then the worker is replaced.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::num::ParseIntError;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use clap::{Parser, value_parser};

use crate::answers::Tally;
use crate::trial::{Bench, KINDS};

/// How long a worker may be silent. A trial takes well under a second.
const SILENCE: Duration = Duration::from_secs(60);
/// The address space of a worker, in KiB.
const MEMORY: u64 = 4 << 20;
/// How many failures are printed, and how many folders are kept.
const SHOWN: usize = 20;
/// A run that may take this many seconds and trials must have trials of every kind.
const LONG: (u64, u64) = (120, 5000);
/// The fewest trials per second of a run with a time limit. On two idle cores, it has about 80.
const SLOWEST: u64 = 4;

/// Attack archives and game files, and check that no answer is wrong
#[derive(Clone, Debug, Parser)]
#[command(args_override_self = true)]
struct Options {
    /// How long to run [default: 2, without --trials and --trial]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    minutes: Option<u64>,
    /// The number of trials
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    trials: Option<u64>,
    /// The seed, or `random`
    #[arg(long, value_name = "N", default_value = "1", value_parser = seed)]
    seed: u64,
    /// Repeat one trial
    #[arg(long, value_name = "N")]
    trial: Option<u64>,
    /// Run only trials of this kind
    #[arg(long, value_parser = KINDS.map(|(kind, _)| kind))]
    kind: Option<String>,
    /// The number of workers
    #[arg(long, value_name = "N", default_value_t = cores(), value_parser = value_parser!(u64).range(1..))]
    jobs: u64,
    /// The path of the CLI
    #[arg(long, value_name = "PATH")]
    bughouse: PathBuf,
    /// Where broken archives are kept
    #[arg(long, value_name = "DIR")]
    keep: PathBuf,
    /// Of a worker: its folder
    #[arg(long, hide = true)]
    worker: Option<PathBuf>,
    /// Of a worker: its first trial
    #[arg(long, hide = true, default_value_t = 0)]
    first: u64,
}

impl Options {
    fn seconds(&self) -> u64 {
        match self.minutes {
            Some(minutes) => minutes.saturating_mul(60),
            None if self.trials.is_none() && self.trial.is_none() => 120,
            None => u64::MAX,
        }
    }

    fn trials(&self) -> u64 {
        self.trials.unwrap_or(u64::MAX)
    }
}

fn cores() -> u64 {
    thread::available_parallelism().map_or(1, |cores| cores.get() as u64)
}

/// Parses a seed. A random one differs from run to run, and has few digits, because you may have to type it.
fn seed(text: &str) -> Result<u64, ParseIntError> {
    match text {
        "random" => {
            let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            Ok(1 + (time.as_micros() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) % 1_000_000_000)
        }
        number => number.parse(),
    }
}

/// What all workers found.
#[derive(Default)]
struct Found {
    kinds: BTreeMap<String, (u64, Tally)>,
    failures: Vec<String>,
}

/// Runs all trials. Returns `true` if no answer was wrong.
pub(crate) fn run() -> Result<bool, String> {
    let options = Options::parse();
    if let Some(folder) = &options.worker {
        return work(&options, options.first, folder).map(|()| true);
    }
    let base = temporary_folder();
    let found = Mutex::new(Found::default());
    let begun = Instant::now();
    let jobs = if options.trial.is_some() { 1 } else { options.jobs.min(options.trials()) };
    let result = thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs)
            .map(|job| {
                let (options, found, folder) = (&options, &found, base.join(format!("worker-{job}")));
                scope.spawn(move || watch(options, job, jobs, &folder, begun, found))
            })
            .collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().unwrap_or_else(|_| Err("a watcher panicked".to_owned())))
    });
    let _ = fs::remove_dir_all(&base);
    result?;
    let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(print(&options, &found, begun.elapsed()))
}

/// Returns a folder in memory if there is one: thousands of archives are written and synced.
fn temporary_folder() -> PathBuf {
    let memory = Path::new("/dev/shm");
    let parent = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    parent.join(format!("bughouse-chaos-{}", std::process::id()))
}

/// Prints the number of answers of each class. Returns `true` if the run did what it should, and no answer was wrong.
fn print(options: &Options, found: &Found, time: Duration) -> bool {
    let mut all = (0, Tally::default());
    println!("| attack | trials | right | clear error | wrong | panic | hang |");
    println!("|---|---|---|---|---|---|---|");
    let row = |name: &str, (trials, tally): &(u64, Tally)| {
        let Tally { right, errors, wrong, panics, hangs } = tally;
        println!("| {name} | {trials} | {right} | {errors} | {wrong} | {panics} | {hangs} |");
    };
    for (kind, counts) in &found.kinds {
        row(kind, counts);
        all.0 += counts.0;
        all.1.add(&counts.1);
    }
    row("all", &all);
    let seconds = time.as_secs_f64();
    println!(
        "\n{} trials in {seconds:.1} s, {:.0} per second, seed {}",
        all.0,
        all.0 as f64 / seconds,
        options.seed
    );
    let missing = missing(options, &found.kinds);
    for text in &missing {
        eprintln!("\nerror: {text}");
    }
    if !found.failures.is_empty() {
        eprintln!(
            "\nerror: {} trials failed. Broken archives are in {}",
            found.failures.len(),
            options.keep.display()
        );
    }
    missing.is_empty() && found.failures.is_empty()
}

/// Returns what a run should have done and didn't: a run that checks nothing must not pass.
fn missing(options: &Options, kinds: &BTreeMap<String, (u64, Tally)>) -> Vec<String> {
    let trials: u64 = kinds.values().map(|(trials, _)| trials).sum();
    let mut missing = Vec::new();
    let expected = match options.trial {
        Some(_) => Some(1),
        None => (options.trials() != u64::MAX && options.seconds() == u64::MAX).then_some(options.trials()),
    };
    match expected {
        Some(expected) if trials != expected => missing.push(format!("{trials} trials, expected {expected}")),
        Some(_) => {}
        None => {
            let least = options.trials().min(options.seconds().saturating_mul(SLOWEST)).max(1);
            if trials < least {
                missing.push(format!("only {trials} trials, expected at least {least}"));
            }
        }
    }
    let is_long = options.trial.is_none()
        && options.kind.is_none()
        && options.seconds() >= LONG.0
        && options.trials() >= LONG.1;
    let absent = KINDS.iter().filter(|(kind, _)| !kinds.contains_key(*kind)).map(|(kind, _)| *kind);
    let absent: Vec<&str> = absent.collect();
    if is_long && !absent.is_empty() {
        missing.push(format!("no trial of these kinds: {}", absent.join(", ")));
    }
    for (kind, (trials, tally)) in kinds {
        if *tally == Tally::default() {
            missing.push(format!("{trials} trials of \"{kind}\" checked no answer"));
        }
    }
    missing
}

/// Runs every `step`th trial in a worker, and replaces the worker when it hangs or crashes.
fn watch(
    options: &Options,
    job: u64,
    step: u64,
    folder: &Path,
    begun: Instant,
    found: &Mutex<Found>,
) -> Result<(), String> {
    let mut next = options.trial.unwrap_or(job);
    let is_over = |next: u64| match options.trial {
        Some(trial) => next != trial,
        None => next >= options.trials() || begun.elapsed().as_secs() >= options.seconds(),
    };
    let mut starts = 0;
    while !is_over(next) {
        let mut worker = start(options, next, step, folder)?;
        let (sender, lines) = mpsc::channel();
        let output = worker.stdout.take().ok_or("the worker has no output")?;
        thread::spawn(move || {
            BufReader::new(output)
                .lines()
                .map_while(Result::ok)
                .try_for_each(|line| sender.send(line).map_err(drop))
        });
        let mut current = None;
        let end = loop {
            match lines.recv_timeout(SILENCE) {
                Ok(line) => {
                    let mut words = line.splitn(3, '\t');
                    let (word, trial) =
                        (words.next(), words.next().and_then(|trial| trial.parse::<u64>().ok()));
                    let (Some(trial), rest) = (trial, words.next().unwrap_or_default()) else { continue };
                    match word {
                        Some("start") if is_over(trial) => break None,
                        Some("start") => current = Some(trial),
                        Some("fail") => report(options, found, trial, rest),
                        Some("done") => {
                            (current, next) = (None, trial + step);
                            count(found, rest);
                        }
                        _ => {}
                    }
                }
                Err(RecvTimeoutError::Timeout) => break Some("hang"),
                Err(RecvTimeoutError::Disconnected) => break Some("crash"),
            }
        };
        // Ends the process by its id; it has no others that write.
        let _ = worker.kill();
        let status = worker.wait().map_err(|error| error.to_string())?;
        match (end, current) {
            (None, _) => return Ok(()),
            (Some(_), None) if is_over(next) => return Ok(()),
            (Some(_), None) => {
                starts += 1;
                if starts > 3 {
                    return Err(format!("a worker ended before its first trial ({status})"));
                }
            }
            (Some(what), Some(trial)) => {
                let _ = keep(options, trial, &folder.join("trial"));
                report(options, found, trial, &format!("{what}: the worker ended ({status})"));
                let (hangs, panics) = (u64::from(what == "hang"), u64::from(what == "crash"));
                count(found, &format!("{what}\t{}", Tally { hangs, panics, ..Tally::default() }));
                next = trial + step;
            }
        }
    }
    Ok(())
}

fn start(options: &Options, first: u64, step: u64, folder: &Path) -> Result<Child, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let _ = fs::remove_dir_all(folder);
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("ulimit -c 0; ulimit -v {MEMORY}; exec \"$0\" \"$@\"")).arg(program);
    command.args(["--seed", &options.seed.to_string(), "--jobs", &step.to_string()]);
    command.arg("--bughouse").arg(&options.bughouse).arg("--keep").arg(&options.keep);
    command.args(options.trial.map(|trial| format!("--trial={trial}")).iter().flat_map(|arg| arg.split('=')));
    command.args(options.kind.iter().flat_map(|kind| ["--kind", kind]));
    command.arg("--worker").arg(folder).args(["--first", &first.to_string()]);
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    command.spawn().map_err(|error| format!("a worker cannot be started: {error}"))
}

/// Prints a failure, and how to repeat it.
fn report(options: &Options, found: &Mutex<Found>, trial: u64, text: &str) {
    let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
    if found.failures.len() < SHOWN {
        let kind = options.kind.as_ref().map_or_else(String::new, |kind| format!(" --kind \"{kind}\""));
        eprintln!(
            "trial {trial}: {text}\n  repeat it with `cargo xtask chaos --seed {} --trial {trial}{kind}`",
            options.seed
        );
    }
    found.failures.push(text.to_owned());
}

fn count(found: &Mutex<Found>, text: &str) {
    let Some((kind, tally)) = text.split_once('\t') else { return };
    let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
    let counts = found.kinds.entry(kind.to_owned()).or_default();
    counts.0 += 1;
    counts.1.add(&Tally::parse(tally).unwrap_or_default());
}

/// Copies the folder of a trial to where it is kept.
fn keep(options: &Options, trial: u64, scratch: &Path) -> io::Result<PathBuf> {
    fs::create_dir_all(&options.keep)?;
    let kept = options.keep.join(format!("seed-{}-trial-{trial}", options.seed));
    if kept.exists() {
        fs::remove_dir_all(&kept)?;
    }
    let copied = Command::new("cp").arg("-a").arg(scratch).arg(&kept).status()?;
    if copied.success() { Ok(kept) } else { Err(io::Error::other("cp failed")) }
}

/// Runs trials in this process until nobody reads the output.
fn work(options: &Options, first: u64, folder: &Path) -> Result<(), String> {
    let bench = Bench::new(folder, options.seed, &options.bughouse)?;
    let (mut trial, mut kept) = (first, 0);
    let mut out = io::stdout().lock();
    let mut line =
        |text: String| writeln!(out, "{text}").and_then(|()| out.flush()).map_err(|error| error.to_string());
    loop {
        line(format!("start\t{trial}"))?;
        let (kind, outcome) =
            bench.run(trial, options.kind.as_deref()).map_err(|error| format!("trial {trial}: {error}"))?;
        if !outcome.failures.is_empty() {
            let place = match kept < SHOWN {
                true => keep(options, trial, &bench.scratch).map(|path| path.display().to_string()),
                false => Ok("nowhere".to_owned()),
            };
            kept += 1;
            let place = place.unwrap_or_else(|error| error.to_string());
            let text =
                format!("{kind}: {}. {}. Kept in {place}", outcome.attack, outcome.failures.join("; "));
            line(format!("fail\t{trial}\t{}", text.replace(['\n', '\t'], " ")))?;
        }
        line(format!("done\t{trial}\t{kind}\t{}", outcome.tally))?;
        debug_assert!(KINDS.iter().any(|(known, _)| *known == kind));
        if options.trial.is_some() {
            return Ok(());
        }
        trial += options.jobs;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use clap::Parser;

    use super::{KINDS, Options, Tally, missing};

    fn options(line: &str) -> Option<Options> {
        let line = format!("chaos --bughouse b --keep k {line}");
        Options::try_parse_from(line.split_whitespace()).ok()
    }

    /// Returns what is missing after a run with some trials of each kind.
    fn run(line: &str, kinds: &[(&str, u64)]) -> Vec<String> {
        let options = options(line).expect("valid options");
        let right = Tally { right: 1, ..Tally::default() };
        let kinds: BTreeMap<String, (u64, Tally)> =
            kinds.iter().map(|(kind, trials)| ((*kind).to_owned(), (*trials, right))).collect();
        missing(&options, &kinds)
    }

    #[test]
    fn a_run_without_trials_fails() {
        assert_eq!(run("", &[]).len(), 2);
        assert_eq!(run("--minutes 1", &[]).len(), 1);
        assert_eq!(run("--trial 7", &[]).len(), 1);
        for line in ["--trials 0", "--minutes 0", "--kind", "--kind none", "--seed any", "--trial", "1"] {
            assert!(options(line).is_none(), "{line}");
        }
    }

    #[test]
    fn a_random_seed_is_short() {
        let seed = options("--seed 1 --seed random").expect("valid options").seed;
        assert!((1..=1_000_000_000).contains(&seed), "{seed}");
    }

    #[test]
    fn trials_are_exact_and_a_long_run_has_all_kinds() {
        assert!(run("--trials 20", &[("damage", 15), ("kill", 5)]).is_empty());
        assert_eq!(run("--trials 20", &[("damage", 15), ("kill", 4)]), ["19 trials, expected 20"]);
        let all: Vec<(&str, u64)> = KINDS.iter().map(|(kind, _)| (*kind, 100)).collect();
        assert!(run("--minutes 2", &all).is_empty());
        assert_eq!(run("--minutes 2", &all[1..]), ["no trial of these kinds: damage"]);
        assert_eq!(run("--minutes 60", &all), ["only 1300 trials, expected at least 14400"]);
        assert!(run("--minutes 60 --trials 1000", &all).is_empty());
    }

    #[test]
    fn a_kind_that_checks_nothing_fails() {
        let options = options("--trials 3").expect("valid options");
        let kinds = BTreeMap::from([("damage".to_owned(), (3, Tally::default()))]);
        assert_eq!(missing(&options, &kinds), ["3 trials of \"damage\" checked no answer"]);
    }
}
