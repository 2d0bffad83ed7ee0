//! Compacts an archive: merges sorted runs, and concatenates small consecutive files.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs;
use std::path::Path;

use crate::attributes::Attributes;
use crate::batch::push_position;
use crate::collect::PositionRow;
use crate::column::{Column, Rows};
use crate::error::ArchiveError;
use crate::hot::{self, HotRow, Sums};
use crate::import::Importer;
use crate::manifest::{FileEntry, Manifest};
use crate::part::Part;
use crate::schema::{GAMES, HOT, Kind, MOVES, PAIRS, PLAYERS, POSITIONS, RECORDS, REFUSED, TableSpec};
use crate::table::{Found, TableFile};

/// Consecutive files of a table are concatenated up to this size.
pub(crate) const MOST_BYTES: u64 = 256 << 20;
/// How many rows of a run are kept in memory.
const HELD_ROWS: usize = 32_768;
/// More sorted runs than this are merged automatically after games were added.
pub(crate) const MOST_RUNS: usize = 12;

impl Importer {
    /// Merges the files of many imports, which makes queries faster. Their results don't change.
    ///
    /// Archives that are already open keep using the old files.
    ///
    /// # Errors
    /// The archive cannot be read or written. It is then unchanged.
    pub fn compact(&mut self) -> Result<(), ArchiveError> {
        let done = self.rewrite();
        if done.is_err() {
            self.roll_back()?;
        }
        done
    }

    fn rewrite(&mut self) -> Result<(), ArchiveError> {
        let folder = self.folder.clone();
        let manifest = &self.manifest;
        let number = manifest.next_batch;
        let next = number.checked_add(1).ok_or(ArchiveError::Full)?;
        let mut files: Vec<FileEntry> = Vec::new();
        for spec in [&GAMES, &MOVES, &RECORDS, &REFUSED, &PLAYERS] {
            files.extend(concatenate(&folder, manifest, spec, number)?);
        }
        let has_superseded = manifest.superseded.iter().any(|superseded| !superseded.removed);
        let merges = has_superseded || manifest.files_of(POSITIONS.name).count() > 1;
        if merges {
            files.extend(merge_runs(&folder, manifest, number)?);
        } else {
            let kept = [&POSITIONS, &PAIRS, &HOT].into_iter().flat_map(|spec| manifest.files_of(spec.name));
            files.extend(kept.cloned());
        }
        if files == self.manifest.files {
            return Ok(());
        }
        let new: Vec<FileEntry> =
            files.iter().filter(|file| !self.manifest.files.contains(file)).cloned().collect();
        let old = std::mem::replace(&mut self.manifest.files, files);
        self.manifest.next_batch = next;
        if merges {
            self.manifest.superseded.iter_mut().for_each(|superseded| superseded.removed = true);
        }
        let replaced = old.iter().filter(|file| !self.manifest.files.contains(file));
        self.manifest.replaced = replaced.map(FileEntry::full_name).collect();
        self.manifest.commit(&folder, &new)?;
        for file in old {
            if !self.manifest.files.contains(&file) {
                // If this fails, the next writer removes the file.
                let _ = fs::remove_file(Manifest::path(&folder, &file));
                let _ = fs::remove_file(Manifest::sums_path(&folder, &file));
            }
        }
        self.texts = None;
        self.manifest.replaced.retain(|name| folder.join(name).exists());
        Ok(())
    }
}

/// Concatenates small consecutive files of a table. Returns all its files, in order.
fn concatenate(
    folder: &Path,
    manifest: &Manifest,
    spec: &'static TableSpec,
    number: u32,
) -> Result<Vec<FileEntry>, ArchiveError> {
    let mut groups: Vec<Vec<&FileEntry>> = Vec::new();
    for file in manifest.files_of(spec.name) {
        match groups.last_mut() {
            Some(group) if group.iter().map(|file| file.bytes).sum::<u64>() + file.bytes <= MOST_BYTES => {
                group.push(file);
            }
            _ => groups.push(vec![file]),
        }
    }
    let mut files = Vec::new();
    for (index, group) in groups.into_iter().enumerate() {
        if let [file] = group[..] {
            files.push(file.clone());
            continue;
        }
        let mut part = Part::new(folder, spec, format!("{number:06}-{index:03}.parquet"));
        for file in group {
            let table = TableFile::open(folder, file, spec)?;
            for group in 0..table.groups() {
                for found in pieces(&table, group) {
                    let rows = read_rows(&table, &found, spec)?;
                    part.push(|into| into.append(rows))?;
                }
            }
        }
        part.finish(&mut files)?;
    }
    Ok(files)
}

/// Splits a group into ranges of at most [`HELD_ROWS`] rows.
fn pieces(table: &TableFile, group: usize) -> impl Iterator<Item = Found> {
    let rows = table.group_rows(group);
    (0..rows).step_by(HELD_ROWS).map(move |start| Found { group, rows: start..(start + HELD_ROWS).min(rows) })
}

/// Reads all columns of a range of rows.
fn read_rows(table: &TableFile, found: &Found, spec: &TableSpec) -> Result<Rows, ArchiveError> {
    let mut rows = Rows::new(spec.columns);
    for (index, (column, kind)) in rows.columns.iter_mut().zip(spec.columns).enumerate() {
        match (column, kind.kind) {
            (Column::I32(values), _) => table.ints(found, index, values)?,
            (Column::I64(values), _) => table.longs(found, index, values)?,
            (Column::Bytes(texts), Kind::Text | Kind::Bytes) => {
                let mut read = Vec::new();
                table.texts(found, index, &mut read)?;
                read.iter().for_each(|text| texts.push(text.as_deref()));
            }
            (Column::Bytes(_), _) => unreachable!("a column of numbers holds no texts"),
        }
    }
    Ok(rows)
}

