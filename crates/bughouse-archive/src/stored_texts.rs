//! Reads the texts of an archive by row, several at a time.

use std::ops::Range;
use std::sync::Arc;

use bytes::Bytes;

use crate::error::ArchiveError;
use crate::schema::RECORDS;
use crate::table::{Found, TableFile};

/// How many texts are read together. Texts that are wanted one after the other are mostly neighbors.
const ROWS: u64 = 256;

/// The texts that were read last.
#[derive(Debug, Default)]
pub(crate) struct StoredTexts {
    rows: Range<u64>,
    texts: Vec<Option<Bytes>>,
}

impl StoredTexts {
    /// Returns the text in a row of the files of texts; `None` if there is no such row.
    pub(crate) fn get(&mut self, files: &[Arc<TableFile>], row: u64) -> Result<Option<&[u8]>, ArchiveError> {
        if !self.rows.contains(&row) {
            self.read(files, row)?;
        }
        let text = row.checked_sub(self.rows.start).and_then(|at| self.texts.get(at as usize));
        Ok(text.map(|text| text.as_deref().unwrap_or_default()))
    }

    fn read(&mut self, files: &[Arc<TableFile>], row: u64) -> Result<(), ArchiveError> {
        self.texts.clear();
        let mut before = 0;
        for file in files {
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
