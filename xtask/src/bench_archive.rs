//! `bench archive`: imports synthetic games, explores and searches them, and compares with DuckDB on the same files.

use std::path::Path;
use std::process::Command;

use crate::python::{self, Needs};
use crate::shell::{self, Failure, Workspace};

/// Builds and runs the benchmark, with a Python that has DuckDB.
pub(crate) fn run(workspace: &Workspace, args: &[String]) -> Result<(), Failure> {
    let python = python::require(workspace, Needs::Archive)?;
    let mut command = workspace.member("bughouse-archive-benches");
    add_paths(&mut command, workspace, &python);
    shell::run(command.args(args))
}

/// Prepares a run of the benchmark as tests build it, with 10,000,000 half-moves. It compares the results with those of
/// DuckDB, and ignores times.
pub(crate) fn answers(workspace: &Workspace, python: &Path) -> Command {
    let mut command = workspace.program(workspace.target_dir().join("debug/bench-archive"));
    add_paths(&mut command, workspace, python);
    command
}

/// Adds the arguments with the Python that has DuckDB and the folder of the archive.
fn add_paths(command: &mut Command, workspace: &Workspace, python: &Path) {
    command.arg("--python").arg(python).arg("--folder").arg(workspace.target_dir().join("bench-archive"));
}
