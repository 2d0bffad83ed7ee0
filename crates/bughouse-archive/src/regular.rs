//! Opens regular files only. A pipe in place of a file would block forever, and a device may never end.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

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
