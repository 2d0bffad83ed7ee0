//! Sorts more rows than fit in memory: rows are split into buckets by the first bits of their keys, and each bucket is
//! sorted in memory.

use std::fs::{self, File};
use std::io::{ErrorKind, Read, Write};
use std::path::PathBuf;

use crate::collect::PositionRow;
use crate::error::ArchiveError;
use crate::regular;

const BUCKETS: usize = 256;
/// How many bytes of a bucket are buffered in memory.
const BUFFER: usize = 64 << 10;
pub(crate) const ROW: usize = 40;

/// Rows in buckets. Full buffers are written to temporary files, which are removed on drop.
pub(crate) struct Spill {
    folder: PathBuf,
    name: &'static str,
    buckets: Vec<Bucket>,
}

#[derive(Default)]
struct Bucket {
    buffer: Vec<u8>,
    file: Option<File>,
}

impl Spill {
    /// Creates empty buckets. The folder is created when the first file is written.
    pub(crate) fn new(folder: PathBuf, name: &'static str) -> Spill {
        Spill { folder, name, buckets: (0..BUCKETS).map(|_| Bucket::default()).collect() }
    }

    /// Adds a row.
    pub(crate) fn push(&mut self, row: &PositionRow) -> Result<(), ArchiveError> {
        // Keys are sorted as signed numbers.
        let index = ((row.key >> 56) + 128) as usize & 255;
        let bucket = &mut self.buckets[index];
        write_row(row, &mut bucket.buffer);
        if bucket.buffer.len() >= BUFFER { self.flush(index) } else { Ok(()) }
    }

    fn path(&self, index: usize) -> PathBuf {
        self.folder.join(format!("{}-{index:03}", self.name))
    }

    fn flush(&mut self, index: usize) -> Result<(), ArchiveError> {
        let path = self.path(index);
        let bucket = &mut self.buckets[index];
        let file = match &mut bucket.file {
            Some(file) => file,
            empty => {
                regular::make_folder(&self.folder)?;
                let file = File::options().read(true).write(true).create_new(true).open(&path);
                empty.insert(file.map_err(ArchiveError::io(&path))?)
            }
        };
        file.write_all(&bucket.buffer).map_err(ArchiveError::io(&path))?;
        bucket.buffer.clear();
        Ok(())
    }

    /// Calls `take` with the sorted rows, one bucket at a time, and removes the files.
    pub(crate) fn sorted(
        mut self,
        mut take: impl FnMut(&[PositionRow]) -> Result<(), ArchiveError>,
    ) -> Result<(), ArchiveError> {
        let mut rows = Vec::new();
        for index in 0..BUCKETS {
            rows.clear();
            let path = self.path(index);
            let bucket = std::mem::take(&mut self.buckets[index]);
            let mut bytes = Vec::new();
            if bucket.file.is_some() {
                let read = File::open(&path).and_then(|mut file| file.read_to_end(&mut bytes));
                read.map_err(ArchiveError::io(&path))?;
                drop(bucket.file);
                fs::remove_file(&path).map_err(ArchiveError::io(&path))?;
            }
            bytes.extend_from_slice(&bucket.buffer);
            rows.extend(bytes.chunks_exact(ROW).map(read_row));
            drop(bytes);
            rows.sort_unstable_by_key(|row: &PositionRow| {
                (row.key, row.reserves, row.game, row.ply, row.seat)
            });
            take(&rows)?;
        }
        Ok(())
    }
}

impl Drop for Spill {
    fn drop(&mut self) {
        for index in 0..self.buckets.len() {
            if self.buckets[index].file.take().is_some() {
                let _ = fs::remove_file(self.path(index));
            }
        }
        if let Err(error) = fs::remove_dir(&self.folder)
            && error.kind() != ErrorKind::NotFound
        {
            // The files of another table are still there. The last table removes the folder.
        }
    }
}

pub(crate) fn write_row(row: &PositionRow, out: &mut Vec<u8>) {
    let mut bytes = [0; ROW];
    bytes[0..8].copy_from_slice(&row.key.to_le_bytes());
    bytes[8..16].copy_from_slice(&row.reserves.to_le_bytes());
    bytes[16..24].copy_from_slice(&row.other_reserves.to_le_bytes());
    bytes[24..28].copy_from_slice(&row.game.to_le_bytes());
    bytes[28..32].copy_from_slice(&row.ply.to_le_bytes());
    bytes[32..36].copy_from_slice(&row.used.to_le_bytes());
    bytes[36..38].copy_from_slice(&row.mv.to_le_bytes());
    bytes[38] = row.seat as u8;
    bytes[39] = row.flags as u8;
    out.extend_from_slice(&bytes);
}

pub(crate) fn read_row(bytes: &[u8]) -> PositionRow {
    let long = |at: usize| i64::from_le_bytes(std::array::from_fn(|index| bytes[at + index]));
    let int = |at: usize| i32::from_le_bytes(std::array::from_fn(|index| bytes[at + index]));
    PositionRow {
        key: long(0),
        reserves: long(8),
        other_reserves: long(16),
        game: int(24),
        ply: int(28),
        used: int(32),
        mv: i16::from_le_bytes([bytes[36], bytes[37]]),
        seat: bytes[38] as i8,
        flags: bytes[39] as i8,
    }
}
