//! `chaos`: attacks archives and game files, and checks that no answer is wrong.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::shell::{self, Failure, Workspace};
use crate::steps::FEATURES_OF_TESTS;

/// The options of `chaos`, which are passed on.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    args: Vec<String>,
}

impl Options {
    /// Parses the arguments after `chaos`.
    pub(crate) fn parse(args: &[String]) -> Result<Self, Failure> {
        for pair in args.chunks(2) {
            let name = &pair[0];
            if !["--minutes", "--trials", "--seed", "--trial", "--kind", "--jobs"].contains(&name.as_str()) {
                return Err(Failure::usage(format!("`chaos` has no option `{name}`")));
            }
            let value = pair.get(1).map(String::as_str).unwrap_or_default();
            if name == "--kind" && !value.is_empty() {
                continue;
            }
            let is_random = name == "--seed" && value == "random";
            if !is_random && value.parse::<u64>().is_err() {
                let takes = if name == "--seed" { "a number or `random`" } else { "a number" };
                return Err(Failure::usage(format!("`{name}` takes {takes}")));
            }
        }
        let mut args = args.to_vec();
        for seed in args.iter_mut().filter(|arg| *arg == "random") {
            *seed = random_seed().to_string();
        }
        Ok(Self { args })
    }
}

/// Returns a seed that differs from run to run. It has few digits, because you may have to type it.
fn random_seed() -> u64 {
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    1 + (time.as_micros() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) % 1_000_000_000
}

/// Builds the CLI and the attacks, and runs them. Broken archives are kept in `target/chaos`.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<(), Failure> {
    let mut build = workspace.cargo();
    // The same packages and features as in other steps of `test`, so nothing is compiled twice.
    build.args(["build", "--workspace", "--all-features", "--locked", "--bin", "bughouse", "--bin", "chaos"]);
    shell::run(build.args(FEATURES_OF_TESTS.split(' ')))?;
    let debug = workspace.target_dir().join("debug");
    let program = |name: &str| debug.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let mut chaos = workspace.program(program("chaos"));
    chaos.arg("--bughouse").arg(program("bughouse"));
    chaos.arg("--keep").arg(workspace.target_dir().join("chaos"));
    chaos.args(&options.args);
    shell::heading(&shell::shown(&chaos));
    shell::run(&mut chaos)
}

#[cfg(test)]
mod tests {
    use super::Options;

    #[test]
    fn options_are_numbers() {
        let parse = |line: &str| {
            let args: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            Options::parse(&args).is_ok()
        };
        assert!(parse("") && parse("--seed 1 --minutes 2") && parse("--trials 10000 --jobs 2 --trial 3"));
        assert!(parse("--minutes 60 --seed random") && parse("--kind repair --trials 5"));
        assert!(!parse("--kind") && !parse("--trials random") && !parse("--seed any"));
        assert!(!parse("--seed") && !parse("--minutes many") && !parse("--fast 1") && !parse("1"));
    }

    #[test]
    fn a_random_seed_is_passed_on_as_a_number() {
        let args = ["--seed", "random", "--trials", "5"].map(str::to_owned);
        let options = Options::parse(&args).unwrap_or_else(|failure| panic!("{failure}"));
        assert!(options.args[1].parse::<u64>().is_ok_and(|seed| seed > 0), "{options:?}");
        assert_eq!(options.args[2..], ["--trials", "5"]);
    }
}
