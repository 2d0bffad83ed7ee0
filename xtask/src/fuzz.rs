//! `fuzz`: runs the fuzz targets, keeps the inputs that reach new code, and minimizes them.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::SystemTime;

use crate::shell::{self, Failure, Workspace};

/// The options of `fuzz`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Options {
    seconds: u32,
    /// How many targets run at a time. With more than one, their output goes to files.
    jobs: usize,
    /// The seed of the fuzzer; random if `None`.
    seed: Option<u32>,
    task: Task,
    /// The targets by name; all of them if empty.
    targets: Vec<String>,
}

/// What to do with each target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    /// Run it on new inputs.
    Run,
    /// Remove the kept inputs that reach nothing that others don't.
    Minimize,
    /// Replace the inputs under `fuzz/seeds` by some of the kept ones.
    SaveSeeds,
}

impl Options {
    /// Parses the arguments after `fuzz`.
    pub(crate) fn parse(args: &[String]) -> Result<Self, Failure> {
        let mut options = Self { seconds: 60, jobs: 1, seed: None, task: Task::Run, targets: Vec::new() };
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            // For libFuzzer, 0 seconds means forever, and the seed 0 means random.
            let mut number = || {
                let number = args.next().and_then(|text| text.parse().ok()).filter(|&number| number > 0);
                number.ok_or_else(|| Failure::usage(format!("`{arg}` takes a number above 0")))
            };
            match arg.as_str() {
                "--seconds" => options.seconds = number()?,
                "--jobs" => options.jobs = number()? as usize,
                "--seed" => options.seed = Some(number()?),
                "--minimize" => options.task = Task::Minimize,
                "--save-seeds" => options.task = Task::SaveSeeds,
                flag if flag.starts_with('-') => {
                    return Err(Failure::usage(format!("`fuzz` has no option `{flag}`")));
                }
                target => options.targets.push(target.to_owned()),
            }
        }
        Ok(options)
    }
}

/// Builds the targets, runs them, and prints the result of each.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<(), Failure> {
    let targets = chosen_targets(workspace, &options.targets)?;
    let toolchain = Toolchain::find(workspace);
    require_cargo_fuzz(workspace)?;

    // All at once if none is named.
    let builds: Vec<&[String]> =
        if options.targets.is_empty() { vec![&[]] } else { targets.chunks(1).collect() };
    for names in builds {
        let mut build = toolchain.cargo_fuzz(workspace);
        build.arg("build").args(BUILD_FLAGS).args(names);
        shell::heading(&shell::shown(&build));
        shell::run(&mut build)?;
    }

    let what = match options.task {
        Task::Run => format!("{} s each, ", options.seconds),
        Task::Minimize => "minimized, ".to_owned(),
        Task::SaveSeeds => "new seeds, ".to_owned(),
    };
    shell::heading(&format!("{} targets, {what}{} at a time", targets.len(), options.jobs));
    let waiting = Mutex::new(targets.iter());
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
    let results = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..options.jobs.min(targets.len()) {
            scope.spawn(|| {
                while let Some(target) = next() {
                    let run = Run { workspace, toolchain, options, target };
                    let done = match options.task {
                        Task::Run => run.target(),
                        Task::Minimize => run.minimize(),
                        Task::SaveSeeds => run.save_seeds(),
                    };
                    results.lock().unwrap_or_else(PoisonError::into_inner).push((target, done));
                }
            });
        }
    });

    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(target, _)| targets.iter().position(|other| other == *target));
    let failures = results.iter().filter(|(_, done)| done.failure.is_some()).count();
    shell::heading("summary");
    println!("{:<18} {:>12} {:>11} {:>8}  result", "target", "executions", "per second", "inputs");
    let mut all = Done::default();
    for (target, done) in &results {
        println!("{target:<18} {done}");
        all.executions += done.executions;
        all.seconds += done.seconds;
        all.inputs += done.inputs;
    }
    println!("{:<18} {all}", "all");
    if options.task == Task::Run && failures == 0 && results.iter().any(|(_, done)| done.executions == 0) {
        return Err(Failure::step("a fuzz target was never executed"));
    }
    if failures == 0 {
        return Ok(());
    }
    Err(Failure::step(format!("{failures} of {} fuzz targets failed", targets.len())))
}

