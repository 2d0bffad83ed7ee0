//! `bench archive`: imports synthetic games, explores and searches them, and compares with DuckDB on the same files.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::python::{self, Needs};
use crate::shell::{self, Failure, Workspace};

/// Kinds of queries.
const PARTS: [&str; 4] = ["boards", "filters", "scans", "games"];

/// The options of `bench archive`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    games: Option<u64>,
    /// The number of games in a batch, which is also the size of a sorted run.
    batch: Option<u64>,
    /// A folder that keeps the archive for the next call.
    keep: Option<PathBuf>,
    no_text: bool,
    /// The only kind of queries to run.
    only: Option<String>,
    check: bool,
}

impl Options {
    /// Parses the arguments after `bench archive`.
    pub(crate) fn parse(args: &[String]) -> Result<Self, Failure> {
        let mut options = Self::default();
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--check" => options.check = true,
                "--no-text" => options.no_text = true,
                "--games" | "--batch" => {
                    let games = args.next().and_then(|games| games.parse().ok()).filter(|&games| games > 0);
                    let games = games.ok_or_else(|| Failure::usage(format!("`{arg}` takes a number")))?;
                    *(if arg == "--games" { &mut options.games } else { &mut options.batch }) = Some(games);
                }
                "--only" => {
                    let part = args.next().filter(|part| PARTS.contains(&part.as_str()));
                    let wrong = || Failure::usage(format!("`--only` takes one of {}", PARTS.join(", ")));
                    options.only = Some(part.ok_or_else(wrong)?.clone());
                }
                "--keep" => {
                    let folder = args.next().ok_or_else(|| Failure::usage("`--keep` takes a folder"))?;
                    options.keep = Some(PathBuf::from(folder));
                }
                _ => return Err(Failure::usage(format!("`bench archive` has no option `{arg}`"))),
            }
        }
        Ok(options)
    }
}

/// Builds and runs the benchmark, with a Python that has DuckDB.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<(), Failure> {
    let python = python::require(workspace, Needs::Archive)?;
    // The child starts in the root, where a relative path would be wrong.
    let keep = options.keep.as_ref().map(|folder| {
        std::path::absolute(folder)
            .map_err(|error| Failure::step(format!("{} cannot be used: {error}", folder.display())))
    });
    let mut command = workspace.cargo();
    command.args(["run", "--release", "--locked", "--package", "bughouse-archive-benches", "--"]);
    add_paths(&mut command, workspace, &python, keep.transpose()?.as_deref());
    for (name, games) in [("--games", options.games), ("--batch", options.batch)] {
        if let Some(games) = games {
            command.args([name, &games.to_string()]);
        }
    }
    command.args(options.no_text.then_some("--no-text"));
    if let Some(part) = &options.only {
        command.args(["--only", part]);
    }
    command.args(options.check.then_some("--check"));
    shell::run(&mut command)
}

/// Prepares a run of the benchmark as tests build it, with 10,000,000 half-moves. It compares the results with those of
/// DuckDB, and ignores times.
pub(crate) fn answers(workspace: &Workspace, python: &Path) -> Command {
    let mut command = workspace.program(workspace.target_dir().join("debug/bench-archive"));
    add_paths(&mut command, workspace, python, None);
    command
}

/// Adds the arguments with the Python that has DuckDB and the folder of the archive.
fn add_paths(command: &mut Command, workspace: &Workspace, python: &Path, keep: Option<&Path>) {
    command.arg("--python").arg(python).arg("--folder");
    match keep {
        Some(folder) => command.arg(folder).arg("--keep"),
        None => command.arg(workspace.target_dir().join("bench-archive")),
    };
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::Options;

    fn parse(line: &str) -> Option<Options> {
        let args: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        Options::parse(&args).ok()
    }

    #[test]
    fn options_are_parsed() {
        let keep = Some(PathBuf::from("kept"));
        let only = Some("scans".to_owned());
        let expected = Options { games: Some(5), batch: Some(2), keep, no_text: true, only, check: true };
        assert_eq!(parse("--games 5 --batch 2 --keep kept --no-text --only scans --check"), Some(expected));
        assert_eq!(parse(""), Some(Options::default()));
    }

    #[test]
    fn invalid_options_are_rejected() {
        for line in ["--games", "--games 0", "--games many", "--batch", "--keep", "--only native", "perft"] {
            assert_eq!(parse(line), None, "{line}");
        }
    }
}
