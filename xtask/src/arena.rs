//! `arena`: plays matches between the built-in engine and another one.

use std::path::PathBuf;

use crate::bench_analysis::{absolute, shared_games};
use crate::shell::{self, Failure, Workspace};

/// The options of `arena`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    /// A folder of games whose openings are played. By default, the folder of real games, or our own test games.
    openings: Option<PathBuf>,
    /// The path of the engine. By default, that of Debian's Fairy-Stockfish.
    engine: Option<PathBuf>,
    /// Arguments that are passed on unchanged.
    numbers: Vec<String>,
}

impl Options {
    /// Parses the arguments after `arena`.
    pub(crate) fn parse(args: &[String]) -> Result<Self, Failure> {
        let mut options = Self::default();
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            let lacks = || Failure::usage(format!("`{arg}` takes a value"));
            match arg.as_str() {
                "--openings" => options.openings = Some(PathBuf::from(args.next().ok_or_else(lacks)?)),
                "--engine" => options.engine = Some(PathBuf::from(args.next().ok_or_else(lacks)?)),
                "--games" | "--time" | "--nodes" => {
                    let value = args.next().ok_or_else(lacks)?;
                    if value.parse::<u32>().is_err() {
                        return Err(Failure::usage(format!("`{arg}` takes a number, not `{value}`")));
                    }
                    options.numbers.extend([arg.clone(), value.clone()]);
                }
                _ => return Err(Failure::usage(format!("`arena` has no option `{arg}`"))),
            }
        }
        let has = |name: &str| options.numbers.iter().any(|arg| arg == name);
        if has("--time") && has("--nodes") {
            return Err(Failure::usage("use only one of `--time` and `--nodes`"));
        }
        Ok(options)
    }
}

/// Builds the arena and plays matches.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<(), Failure> {
    let mut command = workspace.cargo();
    command.args(["run", "--release", "--locked", "--package", "bughouse-arena", "--"]);
    command.args(&options.numbers);
    let real = shared_games(workspace);
    let own = workspace.root().join("testdata/bpgn");
    let openings = options.openings.clone().unwrap_or(if real.is_dir() { real } else { own });
    if !openings.is_dir() {
        let text = format!("folder {} not found; name another with `--openings DIR`", openings.display());
        return Err(Failure::step(text));
    }
    command.arg("--openings").arg(absolute(&openings)?);
    if let Some(engine) = &options.engine {
        command.arg("--engine").arg(absolute(engine)?);
    }
    shell::run(&mut command)
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
        let expected = Options {
            openings: Some(PathBuf::from("o")),
            engine: Some(PathBuf::from("e")),
            numbers: ["--games", "20", "--time", "50"].map(str::to_owned).to_vec(),
        };
        assert_eq!(parse("--games 20 --openings o --engine e --time 50"), Some(expected));
        assert_eq!(parse(""), Some(Options::default()));
    }

    #[test]
    fn invalid_options_are_rejected() {
        for line in ["--games", "--games many", "--time 5 --nodes 5", "--engine", "--fast", "games"] {
            assert_eq!(parse(line), None, "{line}");
        }
    }
}
