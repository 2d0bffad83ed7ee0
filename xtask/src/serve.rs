//! `serve`: builds the web UI and the CLI, and shows sample games.

use std::path::Path;
use std::process::Command;

use crate::page;
use crate::samples;
use crate::shell::{self, Failure, Workspace};
use crate::tools::{self, Tool};

/// The options of `serve`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    no_run: bool,
    /// Arguments of `bughouse serve`.
    args: Vec<String>,
}

impl Options {
    /// Parses the arguments after `serve`: `--no-run` and files. Everything after `--` is for the CLI.
    ///
    /// # Errors
    /// Fails if there is another option before `--`.
    pub(crate) fn parse(args: &[String]) -> Result<Self, Failure> {
        let (own, after) = match args.iter().position(|arg| arg == "--") {
            Some(at) => (&args[..at], &args[at + 1..]),
            None => (args, &[][..]),
        };
        let is_unknown = |arg: &&String| arg.starts_with('-') && !matches!(arg.as_str(), "-" | "--no-run");
        if let Some(unknown) = own.iter().find(is_unknown) {
            return Err(Failure::Usage(format!(
                "serve has no option {unknown}: pass options of `bughouse serve` after `--`"
            )));
        }
        let no_run = own.iter().any(|arg| arg == "--no-run");
        let args = own.iter().filter(|arg| *arg != "--no-run").chain(after).cloned().collect();
        Ok(Self { no_run, args })
    }

    /// Returns `true` if the arguments name games to show: a file that exists, or stdin.
    fn names_a_file(&self) -> bool {
        self.args.iter().any(|arg| arg == "-" || Path::new(arg).is_file())
    }
}

/// Builds what has changed, writes the samples, and runs `bughouse serve`.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<(), Failure> {
    let program = build(workspace)?;
    shell::heading("samples");
    let samples = samples::write(
        workspace,
        &program.with_file_name(format!("generate{}", std::env::consts::EXE_SUFFIX)),
    )?;
    if options.no_run {
        return Ok(());
    }
    // In the caller's folder: paths are relative to it, and new files are written there.
    let mut serve = Command::new(&program);
    serve.arg("serve");
    if !options.names_a_file() {
        serve.args([&samples.standard, &samples.annotated]);
    }
    serve.args(&options.args);
    shell::heading(&shell::shown(&serve));
    shell::become_program(&mut serve)
}

/// Builds the web UI and the CLI, which embeds it. Returns the path of the CLI.
pub(crate) fn build(workspace: &Workspace) -> Result<std::path::PathBuf, Failure> {
    tools::require(workspace, &[Tool::Node])?;
    page::install_packages(workspace)?;
    page::build_if_changed(workspace)?;
    let mut cargo = workspace.cargo();
    cargo.args([
        "build",
        "--profile",
        "quick",
        "--locked",
        "--package",
        "bughouse-cli",
        "--package",
        "bughouse-generator",
    ]);
    shell::heading(&format!("CLI: {}", shell::shown(&cargo)));
    shell::run(&mut cargo)?;
    Ok(workspace.target_dir().join(format!("quick/bughouse{}", std::env::consts::EXE_SUFFIX)))
}

#[cfg(test)]
mod tests {
    use super::{Failure, Options};

    fn try_parse(line: &str) -> Result<Options, Failure> {
        let args: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        Options::parse(&args)
    }

    fn parse(line: &str) -> Options {
        try_parse(line).unwrap()
    }

    #[test]
    fn unknown_options_are_rejected() {
        for line in ["--foo", "--no-run --foo", "games.bpgn -p", "--port 5000"] {
            assert!(matches!(try_parse(line), Err(Failure::Usage(_))), "{line}");
        }
        assert!(try_parse("-- --foo").is_ok());
    }

    #[test]
    fn other_arguments_are_passed_on() {
        assert_eq!(parse(""), Options::default());
        assert_eq!(parse("--no-run"), Options { no_run: true, args: Vec::new() });
        let args = ["--port", "5000", "--no-run"].map(str::to_owned).to_vec();
        assert_eq!(parse("-- --port 5000 --no-run"), Options { no_run: false, args });
    }

    #[test]
    fn numbers_and_folders_are_not_files() {
        assert!(!parse("-- --port 5000 src").names_a_file());
        assert!(parse("-- --port 5000 Cargo.toml").names_a_file());
        assert!(parse("-").names_a_file());
    }
}
