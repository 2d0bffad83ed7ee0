//! The text of an open file, from which any part can be read at any time.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

/// The text of an open file.
#[derive(Debug)]
pub(crate) enum Bytes {
    /// A plain file on disk, and how it was when it was opened.
    Disk(File, Stamp),
    /// A copy that nobody else sees, and that is gone when the program ends: what was compressed, or came by a pipe.
    Copy(Arc<File>),
    /// What was sent.
    Memory(Arc<[u8]>),
}

/// By what a change of a file is noticed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stamp {
    length: u64,
    changed: Option<SystemTime>,
    /// Which file it is, where a disk tells: one that took the place of another is another one.
    id: Option<(u64, u64)>,
}

impl Stamp {
    fn of(metadata: &Metadata) -> Stamp {
        Stamp { length: metadata.len(), changed: metadata.modified().ok(), id: id_of(metadata) }
    }

    /// Returns how a file is now.
    pub(crate) fn of_file(path: &Path) -> io::Result<Stamp> {
        std::fs::metadata(path).map(|metadata| Stamp::of(&metadata))
    }
}

impl Bytes {
    /// Opens a plain file on disk.
    pub(crate) fn on_disk(path: &Path) -> io::Result<Bytes> {
        let file = File::open(path)?;
        let stamp = Stamp::of(&file.metadata()?);
        Ok(Bytes::Disk(file, stamp))
    }

    /// Returns how a plain file was when it was opened.
    pub(crate) fn stamp(&self) -> Option<Stamp> {
        match self {
            Bytes::Disk(_, stamp) => Some(*stamp),
            Bytes::Copy(_) | Bytes::Memory(_) => None,
        }
    }

    /// Returns how long the text is, if it is a plain file.
    pub(crate) fn length(&self) -> Option<u64> {
        self.stamp().map(|stamp| stamp.length)
    }

    /// Returns `true` if the text is another one than it was.
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

    /// Makes a source of a part, which reads as much at a time as it is asked for.
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

/// A part of a text that is read piece by piece.
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

/// A source of which a copy is made while it is read.
pub(crate) struct Copying<R> {
    source: R,
    copy: Arc<File>,
    /// How much has been copied.
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
