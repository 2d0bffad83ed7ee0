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

/// The options of `bench`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    json: bool,
    check: bool,
    only: Option<Build>,
    filter: Option<String>,
}

impl Options {
    /// Parses the arguments after `bench`.
    pub(crate) fn parse(args: &[String]) -> Result<Self, Failure> {
        let mut options = Self::default();
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--json" => options.json = true,
                "--check" => options.check = true,
                "--only" => {
                    options.only = match args.next().map(String::as_str) {
                        Some("plain") => Some(Build::Plain),
                        Some("native") => Some(Build::Native),
                        _ => return Err(Failure::usage("`--only` takes `native` or `plain`")),
                    }
                }
                flag if flag.starts_with('-') => {
                    return Err(Failure::usage(format!("`bench` has no option `{flag}`")));
                }
                _ if options.filter.is_some() => {
                    return Err(Failure::usage(format!(
                        "`bench` takes one filter, but was also given `{arg}`"
                    )));
                }
                filter => options.filter = Some(filter.to_owned()),
            }
        }
        Ok(options)
    }
}

/// Builds the benchmarks, then runs every build, even if an earlier one failed.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<(), Failure> {
    let builds: Vec<Build> =
        Build::ALL.into_iter().filter(|&build| options.only.is_none_or(|only| only == build)).collect();
    for &build in &builds {
        shell::heading(&format!("build, {}", build.name()));
        shell::run(&mut cargo(workspace, build, "build"))?;
    }

    let mut failed = Vec::new();
    for &build in &builds {
        shell::heading(&format!("run, {}", build.name()));
        let mut command = cargo(workspace, build, "run");
        command.args(["--quiet", "--", "--build", build.name()]);
        command.args(options.json.then_some("--json"));
        command.args(options.check.then_some("--check"));
        command.args(&options.filter);
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
    use super::{Build, Options};

    fn parse(line: &str) -> Option<Options> {
        let args: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        Options::parse(&args).ok()
    }

    #[test]
    fn options_are_parsed() {
        let expected =
            Options { json: true, check: true, only: Some(Build::Native), filter: Some("perft".to_owned()) };
        assert_eq!(parse("--json --check --only native perft"), Some(expected));
        assert_eq!(parse(""), Some(Options::default()));
    }

    #[test]
    fn invalid_options_are_rejected() {
        for line in ["--only", "--only debug", "--fast", "one two"] {
            assert_eq!(parse(line), None, "{line}");
        }
    }
}
