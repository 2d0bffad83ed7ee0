//! The folders of a crate depend on one another in one direction.
//!
//! This file is a module of the tests of several crates. Each has its own order of folders.

use std::fs;
use std::path::{Path, PathBuf};

use crate::FOLDERS;

#[test]
fn folders_use_only_those_before_them() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    list(&src, &mut files);
    let (mut used, mut wrong) = (0, Vec::new());
    for file in files {
        let inside = file.strip_prefix(&src).unwrap().to_owned();
        let text = fs::read_to_string(&file).unwrap();
        for (number, line) in text.lines().enumerate() {
            for name in names_after_crate(line) {
                used += 1;
                if !is_allowed(&inside, name) {
                    wrong.push(format!("{}:{}: {}", inside.display(), number + 1, line.trim()));
                }
            }
        }
    }
    assert!(used > 50, "only {used} paths were found");
    assert!(wrong.is_empty(), "a folder uses one that comes after it in {FOLDERS:?}:\n{}", wrong.join("\n"));
}

#[test]
fn a_folder_that_uses_a_later_one_is_found() {
    let [first, .., last] = FOLDERS else { panic!("{FOLDERS:?}") };
    let file = |folder: &str| Path::new(folder).join("some.rs");
    assert!(is_allowed(&file(first), first));
    assert!(is_allowed(&file(last), first));
    assert!(!is_allowed(&file(first), last));
    assert!(is_allowed(Path::new("lib.rs"), last), "files outside of the folders may use all of them");
    assert!(!is_allowed(&file("folder_without_a_place"), first));
    let line = "use crate::board::{Board, key}; // crate::types::square";
    assert!(names_after_crate(line).eq(["board", "types"]));
    assert_eq!(names_after_crate("/// See [`perft`](crate::perft::perft).").count(), 0);
}

/// Returns `true` if a file may use a module at the root.
fn is_allowed(file: &Path, module: &str) -> bool {
    let mut parts = file.iter();
    let (Some(folder), Some(_)) = (parts.next(), parts.next()) else { return true };
    let place = |name: &str| FOLDERS.iter().position(|&folder| folder == name);
    match (place(&folder.to_string_lossy()), place(module)) {
        (Some(own), Some(other)) => other <= own,
        // What is no folder is a file that uses folders, such as `lib.rs`.
        _ => false,
    }
}

/// Returns the modules that a line of code names after `crate::`.
fn names_after_crate(line: &str) -> impl Iterator<Item = &str> {
    let code = if line.trim_start().starts_with("//") { "" } else { line };
    code.split("crate::").skip(1).filter_map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let name = &rest[..end];
        // Macros and re-exports at the root begin with other letters or end with `!`.
        let is_module = name.starts_with(|c: char| c.is_ascii_lowercase()) && rest[end..].starts_with("::");
        is_module.then_some(name)
    })
}

/// Lists the source files in a folder and its folders.
fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            list(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}
