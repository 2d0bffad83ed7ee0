//! `fuzz`: runs the fuzz targets.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
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
    /// The targets by name; all of them if empty.
    targets: Vec<String>,
}

impl Options {
    /// Parses the arguments after `fuzz`.
    pub(crate) fn parse(args: &[String]) -> Result<Self, Failure> {
        let mut options = Self { seconds: 60, jobs: 1, seed: None, targets: Vec::new() };
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

    shell::heading(&format!(
        "{} targets, {} s each, {} at a time",
        targets.len(),
        options.seconds,
        options.jobs
    ));
    let waiting = Mutex::new(targets.iter());
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
    let results = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..options.jobs.min(targets.len()) {
            scope.spawn(|| {
                while let Some(target) = next() {
                    let run = Run { workspace, toolchain, options, target };
                    let failure = run.target().err();
                    results.lock().unwrap_or_else(PoisonError::into_inner).push((target, failure));
                }
            });
        }
    });

    let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    let failures = results.iter().filter(|(_, failure)| failure.is_some()).count();
    shell::heading("summary");
    for (target, failure) in &results {
        println!("{target}: {}", failure.as_deref().unwrap_or("ok"));
    }
    if failures == 0 {
        return Ok(());
    }
    Err(Failure::step(format!("{failures} of {} fuzz targets failed", targets.len())))
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
        "bpgn_replay" => 64,
        "bpgn_tree" | "bpgn_chunks" => 96,
        "bpgn_lexer" | "bpgn_import" => 256,
        "archive_table" | "archive_manifest" => 1024,
        _ => 512,
    }
}

/// The longest input that is printed. All inputs are kept as files.
const SHOWN_INPUT: usize = 4096;

impl Run<'_> {
    /// Runs the target. The error says what failed and where the failing inputs are.
    fn target(&self) -> Result<(), String> {
        let Self { workspace, toolchain, options, target } = self;
        let artifacts = workspace.root().join("fuzz/artifacts").join(target);
        let before = files(&artifacts);
        let mut command = toolchain.cargo_fuzz(workspace);
        command.arg("run").args(BUILD_FLAGS).arg(target);
        if workspace.root().join("fuzz/seeds").join(target).is_dir() {
            // The fuzzer writes new inputs to the first folder, which must exist.
            let corpus = format!("fuzz/corpus/{target}");
            fs::create_dir_all(workspace.root().join(&corpus))
                .map_err(|error| format!("{corpus} cannot be created: {error}"))?;
            command.arg(corpus).arg(format!("fuzz/seeds/{target}"));
        }
        command.arg("--");
        command.arg(format!("-max_total_time={}", options.seconds));
        command.arg(format!("-max_len={}", max_len(target)));
        // Start with long inputs, because a game needs more than a few bytes.
        command.arg("-len_control=0");
        command.args(options.seed.map(|seed| format!("-seed={seed}")));
        let ran = if options.jobs == 1 { shell::run(&mut command) } else { self.run_to_file(&mut command) };
        let Err(why) = ran else { return Ok(()) };
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
        Err(match new.is_empty() {
            true => format!("failed without an artifact: {why}"),
            false => format!("failed, {}", new.join(", ")),
        })
    }

    /// Runs the command with its output in a file, and prints the last lines if it fails.
    fn run_to_file(&self, command: &mut Command) -> Result<(), Failure> {
        let folder = self.workspace.target_dir().join("fuzz-logs");
        let path = folder.join(format!("{}.log", self.target));
        let log = fs::create_dir_all(&folder).and_then(|()| File::create(&path));
        let handles = log.and_then(|log| Ok((log.try_clone()?, log)));
        let (out, err) = handles
            .map_err(|error| Failure::step(format!("{} cannot be written: {error}", path.display())))?;
        let ran = shell::run(command.stdout(out).stderr(err));
        let log = fs::read(&path).unwrap_or_default();
        let log = String::from_utf8_lossy(&log);
        let lines: Vec<&str> = log.lines().collect();
        match &ran {
            Ok(()) => {
                let done = lines.iter().rev().find(|line| line.starts_with("Done "));
                eprintln!("{}: {}", self.target, done.unwrap_or(&"done"));
            }
            Err(_) => eprintln!("{}", lines[lines.len().saturating_sub(LAST_LINES)..].join("\n")),
        }
        ran
    }
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
    use super::{Options, binaries};

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
        assert_eq!(parse(""), Some(Options { seconds: 60, jobs: 1, seed: None, targets: Vec::new() }));
        let targets = vec!["fen".to_owned(), "san".to_owned()];
        let expected = Options { seconds: 5, jobs: 2, seed: Some(7), targets };
        assert_eq!(parse("fen --seconds 5 --jobs 2 san --seed 7"), Some(expected));
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
