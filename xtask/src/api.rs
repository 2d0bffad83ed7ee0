//! `api`: sends requests generated from the OpenAPI spec to `bughouse serve`, and checks the answers against it.

use std::fs;
use std::process::{Command, Stdio};

use crate::python::{self, Needs};
use crate::served::Served;
use crate::shell::{self, Failure, Workspace};
use crate::steps;
use crate::tools::{self, Tool};

/// The seed is fixed, so a change doesn't fail for a bug that an earlier one introduced.
const SEED: &str = "1";

/// The number of requests per operation and kind, for about half a minute.
const REQUESTS: &str = "150";

/// The options of `api`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Options {
    seed: String,
    requests: String,
}

impl Options {
    /// Parses the arguments after `api`.
    pub(crate) fn parse(args: &[String]) -> Result<Self, Failure> {
        let mut options = Self { seed: SEED.to_owned(), requests: REQUESTS.to_owned() };
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            let field = match arg.as_str() {
                "--seed" => &mut options.seed,
                "--requests" => &mut options.requests,
                _ => return Err(Failure::usage(format!("`api` has no option `{arg}`"))),
            };
            let number = args.next().filter(|text| text.parse::<u32>().is_ok_and(|number| number > 0));
            number.ok_or_else(|| Failure::usage(format!("`{arg}` takes a number from 1")))?.clone_into(field);
        }
        Ok(options)
    }
}

/// Fails on server errors, and on answers that the spec doesn't describe.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<(), Failure> {
    if !Tool::Python.is_present(workspace) {
        return Err(tools::needed(&[Tool::Python]));
    }
    let python = python::require(workspace, Needs::Api)?;
    shell::run(&mut steps::debug_cli(workspace))?;
    let program = workspace.target_dir().join(format!("debug/bughouse{}", std::env::consts::EXE_SUFFIX));
    // New files are saved here.
    let folder = workspace.target_dir().join("api");
    let _ = fs::remove_dir_all(&folder);
    let games = folder.join("several.bpgn");
    fs::create_dir_all(&folder)
        .and_then(|()| fs::copy(workspace.root().join("testdata/bpgn/several.bpgn"), &games))
        .map_err(|error| Failure::step(format!("{} cannot be written: {error}", games.display())))?;
    let archive = folder.join("archive");
    let mut add = Command::new(&program);
    shell::run(add.args(["archive", "add"]).arg(&archive).arg(&games).stdout(Stdio::null()))?;
    let mut server = Served::start(&program, &folder, &[games, archive])?;

    let tests = workspace.root().join("crates/bughouse-server/tests/api");
    let mut command = Command::new(python.with_file_name("schemathesis"));
    command.current_dir(&folder).env("PYTHONPATH", &tests).env("SCHEMATHESIS_HOOKS", "formats");
    command.arg("--config-file").arg(tests.join("schemathesis.toml")).arg("run");
    command.arg(workspace.root().join("crates/bughouse-review/openapi.json"));
    command.args([
        "--url",
        &format!("http://{}", server.address),
        "--continue-on-failure",
        "--warnings",
        "off",
    ]);
    command.args(["--phases", "coverage,fuzzing,stateful", "--generation-database", "none"]);
    command.args(["--seed", &options.seed, "--max-examples", &options.requests]);
    shell::heading(&shell::shown(&command));
    shell::run(&mut command)?;
    if server.is_running() { Ok(()) } else { Err(Failure::step("the server exited")) }
}

#[cfg(test)]
mod tests {
    use super::Options;

    #[test]
    fn options_are_parsed() {
        let parse = |line: &str| {
            let args: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            Options::parse(&args).ok()
        };
        let options = |seed: &str, requests: &str| {
            Some(Options { seed: seed.to_owned(), requests: requests.to_owned() })
        };
        assert_eq!(parse(""), options("1", "150"));
        assert_eq!(parse("--seed 7 --requests 500"), options("7", "500"));
        for line in ["--seed", "--seed x", "--requests 0", "7"] {
            assert_eq!(parse(line), None, "{line}");
        }
    }
}
