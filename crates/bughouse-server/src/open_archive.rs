//! The open archive. Games may be added to it while it is open.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use bughouse_archive::{Archive, ArchiveError};

/// An archive that is reloaded after games were added.
#[derive(Debug)]
pub(crate) struct OpenArchive {
    folder: PathBuf,
    open: Mutex<Arc<Archive>>,
}

impl OpenArchive {
    /// Opens an archive.
    pub(crate) fn new(folder: &Path) -> Result<OpenArchive, ArchiveError> {
        let archive = Archive::open(folder)?;
        Ok(OpenArchive { folder: folder.to_owned(), open: Mutex::new(Arc::new(archive)) })
    }

    /// Returns the current archive.
    pub(crate) fn now(&self) -> Arc<Archive> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        // If it can't be reloaded, the old one is still valid.
        if open.has_changed()
            && let Ok(newer) = Archive::open(&self.folder)
        {
            *open = Arc::new(newer);
        }
        Arc::clone(&open)
    }

    /// Describes the archive for the HTTP API.
    pub(crate) fn describe(&self) -> bughouse_review::OpenArchive {
        let archive = self.now();
        // Only the file system knows the name of a path such as `.`.
        let whole = self.folder.canonicalize();
        let named = whole.as_deref().unwrap_or(&self.folder);
        let name = named.file_name().unwrap_or(self.folder.as_os_str());
        bughouse_review::OpenArchive {
            name: name.to_string_lossy().into_owned(),
            games: archive.manifest().game_count() as u64,
            has_texts: archive.manifest().texts,
        }
    }
}

/// Returns `true` if a folder is an archive.
pub(crate) fn is_archive(path: &Path) -> bool {
    path.is_dir() && path.join("manifest.json").is_file()
}
