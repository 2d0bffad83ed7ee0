//! A Python with what tests and benchmarks need, in a virtual environment of its own; `python`: the package `bughouse`,
//! built and installed there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{self, Failure, Workspace};
use crate::tools::{self, Tool};

/// What is installed for whom, with its versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Needs {
    /// The tests and benchmarks of archives.
    Archive,
    /// The Python package: its build, tests and benchmarks.
    Package,
}

impl Needs {
    const ALL: [Self; 2] = [Self::Archive, Self::Package];

    /// Returns the list of what is installed.
    fn list(self) -> &'static str {
        match self {
            Self::Archive => "crates/bughouse-archive/tests/requirements.txt",
            Self::Package => "bindings/python/requirements.txt",
        }
    }

    /// Returns the file that holds the list as it was when it was installed.
    fn mark(self) -> &'static str {
        match self {
            Self::Archive => "installed.txt",
            Self::Package => "installed-package.txt",
        }
    }
}

/// Returns a Python that has what is needed. It is made anew if a list has changed.
pub(crate) fn require(workspace: &Workspace, needs: Needs) -> Result<PathBuf, Failure> {
    let folder = workspace.target_dir().join("python");
    let python = folder.join("bin/python");
    let read = |needs: Needs| {
        let path = workspace.root().join(needs.list());
        fs::read_to_string(&path)
            .map_err(|error| Failure::step(format!("{} cannot be read: {error}", path.display())))
    };
    let installed = |needs: Needs| fs::read_to_string(folder.join(needs.mark())).ok();
    let list = read(needs)?;
    let mut is_stale = false;
    for other in Needs::ALL {
        is_stale |= match installed(other) {
            Some(before) => before != read(other)?,
            None => false,
        };
    }
    if !is_stale && installed(needs).is_some() {
        return Ok(python);
    }
    tools::require(workspace, &[Tool::Python])?;
    shell::heading("Python packages for the tests");
    if is_stale || !python.exists() {
        let _ = fs::remove_dir_all(&folder);
        shell::run(workspace.program("python3").args(["-m", "venv"]).arg(&folder))?;
    }
    shell::run(pip(&python).arg("--requirement").arg(workspace.root().join(needs.list())))?;
    let mark = folder.join(needs.mark());
    fs::write(&mark, list)
        .map_err(|error| Failure::step(format!("{} cannot be written: {error}", mark.display())))?;
    Ok(python)
}

/// Prepares an installation.
fn pip(python: &Path) -> Command {
    let mut command = Command::new(python);
    command.args(["-m", "pip", "--quiet", "--disable-pip-version-check", "install"]);
    command
}

/// Builds the package into `target/wheels` and installs it into the virtual environment. Returns its Python.
pub(crate) fn run(workspace: &Workspace, args: &[String]) -> Result<PathBuf, Failure> {
    if let Some(arg) = args.first() {
        return Err(Failure::usage(format!("`python` takes no arguments, but was given `{arg}`")));
    }
    let python = require(workspace, Needs::Package)?;
    let wheels = workspace.target_dir().join("wheels");
    let _ = fs::remove_dir_all(&wheels);
    shell::heading("the Python package");
    let mut build = workspace.program(python.with_file_name("maturin"));
    build.args(["build", "--release", "--locked", "--strip", "--compatibility", "linux"]);
    build.args(["--manifest-path", "bindings/python/Cargo.toml", "--out"]).arg(&wheels);
    // One folder of builds for all.
    build.env("CARGO_TARGET_DIR", workspace.target_dir());
    shell::run(&mut build)?;
    let wheel = fs::read_dir(&wheels)
        .ok()
        .and_then(|entries| entries.filter_map(Result::ok).map(|entry| entry.path()).next())
        .ok_or_else(|| Failure::step(format!("no wheel was built in {}", wheels.display())))?;
    shell::run(pip(&python).args(["--force-reinstall", "--no-deps"]).arg(&wheel))?;
    shell::heading(&format!("{} is installed, for {}", wheel.display(), python.display()));
    Ok(python)
}

/// Prepares a module of Python, run in the folder of the package.
pub(crate) fn module(workspace: &Workspace, python: &Path, line: &str) -> Command {
    let mut command = Command::new(python);
    command.current_dir(workspace.root().join("bindings/python")).arg("-m").args(line.split(' '));
    command
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;

    use super::Needs;
    use crate::shell::Workspace;

    #[test]
    fn both_lists_name_the_same_versions() {
        let workspace = Workspace::find().expect("the tests run in the workspace");
        let [one, other] = Needs::ALL.map(|needs| {
            let list = fs::read_to_string(workspace.root().join(needs.list())).expect("the list is there");
            let versions = list.lines().filter_map(|line| line.split_once("==")).map(|(name, version)| {
                assert!(version.starts_with(|first: char| first.is_ascii_digit()), "{name} has no version");
                (name.to_owned(), version.to_owned())
            });
            versions.collect::<BTreeMap<String, String>>()
        });
        assert!(!one.is_empty() && !other.is_empty());
        for (name, version) in &one {
            assert_eq!(other.get(name).unwrap_or(version), version, "{name}");
        }
    }
}