/// What was done with a target.
#[derive(Debug, Default, PartialEq, Eq)]
struct Done {
    executions: u64,
    seconds: u64,
    /// The number of inputs that are kept.
    inputs: u64,
    /// What failed, and where the failing inputs are.
    failure: Option<String>,
}

impl fmt::Display for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let per_second = match self.seconds {
            0 => "-".to_owned(),
            seconds => (self.executions / seconds).to_string(),
        };
        let result = self.failure.as_deref().unwrap_or("ok");
        write!(f, "{:>12} {per_second:>11} {:>8}  {result}", self.executions, self.inputs)
    }
}

/// A run of one target.
struct Run<'a> {
    workspace: &'a Workspace,
    toolchain: Toolchain,
    options: &'a Options,
    target: &'a str,
}

/// How all targets are built. Our code has no `unsafe`, so a sanitizer would find nothing in it, and makes a run five
/// times slower. Tracing comparisons slows down by half, and most targets choose from bytes and don't parse them.
const BUILD_FLAGS: [&str; 5] = ["--fuzz-dir", "fuzz", "--sanitizer", "none", "--no-trace-compares"];

/// Returns the length of the longest input of a target. In texts of games, each byte is a half-move or another part.
/// Long inputs are slow, and what they find, short ones also find.
fn max_len(target: &str) -> u32 {
    match target {
        "bpgn_tree" => 40,
        "bpgn_replay" => 64,
        "bpgn_chunks" => 96,
        "bpgn_lexer" => 128,
        "bpgn_import" => 256,
        "archive_table" | "archive_manifest" => 1024,
        _ => 512,
    }
}

/// The longest input that is printed. All inputs are kept as files.
const SHOWN_INPUT: usize = 4096;

/// The most inputs of a target under `fuzz/seeds`, and their size in bytes. They are part of the repository.
const SEEDS: (usize, u64) = (32, 8 << 10);

