//! Runs other programs from the root of the workspace.

use std::env;
use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Why a development task failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command line is invalid.
    Usage(String),
    /// A step was run and failed, or could not be run.
    Step(String),
}

impl Failure {
    /// Creates a failure of the command line.
    pub(crate) fn usage(why: impl Into<String>) -> Self {
        Self::Usage(why.into())
    }

    /// Creates a failure of a step.
    pub(crate) fn step(why: impl Into<String>) -> Self {
        Self::Step(why.into())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(why) | Self::Step(why) => f.write_str(why),
        }
    }
}

/// The folders that development tasks work in, as absolute paths.
pub(crate) struct Workspace {
    root: PathBuf,
    /// The value of `CARGO_TARGET_DIR`, if it is set.
    chosen_target_dir: Option<PathBuf>,
}

impl Workspace {
    /// Finds the workspace that this program was built from.
    pub(crate) fn find() -> Result<Self, Failure> {
        // Read at run time, because clones that share CARGO_TARGET_DIR also share this program.
        let here = env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = here.parent().unwrap_or(&here).to_path_buf();
        // Child processes start in the root, where a path relative to the caller's directory would be wrong.
        let chosen_target_dir = env::var_os("CARGO_TARGET_DIR")
            .filter(|dir| !dir.is_empty())
            .map(std::path::absolute)
            .transpose()
            .map_err(|error| Failure::step(format!("CARGO_TARGET_DIR cannot be used: {error}")))?;
        Ok(Self { root, chosen_target_dir })
    }

    /// Returns the directory that holds the workspace's `Cargo.toml`.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the directory that builds are written to.
    pub(crate) fn target_dir(&self) -> PathBuf {
        self.chosen_target_dir.clone().unwrap_or_else(|| self.root.join("target"))
    }

    /// Prepares a call of the cargo that started this program, or of the one in `PATH`.
    pub(crate) fn cargo(&self) -> Command {
        self.program(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
    }

    /// Prepares a call of `cargo +nightly`, which only rustup's cargo understands.
    ///
    /// A cargo that rustup started passes its toolchain on in environment variables, which are removed here.
    pub(crate) fn nightly_cargo(&self) -> Command {
        let mut command = self.program("cargo");
        command.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
        command.arg("+nightly");
        command
    }

    /// Prepares a run of another member of the workspace, built for release, in the caller's folder: its arguments may have
    /// relative paths.
    pub(crate) fn member(&self, package: &str) -> Command {
        let mut command = self.cargo();
        command.current_dir(".").args(["run", "--release", "--locked", "--package", package]);
        command.arg("--manifest-path").arg(self.root.join("Cargo.toml")).arg("--");
        command
    }

    /// Prepares a call of any program.
    pub(crate) fn program(&self, name: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(name);
        command.current_dir(&self.root);
        if let Some(dir) = &self.chosen_target_dir {
            command.env("CARGO_TARGET_DIR", dir);
        }
        command
    }
}

/// Prints a heading to stderr, like cargo's messages. Stdout is for the output of the steps.
pub(crate) fn heading(text: &str) {
    eprintln!("\n== {text}");
}

/// Runs a command and shows its output. Fails unless it exits with 0.
pub(crate) fn run(command: &mut Command) -> Result<(), Failure> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Failure::step(format!("`{}` failed ({status})", shown(command)))),
        Err(error) => Err(Failure::step(format!("`{}` could not be started: {error}", shown(command)))),
    }
}

/// Replaces this program with a command, which then receives Ctrl-C and sets the exit code.
pub(crate) fn become_program(command: &mut Command) -> Result<(), Failure> {
    #[cfg(unix)]
    {
        let error = std::os::unix::process::CommandExt::exec(command);
        Err(Failure::step(format!("`{}` could not be started: {error}", shown(command))))
    }
    #[cfg(not(unix))]
    run(command)
}

/// Returns the stdout of a command if it exits with 0.
pub(crate) fn output(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Returns `true` if a command runs and exits with 0. Its output is discarded.
pub(crate) fn works(command: &mut Command) -> bool {
    let silent = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    silent.status().is_ok_and(|status| status.success())
}

/// Formats a command as you would type it, without the path of the executable.
pub(crate) fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_stem().unwrap_or(command.get_program());
    let mut text = program.to_string_lossy().into_owned();
    for arg in command.get_args() {
        text.push(' ');
        text.push_str(&arg.to_string_lossy());
    }
    text
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::shown;

    #[test]
    fn a_command_is_shown_without_its_directory() {
        assert_eq!(shown(Command::new("/usr/bin/cargo").args(["fmt", "--all"])), "cargo fmt --all");
    }
}
