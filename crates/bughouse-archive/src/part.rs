//! A file that is being made. Nobody sees it before all files of its batch are whole.

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

/// A file of a batch, which is made with its first row.
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

    /// Returns `true` if it has no row.
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

    /// Has the rows and the checksums of the file on the disk. The file has its name once it is published.
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

/// Gives files their names, one directly after the other, and has the names on the disk.
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

/// Returns the name of a file that is not whole: no pattern of Parquet files finds it, and Spark skips it.
fn temporary(folder: &Path, table: &str, name: &str) -> PathBuf {
    folder.join(table).join(format!("_{name}.tmp"))
}

fn make_parent(path: &Path) -> Result<(), ArchiveError> {
    path.parent().map_or(Ok(()), |folder| fs::create_dir_all(folder).map_err(ArchiveError::io(folder)))
}
