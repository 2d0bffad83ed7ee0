//! The table of crates in ARCHITECTURE.md, compared with the manifests.

use std::collections::BTreeMap;
use std::fs;

use crate::shell::Workspace;

/// Returns the crates in the table, each with what it depends on.
fn documented(text: &str) -> BTreeMap<String, Vec<String>> {
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.filter_map(|row| {
        let (name, rest) = row.split_once("` |")?;
        let (edges, _) = rest.split_once('|')?;
        let edges = edges.split('`').skip(1).step_by(2).map(str::to_owned).collect();
        Some((name.to_owned(), edges))
    })
    .collect()
}

/// Returns the package name of a manifest, and the workspace's crates among its dependencies.
fn of_manifest(manifest: &str) -> (String, Vec<String>) {
    let mut section = "";
    let mut name = String::new();
    let mut edges = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            section = line;
        } else if section == "[package]" && name.is_empty() {
            name = line.strip_prefix("name = \"").unwrap_or_default().trim_end_matches('"').to_owned();
        } else if section == "[dependencies]" {
            let end = line.find(['.', ' ', '=']).unwrap_or(line.len());
            let dependency = &line[..end];
            if dependency.starts_with("bughouse") || ["bpgn", "feen"].contains(&dependency) {
                edges.push(dependency.to_owned());
            }
        }
    }
    edges.sort();
    (name, edges)
}

#[test]
fn the_table_of_crates_has_every_dependency() {
    let workspace = Workspace::find().expect("the tests run in the workspace");
    let root = workspace.root();
    let documented = documented(&fs::read_to_string(root.join("ARCHITECTURE.md")).expect("it is there"));
    let mut manifests = vec![root.join("bindings/python/Cargo.toml"), root.join("generator/Cargo.toml")];
    for entry in fs::read_dir(root.join("crates")).expect("the crates are there") {
        manifests.push(entry.expect("it can be listed").path().join("Cargo.toml"));
    }
    let actual: BTreeMap<_, _> = manifests
        .iter()
        .map(|path| of_manifest(&fs::read_to_string(path).expect("each crate has a manifest")))
        .collect();
    assert_eq!(documented, actual);
}

#[test]
fn crates_that_touch_nothing_deny_files_processes_and_clocks() {
    let workspace = Workspace::find().expect("the tests run in the workspace");
    let text = fs::read_to_string(workspace.root().join("ARCHITECTURE.md")).expect("it is there");
    let is_pure = |row: &&str| row.split('|').nth(4).is_some_and(|touches| touches.contains("nothing"));
    let names: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("| `"))
        .filter(is_pure)
        .filter_map(|row| row.split('`').nth(1))
        .collect();
    assert!(names.len() > 5, "{names:?}");
    for name in names {
        let root = workspace.root().join("crates").join(name).join("src/lib.rs");
        let root = fs::read_to_string(root).expect("each of them is a library");
        assert!(root.contains("#![deny(clippy::disallowed_methods, clippy::disallowed_types)]"), "{name}");
    }
}
