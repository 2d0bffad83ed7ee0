//! `chaos`: attacks archives and game files, and checks that no answer is wrong.

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
            if !["--minutes", "--trials", "--seed", "--trial", "--jobs"].contains(&name.as_str()) {
                return Err(Failure::usage(format!("`chaos` has no option `{name}`")));
            }
            if pair.get(1).is_none_or(|value| value.parse::<u64>().is_err()) {
                return Err(Failure::usage(format!("`{name}` takes a number")));
            }
        }
        Ok(Self { args: args.to_vec() })
    }
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
    shell::run(chaos.args(&options.args))
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
        assert!(!parse("--seed") && !parse("--minutes many") && !parse("--fast 1") && !parse("1"));
    }
}
