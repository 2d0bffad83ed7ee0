//! `bench python`: compares the Python package with python-chess, a regex and numpy.

use std::process::Command;

use crate::generate;
use crate::python;
use crate::shell::{self, Failure, Workspace};

/// The number of games: enough for a second of the slower library.
const GAMES: &str = "2000";

/// Builds and installs the package, generates games, and measures.
pub(crate) fn run(workspace: &Workspace, args: &[String]) -> Result<(), Failure> {
    let python = python::run(workspace, &[])?;
    let games = workspace.target_dir().join("bench-python.bpgn");
    generate::run(workspace, &["--games", GAMES, "--like-a-server", "-o", &games.to_string_lossy()])?;
    let mut command = Command::new(python);
    command.current_dir(workspace.root().join("bindings/python/bench")).arg("bench.py").arg(&games);
    shell::run(command.args(args))
}
