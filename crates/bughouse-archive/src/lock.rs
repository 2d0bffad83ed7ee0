//! The lock that lets one process at a time write to an archive. Readers don't need it: published files never change.

use std::fs::{self, File, OpenOptions};
use std::path::Path;

use fs4::{FileExt, TryLockError};

use crate::error::ArchiveError;
use crate::regular;

/// Held while an archive is written. The operating system releases it when the process exits, even after a crash.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock of an archive; fails if another process holds it.
    pub(crate) fn take(folder: &Path) -> Result<Lock, ArchiveError> {
        let path = folder.join("lock");
        // Opening a pipe would block, and a link could create a file elsewhere.
        if let Ok(metadata) = fs::symlink_metadata(&path) {
            regular::require_regular(&metadata).map_err(|error| ArchiveError::of_reading(&path, error))?;
        }
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(ArchiveError::io(&path))?;
        match FileExt::try_lock(&file) {
            Ok(()) => Ok(Lock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(ArchiveError::Locked { path: folder.to_owned() }),
            Err(TryLockError::Error(error)) => Err(ArchiveError::Io { path, error }),
        }
    }
}
