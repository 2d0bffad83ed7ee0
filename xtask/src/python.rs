//! A Python with the programs that the tests compare answers with, in a virtual environment of its own.

use std::fs;
use std::path::PathBuf;

use crate::shell::{self, Failure, Workspace};
use crate::tools::{self, Tool};

/// What is installed, with its versions.
const REQUIREMENTS: &str = "crates/bughouse-archive/tests/requirements.txt";

/// Returns a Python that has what the tests need. It is made anew if the list has changed.
pub(crate) fn require(workspace: &Workspace) -> Result<PathBuf, Failure> {
    let folder = workspace.target_dir().join("python");
    let python = folder.join("bin/python");
    let (wanted, installed) = (workspace.root().join(REQUIREMENTS), folder.join("installed.txt"));
    let list = fs::read_to_string(&wanted)
        .map_err(|error| Failure::step(format!("{} cannot be read: {error}", wanted.display())))?;
    if fs::read_to_string(&installed).is_ok_and(|before| before == list) {
        return Ok(python);
    }
    tools::require(workspace, &[Tool::Python])?;
    shell::heading("Python packages for the tests");
    let _ = fs::remove_dir_all(&folder);
    shell::run(workspace.program("python3").args(["-m", "venv"]).arg(&folder))?;
    let pip = ["-m", "pip", "--quiet", "--disable-pip-version-check", "install", "--requirement"];
    shell::run(std::process::Command::new(&python).args(pip).arg(&wanted))?;
    fs::write(&installed, list)
        .map_err(|error| Failure::step(format!("{} cannot be written: {error}", installed.display())))?;
    Ok(python)
}
