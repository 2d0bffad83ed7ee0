//! What can go wrong with an archive.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

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
                write!(f, "{} is no archive: {found}", path.display())
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
