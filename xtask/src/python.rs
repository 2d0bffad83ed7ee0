//! A virtual environment for tests and benchmarks, and `python`: builds the Python package and installs it there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{self, Failure, Workspace};
use crate::tools::{self, Tool};

/// A list of Python packages with pinned versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Needs {
    /// The tests and benchmarks of archives.
    Archive,
    /// The build, tests and benchmarks of the Python package.
    Package,
    /// Requests generated from the OpenAPI spec.
    Api,
}

impl Needs {
    const ALL: [Self; 3] = [Self::Archive, Self::Package, Self::Api];

    /// Returns the folder of the virtual environment. The packages for the HTTP API depend on other versions.
    fn folder(self) -> &'static str {
        match self {
            Self::Archive | Self::Package => "python",
            Self::Api => "schemathesis",
        }
    }

    /// Returns the file with the list.
    fn list(self) -> &'static str {
        match self {
            Self::Archive => "crates/bughouse-archive/tests/requirements.txt",
            Self::Package => "bindings/python/requirements.txt",
            Self::Api => "crates/bughouse-server/tests/api/requirements.txt",
        }
    }

    /// Returns the file that keeps a copy of the list after its packages were installed.
    fn stamp(self) -> &'static str {
        match self {
            Self::Archive | Self::Api => "installed.txt",
            Self::Package => "installed-package.txt",
        }
    }
}

/// Returns the path of the Python in the virtual environment, which may not exist yet.
pub(crate) fn interpreter(workspace: &Workspace) -> PathBuf {
    workspace.target_dir().join("python/bin/python")
}

/// Returns a Python that has the packages of a list. If a list has changed, creates the environment again.
pub(crate) fn require(workspace: &Workspace, needs: Needs) -> Result<PathBuf, Failure> {
    let folder = workspace.target_dir().join(needs.folder());
    let python = folder.join("bin/python");
    let read = |needs: Needs| {
        let path = workspace.root().join(needs.list());
        fs::read_to_string(&path)
            .map_err(|error| Failure::step(format!("{} cannot be read: {error}", path.display())))
    };
    let installed = |needs: Needs| fs::read_to_string(folder.join(needs.stamp())).ok();
    let list = read(needs)?;
    let mut is_outdated = false;
    for other in Needs::ALL.into_iter().filter(|other| other.folder() == needs.folder()) {
        is_outdated |= match installed(other) {
            Some(installed) => installed != read(other)?,
            None => false,
        };
    }
    if !is_outdated && installed(needs).is_some() {
        return Ok(python);
    }
    tools::require(workspace, &[Tool::Python])?;
    shell::heading("Python packages: pip install");
    if is_outdated || !python.exists() {
        let _ = fs::remove_dir_all(&folder);
        shell::run(workspace.program("python3").args(["-m", "venv"]).arg(&folder))?;
    }
    shell::run(pip(&python).arg("--requirement").arg(workspace.root().join(needs.list())))?;
    let stamp = folder.join(needs.stamp());
    fs::write(&stamp, list)
        .map_err(|error| Failure::step(format!("{} cannot be written: {error}", stamp.display())))?;
    Ok(python)
}

/// Prepares `pip install`.
pub(crate) fn pip(python: &Path) -> Command {
    let mut command = Command::new(python);
    command.args(["-m", "pip", "--quiet", "--disable-pip-version-check", "install"]);
    command
}

/// Builds the package into `target/wheels` and installs it into the virtual environment. Returns its Python.
pub(crate) fn run(workspace: &Workspace, args: &[String]) -> Result<PathBuf, Failure> {
    if let Some(arg) = args.first() {
        return Err(Failure::usage(format!("`python` takes no arguments: `{arg}`")));
    }
    let python = require(workspace, Needs::Package)?;
    let wheels = workspace.target_dir().join("wheels");
    let _ = fs::remove_dir_all(&wheels);
    shell::heading("Python package: maturin build");
    let mut build = workspace.program(python.with_file_name("maturin"));
    build.args(["build", "--release", "--locked", "--strip", "--compatibility", "linux"]);
    build.args(["--manifest-path", "bindings/python/Cargo.toml", "--out"]).arg(&wheels);
    // The Python package is a workspace of its own, which shares the target directory.
    build.env("CARGO_TARGET_DIR", workspace.target_dir());
    shell::run(&mut build)?;
    let wheel = fs::read_dir(&wheels)
        .ok()
        .and_then(|entries| entries.filter_map(Result::ok).map(|entry| entry.path()).next())
        .ok_or_else(|| Failure::step(format!("no wheel was built in {}", wheels.display())))?;
    shell::run(pip(&python).args(["--force-reinstall", "--no-deps"]).arg(&wheel))?;
    shell::heading(&format!("installed {} for {}", wheel.display(), python.display()));
    Ok(python)
}

/// Prepares a Python module with its arguments, run in the folder of the package.
pub(crate) fn module(workspace: &Workspace, args: &[&str]) -> Command {
    let mut command = Command::new(interpreter(workspace));
    command.current_dir(workspace.root().join("bindings/python")).arg("-m").args(args);
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
        let [one, other] = [Needs::Archive, Needs::Package].map(|needs| {
            let list = fs::read_to_string(workspace.root().join(needs.list())).expect("the list exists");
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
