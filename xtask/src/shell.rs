//! Starts other programs, always from the root of the workspace.

use std::env;
use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Why a chore did not succeed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command line makes no sense.
    Usage(String),
    /// A step was run and failed, or could not be run.
    Step(String),
}

impl Failure {
    /// Makes a failure of the command line.
    pub(crate) fn usage(why: impl Into<String>) -> Self {
        Self::Usage(why.into())
    }

    /// Makes a failure of a step.
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

/// The places the chores work in, as absolute paths.
pub(crate) struct Workspace {
    root: PathBuf,
    /// What `CARGO_TARGET_DIR` says, if it says anything.
    chosen_target_dir: Option<PathBuf>,
}

impl Workspace {
    /// Finds the workspace that this program was built from.
    pub(crate) fn find() -> Result<Self, Failure> {
        // Asked for now, and not when this was built: clones that share CARGO_TARGET_DIR share this program, too.
        let here = env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = here.parent().unwrap_or(&here).to_path_buf();
        // Children start in the root, so a path relative to the caller's directory would change its meaning.
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
    /// A cargo started through rustup tells its children which toolchain to use; they must not hear it.
    pub(crate) fn nightly_cargo(&self) -> Command {
        let mut command = self.program("cargo");
        command.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
        command.arg("+nightly");
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

/// Prints a heading to stderr, where cargo's own messages go, so that stdout stays the step's.
pub(crate) fn heading(text: &str) {
    eprintln!("\n== {text}");
}

/// Runs a command with its output shown; fails unless it exits with 0.
pub(crate) fn run(command: &mut Command) -> Result<(), Failure> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Failure::step(format!("`{}` failed ({status})", shown(command)))),
        Err(error) => Err(Failure::step(format!("`{}` could not be started: {error}", shown(command)))),
    }
}

/// Runs a command in the place of this program, so that Ctrl-C and its exit code are its own.
pub(crate) fn become_program(command: &mut Command) -> Result<(), Failure> {
    #[cfg(unix)]
    {
        let error = std::os::unix::process::CommandExt::exec(command);
        Err(Failure::step(format!("`{}` could not be started: {error}", shown(command))))
    }
    #[cfg(not(unix))]
    run(command)
}

/// Returns what a command prints to stdout, if it exits with 0.
pub(crate) fn output(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Tells whether a command can be run and exits with 0, showing nothing.
pub(crate) fn works(command: &mut Command) -> bool {
    let silent = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    silent.status().is_ok_and(|status| status.success())
}

/// Writes a command the way a person would type it, without the directories of the program.
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
