//! `bench python`: compares the Python package with python-chess, a regex and numpy.

use std::process::Command;

use crate::generate;
use crate::python;
use crate::shell::{self, Failure, Workspace};

/// The options of `bench python`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    check: bool,
    filter: Option<String>,
}

impl Options {
    /// Parses the arguments after `bench python`.
    pub(crate) fn parse(args: &[String]) -> Result<Self, Failure> {
        let mut options = Self::default();
        for arg in args {
            match arg.as_str() {
                "--check" => options.check = true,
                flag if flag.starts_with('-') => {
                    return Err(Failure::usage(format!("`bench python` has no option `{flag}`")));
                }
                _ if options.filter.is_some() => {
                    return Err(Failure::usage(format!(
                        "`bench python` takes one filter, but was also given `{arg}`"
                    )));
                }
                filter => options.filter = Some(filter.to_owned()),
            }
        }
        Ok(options)
    }
}

/// The number of games: enough for a second of the slower library.
const GAMES: &str = "2000";

/// Builds and installs the package, generates games, and measures.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<(), Failure> {
    let python = python::run(workspace, &[])?;
    let games = workspace.target_dir().join("bench-python.bpgn");
    let wish = ["--games", GAMES, "--like-a-server", "-o", &games.to_string_lossy()].map(str::to_owned);
    generate::run(workspace, &generate::Options::parse(&wish)?)?;
    let mut command = Command::new(python);
    command.current_dir(workspace.root().join("bindings/python/bench")).arg("bench.py").arg(&games);
    command.args(options.check.then_some("--check"));
    command.args(&options.filter);
    shell::run(&mut command)
}

#[cfg(test)]
mod tests {
    use super::Options;

    fn parse(line: &str) -> Option<Options> {
        let args: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        Options::parse(&args).ok()
    }

    #[test]
    fn options_are_parsed() {
        assert_eq!(parse("--check planes"), Some(Options { check: true, filter: Some("planes".to_owned()) }));
        assert_eq!(parse(""), Some(Options::default()));
    }

    #[test]
    fn invalid_options_are_rejected() {
        for line in ["--json", "planes scan"] {
            assert_eq!(parse(line), None, "{line}");
        }
    }
}
