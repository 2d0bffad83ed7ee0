//! `bench analysis`: finds mates, needs and mistakes in real games, and compares with Fairy-Stockfish.

use std::path::{Path, PathBuf};

use crate::shell::{self, Failure, Workspace};

/// The options of `bench analysis`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    /// A folder of games. By default, the folder of real games that tests use.
    games: Option<PathBuf>,
    /// The path of the engine. By default, that of Debian's package.
    engine: Option<PathBuf>,
    check: bool,
}

impl Options {
    /// Parses the arguments after `bench analysis`.
    pub(crate) fn parse(args: &[String]) -> Result<Self, Failure> {
        let mut options = Self::default();
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--check" => options.check = true,
                "--games" | "--engine" => {
                    let path = args.next().ok_or_else(|| Failure::usage(format!("`{arg}` takes a path")))?;
                    let place = if arg == "--games" { &mut options.games } else { &mut options.engine };
                    *place = Some(PathBuf::from(path));
                }
                _ => return Err(Failure::usage(format!("`bench analysis` has no option `{arg}`"))),
            }
        }
        Ok(options)
    }
}

/// Builds and runs the benchmark.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<(), Failure> {
    let games = options.games.clone().unwrap_or_else(|| shared_games(workspace));
    if !games.is_dir() {
        return Err(Failure::step(format!(
            "there is no folder {}; `--games DIR` names one with games in BPGN",
            games.display()
        )));
    }
    let mut command = workspace.cargo();
    command.args(["run", "--release", "--locked", "--package", "bughouse-analysis-benches", "--"]);
    command.arg("--games").arg(absolute(&games)?);
    if let Some(engine) = &options.engine {
        command.arg("--engine").arg(absolute(engine)?);
    }
    command.args(options.check.then_some("--check"));
    shell::run(&mut command)
}

/// Returns the folder of real games that tests use.
pub(crate) fn shared_games(workspace: &Workspace) -> PathBuf {
    let root = std::env::var_os("BUGHOUSE_SHARED_DATA").map(PathBuf::from);
    root.unwrap_or_else(|| workspace.root().join("../shared/data")).join("bpgn")
}

/// Makes a path absolute, because child processes start in the root.
pub(crate) fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    std::path::absolute(path)
        .map_err(|error| Failure::step(format!("{} cannot be used: {error}", path.display())))
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
        let expected =
            Options { games: Some(PathBuf::from("g")), engine: Some(PathBuf::from("e")), check: true };
        assert_eq!(parse("--games g --engine e --check"), Some(expected));
        assert_eq!(parse(""), Some(Options::default()));
    }

    #[test]
    fn invalid_options_are_rejected() {
        for line in ["--games", "--engine", "--fast", "games"] {
            assert_eq!(parse(line), None, "{line}");
        }
    }
}
