//! Folders, walked for the records in them.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What the names of records end in.
const RECORDS: [&str; 2] = ["bpgn", "pgn"];

/// What may follow if they are compressed.
const COMPRESSED: [&str; 3] = ["bz2", "gz", "zst"];

/// The files that names lead to.
#[derive(Debug, Default)]
pub struct Found {
    /// The files, in the order of the names; those of a folder by name.
    pub files: Vec<PathBuf>,
    /// The folders that cannot be read or hold no record, and why.
    pub failed: Vec<(PathBuf, io::Error)>,
}

/// Puts in the place of each folder the records in it and in the folders below it.
///
/// A record is a file whose name ends in `.bpgn` or `.pgn`, also with `.bz2`, `.gz` or `.zst` after it. Hidden files
/// and folders are left out, and links to folders are not followed. All other names are passed on as they are.
pub fn find(paths: &[PathBuf]) -> Found {
    find_all(paths, &[])
}

/// Finds records as [`find`] does, and files whose names end in other words, too.
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
            let why =
                "no record found, expected files that end in .bpgn or .pgn, also with .bz2, .gz or .zst";
            found.failed.push((path.clone(), io::Error::new(io::ErrorKind::NotFound, why)));
        }
    }
    found
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

/// Tells by its name whether a file is a record.
pub fn is_record(name: &Path) -> bool {
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
    ends_in(name, &RECORDS) || ends_in(name, others)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::is_record;

    #[test]
    fn records_are_told_by_their_ending() {
        for name in ["a.bpgn", "A.BPGN", "a.pgn", "a.b.bpgn.bz2", "a.pgn.GZ", "a.bpgn.zst"] {
            assert!(is_record(Path::new(name)), "{name}");
        }
        for name in ["a", "bpgn", ".bpgn", "a.txt", "a.bz2", "a.txt.gz", "a.bpgn.xz", "a.bpgn~"] {
            assert!(!is_record(Path::new(name)), "{name}");
        }
    }
}
