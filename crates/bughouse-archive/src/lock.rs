//! Only one program at a time writes to an archive. Readers need no lock: files never change.

use std::fs::{File, OpenOptions};
use std::path::Path;

use fs4::{FileExt, TryLockError};

use crate::error::ArchiveError;

/// Held while an archive is written. The system releases it when the process ends, however that happens.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock of a folder.
    pub(crate) fn take(folder: &Path) -> Result<Lock, ArchiveError> {
        let path = folder.join("lock");
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