impl Run<'_> {
    /// Runs the target. The fuzzer keeps inputs that reach new code in `fuzz/corpus`, and starts from them next time.
    fn target(&self) -> Done {
        let Self { workspace, options, target, .. } = self;
        let artifacts = workspace.root().join("fuzz/artifacts").join(target);
        let before = files(&artifacts);
        let mut log = Log::default();
        let ran = self.prepare(&self.corpus()).and_then(|mut command| {
            command.arg(format!("-max_total_time={}", options.seconds));
            // Start with long inputs, because a game needs more than a few bytes.
            command.arg("-len_control=0");
            command.args(options.seed.map(|seed| format!("-seed={seed}")));
            self.run(&mut command, &mut log)
        });
        let (executions, seconds) = log.executions.unwrap_or_default();
        let inputs = files(&workspace.root().join(self.corpus())).len() as u64;
        let mut done = Done { executions, seconds, inputs, failure: None };
        let Err(why) = ran else { return done };
        let mut new = Vec::new();
        for (path, written) in files(&artifacts) {
            if before.get(&path) == Some(&written) {
                continue;
            }
            // For readers who have only the output, as in CI.
            let input = fs::read(&path).unwrap_or_default();
            if input.len() <= SHOWN_INPUT {
                eprintln!("{target}: failing input b\"{}\"", input.escape_ascii());
            }
            new.push(path.strip_prefix(workspace.root()).unwrap_or(&path).display().to_string());
        }
        done.failure = Some(match new.is_empty() {
            true => format!("failed without an artifact: {why}"),
            false => format!("failed, {}", new.join(", ")),
        });
        done
    }

    /// Replaces the kept inputs by those that are needed to reach the same code.
    fn minimize(&self) -> Done {
        let corpus = self.workspace.root().join(self.corpus());
        let new = corpus.with_extension("new");
        self.finish(self.merge(&new).and_then(|()| replace_folder(&new, &corpus)), &corpus)
    }

    /// Replaces the inputs under `fuzz/seeds` by some of those that are needed, from short to long ones.
    fn save_seeds(&self) -> Done {
        let root = self.workspace.root();
        let (corpus, seeds) = (root.join(self.corpus()), root.join("fuzz/seeds").join(self.target));
        let merged = corpus.with_extension("new");
        let save = || -> io::Result<()> {
            let sizes = files(&merged).into_keys().map(|path| Ok((fs::metadata(&path)?.len(), path)));
            let mut inputs = sizes.collect::<io::Result<Vec<_>>>()?;
            inputs.sort();
            let chosen = corpus.with_extension("chosen");
            let _ = fs::remove_dir_all(&chosen);
            fs::create_dir_all(&chosen)?;
            for (number, path) in spread(&inputs).into_iter().enumerate() {
                fs::copy(path, chosen.join(format!("{number:02}")))?;
            }
            fs::remove_dir_all(&merged)?;
            fs::create_dir_all(root.join("fuzz/seeds"))?;
            replace_folder(&chosen, &seeds).map_err(io::Error::other)
        };
        let saved = self.merge(&merged).and_then(|()| save().map_err(|error| error.to_string()));
        self.finish(saved, &seeds)
    }

    fn finish(&self, result: Result<(), String>, folder: &Path) -> Done {
        let inputs = files(folder).len() as u64;
        eprintln!("{}: {inputs} inputs", self.target);
        Done { inputs, failure: result.err(), ..Done::default() }
    }

    /// Writes the inputs that are needed to reach all known code to a new folder.
    fn merge(&self, new: &Path) -> Result<(), String> {
        let _ = fs::remove_dir_all(new);
        let shown = new.strip_prefix(self.workspace.root()).unwrap_or(new).display().to_string();
        fs::create_dir_all(self.workspace.root().join(self.corpus())).map_err(|error| error.to_string())?;
        let mut command = self.prepare(&shown)?;
        command.arg("-set_cover_merge=1");
        self.run(&mut command, &mut Log::default()).map_err(|failure| failure.to_string())
    }

    /// Returns the folder of kept inputs.
    fn corpus(&self) -> String {
        format!("fuzz/corpus/{}", self.target)
    }

    /// Prepares a run that writes to a folder and reads the kept inputs and the seeds.
    fn prepare(&self, output: &str) -> Result<Command, String> {
        let Self { workspace, toolchain, target, .. } = self;
        let root = workspace.root();
        // Folders must exist.
        fs::create_dir_all(root.join(output))
            .map_err(|error| format!("{output} cannot be created: {error}"))?;
        let mut command = toolchain.cargo_fuzz(workspace);
        command.arg("run").args(BUILD_FLAGS).arg(target).arg(output);
        let inputs = [self.corpus(), format!("fuzz/seeds/{target}")];
        command.args(inputs.iter().filter(|folder| *folder != output && root.join(folder).is_dir()));
        command.arg("--");
        command.arg(format!("-max_len={}", max_len(target)));
        Ok(command)
    }

    /// Runs the command, and reads its log. With several targets at a time, the log goes to a file, and the last lines
    /// are printed if the command fails.
    fn run(&self, command: &mut Command, log: &mut Log) -> Result<(), String> {
        if self.options.jobs == 1 {
            let mut child = command.stderr(Stdio::piped()).spawn().map_err(|error| error.to_string())?;
            for line in child.stderr.take().map(BufReader::new).into_iter().flat_map(BufRead::lines) {
                let line = line.map_err(|error| error.to_string())?;
                log.read(&line);
                eprintln!("{line}");
            }
            let status = child.wait().map_err(|error| error.to_string())?;
            return if status.success() { Ok(()) } else { Err(status.to_string()) };
        }
        let folder = self.workspace.target_dir().join("fuzz-logs");
        let path = folder.join(format!("{}.log", self.target));
        let file = fs::create_dir_all(&folder).and_then(|()| File::create(&path));
        let handles = file.and_then(|file| Ok((file.try_clone()?, file)));
        let (out, err) = handles.map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
        let ran = shell::run(command.stdout(out).stderr(err));
        let text = fs::read(&path).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let lines: Vec<&str> = text.lines().collect();
        lines.iter().for_each(|line| log.read(line));
        match &ran {
            Ok(()) => {
                let done = lines.iter().rev().find(|line| line.starts_with("Done "));
                eprintln!("{}: {}", self.target, done.unwrap_or(&"done"));
            }
            Err(_) => eprintln!("{}", lines[lines.len().saturating_sub(LAST_LINES)..].join("\n")),
        }
        ran.map_err(|failure| failure.to_string())
    }
}

