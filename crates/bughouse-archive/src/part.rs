//! A file that is being written. It has a temporary name until all files of its batch are complete.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use twox_hash::XxHash3_128;

use crate::column::Rows;
use crate::error::ArchiveError;
use crate::manifest::{FileEntry, Manifest, sync_folder};
use crate::schema::TableSpec;
use crate::table::TableWriter;

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
        let entry = FileEntry {
            table: self.spec.name.to_owned(),
            name: self.name,
            rows: written.rows,
            bytes: written.bytes,
            checksum: format!("{:032x}", XxHash3_128::oneshot(&written.sums)),
        };
        let path = Manifest::sums_path(&self.folder, &entry);
        make_parent(&path)?;
        File::create(&path)
            .and_then(|mut file| file.write_all(&written.sums).and_then(|()| file.sync_all()))
            .map_err(ArchiveError::io(&path))?;
        files.push(entry);
        Ok(())
    }
}

/// Renames files to their final names, and syncs their folders.
pub(crate) fn publish<'a>(
    folder: &Path,
    files: impl IntoIterator<Item = &'a FileEntry>,
) -> Result<(), ArchiveError> {
    let mut folders = BTreeSet::new();
    for file in files {
        let path = Manifest::path(folder, file);
        fs::rename(temporary(folder, &file.table, &file.name), &path).map_err(ArchiveError::io(&path))?;
        let sums = Manifest::sums_path(folder, file);
        folders.extend([&path, &sums].into_iter().filter_map(|path| path.parent()).map(Path::to_owned));
    }
    folders.iter().try_for_each(|folder| sync_folder(folder))?;
    sync_folder(folder)
}

/// Returns the temporary path of a file. The name doesn't match `*.parquet`, and Spark ignores names with a leading
/// underscore.
fn temporary(folder: &Path, table: &str, name: &str) -> PathBuf {
    folder.join(table).join(format!("_{name}.tmp"))
}

fn make_parent(path: &Path) -> Result<(), ArchiveError> {
    path.parent().map_or(Ok(()), |folder| fs::create_dir_all(folder).map_err(ArchiveError::io(folder)))
}
