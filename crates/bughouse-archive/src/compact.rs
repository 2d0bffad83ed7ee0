//! Compacts an archive: merges sorted runs, and concatenates small consecutive files.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs;
use std::path::Path;

use crate::batch::push_position;
use crate::briefs::Briefs;
use crate::collect::PositionRow;
use crate::column::{Column, Rows};
use crate::error::ArchiveError;
use crate::hot::{self, HotRow, Sums};
use crate::import::Importer;
use crate::manifest::{FileEntry, Manifest, batch_number};
use crate::part::Part;
use crate::schema::{GAMES, HOT, Kind, MOVES, PAIRS, PLAYERS, POSITIONS, RECORDS, REFUSED, TableSpec};
use crate::table::{Found, TableFile};

/// Consecutive files of a table are concatenated up to this size.
pub(crate) const MOST_BYTES: u64 = 256 << 20;
/// How many rows of a run are kept in memory.
const HELD_ROWS: usize = 32_768;
/// With more sorted runs than this, the newest ones are merged after games were added.
const MOST_RUNS: usize = 12;

impl Importer {
    /// Merges the files of many imports, which makes queries faster. Their results don't change.
    ///
    /// Archives that are already open keep using the old files.
    ///
    /// # Errors
    /// The archive cannot be read or written. It is then unchanged.
    pub fn compact(&mut self) -> Result<(), ArchiveError> {
        self.merge(0)
    }

    /// Merges the newest runs if there are many. The batches since `new` were just added.
    pub(crate) fn merge_newest(&mut self, new: u32) -> Result<(), ArchiveError> {
        // A batch of a joint import has several files, with different keys. They count as one run.
        let mut runs: Vec<(u32, u64)> = Vec::new();
        for file in self.manifest.files_of(POSITIONS.name) {
            let batch = batch_number(&file.name).unwrap_or_default();
            match runs.last_mut().filter(|(last, _)| *last == batch) {
                Some((_, rows)) => *rows += file.rows,
                None => runs.push((batch, file.rows)),
            }
        }
        first_to_merge(&runs, new).map_or(Ok(()), |first| self.merge(first))
    }

    /// Merges the files of batches since `first`; 0 for all.
    fn merge(&mut self, first: u32) -> Result<(), ArchiveError> {
        let done = self.rewrite(first);
        if done.is_err() {
            self.roll_back()?;
        }
        done
    }

    fn rewrite(&mut self, first: u32) -> Result<(), ArchiveError> {
        let folder = self.folder.clone();
        let manifest = &self.manifest;
        let number = manifest.next_batch;
        let next = number.checked_add(1).ok_or(ArchiveError::Full)?;
        let is_kept = |file: &&FileEntry| batch_number(&file.name).is_some_and(|batch| batch < first);
        let mut files: Vec<FileEntry> = Vec::new();
        for spec in [&GAMES, &MOVES, &RECORDS, &REFUSED, &PLAYERS] {
            let all: Vec<&FileEntry> = manifest.files_of(spec.name).collect();
            // The last part of the list, because a large file keeps its place among files of later batches.
            let (kept, merged) = all.split_at(all.iter().rposition(is_kept).map_or(0, |last| last + 1));
            files.extend(kept.iter().copied().cloned());
            files.extend(concatenate(&folder, merged, spec, number)?);
        }
        let runs = || [&POSITIONS, &PAIRS, &HOT].into_iter().flat_map(|spec| manifest.files_of(spec.name));
        // Rows of a superseded game can be in any run.
        let removes = !manifest.files_of(POSITIONS.name).any(|file| is_kept(&file));
        let has_superseded = removes && manifest.superseded.iter().any(|superseded| !superseded.removed);
        let merged = manifest.files_of(POSITIONS.name).filter(|file| !is_kept(file)).count();
        let merges = has_superseded || merged > 1;
        if merges {
            let merged: Vec<&FileEntry> = runs().filter(|file| !is_kept(file)).collect();
            files.extend(runs().filter(is_kept).cloned());
            files.extend(merge_runs(&folder, manifest, &merged, removes, number)?);
        } else {
            files.extend(runs().cloned());
        }
        if files == self.manifest.files {
            return Ok(());
        }
        let new: Vec<FileEntry> =
            files.iter().filter(|file| !self.manifest.files.contains(file)).cloned().collect();
        let old = std::mem::replace(&mut self.manifest.files, files);
        self.manifest.next_batch = next;
        if merges && removes {
            self.manifest.superseded.iter_mut().for_each(|superseded| superseded.removed = true);
        }
        let replaced = old.iter().filter(|file| !self.manifest.files.contains(file));
        self.manifest.replaced = replaced.map(FileEntry::full_name).collect();
        self.open_files(&new)?;
        self.manifest.commit(&folder, &new)?;
        for file in old {
            if !self.manifest.files.contains(&file) {
                // If this fails, the next writer removes the file.
                let _ = fs::remove_file(Manifest::path(&folder, &file));
                let _ = fs::remove_file(Manifest::sums_path(&folder, &file));
            }
        }
        self.manifest.replaced.retain(|name| folder.join(name).exists());
        Ok(())
    }
}

