//! Sorts and writes the positions of a range of keys.

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

/// The number of heaps for the rows of a range of keys; each is sorted separately.
const HEAPS: u32 = 64;
/// How many bytes are held in memory before heaps go to files.
const HELD: usize = 256 << 20;

/// Takes the rows of positions and pairs of a range of keys in any order, sorts and writes them with their sums.
///
/// More than memory holds is put into files for the time being.
#[derive(Debug)]
pub struct RunWriter {
    folder: PathBuf,
    name: String,
    /// Where heaps go that memory does not hold.
    heap_folder: PathBuf,
    heap_name: String,
    part: u32,
    parts: u32,
    /// Heaps of positions, then of pairs.
    heaps: [Vec<Heap>; 2],
    held: usize,
}

#[derive(Debug, Default)]
struct Heap {
    rows: Vec<u8>,
    file: Option<PathBuf>,
}

impl RunWriter {
    /// Begins one of `count` ranges of keys. `name` is that of no other file of the archive: digits and hyphens,
    /// beginning with the number of the batch. `heap_folder` is for files that only this writer needs.
    pub fn new(folder: &Path, name: &str, heap_folder: &Path, part: u32, parts: u32) -> RunWriter {
        let heaps = || (0..HEAPS).map(|_| Heap::default()).collect();
        RunWriter {
            folder: folder.to_owned(),
            name: format!("{name}.parquet"),
            heap_folder: heap_folder.to_owned(),
            heap_name: format!("bughouse-{}-{name}", std::process::id()),
            part,
            parts: parts.max(1),
            heaps: [heaps(), heaps()],
            held: 0,
        }
    }

    /// Adds rows as [`RangeWriter`](crate::joint::RangeWriter) hands them out.
    ///
    /// # Errors
    /// The rows are malformed, belong to another range of keys, or cannot be written.
    pub fn add(&mut self, are_pairs: bool, rows: &[u8]) -> Result<(), ArchiveError> {
        let (rows, rest) = rows.as_chunks::<SENT>();
        let wrong = || ArchiveError::damaged(&self.folder.join(&self.name), "rows of others were sent to it");
        if !rest.is_empty() {
            return Err(wrong());
        }
        let first = self.part * HEAPS;
        for bytes in rows {
            let key = i64::from_le_bytes(std::array::from_fn(|index| bytes[index]));
            let heap = part_of(key, self.parts * HEAPS).checked_sub(first).map(|heap| heap as usize);
            let heaps = &mut self.heaps[usize::from(are_pairs)];
            let Some(heap) = heap.and_then(|heap| heaps.get_mut(heap)) else { return Err(wrong()) };
            heap.rows.extend_from_slice(bytes);
        }
        self.held += rows.len() * SENT;
        if self.held > HELD { self.unload() } else { Ok(()) }
    }

    /// Puts all heaps into files.
    fn unload(&mut self) -> Result<(), ArchiveError> {
        for (kind, heaps) in self.heaps.iter_mut().enumerate() {
            for (index, heap) in heaps.iter_mut().enumerate() {
                if heap.rows.is_empty() {
                    continue;
                }
                let path = self.heap_folder.join(format!("{}-{kind}-{index}", self.heap_name));
                let mut options = File::options();
                let opened = match &heap.file {
                    Some(_) => options.append(true).open(&path),
                    None => options.write(true).create_new(true).open(&path),
                };
                let mut file = opened.map_err(ArchiveError::io(&path))?;
                heap.file = Some(path.clone());
                file.write_all(&heap.rows).map_err(ArchiveError::io(&path))?;
                heap.rows = Vec::new();
            }
        }
        self.held = 0;
        Ok(())
    }

    /// Sorts and writes all rows. Returns the files, which have no names before the leader commits them.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn finish(mut self) -> Result<Vec<FileEntry>, ArchiveError> {
        let mut files = Vec::new();
        let mut hot: Vec<HotRow> = Vec::new();
        for (kind, spec) in [&POSITIONS, &PAIRS].into_iter().enumerate() {
            let mut part = Part::new(&self.folder, spec, self.name.clone());
            let mut sums = Sums::new(kind == 1);
            for heap in &mut self.heaps[kind] {
                for some in heap.sorted()?.chunks(GROUP_ROWS / 8) {
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

impl Heap {
    /// Takes all rows in order, and leaves none.
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
        for heap in self.heaps.iter_mut().flatten() {
            if let Some(path) = heap.file.take() {
                let _ = fs::remove_file(path);
            }
        }
    }
}
