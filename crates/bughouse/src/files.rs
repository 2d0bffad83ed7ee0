//! Files named on the command line. Errors say what to do if an argument is a folder, an archive, a URL or a position, or
//! a file isn't BPGN.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use bughouse_files::folder::{self, Found};
use bughouse_files::sources;

use crate::next_step;

/// Replaces each folder by the game files in it, and by files with one of the `others` extensions.
pub(crate) fn find(paths: &[PathBuf], others: &[&str]) -> Found {
    let (archives, rest): (Vec<PathBuf>, Vec<PathBuf>) =
        paths.iter().cloned().partition(|path| next_step::is_archive(path));
    let mut found = folder::find_all(&rest, others);
    found.failed.extend(archives.into_iter().map(|path| {
        let error = explained(&path, io::ErrorKind::InvalidInput.into());
        (path, error)
    }));
    found
}

/// Opens a file, or stdin for `-`, and decompresses it.
pub(crate) fn open(path: &Path) -> io::Result<Box<dyn Read + Send>> {
    open_with_start(path, &Arc::default()).map(|(_, source)| source)
}

/// Opens a game file like [`open`]. Fails if it plainly isn't BPGN.
pub(crate) fn open_games(path: &Path) -> io::Result<Box<dyn Read + Send>> {
    open_games_counted(path, &Arc::default())
}

/// Opens a game file like [`open_games`], and counts the bytes that are read from disk.
pub(crate) fn open_games_counted(path: &Path, read: &Arc<AtomicU64>) -> io::Result<Box<dyn Read + Send>> {
    let (start, source) = open_with_start(path, read)?;
    match next_step::for_text(path, &start) {
        Some(message) => Err(io::Error::new(io::ErrorKind::InvalidData, message)),
        None => Ok(source),
    }
}

/// Opens a file like [`open`], and also returns its first bytes. The reader starts with them.
pub(crate) fn open_with_start(
    path: &Path,
    read: &Arc<AtomicU64>,
) -> io::Result<(Vec<u8>, Box<dyn Read + Send>)> {
    // A folder can be opened as a file, but not read.
    if path.is_dir() {
        return Err(explained(path, io::ErrorKind::IsADirectory.into()));
    }
    sources::open_with_start(path, read).map_err(|error| explained(path, error))
}

fn explained(path: &Path, error: io::Error) -> io::Error {
    let message = next_step::for_file(path).unwrap_or_else(|| sources::describe(&error));
    io::Error::new(error.kind(), message)
}
