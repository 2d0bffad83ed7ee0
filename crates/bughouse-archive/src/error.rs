//! Errors when opening, reading or writing an archive.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Why an archive cannot be opened, read or written.
#[derive(Debug)]
#[non_exhaustive]
pub enum ArchiveError {
    /// A file or folder cannot be read or written.
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
    /// The folder is not an archive.
    NotAnArchive {
        /// The folder.
        path: PathBuf,
        /// What was found instead.
        found: &'static str,
    },
    /// The archive was written by a later version.
    Newer {
        /// The folder.
        path: PathBuf,
        /// The name of the archive's format.
        format: String,
    },
    /// A file of the archive is damaged or missing.
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// Another process is writing to the archive.
    Locked {
        /// The folder.
        path: PathBuf,
    },
    /// The output cannot be written.
    Output {
        /// The cause.
        error: io::Error,
    },
    /// The archive has the maximum number of games.
    Full,
    /// An import needs more memory than its limit.
    Memory {
        /// About how many bytes are needed.
        needed: u64,
        /// The limit in bytes.
        given: u64,
    },
    /// A search exceeded its time limit.
    TooLong {
        /// The time limit.
        after: Duration,
        /// The share of games that were searched, from 0 to 100.
        percent: u8,
    },
}

impl ArchiveError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> ArchiveError + use<> {
        let path = path.to_owned();
        move |error| ArchiveError::Io { path, error }
    }

    /// Returns the error for a file of an archive that cannot be read.
    pub(crate) fn of_reading(path: &Path, error: io::Error) -> ArchiveError {
        match error.kind() {
            // The content or the kind of the file is wrong; trying again won't help.
            io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput | io::ErrorKind::IsADirectory => {
                ArchiveError::damaged(path, error)
            }
            _ => ArchiveError::Io { path: path.to_owned(), error },
        }
    }

    pub(crate) fn damaged(path: &Path, what: impl fmt::Display) -> ArchiveError {
        ArchiveError::Damaged { path: path.to_owned(), what: what.to_string() }
    }
}

impl fmt::Display for ArchiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArchiveError::Io { path, error } => write!(f, "{}: {error}", path.display()),
            ArchiveError::NotAnArchive { path, found } => {
                write!(f, "{} is not an archive: {found}", path.display())
            }
            ArchiveError::Newer { path, format } => write!(
                f,
                "{} has the format {format}, but this version of bughouse reads only {}: update bughouse",
                path.display(),
                crate::manifest::FORMAT
            ),
            ArchiveError::Damaged { path, what } => write!(f, "{} is damaged: {what}", path.display()),
            ArchiveError::Locked { path } => {
                write!(f, "{}: another program is writing to this archive", path.display())
            }
            ArchiveError::Full => f.write_str("the archive is full: the limit is 2 billion games"),
            ArchiveError::Output { error } => write!(f, "cannot write: {error}"),
            ArchiveError::Memory { needed, given } => write!(
                f,
                "{} MB of memory is not enough for this archive: it needs about {} MB",
                given >> 20,
                needed.div_ceil(1 << 20)
            ),
            ArchiveError::TooLong { after, percent } => write!(
                f,
                "the query takes too long: stopped after {} s with {percent} % of the games searched. Add a player, \
                 a date or a rating to narrow it",
                after.as_secs_f32()
            ),
        }
    }
}

impl std::error::Error for ArchiveError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ArchiveError::Io { error, .. } | ArchiveError::Output { error } => Some(error),
            _ => None,
        }
    }
}