/// Merges all runs of positions and of pairs, and recomputes the sums. Returns the new files.
fn merge_runs(folder: &Path, manifest: &Manifest, number: u32) -> Result<Vec<FileEntry>, ArchiveError> {
    let games: Vec<TableFile> = manifest
        .files_of(GAMES.name)
        .map(|file| TableFile::open(folder, file, &GAMES))
        .collect::<Result<_, _>>()?;
    let attributes = Attributes::load(&games)?;
    let name = format!("{number:06}.parquet");
    let mut files = Vec::new();
    let mut hot: Vec<HotRow> = Vec::new();
    for spec in [&POSITIONS, &PAIRS] {
        let is_pair = spec.name == PAIRS.name;
        let mut part = Part::new(folder, spec, name.clone());
        let mut sums = Sums::new(is_pair);
        let mut held: Vec<PositionRow> = Vec::with_capacity(HELD_ROWS);
        let mut merge = Merge::new(folder, manifest, spec)?;
        let is_superseded = |row: &PositionRow| {
            manifest.superseded.binary_search_by_key(&row.game, |superseded| superseded.game).is_ok()
        };
        loop {
            let row = merge.next()?;
            if row.as_ref().is_some_and(is_superseded) {
                continue;
            }
            if held.len() == HELD_ROWS || (row.is_none() && !held.is_empty()) {
                part.push(|into| held.iter().for_each(|row| push_position(spec, row, into)))?;
                held.clear();
            }
            let Some(row) = row else { break };
            sums.add(&row, |row: &PositionRow| attributes.brief(row.game));
            held.push(row);
        }
        hot.extend(sums.finish());
        part.finish(&mut files)?;
    }
    hot.sort_unstable_by_key(|row| (row.key, row.kind, row.mv));
    let mut part = Part::new(folder, &HOT, name);
    if !hot.is_empty() {
        part.push(|columns| hot.iter().for_each(|row| hot::push_hot(row, columns)))?;
    }
    part.finish(&mut files)?;
    Ok(files)
}

/// A k-way merge of sorted runs.
struct Merge {
    runs: Vec<Source>,
    /// The next row of each run, smallest on top.
    next: BinaryHeap<Reverse<(Order, usize)>>,
}

/// The sort key of rows.
type Order = (i64, i64, i32, i32, i8);

fn order(row: &PositionRow) -> Order {
    (row.key, row.reserves, row.game, row.ply, row.seat)
}

struct Source {
    table: TableFile,
    spec: &'static TableSpec,
    waiting: std::vec::IntoIter<Found>,
    held: std::vec::IntoIter<PositionRow>,
}

impl Source {
    /// Returns the next row without consuming it.
    fn peek(&mut self) -> Result<Option<PositionRow>, ArchiveError> {
        while self.held.as_slice().is_empty() {
            let Some(found) = self.waiting.next() else { return Ok(None) };
            self.held = read_positions(&self.table, &found, self.spec)?.into_iter();
        }
        Ok(self.held.as_slice().first().copied())
    }
}

impl Merge {
    fn new(folder: &Path, manifest: &Manifest, spec: &'static TableSpec) -> Result<Merge, ArchiveError> {
        let mut merge = Merge { runs: Vec::new(), next: BinaryHeap::new() };
        for file in manifest.files_of(spec.name) {
            let table = TableFile::open(folder, file, spec)?;
            let waiting: Vec<Found> = (0..table.groups()).flat_map(|group| pieces(&table, group)).collect();
            merge.runs.push(Source {
                table,
                spec,
                waiting: waiting.into_iter(),
                held: Vec::new().into_iter(),
            });
        }
        for index in 0..merge.runs.len() {
            merge.push_next(index)?;
        }
        Ok(merge)
    }

    /// Pushes the next row of a run onto the heap.
    fn push_next(&mut self, index: usize) -> Result<(), ArchiveError> {
        if let Some(row) = self.runs[index].peek()? {
            self.next.push(Reverse((order(&row), index)));
        }
        Ok(())
    }

    fn next(&mut self) -> Result<Option<PositionRow>, ArchiveError> {
        let Some(Reverse((_, index))) = self.next.pop() else { return Ok(None) };
        let row = self.runs[index].held.next();
        self.push_next(index)?;
        Ok(row)
    }
}

fn read_positions(
    table: &TableFile,
    found: &Found,
    spec: &'static TableSpec,
) -> Result<Vec<PositionRow>, ArchiveError> {
    let ints = |name: &str| {
        let mut values = Vec::with_capacity(found.rows.len());
        table.ints(found, spec.column(name), &mut values).map(|()| values)
    };
    let longs = |name: &str| {
        let mut values = Vec::with_capacity(found.rows.len());
        table.longs(found, spec.column(name), &mut values).map(|()| values)
    };
    let (keys, reserves) = (longs("key")?, longs("reserves")?);
    let (games, plies, seats) = (ints("game")?, ints("ply")?, ints("seat")?);
    let (moves, flags, used) = (ints("move")?, ints("flags")?, ints("used_ds")?);
    let others = if spec.name == PAIRS.name { longs("other_reserves")? } else { vec![0; keys.len()] };
    let rows = (0..keys.len()).map(|at| PositionRow {
        key: keys[at],
        reserves: reserves[at],
        game: games[at],
        ply: plies[at],
        used: used[at],
        mv: moves[at] as i16,
        seat: seats[at] as i8,
        flags: flags[at] as i8,
        other_reserves: others[at],
    });
    Ok(rows.collect())
}
