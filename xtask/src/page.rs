//! The web UI: installs its packages, builds it when its sources have changed, and `page`: builds it for the CLI or as a static
//! site.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::packages;
use crate::shell::{self, Failure, Workspace};
use crate::tools::{self, Tool};
use crate::wasm;

/// Entries of `web/` that the build does not use.
const NOT_SOURCES: [&str; 5] = ["node_modules", "e2e", "scripts", "static-page", "wasm"];

/// Prepares a call of npm in the folder of the web UI.
pub(crate) fn npm(workspace: &Workspace, args: &[&str]) -> Command {
    packages::npm(workspace, "web", args)
}

/// Installs the packages, unless those of the lock file are installed.
pub(crate) fn install_packages(workspace: &Workspace) -> Result<(), Failure> {
    packages::install(workspace, "web")
}

/// Builds the web UI, unless it was built from the same sources before.
pub(crate) fn build_if_changed(workspace: &Workspace) -> Result<(), Failure> {
    let stamp = folder(workspace).join("node_modules/.built-web-ui");
    if fs::read_to_string(&stamp).is_ok_and(|text| text == fingerprint(workspace)) {
        return Ok(());
    }
    shell::heading("web UI: npm run build");
    shell::run(&mut npm(workspace, &["run", "build"]))?;
    write(&stamp, fingerprint(workspace).as_bytes())
}

/// Runs `page`: builds the web UI, which `bughouse` embeds. With `--static DIR`, writes the static site into a folder instead.
pub(crate) fn run(workspace: &Workspace, args: &[String]) -> Result<(), Failure> {
    let out = match args {
        [] => None,
        [option, out] if option == "--static" => Some(PathBuf::from(out)),
        _ => {
            return Err(Failure::usage(format!(
                "`page` takes only `--static DIR`, not `{}`",
                args.join(" ")
            )));
        }
    };
    tools::require(workspace, &[Tool::Node])?;
    let Some(out) = out else {
        install_packages(workspace)?;
        return build_if_changed(workspace);
    };
    wasm::build_page(workspace)?;
    install_packages(workspace)?;
    shell::heading("static site: npm run build:static");
    shell::run(&mut npm(workspace, &["run", "build:static"]))?;
    remove_old_assets(&out.join("assets"))?;
    copy_folder(&folder(workspace).join("static-page"), &out)?;
    // The license is part of what is distributed.
    for name in ["LICENSE", "COPYING"] {
        copy(&folder(workspace).join(name), &out.join(name))?;
    }
    println!("{}", out.display());
    Ok(())
}

/// Removes the files of an earlier build, which have a hash in their names. Other files stay.
fn remove_old_assets(assets: &Path) -> Result<(), Failure> {
    // The folder does not exist before the first build.
    let Ok(entries) = fs::read_dir(assets) else { return Ok(()) };
    for path in entries.flatten().map(|entry| entry.path()).filter(|path| has_hash(path)) {
        fs::remove_file(&path)
            .map_err(|error| Failure::step(format!("{} cannot be removed: {error}", path.display())))?;
    }
    Ok(())
}

/// Returns `true` if a file has a name such as `index-BfdVLcuS.js`.
fn has_hash(path: &Path) -> bool {
    let name = |part: Option<&std::ffi::OsStr>| part.map(|part| part.to_string_lossy().into_owned());
    let (Some(stem), Some(extension)) = (name(path.file_stem()), name(path.extension())) else {
        return false;
    };
    let is_hash = |hash: &str| {
        hash.strip_prefix('-').is_some_and(|hash| {
            hash.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
        })
    };
    ["js", "css", "wasm"].contains(&extension.as_str())
        && stem.len() > 9
        && stem.get(stem.len() - 9..).is_some_and(is_hash)
}

/// Copies a folder with everything in it except hidden files, and overwrites existing files.
fn copy_folder(from: &Path, to: &Path) -> Result<(), Failure> {
    fs::create_dir_all(to)
        .map_err(|error| Failure::step(format!("{} cannot be created: {error}", to.display())))?;
    let entries = fs::read_dir(from)
        .map_err(|error| Failure::step(format!("{} cannot be read: {error}", from.display())))?;
    for path in entries.flatten().map(|entry| entry.path()) {
        let Some(name) = path.file_name().filter(|name| !name.to_string_lossy().starts_with('.')) else {
            continue;
        };
        if path.is_dir() {
            copy_folder(&path, &to.join(name))?;
        } else {
            copy(&path, &to.join(name))?;
        }
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    fs::copy(from, to)
        .map(|_| ())
        .map_err(|error| Failure::step(format!("{} cannot be written: {error}", to.display())))
}

fn folder(workspace: &Workspace) -> PathBuf {
    workspace.root().join("web")
}

/// Returns a hash of the sources of the web UI and of the files that were built from them.
fn fingerprint(workspace: &Workspace) -> String {
    let mut hasher = DefaultHasher::new();
    hash_files(&folder(workspace), &NOT_SOURCES, &mut hasher);
    hash_files(&workspace.root().join("crates/bughouse/page"), &[], &mut hasher);
    format!("{:016x}", hasher.finish())
}

/// Hashes the names and contents of all files in a folder, in order, except some of its top-level entries.
fn hash_files(dir: &Path, except: &[&str], hasher: &mut DefaultHasher) {
    let Ok(entries) = fs::read_dir(dir) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| !except.iter().any(|name| path.ends_with(name)));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_with_a_hash_are_build_output() {
        for name in ["index-BfdVLcuS.js", "GamePage-AAb-UZ-Y.css", "page_bg-DG_gIL9t.wasm"] {
            assert!(has_hash(Path::new(name)), "{name}");
        }
        for name in
            ["index.js", "mine.css", "games-2026.bpgn", "-BfdVLcuS.js", "index-BfdVLcuS", "photo-1234567.js"]
        {
            assert!(!has_hash(Path::new(name)), "{name}");
        }
    }
}
