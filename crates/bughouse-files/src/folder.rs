//! Finds game files in folders.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The extensions of game files.
const EXTENSIONS: [&str; 2] = ["bpgn", "pgn"];

/// The extensions that may follow if they are compressed.
const COMPRESSED: [&str; 3] = ["bz2", "gz", "zst"];

/// The files found.
#[derive(Debug, Default)]
pub struct Found {
    /// The files, in the order of the paths. Those of a folder are sorted by name.
    pub files: Vec<PathBuf>,
    /// The folders that can't be read or have no game files, and why.
    pub failed: Vec<(PathBuf, io::Error)>,
}

/// Replaces each folder by the game files in it and in its subfolders.
///
/// A game file ends in `.bpgn` or `.pgn`, optionally followed by `.bz2`, `.gz` or `.zst`. Hidden files and folders are
/// skipped, and links to folders are not followed. All other paths are returned unchanged.
pub fn find(paths: &[PathBuf]) -> Found {
    find_all(paths, &[])
}

/// Like [`find`], but also accepts files with other extensions.
pub fn find_all(paths: &[PathBuf], others: &[&str]) -> Found {
    let mut found = Found::default();
    for path in paths {
        if !path.is_dir() {
            found.files.push(path.clone());
            continue;
        }
        let (files, failed) = (found.files.len(), found.failed.len());
        walk(path, others, &mut found);
        if (files, failed) == (found.files.len(), found.failed.len()) {
            let why = no_file(path, others);
            found.failed.push((path.clone(), io::Error::new(io::ErrorKind::NotFound, why)));
        }
    }
    found
}

/// Returns the message for a folder without files to read.
fn no_file(folder: &Path, others: &[&str]) -> String {
    let endings: Vec<String> = EXTENSIONS.iter().chain(others).map(|ending| format!(".{ending}")).collect();
    let (last, first) = endings.split_last().map_or((".bpgn", &[][..]), |(last, first)| (last, first));
    let expected = format!("{} or {last}", first.join(", "));
    let mut json = Found::default();
    if !others.contains(&"json") {
        walk(folder, &["json"], &mut json);
    }
    let step = match json.files.is_empty() {
        true => "",
        false => ". It has JSON files: convert them with `bughouse convert --to bpgn`",
    };
    format!("no game file found: expected {expected}, optionally followed by .bz2, .gz or .zst{step}")
}

fn walk(folder: &Path, others: &[&str], found: &mut Found) {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let mut entries = match entries {
        Ok(entries) => entries,
        Err(error) => {
            found.failed.push((folder.to_owned(), error));
            return;
        }
    };
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name();
        if name.as_encoded_bytes().starts_with(b".") {
            continue;
        }
        let path = entry.path();
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            walk(&path, others, found);
        } else if is_one(Path::new(&name), others) && path.is_file() {
            found.files.push(path);
        }
    }
}

/// Returns `true` if the name of a file is that of a game file.
pub fn is_game_file(name: &Path) -> bool {
    is_one(name, &[])
}

fn is_one(name: &Path, others: &[&str]) -> bool {
    let ends_in = |name: &Path, endings: &[&str]| {
        let ending = name.extension().and_then(OsStr::to_str);
        ending.is_some_and(|ending| endings.iter().any(|known| ending.eq_ignore_ascii_case(known)))
    };
    if ends_in(name, &COMPRESSED) {
        return name.file_stem().is_some_and(|stem| is_one(Path::new(stem), others));
    }
    ends_in(name, &EXTENSIONS) || ends_in(name, others)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::is_game_file;

    #[test]
    fn game_files_are_recognized_by_their_extension() {
        for name in ["a.bpgn", "A.BPGN", "a.pgn", "a.b.bpgn.bz2", "a.pgn.GZ", "a.bpgn.zst"] {
            assert!(is_game_file(Path::new(name)), "{name}");
        }
        for name in ["a", "bpgn", ".bpgn", "a.txt", "a.bz2", "a.txt.gz", "a.bpgn.xz", "a.bpgn~"] {
            assert!(!is_game_file(Path::new(name)), "{name}");
        }
    }
}
