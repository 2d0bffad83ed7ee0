//! The folders of `src` import each other in one direction.
//!
//! This file is a module of the tests of several crates. Each has its own `IMPORT_ORDER`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::IMPORT_ORDER;

/// Folders and files of `src` in an order. Each imports only itself and those of the lines before it.
type Order = [&'static [&'static str]];

#[test]
fn folders_import_only_those_before_them() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    list_files(&src, &mut files);
    let (mut imports, mut wrong) = (0, Vec::new());
    for file in files {
        let path = file.strip_prefix(&src).unwrap().to_str().unwrap().replace('\\', "/");
        if path == "lib.rs" {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        imports += imported(&path, &text).len();
        wrong.extend(wrong_imports(&path, &text, IMPORT_ORDER));
    }
    assert!(imports > 100, "only {imports} imports were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_import_against_the_order_is_found() {
    let order: &Order =
        &[&["types"], &["lexer"], &["reader"], &["input", "tree"], &["facts"], &["edit", "import"]];
    for (path, text) in [
        ("lexer/tag.rs", "use crate::reader::Reader;"),
        ("lexer/mod.rs", "    let end = crate::reader::end(text);"),
        ("reader/mod.rs", "use super::tree::Game;"),
        ("reader/chunks.rs", "use super::super::tree::Game;"),
        ("facts.rs", "use super::{edit, types::label::Label};"),
        ("tree/mod.rs", "use crate::{\n    lexer::{self, tag},\n    input::open,\n};"),
        ("tree/mod.rs", "pub use crate::input;"),
        ("edit/mod.rs", "use crate::import::Import;"),
        // A name of the root doesn't show which folder it comes from.
        ("edit/mod.rs", "use crate::Reader;"),
        ("other/mod.rs", "use crate::types::label::Label;"),
    ] {
        assert_eq!(wrong_imports(path, text, order).len(), 1, "{path}: {text}");
    }
    for (path, text) in [
        ("tree/mod.rs", "use crate::{\n    lexer::{self, tag},\n    tree::build,\n};"),
        ("reader/chunks.rs", "use super::visitor::{Flow, Place};"),
        ("facts.rs", "mod tests {\n    use super::*;\n}\n"),
        ("lexer/mod.rs", "/// See [`Reader`](crate::reader::Reader).\nlet at = 1; // crate::edit"),
    ] {
        assert_eq!(wrong_imports(path, text, order), Vec::<String>::new(), "{path}: {text}");
    }
}

/// Returns a message for each import of a file that is against the order.
fn wrong_imports(path: &str, text: &str, order: &Order) -> Vec<String> {
    let own = path.split(['/', '.']).next().unwrap();
    let rank = |name: &str| order.iter().position(|folders| folders.contains(&name));
    let is_wrong = |name: &str| match (rank(own), rank(name)) {
        (Some(here), Some(there)) => there > here || (there == here && name != own),
        _ => true,
    };
    let wrong = imported(path, text).into_iter().filter(|(name, _)| is_wrong(name));
    let order = order.iter().map(|folders| folders.join(", ")).collect::<Vec<_>>().join(" < ");
    wrong
        .map(|(name, line)| format!("src/{path}:{line}: `{own}` can't import `{name}`; the order is {order}"))
        .collect()
}

/// Lists the names in the root of the crate that a file imports, each with the number of its line.
fn imported(path: &str, text: &str) -> Vec<(String, usize)> {
    let code: Vec<&str> =
        text.lines().map(|line| line.split_once("//").map_or(line, |(code, _)| code)).collect();
    let mut found = Vec::new();
    let mut in_module = false;
    for (index, line) in code.iter().enumerate() {
        in_module = (in_module || (line.starts_with("mod ") && line.ends_with('{'))) && *line != "}";
        // How many modules the code is in.
        let depth = path.trim_end_matches("mod.rs").split('/').filter(|part| !part.is_empty()).count()
            + usize::from(in_module);
        for (at, _) in line.match_indices("crate::").chain(line.match_indices("super::")) {
            let before = line[..at].chars().next_back();
            if before.is_some_and(|before| before.is_alphanumeric() || matches!(before, '_' | ':')) {
                continue;
            }
            let mut rest = &line[at..];
            if let Some(after) = rest.strip_prefix("crate::") {
                rest = after;
            } else {
                let mut left = depth;
                while let Some(after) = rest.strip_prefix("super::") {
                    (rest, left) = (after, left - 1);
                }
                if left > 0 {
                    continue;
                }
            }
            let rest = [&[rest], &code[index + 1..]].concat().join("\n");
            found.extend(first_names(&rest).into_iter().map(|name| (name, index + 1)));
        }
    }
    found
}

/// Returns the first name of a path, or those of a group of paths.
fn first_names(path: &str) -> Vec<String> {
    let name = |path: &str| {
        let path = path.trim_start();
        path[..path.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(path.len())].to_owned()
    };
    let Some(group) = path.strip_prefix('{') else { return vec![name(path)] };
    let (mut names, mut start, mut open) = (Vec::new(), 0, 0);
    for (at, c) in group.char_indices() {
        match c {
            '{' => open += 1,
            '}' if open > 0 => open -= 1,
            ',' | '}' if open == 0 => {
                names.push(name(&group[start..at]));
                start = at + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

fn list_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            list_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}