/// Returns the first batch to merge with all later ones; 0 for all, `None` if there is nothing to do. `runs` are batches
/// and their rows, and those since `new` were just added.
///
/// A run is merged with later ones only if it has at most twice as many rows as they have together. So each time a row is
/// rewritten, its run grows by half or more, and a small import doesn't rewrite a large run.
fn first_to_merge(runs: &[(u32, u64)], new: u32) -> Option<u32> {
    if runs.len() <= MOST_RUNS {
        return None;
    }
    // Large runs of interrupted or joint imports add up. Merge them once rather than let every query read all of them.
    if runs.len() > 2 * MOST_RUNS {
        return Some(0);
    }
    let mut start = runs.partition_point(|(batch, _)| *batch < new).min(runs.len() - 1);
    let mut rows: u64 = runs[start..].iter().map(|(_, rows)| rows).sum();
    while start > 0 && runs[start - 1].1 / 2 <= rows {
        start -= 1;
        rows += runs[start].1;
    }
    match start {
        0 => Some(0),
        _ => (runs.len() - start > 1).then(|| runs[start].0),
    }
}

/// Concatenates small consecutive files of a table. Returns the files that have their rows, in order.
fn concatenate(
    folder: &Path,
    all: &[&FileEntry],
    spec: &'static TableSpec,
    number: u32,
) -> Result<Vec<FileEntry>, ArchiveError> {
    let mut groups: Vec<Vec<&FileEntry>> = Vec::new();
    for &file in all {
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

/// Merges runs of positions and of pairs, and recomputes the sums. If it `removes` superseded games, the new files don't
/// have their rows. Returns the new files.
fn merge_runs(
    folder: &Path,
    manifest: &Manifest,
    runs: &[&FileEntry],
    removes: bool,
    number: u32,
) -> Result<Vec<FileEntry>, ArchiveError> {
    let mut merges = Vec::new();
    for spec in [&POSITIONS, &PAIRS] {
        merges.push((spec, Merge::new(folder, runs, spec)?));
    }
    let first = merges.iter().map(|(_, merge)| merge.first_game()).min().unwrap_or_default();
    let briefs = Briefs::load(folder, manifest, first)?;
    let name = format!("{number:06}.parquet");
    let mut files = Vec::new();
    let mut hot: Vec<HotRow> = Vec::new();
    for (spec, mut merge) in merges {
        let is_pair = spec.name == PAIRS.name;
        let mut part = Part::new(folder, spec, name.clone());
        let mut sums = Sums::new(is_pair);
        let mut held: Vec<PositionRow> = Vec::with_capacity(HELD_ROWS);
        let is_removed = |row: &PositionRow| {
            let superseded = &manifest.superseded;
            removes && superseded.binary_search_by_key(&row.game, |superseded| superseded.game).is_ok()
        };
        loop {
            let row = merge.next()?;
            if row.as_ref().is_some_and(is_removed) {
                continue;
            }
            if held.len() == HELD_ROWS || (row.is_none() && !held.is_empty()) {
                part.push(|into| held.iter().for_each(|row| push_position(spec, row, into)))?;
                held.clear();
            }
            let Some(row) = row else { break };
            sums.add(&row, |row: &PositionRow| briefs.of(row.game));
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
    fn new(folder: &Path, runs: &[&FileEntry], spec: &'static TableSpec) -> Result<Merge, ArchiveError> {
        let mut merge = Merge { runs: Vec::new(), next: BinaryHeap::new() };
        for file in runs.iter().filter(|file| file.table == spec.name) {
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

    /// Returns the least id of a game in the runs; 0 if a file doesn't say.
    fn first_game(&self) -> i32 {
        let bounds = self.runs.iter().map(|run| run.table.int_bounds(run.spec.column("game")));
        bounds.map(|bounds| bounds.map_or(0, |(least, _)| least)).min().unwrap_or(i32::MAX)
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

#[cfg(test)]
mod tests {
    use super::{MOST_RUNS, first_to_merge};

    /// Returns runs with these rows, in the batches 1, 2 and so on.
    fn runs(rows: &[u64]) -> Vec<(u32, u64)> {
        (1..).zip(rows.iter().copied()).collect()
    }

    /// Returns the first batch to merge after the last one was added.
    fn first(rows: &[u64]) -> Option<u32> {
        first_to_merge(&runs(rows), rows.len() as u32)
    }

    #[test]
    fn only_newest_runs_of_similar_size_are_merged() {
        assert_eq!(first(&[100; MOST_RUNS]), None);
        assert_eq!(first(&[100; MOST_RUNS + 1]), Some(0));
        let mut rows = vec![1_000_000, 20_000];
        rows.extend([5; MOST_RUNS - 1]);
        assert_eq!(first(&rows), Some(3));
        // Nothing is worth merging yet.
        let mut rows = vec![100_000; MOST_RUNS];
        rows.push(5);
        assert_eq!(first(&rows), None);
        rows.push(5);
        assert_eq!(first(&rows), Some(MOST_RUNS as u32 + 1));
        // All runs of the same import are merged, whatever their order.
        assert_eq!(first_to_merge(&runs(&rows), 1), Some(0));
        // There are never more than twice as many.
        assert_eq!(first(&[[100_000; 2 * MOST_RUNS].as_slice(), &[5]].concat()), Some(0));
    }

    #[test]
    fn many_imports_rewrite_each_row_a_few_times() {
        let (mut rows, mut written, mut most): (Vec<(u32, u64)>, u64, usize) = (vec![(1, 300_000)], 0, 0);
        for batch in 2..10_002 {
            rows.push((batch, 100));
            if let Some(first) = first_to_merge(&rows, batch) {
                let start = rows.partition_point(|(batch, _)| *batch < first);
                let merged: u64 = rows.drain(start..).map(|(_, rows)| rows).sum();
                rows.push((batch, merged));
                written += merged;
            }
            most = most.max(rows.len());
        }
        assert!(most <= 2 * MOST_RUNS, "{most} runs");
        // 1,000,000 rows were added.
        assert!(written < 12_000_000, "{written} rows were rewritten");
    }
}
