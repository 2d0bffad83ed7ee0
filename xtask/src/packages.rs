//! Folders with npm packages: the web UI, the npm package, its benchmarks.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::shell::{self, Failure, Workspace};

/// The command of npm. On Windows, it is a script.
pub(crate) const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

/// Prepares a call of npm in a folder of the workspace.
pub(crate) fn npm(workspace: &Workspace, folder: &str, args: &[&str]) -> Command {
    let mut command = workspace.program(NPM);
    command.current_dir(workspace.root().join(folder)).args(args);
    command
}

/// Installs the packages of a folder, unless those of its lock file are installed.
pub(crate) fn install(workspace: &Workspace, folder: &str) -> Result<(), Failure> {
    let path = workspace.root().join(folder);
    let lock = read(&path.join("package-lock.json"))?;
    // A copy of the lock file that was installed last. Deleting the packages deletes it.
    let installed = path.join("node_modules/.installed-lock.json");
    if fs::read(&installed).is_ok_and(|text| text == lock) {
        return Ok(());
    }
    shell::heading(&format!("npm packages of {folder}: npm ci"));
    shell::run(&mut npm(workspace, folder, &["ci", "--no-audit", "--no-fund"]))?;
    fs::write(&installed, &lock)
        .map_err(|error| Failure::step(format!("{} cannot be written: {error}", installed.display())))
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(path).map_err(|error| Failure::step(format!("{} cannot be read: {error}", path.display())))
}
