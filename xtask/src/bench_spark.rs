//! `bench spark`: compares Spark on this machine with a single process.

use std::process::Command;

use crate::generate;
use crate::python;
use crate::shell::{self, Failure, Workspace};
use crate::tools::{self, Tool};

/// The number of games: 1 GB of text, because Java's start takes as long as a scan of a third of that.
const GAMES: u32 = 500_000;

/// The options of `bench spark`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Options {
    check: bool,
    games: u32,
}

impl Options {
    /// Parses the arguments after `bench spark`.
    pub(crate) fn parse(args: &[String]) -> Result<Self, Failure> {
        let mut options = Self { check: false, games: GAMES };
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--check" => options.check = true,
                "--games" => {
                    let number = args.next().and_then(|text| text.parse().ok()).filter(|&number| number > 0);
                    options.games = number.ok_or_else(|| Failure::usage("`--games` takes a number"))?;
                }
                _ => return Err(Failure::usage(format!("`bench spark` has no option `{arg}`"))),
            }
        }
        Ok(options)
    }
}

/// Builds and installs the package, generates games, and measures.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<(), Failure> {
    tools::require(workspace, &[Tool::Java])?;
    let python = python::run(workspace, &[])?;
    let folder = workspace.target_dir().join("bench-spark");
    std::fs::create_dir_all(&folder)
        .map_err(|error| Failure::step(format!("{} cannot be created: {error}", folder.display())))?;
    let games = folder.join("games.bpgn");
    let size = options.games.to_string();
    generate::run(workspace, &["--games", &size, "--like-a-server", "-o", &games.to_string_lossy()])?;
    let mut command = Command::new(python);
    command.current_dir(&folder);
    command.arg(workspace.root().join("bindings/python/bench/spark_bench.py")).arg(&games);
    command.args(options.check.then_some("--check"));
    shell::run(&mut command)
}

#[cfg(test)]
mod tests {
    use super::{GAMES, Options};

    fn parse(line: &str) -> Option<Options> {
        let args: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        Options::parse(&args).ok()
    }

    #[test]
    fn options_are_parsed() {
        assert_eq!(parse(""), Some(Options { check: false, games: GAMES }));
        assert_eq!(parse("--check --games 5"), Some(Options { check: true, games: 5 }));
        for line in ["--games", "--games 0", "perft"] {
            assert_eq!(parse(line), None, "{line}");
        }
    }
}
