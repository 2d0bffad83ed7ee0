//! The archive that is open. Games may be added to it meanwhile.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use bughouse_archive::{Archive, ArchiveError};

/// An archive that is opened again once games were added.
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

    /// Returns the archive as it stands.
    pub(crate) fn now(&self) -> Arc<Archive> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        // If it cannot be opened again, what was there is still whole.
        if open.has_changed()
            && let Ok(newer) = Archive::open(&self.folder)
        {
            *open = Arc::new(newer);
        }
        Arc::clone(&open)
    }

    /// Tells of it.
    pub(crate) fn describe(&self) -> bughouse_review::OpenArchive {
        let archive = self.now();
        // Of a path such as `.` the name is known by the file system alone.
        let whole = self.folder.canonicalize();
        let named = whole.as_deref().unwrap_or(&self.folder);
        let name = named.file_name().unwrap_or(self.folder.as_os_str());
        bughouse_review::OpenArchive {
            name: name.to_string_lossy().into_owned(),
            games: archive.len() as u64,
            has_texts: archive.manifest().texts,
        }
    }
}

/// Returns `true` if a folder is an archive.
pub(crate) fn is_archive(path: &Path) -> bool {
    path.is_dir() && path.join("manifest.json").is_file()
}
