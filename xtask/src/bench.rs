//! `bench`: runs the benchmarks of the libraries, built once for any x86-64 and once for this machine.

use std::process::Command;

use crate::shell::{self, Failure, Workspace};

/// How the benchmarks are compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Build {
    /// For the baseline of the architecture, like a downloaded binary.
    Plain,
    /// For the processor of this machine.
    Native,
}

impl Build {
    const ALL: [Self; 2] = [Self::Plain, Self::Native];

    fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Native => "native",
        }
    }

    fn rustflags(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Native => "-C target-cpu=native",
        }
    }
}

/// Returns the builds that `--only` leaves, and the other arguments, which are for the benchmarks.
fn chosen(args: &[String]) -> Result<(Vec<Build>, Vec<String>), Failure> {
    let Some(at) = args.iter().position(|arg| arg == "--only") else {
        return Ok((Build::ALL.to_vec(), args.to_vec()));
    };
    let only = Build::ALL.into_iter().find(|build| args.get(at + 1).is_some_and(|name| name == build.name()));
    let only = only.ok_or_else(|| Failure::usage("`--only` takes `native` or `plain`"))?;
    Ok((vec![only], [&args[..at], &args[at + 2..]].concat()))
}

/// Builds the benchmarks, then runs every build, even if an earlier one failed.
pub(crate) fn run(workspace: &Workspace, args: &[String]) -> Result<(), Failure> {
    let (builds, args) = chosen(args)?;
    for &build in &builds {
        shell::heading(&format!("build, {}", build.name()));
        shell::run(&mut cargo(workspace, build, "build"))?;
    }

    let mut failed = Vec::new();
    for &build in &builds {
        shell::heading(&format!("run, {}", build.name()));
        let mut command = cargo(workspace, build, "run");
        command.args(["--quiet", "--", "--build", build.name()]).args(&args);
        if let Err(failure) = shell::run(&mut command) {
            failed.push(failure.to_string());
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(Failure::step(failed.join("\nerror: "))) }
}

/// Prepares `cargo build` or `cargo run` of the benchmarks.
///
/// Each build has its own target directory, because a change of flags would rebuild everything. The flags are set even
/// if empty, to replace those of the caller's environment and cargo configuration.
fn cargo(workspace: &Workspace, build: Build, subcommand: &str) -> Command {
    let mut command = workspace.cargo();
    command.args([subcommand, "--release", "--locked", "--package", "bughouse-benches", "--bin", "bench"]);
    command.env("CARGO_TARGET_DIR", workspace.target_dir().join(format!("bench-{}", build.name())));
    command.env_remove("CARGO_ENCODED_RUSTFLAGS").env("RUSTFLAGS", build.rustflags());
    command
}

#[cfg(test)]
mod tests {
    use super::{Build, chosen};

    #[test]
    fn the_build_is_chosen_and_other_arguments_are_passed_on() {
        let chosen = |line: &str| {
            let args: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            chosen(&args).ok().map(|(builds, args)| (builds, args.join(" ")))
        };
        assert_eq!(chosen("--json perft"), Some((Build::ALL.to_vec(), "--json perft".to_owned())));
        let only_native = (vec![Build::Native], "--check perft".to_owned());
        assert_eq!(chosen("--check --only native perft"), Some(only_native));
        assert_eq!((chosen("--only"), chosen("--only debug")), (None, None));
    }
}