/// What the log of the fuzzer says.
#[derive(Debug, Default, PartialEq, Eq)]
struct Log {
    /// The number of executions, and the time in seconds, if it ended in an orderly way.
    executions: Option<(u64, u64)>,
}

impl Log {
    /// Reads a line such as `Done 18361 runs in 11 second(s)`, or `#4096 NEW ...` during the run.
    fn read(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |at: usize| words.get(at).and_then(|word| word.parse::<u64>().ok());
        if let ["Done", _, "runs", "in", _, ..] = words[..] {
            self.executions = number(1).zip(number(4));
        } else if let Some(executions) = line.strip_prefix('#').and_then(|_| words[0][1..].parse().ok()) {
            self.executions = Some((executions, 0));
        }
    }
}

/// Chooses seeds among inputs that are sorted by size: as many as may be kept, spread over all sizes.
fn spread(inputs: &[(u64, PathBuf)]) -> Vec<&PathBuf> {
    let mut count = inputs.len().min(SEEDS.0);
    loop {
        let chosen: Vec<_> = (0..count).map(|at| &inputs[at * inputs.len() / count]).collect();
        if chosen.iter().map(|(size, _)| size).sum::<u64>() <= SEEDS.1 {
            return chosen.into_iter().map(|(_, path)| path).collect();
        }
        count -= 1;
    }
}

/// Moves a folder to the place of another one.
fn replace_folder(new: &Path, old: &Path) -> Result<(), String> {
    let removed = if old.exists() { fs::remove_dir_all(old) } else { Ok(()) };
    let moved = removed.and_then(|()| fs::rename(new, old));
    moved.map_err(|error| format!("{} cannot be replaced: {error}", old.display()))
}

/// How many lines of a failed run are printed.
const LAST_LINES: usize = 60;

/// The compiler for fuzzing. Sanitizers are unstable options, which a stable compiler accepts with `RUSTC_BOOTSTRAP`.
#[derive(Clone, Copy)]
enum Toolchain {
    Nightly,
    Stable,
}

impl Toolchain {
    /// Finds a nightly toolchain of rustup, or falls back to the one in use.
    fn find(workspace: &Workspace) -> Self {
        let mut nightly = workspace.program("rustup");
        nightly.args(["run", "nightly", "rustc", "--version"]);
        if shell::works(&mut nightly) { Self::Nightly } else { Self::Stable }
    }

    /// Prepares a call of `cargo fuzz`.
    fn cargo_fuzz(self, workspace: &Workspace) -> Command {
        let mut command = match self {
            Self::Nightly => workspace.nightly_cargo(),
            Self::Stable => {
                let mut command = workspace.cargo();
                command.env("RUSTC_BOOTSTRAP", "1");
                command
            }
        };
        command.arg("fuzz");
        command
    }
}

/// Installs cargo-fuzz if it is missing.
fn require_cargo_fuzz(workspace: &Workspace) -> Result<(), Failure> {
    if shell::works(workspace.cargo().args(["fuzz", "--version"])) {
        return Ok(());
    }
    shell::heading("cargo-fuzz is missing: cargo install cargo-fuzz --locked --debug");
    // It only starts other programs, so a debug build is fast enough.
    shell::run(workspace.cargo().args(["install", "cargo-fuzz", "--locked", "--debug"]))
}

/// Returns the targets to run, in the order of the manifest or of the command line.
fn chosen_targets(workspace: &Workspace, wanted: &[String]) -> Result<Vec<String>, Failure> {
    let manifest = workspace.root().join("fuzz/Cargo.toml");
    let text = fs::read_to_string(&manifest)
        .map_err(|error| Failure::step(format!("{} cannot be read: {error}", manifest.display())))?;
    let all = binaries(&text);
    if all.is_empty() {
        return Err(Failure::step(format!("{} lists no fuzz target", manifest.display())));
    }
    if let Some(unknown) = wanted.iter().find(|target| !all.contains(target)) {
        return Err(Failure::usage(format!(
            "`{unknown}` is not a fuzz target; the targets are {}",
            all.join(", ")
        )));
    }
    Ok(if wanted.is_empty() { all } else { wanted.to_vec() })
}

