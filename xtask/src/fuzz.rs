//! `fuzz`: every fuzz target for a while.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use crate::shell::{self, Failure, Workspace};

/// What the command line of `fuzz` asks for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Options {
    seconds: u32,
    /// The targets by name; all of them if empty.
    targets: Vec<String>,
}

impl Options {
    /// Reads what follows the verb.
    pub(crate) fn parse(args: &[String]) -> Result<Self, Failure> {
        let mut options = Self { seconds: 60, targets: Vec::new() };
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--seconds" => {
                    // libFuzzer takes 0 as "for ever".
                    let seconds =
                        args.next().and_then(|text| text.parse().ok()).filter(|&seconds| seconds > 0);
                    options.seconds =
                        seconds.ok_or_else(|| Failure::usage("`--seconds` takes a number above 0"))?;
                }
                flag if flag.starts_with('-') => {
                    return Err(Failure::usage(format!("`fuzz` has no option `{flag}`")));
                }
                target => options.targets.push(target.to_owned()),
            }
        }
        Ok(options)
    }
}

/// Builds the targets, runs each in turn, and ends with a line for each.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<(), Failure> {
    let targets = chosen_targets(workspace, &options.targets)?;
    let toolchain = Toolchain::find(workspace);
    require_cargo_fuzz(workspace)?;

    for target in &targets {
        shell::heading(&format!("build {target}"));
        shell::run(toolchain.cargo_fuzz(workspace).args(["build", "--fuzz-dir", "fuzz", target]))?;
    }

    let mut summary = Vec::new();
    let mut failures = 0;
    for target in &targets {
        shell::heading(&format!("run {target} for {} s", options.seconds));
        let artifacts = workspace.root().join("fuzz/artifacts").join(target);
        let before = files(&artifacts);
        let mut command = toolchain.cargo_fuzz(workspace);
        command.args(["run", "--fuzz-dir", "fuzz", target, "--"]);
        command.arg(format!("-max_total_time={}", options.seconds));
        // Long inputs from the start: a record of a few bytes is none.
        command.arg("-len_control=0");
        if shell::run(&mut command).is_ok() {
            summary.push(format!("{target}: ok"));
            continue;
        }
        failures += 1;
        let new: Vec<String> = files(&artifacts)
            .into_iter()
            .filter(|(path, written)| before.get(path) != Some(written))
            .map(|(path, _)| path.strip_prefix(workspace.root()).unwrap_or(&path).display().to_string())
            .collect();
        summary.push(if new.is_empty() {
            format!("{target}: failed, and left no artifact")
        } else {
            format!("{target}: failed, {}", new.join(", "))
        });
    }

    shell::heading("summary");
    for line in summary {
        println!("{line}");
    }
    if failures == 0 {
        return Ok(());
    }
    Err(Failure::step(format!("{failures} of {} fuzz targets failed", targets.len())))
}

/// The compiler to fuzz with. Sanitizers are unstable options, which a stable compiler takes only when told to.
#[derive(Clone, Copy)]
enum Toolchain {
    Nightly,
    Stable,
}

impl Toolchain {
    /// Finds a nightly toolchain of rustup, or settles for the one in use.
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

/// Makes sure that cargo-fuzz is there, and installs it if it is not.
fn require_cargo_fuzz(workspace: &Workspace) -> Result<(), Failure> {
    if shell::works(workspace.cargo().args(["fuzz", "--version"])) {
        return Ok(());
    }
    shell::heading("cargo-fuzz is missing: cargo install cargo-fuzz --locked");
    shell::run(workspace.cargo().args(["install", "cargo-fuzz", "--locked"]))
}

/// Returns the targets to run, in the order of the manifest or of the command line.
fn chosen_targets(workspace: &Workspace, wanted: &[String]) -> Result<Vec<String>, Failure> {
    let manifest = workspace.root().join("fuzz/Cargo.toml");
    let text = fs::read_to_string(&manifest)
        .map_err(|error| Failure::step(format!("{} cannot be read: {error}", manifest.display())))?;
    let all = binaries(&text);
    if all.is_empty() {
        return Err(Failure::step(format!("{} names no fuzz target", manifest.display())));
    }
    if let Some(unknown) = wanted.iter().find(|target| !all.contains(target)) {
        return Err(Failure::usage(format!(
            "no fuzz target is called `{unknown}`; there are {}",
            all.join(", ")
        )));
    }
    Ok(if wanted.is_empty() { all } else { wanted.to_vec() })
}

/// Lists the names under `[[bin]]` in a manifest, written one key to a line.
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

/// Lists the files of a directory and when each was written; nothing if there is no such directory.
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
    fn every_option_is_read() {
        assert_eq!(parse(""), Some(Options { seconds: 60, targets: Vec::new() }));
        let expected = Options { seconds: 5, targets: vec!["fen".to_owned(), "san".to_owned()] };
        assert_eq!(parse("fen --seconds 5 san"), Some(expected));
    }

    #[test]
    fn nonsense_is_refused() {
        for line in ["--seconds", "--seconds 0", "--seconds -1", "--seconds ten", "--minutes 1"] {
            assert_eq!(parse(line), None, "{line}");
        }
    }
}
