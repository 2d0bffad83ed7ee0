//! A file that is being written. It has a temporary name until all files of its batch are complete.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::column::Rows;
use crate::error::ArchiveError;
use crate::manifest::{FileEntry, Manifest, sync_folder};
use crate::regular;
use crate::schema::TableSpec;
use crate::table::{TableWriter, write_sums};

/// A file of a batch. It is created when the first row is added.
pub(crate) struct Part {
    folder: PathBuf,
    name: String,
    spec: &'static TableSpec,
    writer: Option<TableWriter>,
}

impl Part {
    pub(crate) fn new(folder: &Path, spec: &'static TableSpec, name: String) -> Part {
        Part { folder: folder.to_owned(), name, spec, writer: None }
    }

    /// Returns `true` if no row was added.
    pub(crate) fn is_empty(&self) -> bool {
        self.writer.is_none()
    }

    fn writer(&mut self) -> Result<&mut TableWriter, ArchiveError> {
        match &mut self.writer {
            Some(writer) => Ok(writer),
            empty => {
                let path = temporary(&self.folder, self.spec.name, &self.name);
                make_parent(&path)?;
                Ok(empty.insert(TableWriter::create(&path, self.spec)?))
            }
        }
    }

    pub(crate) fn push(&mut self, push: impl FnOnce(&mut Rows)) -> Result<(), ArchiveError> {
        self.writer()?.push(push)
    }

    /// Writes and syncs the file and its checksums. It keeps its temporary name until [`publish`].
    pub(crate) fn finish(self, files: &mut Vec<FileEntry>) -> Result<(), ArchiveError> {
        let Some(writer) = self.writer else { return Ok(()) };
        let written = writer.finish()?;
        let mut entry = FileEntry::new(self.spec.name, self.name);
        let path = Manifest::sums_path(&self.folder, &entry);
        make_parent(&path)?;
        (entry.rows, entry.bytes) = (written.rows, written.bytes);
        entry.checksum = write_sums(&path, &written.sums)?;
        files.push(entry);
        Ok(())
    }
}

/// Renames files to their final names, and syncs their folders. The caller must hold the lock.
///
/// # Errors
/// A file cannot be renamed, or there is one with its final name. A complete file is never replaced.
pub(crate) fn publish(folder: &Path, files: &[FileEntry]) -> Result<(), ArchiveError> {
    if files.is_empty() {
        return Ok(());
    }
    let mut folders = BTreeSet::new();
    for file in files {
        let path = Manifest::path(folder, file);
        regular::rename_new(&temporary(folder, &file.table, &file.name), &path)
            .map_err(ArchiveError::io(&path))?;
        let sums = Manifest::sums_path(folder, file);
        folders.extend([&path, &sums].into_iter().filter_map(|path| path.parent()).map(Path::to_owned));
    }
    folders.iter().try_for_each(|folder| sync_folder(folder))?;
    sync_folder(folder)
}

/// Returns the temporary path of a file. The name doesn't match `*.parquet`, and Spark ignores names with a leading
/// underscore.
pub(crate) fn temporary(folder: &Path, table: &str, name: &str) -> PathBuf {
    folder.join(table).join(format!("_{name}.tmp"))
}

fn make_parent(path: &Path) -> Result<(), ArchiveError> {
    path.parent().map_or(Ok(()), regular::make_folder)
}