/// Lists the names under `[[bin]]` in a manifest that has one key per line.
fn binaries(manifest: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut in_bin = false;
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            in_bin = line.starts_with("[[bin]]");
        } else if let Some((key, value)) = line.split_once('=')
            && in_bin
            && key.trim() == "name"
            && let Some(name) = value.split('"').nth(1)
        {
            names.push(name.to_owned());
        }
    }
    names
}

/// Lists the files of a directory with their modification times. A missing directory has none.
fn files(dir: &Path) -> BTreeMap<PathBuf, Option<SystemTime>> {
    let Ok(entries) = fs::read_dir(dir) else { return BTreeMap::new() };
    entries
        .flatten()
        .map(|entry| (entry.path(), entry.metadata().and_then(|metadata| metadata.modified()).ok()))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{Log, Options, Task, binaries, spread};

    fn parse(line: &str) -> Option<Options> {
        let args: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        Options::parse(&args).ok()
    }

    #[test]
    fn only_names_of_binaries_are_targets() {
        let manifest = r#"
            [package]
            name = "bughouse-fuzz"

            [[bin]]
            name = "fen"
            path = "fuzz_targets/fen.rs"

            [[bin]]
            path = "fuzz_targets/san.rs"
            name="san" # a comment
            test = false

            [dependencies]
            name = "1"
        "#;
        assert_eq!(binaries(manifest), ["fen", "san"]);
    }

    #[test]
    fn options_are_parsed() {
        let expected = Options { seconds: 60, jobs: 1, seed: None, task: Task::Run, targets: Vec::new() };
        assert_eq!(parse(""), Some(expected));
        let targets = vec!["fen".to_owned(), "san".to_owned()];
        let expected = Options { seconds: 5, jobs: 2, seed: Some(7), task: Task::Run, targets };
        assert_eq!(parse("fen --seconds 5 --jobs 2 san --seed 7"), Some(expected));
        assert_eq!(parse("--minimize").map(|options| options.task), Some(Task::Minimize));
        assert_eq!(parse("--save-seeds fen").map(|options| options.task), Some(Task::SaveSeeds));
    }

    #[test]
    fn executions_are_read_from_the_log() {
        let read = |lines: &[&str]| {
            let mut log = Log::default();
            lines.iter().for_each(|line| log.read(line));
            log.executions
        };
        assert_eq!(read(&["", "INFO: Seed: 1", "# comment"]), None);
        let running = ["#2\tINITED cov: 5", "#65536\tpulse  cov: 9 ft: 12"];
        assert_eq!(read(&running), Some((65536, 0)));
        let done = [running[1], "#70000\tDONE   cov: 9", "Done 70000 runs in 11 second(s)"];
        assert_eq!(read(&done), Some((70000, 11)));
    }

    #[test]
    fn seeds_are_spread_over_all_sizes() {
        let inputs = |count: u64, size: u64| -> Vec<(u64, PathBuf)> {
            (0..count).map(|number| (size + number, PathBuf::from(number.to_string()))).collect()
        };
        let names = |inputs: &[(u64, PathBuf)]| -> Vec<String> {
            spread(inputs).into_iter().map(|path| path.display().to_string()).collect()
        };
        assert!(names(&[]).is_empty());
        assert_eq!(names(&inputs(3, 1)), ["0", "1", "2"]);
        let many = names(&inputs(320, 1));
        assert_eq!((many.len(), many[0].as_str(), many[31].as_str()), (32, "0", "310"));
        assert_eq!(names(&inputs(100, 2000)).len(), 4);
    }

    #[test]
    fn invalid_options_are_rejected() {
        for line in
            ["--seconds", "--seconds 0", "--seconds -1", "--seconds ten", "--minutes 1", "--jobs 0", "--seed"]
        {
            assert_eq!(parse(line), None, "{line}");
        }
    }
}
