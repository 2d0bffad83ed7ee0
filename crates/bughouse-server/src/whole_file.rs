//! A file that appears whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};
use std::{fmt, process};

/// A file that is written under another name, in the same folder, until it is whole.
///
/// If it is dropped before that, nothing is left of it.
#[derive(Debug)]
pub struct WholeFile {
    path: PathBuf,
    /// `None` once it has its name.
    temporary: Option<PathBuf>,
    out: BufWriter<File>,
    /// Whether it may take the place of a file.
    force: bool,
}

/// Why a file was not written.
#[derive(Debug)]
pub struct NotWritten {
    path: PathBuf,
    why: Why,
}

#[derive(Debug)]
enum Why {
    /// There is a device, a pipe or a folder of that name.
    NotAFile,
    /// It exists, and may not be overwritten.
    Exists,
    Failed(io::Error),
}

impl fmt::Display for NotWritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.path.display();
        match &self.why {
            Why::NotAFile => write!(f, "cannot write {name}: it is not a file"),
            Why::Exists => write!(f, "{name} exists; --force overwrites it"),
            Why::Failed(error) => write!(f, "cannot write {name}: {error}"),
        }
    }
}

impl NotWritten {
    /// Tells whether the file is there and may not be overwritten.
    pub fn exists(&self) -> bool {
        matches!(self.why, Why::Exists)
    }
}

impl WholeFile {
    /// Begins a file, which may take the place of another if `force` says so.
    ///
    /// # Errors
    /// Refused if there is one that may not be overwritten, or none can be made.
    pub fn create(path: &Path, force: bool) -> Result<WholeFile, NotWritten> {
        let refused = |why| NotWritten { path: path.to_owned(), why };
        let found = fs::metadata(path).ok();
        // A device or a pipe must not be replaced by a file.
        if found.as_ref().is_some_and(|found| !found.is_file()) {
            return Err(refused(Why::NotAFile));
        }
        if !force && fs::symlink_metadata(path).is_ok() {
            return Err(refused(Why::Exists));
        }
        // A link keeps its place: what it leads to is replaced.
        let whole = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let temporary = beside(&whole);
        let file = OpenOptions::new().write(true).create_new(true).open(&temporary);
        let file = file.map_err(|error| refused(Why::Failed(error)))?;
        let made = WholeFile { path: whole, temporary: Some(temporary), out: BufWriter::new(file), force };
        if let Some(found) = found {
            let kept = made.out.get_ref().set_permissions(found.permissions());
            kept.map_err(|error| refused(Why::Failed(error)))?;
        }
        Ok(made)
    }

    /// Gives the file its name, if all that was written to it was written well.
    ///
    /// # Errors
    /// Passes on what went wrong with writing, or says why it did not get its name.
    pub fn finish(mut self, written: io::Result<()>) -> Result<(), NotWritten> {
        let done = written
            .and_then(|()| self.out.flush())
            .and_then(|()| self.out.get_ref().sync_all())
            .and_then(|()| match &self.temporary {
                Some(temporary) if self.force => fs::rename(temporary, &self.path),
                // A file that came to be meanwhile stays.
                Some(temporary) => rename_new(temporary, &self.path),
                None => Ok(()),
            });
        match done {
            Ok(()) => {
                self.temporary = None;
                Ok(())
            }
            Err(error) => {
                let exists = !self.force && error.kind() == io::ErrorKind::AlreadyExists;
                let why = if exists { Why::Exists } else { Why::Failed(error) };
                Err(NotWritten { path: self.path.clone(), why })
            }
        }
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            let _ = fs::remove_file(temporary);
        }
    }
}

/// Gives a file a name that no file has.
fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        Ok(()) => fs::remove_file(from),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // Some disks have no links.
        Err(_) if fs::symlink_metadata(to).is_ok() => Err(io::ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(from, to),
    }
}

/// Returns a name for a temporary file in the same folder.
fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    // Several may be written at a time.
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let moment = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.subsec_nanos());
    name.push(format!(".{}-{number}-{moment}.tmp", process::id()));
    path.with_file_name(name)
}
