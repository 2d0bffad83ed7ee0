//! The review page: its packages, and building it only when something has changed.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::packages;
use crate::shell::{self, Failure, Workspace};

/// What is built from: the tests of the browser and the tools do not matter.
const NO_SOURCES: [&str; 3] = ["node_modules", "e2e", "scripts"];

/// Prepares a call of npm in the folder of the page.
pub(crate) fn npm(workspace: &Workspace, args: &[&str]) -> Command {
    packages::npm(workspace, "web", args)
}

/// Tells whether packages are installed, of whatever lock file.
pub(crate) fn has_packages(workspace: &Workspace) -> bool {
    folder(workspace).join("node_modules").is_dir()
}

/// Installs the packages, unless those of the lock file are there.
pub(crate) fn install_packages(workspace: &Workspace) -> Result<(), Failure> {
    packages::install(workspace, "web")
}

/// Builds the page, unless the one that is there was built from the same sources.
pub(crate) fn build_if_changed(workspace: &Workspace) -> Result<(), Failure> {
    let stamp = folder(workspace).join("node_modules/.built-page");
    if fs::read_to_string(&stamp).is_ok_and(|text| text == fingerprint(workspace)) {
        return Ok(());
    }
    shell::heading("page: npm run build");
    shell::run(&mut npm(workspace, &["run", "build"]))?;
    write(&stamp, fingerprint(workspace).as_bytes())
}

fn folder(workspace: &Workspace) -> PathBuf {
    workspace.root().join("web")
}

/// Returns a number that changes with the sources of the page, and with what was built of them.
fn fingerprint(workspace: &Workspace) -> String {
    let mut hasher = DefaultHasher::new();
    hash_files(&folder(workspace), &NO_SOURCES, &mut hasher);
    hash_files(&workspace.root().join("crates/bughouse/page"), &[], &mut hasher);
    format!("{:016x}", hasher.finish())
}

/// Takes in the names and bytes of all files of a folder, in order, but not those of some entries at its top.
fn hash_files(dir: &Path, without: &[&str], hasher: &mut DefaultHasher) {
    let Ok(entries) = fs::read_dir(dir) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| !without.iter().any(|name| path.ends_with(name)));
    paths.sort();
    for path in paths {
        if path.is_dir() {
            hash_files(&path, &[], hasher);
        } else {
            path.hash(hasher);
            fs::read(&path).unwrap_or_default().hash(hasher);
        }
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fs::write(path, bytes)
        .map_err(|error| Failure::step(format!("{} cannot be written: {error}", path.display())))
}
