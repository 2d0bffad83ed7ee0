//! Reads the texts of an archive by row, several at a time.

use std::ops::Range;
use std::path::Path;

use bytes::Bytes;

use crate::error::ArchiveError;
use crate::manifest::Manifest;
use crate::schema::RECORDS;
use crate::table::{Found, TableFile};

/// How many texts are read together. Texts that are wanted one after the other are mostly neighbors.
const ROWS: u64 = 256;

/// The texts of an archive, with those that were read last.
#[derive(Debug)]
pub(crate) struct StoredTexts {
    files: Vec<TableFile>,
    rows: Range<u64>,
    texts: Vec<Option<Bytes>>,
}

impl StoredTexts {
    /// Opens the texts of an archive.
    pub(crate) fn open(folder: &Path, manifest: &Manifest) -> Result<StoredTexts, ArchiveError> {
        let files = manifest.files_of(RECORDS.name).map(|file| TableFile::open(folder, file, &RECORDS));
        Ok(StoredTexts { files: files.collect::<Result<_, _>>()?, rows: 0..0, texts: Vec::new() })
    }

    /// Returns the text in a row; `None` if there is no such row.
    pub(crate) fn get(&mut self, row: u64) -> Result<Option<&[u8]>, ArchiveError> {
        if !self.rows.contains(&row) {
            self.read(row)?;
        }
        let text = row.checked_sub(self.rows.start).and_then(|at| self.texts.get(at as usize));
        Ok(text.map(|text| text.as_deref().unwrap_or_default()))
    }

    fn read(&mut self, row: u64) -> Result<(), ArchiveError> {
        self.texts.clear();
        let mut before = 0;
        for file in &self.files {
            if row < before + file.rows() {
                let Some((group, at)) = file.find_row(row - before) else { break };
                let end = file.group_rows(group).min(at + ROWS as usize);
                file.texts(&Found { group, rows: at..end }, RECORDS.column("text"), &mut self.texts)?;
                self.rows = row..row + self.texts.len() as u64;
                return Ok(());
            }
            before += file.rows();
        }
        self.rows = 0..0;
        Ok(())
    }
}
