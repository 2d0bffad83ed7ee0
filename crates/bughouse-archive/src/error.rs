//! What can go wrong with an archive.

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
        /// Which.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The folder holds no archive.
    NotAnArchive {
        /// The folder.
        path: PathBuf,
        /// What was found in the place of one.
        found: &'static str,
    },
    /// The archive was written by a later version.
    Newer {
        /// The folder.
        path: PathBuf,
        /// The format that it has.
        format: String,
    },
    /// A file of the archive is not as the manifest says.
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// Another program writes to the archive.
    Locked {
        /// The folder.
        path: PathBuf,
    },
    /// What was read cannot be written where it should go.
    Output {
        /// What the system says.
        error: io::Error,
    },
    /// The archive holds as many games as it can.
    Full,
    /// An import would need more memory than it may have.
    Memory {
        /// About how many bytes it needs.
        needed: u64,
        /// How many it may have.
        given: u64,
    },
    /// A search took longer than it may.
    TooLong {
        /// After what time it was stopped.
        after: Duration,
        /// How much of what was to be looked at was done, from 0 to 100.
        percent: u8,
    },
}

impl ArchiveError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> ArchiveError + use<> {
        let path = path.to_owned();
        move |error| ArchiveError::Io { path, error }
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
                "{} has the format {format}, which this version does not know; it knows {}",
                path.display(),
                crate::manifest::FORMAT
            ),
            ArchiveError::Damaged { path, what } => write!(f, "{} is damaged: {what}", path.display()),
            ArchiveError::Locked { path } => {
                write!(f, "{}: another program is writing to this archive", path.display())
            }
            ArchiveError::Full => f.write_str("the archive is full: it holds two thousand million games"),
            ArchiveError::Output { error } => write!(f, "cannot write: {error}"),
            ArchiveError::Memory { needed, given } => write!(
                f,
                "{} MB of memory are too few for an archive of this size, it needs about {} MB",
                given >> 20,
                needed.div_ceil(1 << 20)
            ),
            ArchiveError::TooLong { after, percent } => write!(
                f,
                "the query takes too long: stopped after {} s with {percent} % of the games looked at; a player, \
                 a date or a rating makes it shorter",
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
