//! Random access to the text of an open file.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

/// The text of an open file.
#[derive(Debug)]
pub(crate) enum Bytes {
    /// An uncompressed file on disk, with its stamp when it was opened.
    Disk(File, Stamp),
    /// A private temporary copy of a compressed file or a pipe.
    Copy(Arc<File>),
    /// An upload.
    Memory(Arc<[u8]>),
}

/// Metadata that detects changes of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stamp {
    length: u64,
    changed: Option<SystemTime>,
    /// The id of the file, if the file system has one. It detects that a file was replaced.
    id: Option<(u64, u64)>,
}

impl Stamp {
    fn of(metadata: &Metadata) -> Stamp {
        Stamp { length: metadata.len(), changed: metadata.modified().ok(), id: id_of(metadata) }
    }

    /// Returns the current stamp of a file.
    pub(crate) fn of_file(path: &Path) -> io::Result<Stamp> {
        std::fs::metadata(path).map(|metadata| Stamp::of(&metadata))
    }
}

impl Bytes {
    /// Opens an uncompressed file on disk.
    pub(crate) fn on_disk(path: &Path) -> io::Result<Bytes> {
        let file = File::open(path)?;
        let stamp = Stamp::of(&file.metadata()?);
        Ok(Bytes::Disk(file, stamp))
    }

    /// Returns the stamp of a file on disk when it was opened.
    pub(crate) fn stamp(&self) -> Option<Stamp> {
        match self {
            Bytes::Disk(_, stamp) => Some(*stamp),
            Bytes::Copy(_) | Bytes::Memory(_) => None,
        }
    }

    /// Returns the length of a file on disk.
    pub(crate) fn length(&self) -> Option<u64> {
        self.stamp().map(|stamp| stamp.length)
    }

    /// Returns `true` if the text has changed since it was opened.
    pub(crate) fn has_changed(&self) -> bool {
        match self {
            Bytes::Disk(file, stamp) => file.metadata().map_or(true, |now| Stamp::of(&now) != *stamp),
            Bytes::Copy(_) | Bytes::Memory(_) => false,
        }
    }

    /// Reads a part.
    pub(crate) fn part(&self, start: u64, length: usize) -> io::Result<Vec<u8>> {
        let mut part = vec![0; length];
        self.read_exact_at(&mut part, start)?;
        Ok(part)
    }

    /// Creates a reader of a part.
    pub(crate) fn reader(&self, start: u64, length: usize) -> Part<'_> {
        Part { bytes: self, at: start, left: length }
    }

    fn read_exact_at(&self, buffer: &mut [u8], at: u64) -> io::Result<()> {
        match self {
            Bytes::Memory(bytes) => {
                let start = usize::try_from(at).unwrap_or(usize::MAX);
                let part = start.checked_add(buffer.len()).and_then(|end| bytes.get(start..end));
                buffer.copy_from_slice(part.ok_or(io::ErrorKind::UnexpectedEof)?);
                Ok(())
            }
            Bytes::Disk(file, _) => read_exact_at(file, buffer, at),
            Bytes::Copy(file) => read_exact_at(file, buffer, at),
        }
    }
}

/// A reader of a part of a text.
pub(crate) struct Part<'a> {
    bytes: &'a Bytes,
    at: u64,
    left: usize,
}

impl Read for Part<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(self.left);
        self.bytes.read_exact_at(&mut buffer[..length], self.at)?;
        self.at += length as u64;
        self.left -= length;
        Ok(length)
    }
}

/// A reader that copies everything it reads.
pub(crate) struct Copying<R> {
    source: R,
    copy: Arc<File>,
    /// The number of bytes copied.
    length: Arc<AtomicU64>,
}

impl<R: Read> Copying<R> {
    pub(crate) fn new(source: R, copy: Arc<File>) -> Copying<R> {
        Copying { source, copy, length: Arc::default() }
    }
}

impl<R: Read> Read for Copying<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.source.read(buffer)?;
        let at = self.length.fetch_add(length as u64, Ordering::Relaxed);
        write_all_at(&self.copy, &buffer[..length], at)
            .map_err(|error| io::Error::new(error.kind(), format!("cannot write a copy: {error}")))?;
        Ok(length)
    }
}

#[cfg(unix)]
fn id_of(metadata: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn id_of(_metadata: &Metadata) -> Option<(u64, u64)> {
    None
}

#[cfg(unix)]
fn read_exact_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, at)
}

#[cfg(unix)]
fn write_all_at(file: &File, bytes: &[u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, at)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut buffer: &mut [u8], mut at: u64) -> io::Result<()> {
    while !buffer.is_empty() {
        let length = std::os::windows::fs::FileExt::seek_read(file, buffer, at)?;
        if length == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        buffer = &mut buffer[length..];
        at += length as u64;
    }
    Ok(())
}

#[cfg(windows)]
fn write_all_at(file: &File, mut bytes: &[u8], mut at: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        let length = std::os::windows::fs::FileExt::seek_write(file, bytes, at)?;
        bytes = &bytes[length..];
        at += length as u64;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read_from_all_sources() {
        let memory = Bytes::Memory(Arc::from(&b"abcdef"[..]));
        assert_eq!(memory.part(2, 3).unwrap(), b"cde");
        assert!(memory.part(4, 3).is_err());
        assert!(memory.part(u64::MAX, 1).is_err());
        let mut piecewise = Vec::new();
        memory.reader(1, 4).read_to_end(&mut piecewise).unwrap();
        assert_eq!(piecewise, b"bcde");
        assert!(memory.reader(4, 3).read_to_end(&mut piecewise).is_err());

        let copy = Arc::new(tempfile::tempfile().unwrap());
        let mut copying = Copying::new(&b"abcdef"[..], Arc::clone(&copy));
        let mut read = Vec::new();
        copying.read_to_end(&mut read).unwrap();
        assert_eq!(read, b"abcdef");
        assert_eq!(Bytes::Copy(copy).part(1, 4).unwrap(), b"bcde");
    }

    #[test]
    fn a_change_on_disk_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.bpgn");
        std::fs::write(&path, "one").unwrap();
        let bytes = Bytes::on_disk(&path).unwrap();
        assert!(!bytes.has_changed());
        std::fs::write(&path, "three").unwrap();
        assert!(bytes.has_changed());
    }
}
