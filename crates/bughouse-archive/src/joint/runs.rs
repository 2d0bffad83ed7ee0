//! Sorts and writes the rows of positions of a range of keys.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use crate::batch::push_position;
use crate::error::ArchiveError;
use crate::hot::{self, HotRow, Sums};
use crate::joint::rows::{SENT, Sent, part_of, receive};
use crate::manifest::FileEntry;
use crate::part::Part;
use crate::schema::{GROUP_ROWS, HOT, PAIRS, POSITIONS};

/// The number of buckets that a range of keys is split into. Each bucket is sorted in memory.
const BUCKETS: u32 = 64;
/// How many bytes are kept in memory before buckets are written to files.
const HELD: usize = 256 << 20;

/// Collects the rows of positions and pairs of a range of keys in any order, then sorts and writes them with their
/// sums.
///
/// Rows that don't fit in memory are written to temporary files.
#[derive(Debug)]
pub struct RunWriter {
    folder: PathBuf,
    name: String,
    /// The folder for temporary files.
    temp_folder: PathBuf,
    temp_name: String,
    part: u32,
    parts: u32,
    /// The buckets of positions, then those of pairs.
    buckets: [Vec<Bucket>; 2],
    held: usize,
}

#[derive(Debug, Default)]
struct Bucket {
    rows: Vec<u8>,
    file: Option<PathBuf>,
}

impl RunWriter {
    /// Creates a writer for range `part` of `parts` ranges of keys. `name` must be unique: the number of the batch,
    /// followed by digits and hyphens. Temporary files are put in `temp_folder`.
    pub fn new(folder: &Path, name: &str, temp_folder: &Path, part: u32, parts: u32) -> RunWriter {
        let buckets = || (0..BUCKETS).map(|_| Bucket::default()).collect();
        RunWriter {
            folder: folder.to_owned(),
            name: format!("{name}.parquet"),
            temp_folder: temp_folder.to_owned(),
            temp_name: format!("bughouse-{}-{name}", std::process::id()),
            part,
            parts: parts.max(1),
            buckets: [buckets(), buckets()],
            held: 0,
        }
    }

    /// Adds rows returned by [`RangeWriter::next_rows`](crate::joint::RangeWriter::next_rows).
    ///
    /// # Errors
    /// The rows are malformed, belong to another range of keys, or cannot be written.
    pub fn add(&mut self, are_pairs: bool, rows: &[u8]) -> Result<(), ArchiveError> {
        let (rows, rest) = rows.as_chunks::<SENT>();
        let wrong = || ArchiveError::damaged(&self.folder.join(&self.name), "rows of others were sent to it");
        if !rest.is_empty() {
            return Err(wrong());
        }
        let first = self.part * BUCKETS;
        for bytes in rows {
            let key = i64::from_le_bytes(std::array::from_fn(|index| bytes[index]));
            let bucket = part_of(key, self.parts * BUCKETS).checked_sub(first).map(|bucket| bucket as usize);
            let buckets = &mut self.buckets[usize::from(are_pairs)];
            let Some(bucket) = bucket.and_then(|bucket| buckets.get_mut(bucket)) else { return Err(wrong()) };
            bucket.rows.extend_from_slice(bytes);
        }
        self.held += rows.len() * SENT;
        if self.held > HELD { self.unload() } else { Ok(()) }
    }

    /// Writes all buckets to files.
    fn unload(&mut self) -> Result<(), ArchiveError> {
        for (kind, buckets) in self.buckets.iter_mut().enumerate() {
            for (index, bucket) in buckets.iter_mut().enumerate() {
                if bucket.rows.is_empty() {
                    continue;
                }
                let path = self.temp_folder.join(format!("{}-{kind}-{index}", self.temp_name));
                let mut options = File::options();
                let opened = match &bucket.file {
                    Some(_) => options.append(true).open(&path),
                    None => options.write(true).create_new(true).open(&path),
                };
                let mut file = opened.map_err(ArchiveError::io(&path))?;
                bucket.file = Some(path.clone());
                file.write_all(&bucket.rows).map_err(ArchiveError::io(&path))?;
                bucket.rows = Vec::new();
            }
        }
        self.held = 0;
        Ok(())
    }

    /// Sorts and writes all rows. The files keep temporary names until the leader commits them.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn finish(mut self) -> Result<Vec<FileEntry>, ArchiveError> {
        let mut files = Vec::new();
        let mut hot: Vec<HotRow> = Vec::new();
        for (kind, spec) in [&POSITIONS, &PAIRS].into_iter().enumerate() {
            let mut part = Part::new(&self.folder, spec, self.name.clone());
            let mut sums = Sums::new(kind == 1);
            for bucket in &mut self.buckets[kind] {
                for some in bucket.sorted()?.chunks(GROUP_ROWS / 8) {
                    some.iter().for_each(|sent| sums.add(sent, |sent| sent.brief));
                    part.push(|columns| {
                        some.iter().for_each(|sent| push_position(spec, &sent.row, columns))
                    })?;
                }
            }
            hot.extend(sums.finish());
            part.finish(&mut files)?;
        }
        hot.sort_unstable_by_key(|row| (row.key, row.kind, row.mv));
        let mut part = Part::new(&self.folder, &HOT, self.name.clone());
        if !hot.is_empty() {
            part.push(|columns| hot.iter().for_each(|row| hot::push_hot(row, columns)))?;
        }
        part.finish(&mut files)?;
        Ok(files)
    }
}

impl Bucket {
    /// Removes and returns all rows, sorted.
    fn sorted(&mut self) -> Result<Vec<Sent>, ArchiveError> {
        let mut bytes = Vec::new();
        if let Some(path) = self.file.take() {
            let read = File::open(&path).and_then(|mut file| file.read_to_end(&mut bytes));
            let removed = fs::remove_file(&path);
            read.and(removed.map(|()| 0)).map_err(ArchiveError::io(&path))?;
        }
        bytes.append(&mut std::mem::take(&mut self.rows));
        let mut rows: Vec<Sent> = bytes.as_chunks::<SENT>().0.iter().map(receive).collect();
        drop(bytes);
        rows.sort_unstable_by_key(|Sent { row, .. }| (row.key, row.reserves, row.game, row.ply, row.seat));
        Ok(rows)
    }
}

impl Drop for RunWriter {
    fn drop(&mut self) {
        for bucket in self.buckets.iter_mut().flatten() {
            if let Some(path) = bucket.file.take() {
                let _ = fs::remove_file(path);
            }
        }
    }
}
