//! Opens regular files and real folders only. A pipe in place of a file would block forever, a device may never end, and
//! a link in place of a folder would let a writer create and remove files elsewhere.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use crate::error::ArchiveError;

/// Opens a regular file. Returns it with its length.
pub(crate) fn open(path: &Path) -> io::Result<(File, u64)> {
    // Check before opening, because opening a pipe blocks.
    require_regular(&fs::metadata(path)?)?;
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    require_regular(&metadata)?;
    Ok((file, metadata.len()))
}

/// Reads a regular file of at most `limit` bytes.
pub(crate) fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let (file, length) = open(path)?;
    if length > limit {
        let message = format!("it has {length} bytes, expected at most {limit}");
        return Err(io::Error::new(ErrorKind::InvalidData, message));
    }
    let mut bytes = Vec::with_capacity(length as usize);
    file.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns an error unless a file is a regular one.
pub(crate) fn require_regular(metadata: &fs::Metadata) -> io::Result<()> {
    match (metadata.is_file(), metadata.is_dir()) {
        (true, _) => Ok(()),
        (false, true) => Err(ErrorKind::IsADirectory.into()),
        (false, false) => Err(io::Error::new(ErrorKind::InvalidInput, "not a regular file")),
    }
}

/// Returns an error if a path is anything but a folder. A missing one is fine.
pub(crate) fn require_folder(path: &Path) -> Result<(), ArchiveError> {
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_dir() => Ok(()),
        Ok(metadata) if metadata.is_symlink() => {
            Err(ArchiveError::damaged(path, "it is a link, expected a folder"))
        }
        Ok(_) => Err(ArchiveError::damaged(path, "it is not a folder")),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(ArchiveError::Io { path: path.to_owned(), error }),
    }
}

/// Creates a folder unless it exists.
pub(crate) fn make_folder(path: &Path) -> Result<(), ArchiveError> {
    match fs::create_dir(path) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => require_folder(path),
        Err(error) => Err(ArchiveError::Io { path: path.to_owned(), error }),
    }
}

/// Creates a file with this content, and syncs it. Fails if the name exists.
pub(crate) fn write_new(path: &Path, content: &[u8]) -> Result<(), ArchiveError> {
    File::create_new(path)
        .and_then(|mut file| file.write_all(content).and_then(|()| file.sync_all()))
        .map_err(ArchiveError::io(path))
}

/// Renames a file. Fails if the new name exists.
pub(crate) fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        Ok(()) => fs::remove_file(from),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
        // Some file systems have no hard links.
        Err(_) if fs::symlink_metadata(to).is_ok() => Err(ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(from, to),
    }
}
