//! The public names of the crate are listed in `public-names.txt`, so no change adds, renames or removes one by accident.
//! To update the list: `BLESS=1 cargo test public_names`.
//!
//! This file is a module of the tests of several crates.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn the_list_of_public_names_is_current() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut names = BTreeSet::new();
    read_module(&root.join("src/lib.rs"), "", "", &mut names);
    assert!(names.len() > 10, "{names:?}");
    let current: String = names.iter().map(|name| format!("{name}\n")).collect();
    let file = root.join("public-names.txt");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&file, &current).unwrap();
    }
    let listed = fs::read_to_string(&file).unwrap_or_default().replace('\r', "");
    let listed: BTreeSet<&str> = listed.lines().collect();
    let current: BTreeSet<&str> = current.lines().collect();
    let (added, removed): (Vec<_>, Vec<_>) =
        (current.difference(&listed).collect(), listed.difference(&current).collect());
    assert!(
        added.is_empty() && removed.is_empty(),
        "public names were added: {added:?}, or removed: {removed:?}. If that is intended, run the tests with BLESS=1"
    );
}

/// Adds the public names of a module, and of its public modules.
fn read_module(file: &Path, path: &str, feature: &str, names: &mut BTreeSet<String>) {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut own = feature.to_owned();
    let mut items = text.lines();
    while let Some(line) = items.next() {
        if let Some(name) = line.strip_prefix("#[cfg(feature = \"").and_then(|rest| rest.split('"').next()) {
            own = format!(" [{name}]");
            continue;
        }
        let mut item = line.to_owned();
        if line.starts_with("pub use ") {
            while !item.ends_with(';') {
                item.push_str(items.next().expect("an item ends with a semicolon").trim());
            }
        }
        let mut add = |name: &str| names.insert(format!("{path}{name}{own}"));
        match declared(&item) {
            Some(("use", list)) => {
                let list = list.trim_end_matches(['}', ';']);
                let (before, list) = list.rsplit_once('{').unwrap_or(("", list));
                for item in list.split(',').map(str::trim).filter(|item| !item.is_empty()) {
                    let name = item.rsplit([' ', ':']).next().unwrap_or_default();
                    assert!(name != "*" && !before.contains('{'), "{item}: list names");
                    names.insert(format!("{path}{name}{own}"));
                    // It may be a module of a private module.
                    let inner = format!("{before}{item}").replace("::", "/");
                    if name.starts_with(|first: char| first.is_ascii_lowercase())
                        && let Some(inner) = module_file(file, &inner)
                    {
                        read_module(&inner, &format!("{path}{name}::"), &own, names);
                    }
                }
            }
            Some(("mod", name)) => {
                let name = name.trim_end_matches(';');
                add(name);
                let inner = module_file(file, name).unwrap_or_else(|| panic!("{item}: no file"));
                read_module(&inner, &format!("{path}{name}::"), &own, names);
            }
            Some((_, name)) => {
                let end =
                    name.find(|end: char| !end.is_ascii_alphanumeric() && end != '_').unwrap_or(name.len());
                add(&name[..end]);
            }
            None => {}
        }
        // An attribute or a comment may come between a condition and its item.
        if !line.starts_with("#[") && !line.starts_with("//") {
            own = feature.to_owned();
        }
    }
}

/// Returns the file of a module inside another one.
fn module_file(outer: &Path, name: &str) -> Option<PathBuf> {
    let folder = match outer.file_stem().and_then(|stem| stem.to_str()) {
        Some("lib" | "mod") => outer.with_file_name(name),
        _ => outer.with_extension("").join(name),
    };
    [folder.with_extension("rs"), folder.join("mod.rs")].into_iter().find(|file| file.is_file())
}

/// Returns the kind of a public item that begins on a line, and the text after it.
fn declared(line: &str) -> Option<(&str, &str)> {
    // An enum declared by a table: its name is alone on a line.
    if let Some(name) = line.strip_prefix("    ").and_then(|line| line.strip_suffix(';'))
        && name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric())
    {
        return Some(("enum", name));
    }
    let mut rest = line.strip_prefix("pub ")?;
    for word in ["const fn ", "unsafe fn ", "async fn "] {
        rest = rest.strip_prefix(word).map_or(rest, |_| &rest[word.len() - 3..]);
    }
    let (kind, rest) = rest.split_once(' ')?;
    ["use", "mod", "fn", "struct", "enum", "const", "static", "type", "trait", "union"]
        .contains(&kind)
        .then_some((kind, rest))
}
