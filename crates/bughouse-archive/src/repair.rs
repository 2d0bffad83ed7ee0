//! Rebuilds a lost or damaged manifest from the files of an archive.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::archive::Archive;
use crate::column::UNKNOWN;
use crate::error::ArchiveError;
use crate::lock::Lock;
use crate::manifest::{self, FileEntry, Manifest, Source, Superseded};
use crate::regular;
use crate::schema::{GAMES, HOT, MOVES, PAIRS, PLAYERS, POSITIONS, RECORDS, REFUSED, TABLES, TableSpec};
use crate::table::{Computed, Found, TableFile};

/// What a repair did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Repaired {
    /// What was wrong; `None` if the archive is not damaged. Then nothing was written.
    pub problem: Option<String>,
    /// The name under which the damaged manifest was kept; `None` if there was none.
    pub kept_as: Option<String>,
    /// The number of games in the archive, without those that were superseded.
    pub games: usize,
    /// The number of files in the archive.
    pub files: usize,
    /// Files that are not part of the archive, because others have the same rows.
    pub replaced: Vec<String>,
    /// Files whose checksums were lost and computed again. Earlier damage to them can't be detected.
    pub unverified: Vec<String>,
    /// The number of sources whose names are lost. If their files are added again, all games are duplicates.
    pub lost_sources: usize,
}

/// Rebuilds the manifest of an archive from its other files. Keeps the damaged manifest under another name.
///
/// # Errors
/// The folder is not an archive, another process is writing to it, or files are damaged or missing: a new
/// manifest would not be enough. Then nothing was written.
pub fn repair(folder: &Path) -> Result<Repaired, ArchiveError> {
    let is_archive = TABLES.iter().any(|table| folder.join(table.name).is_dir());
    if !is_archive && !folder.join(manifest::NAME).exists() {
        let found = if folder.is_dir() { "it has no tables" } else { "there is no such folder" };
        return Err(ArchiveError::NotAnArchive { path: folder.to_owned(), found });
    }
    let _lock = Lock::take(folder)?;
    let problem = match Archive::open(folder).and_then(|archive| archive.verify().map(|()| archive)) {
        Ok(archive) => {
            let (games, files) = (archive.manifest().game_count(), archive.manifest().files.len());
            return Ok(Repaired { games, files, ..Repaired::default() });
        }
        Err(error @ ArchiveError::Newer { .. }) => return Err(error),
        Err(error) => error.to_string(),
    };
    let mut repaired = Repaired { problem: Some(problem), ..Repaired::default() };
    manifest::require_folders(folder)?;
    let old = Salvaged::read(folder)?;
    let mut computed = Computed::new();
    let tables = Tables::find(folder, &mut computed)?;
    repaired.unverified = computed.keys().cloned().collect();
    let mut manifest = tables.manifest(folder, &old, &computed, &mut repaired)?;
    repaired.games = manifest.game_count();
    repaired.files = manifest.files.len();
    let sums: Vec<(PathBuf, Vec<u8>)> = manifest
        .files
        .iter()
        .filter_map(|file| Some((Manifest::sums_path(folder, file), computed.remove(&file.full_name())?)))
        .collect();
    if !sums.is_empty() {
        regular::make_folder(&folder.join(manifest::SUMS))?;
    }
    // Until there is a manifest, computed checksums have temporary names. Otherwise, a second repair after a failed one
    // would take these files for verified.
    for (path, sums) in &sums {
        // A link in its place is not a file of the archive.
        if fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink()) {
            fs::remove_file(path).map_err(ArchiveError::io(path))?;
        }
        let path = manifest::temporary_sums(path);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(ArchiveError::Io { path, error });
            }
            _ => regular::write_new(&path, sums)?,
        }
    }
    if let Some(text) = &old.text {
        repaired.kept_as = Some(keep(folder, text)?);
    }
    manifest.commit(folder, &[])?;
    for (path, _) in &sums {
        regular::rename_new(&manifest::temporary_sums(path), path).map_err(ArchiveError::io(path))?;
    }
    if !sums.is_empty() {
        manifest::sync_folder(&folder.join(manifest::SUMS))?;
    }
    Ok(repaired)
}

/// The most sources without a game or a skipped part.
const MOST_EMPTY_SOURCES: u64 = 100_000;

/// Saves the damaged manifest under a new name. Returns the name.
fn keep(folder: &Path, text: &[u8]) -> Result<String, ArchiveError> {
    let mut number = 1;
    loop {
        let name = format!("manifest.damaged-{number}.json");
        let path = folder.join(&name);
        match File::create_new(&path) {
            Ok(mut file) => {
                file.write_all(text).and_then(|()| file.sync_all()).map_err(ArchiveError::io(&path))?;
                return Ok(name);
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(ArchiveError::Io { path, error }),
        }
    }
}

/// What can be used of the manifest.
#[derive(Default)]
struct Salvaged {
    text: Option<Vec<u8>>,
    generation: u64,
    /// If it is intact. Then it is older than the files, for example, and right about its time. Nothing else is used,
    /// because a flipped bit makes a name or a number wrong.
    intact: Option<Manifest>,
}

impl Salvaged {
    fn read(folder: &Path) -> Result<Salvaged, ArchiveError> {
        let path = folder.join(manifest::NAME);
        let text = match regular::read(&path, manifest::MOST_BYTES) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Salvaged::default()),
            Err(error) => return Err(ArchiveError::of_reading(&path, error)),
        };
        let value: Value = serde_json::from_slice(&text).unwrap_or_default();
        let generation = value.get("generation").and_then(Value::as_u64).unwrap_or_default();
        // Readers only compare it with the one before. A flipped bit could leave no larger number.
        let generation = generation.min(u32::MAX.into());
        let intact = Manifest::from_bytes(&text).ok().filter(|_| Manifest::has_valid_checksum(&text));
        let generation = intact.as_ref().map_or(generation, |manifest| manifest.generation);
        Ok(Salvaged { text: Some(text), generation, intact })
    }
}

fn is_lost(source: &Source) -> bool {
    source.checksum.is_empty()
}

fn lost_source() -> Source {
    Source { complete: true, ..Source::new("?".to_owned(), 0, String::new()) }
}

/// The files of an archive, by table.
struct Tables {
    files: BTreeMap<&'static str, Vec<Candidate>>,
    next_batch: u32,
}

/// A file that may be a part of the archive.
struct Candidate {
    entry: FileEntry,
    table: TableFile,
    batch: u32,
}

impl Tables {
    /// Opens all files in the folders of tables, the newest first, and checks them.
    fn find(folder: &Path, computed: &mut Computed) -> Result<Tables, ArchiveError> {
        let mut tables = Tables { files: BTreeMap::new(), next_batch: 1 };
        for spec in &TABLES {
            let mut files = Vec::new();
            for name in manifest::names_in(&folder.join(spec.name))? {
                let Some(batch) = manifest::batch_number(&name) else { continue };
                let Some(next_batch) = batch.checked_add(1) else {
                    let what = "the number in its name is too large. Move it elsewhere";
                    return Err(ArchiveError::damaged(&folder.join(spec.name).join(name), what));
                };
                let (table, entry) = TableFile::discover(folder, name, spec, computed)?;
                tables.next_batch = tables.next_batch.max(next_batch);
                files.push(Candidate { entry, table, batch });
            }
            files.sort_by(|one, other| (other.batch, &other.entry.name).cmp(&(one.batch, &one.entry.name)));
            tables.files.insert(spec.name, files);
        }
        Ok(tables)
    }

    /// Selects the files that make up the archive, and returns their manifest.
    fn manifest(
        mut self,
        folder: &Path,
        old: &Salvaged,
        computed: &Computed,
        repaired: &mut Repaired,
    ) -> Result<Manifest, ArchiveError> {
        let games =
            self.select(&GAMES, repaired, |files, file| overlaps(files, file, GAMES.column("game")))?;
        let players =
            self.select(&PLAYERS, repaired, |files, file| overlaps(files, file, PLAYERS.column("player")))?;
        let moves =
            self.select(&MOVES, repaired, |files, file| overlaps(files, file, MOVES.column("game")))?;
        let records = self.select(&RECORDS, repaired, |files, file| repeats(files, file, &RECORDS))?;
        let mut skipped = self.select(&REFUSED, repaired, |files, file| repeats(files, file, &REFUSED))?;
        skipped.reverse();
        // Files are in the order of their batches, and so are their ids unless a large table was merged in parts.
        let by = |mut files: Vec<Candidate>, column: usize| {
            files.sort_by(|one, other| (one.batch, &one.entry.name).cmp(&(other.batch, &other.entry.name)));
            if !files.iter().filter_map(|file| file.table.int_bounds(column)).is_sorted() {
                files.sort_by_key(|file| file.table.int_bounds(column));
            }
            files
        };
        let games = by(games, GAMES.column("game"));
        let records = in_order(records, &games)?;
        let mut files = Vec::new();
        let (mut game_rows, mut sources) = (0, 0);
        for (spec, column) in [
            (&GAMES, games),
            (&MOVES, by(moves, MOVES.column("game"))),
            (&RECORDS, records),
            (&REFUSED, skipped),
            (&PLAYERS, by(players, PLAYERS.column("player"))),
        ] {
            for file in column {
                if let Some((_, last)) = (spec.name != MOVES.name && spec.name != PLAYERS.name)
                    .then(|| file.table.int_bounds(spec.column("source")))
                    .flatten()
                {
                    sources = sources.max(last.saturating_add(1));
                }
                game_rows += if spec.name == GAMES.name { file.entry.rows } else { 0 };
                files.push(file.entry);
            }
        }
        for spec in [&POSITIONS, &PAIRS] {
            let mut runs = self.select(spec, repaired, |files, file| {
                // Runs of one batch have the same games, but other keys.
                let others: Vec<&Candidate> =
                    files.iter().filter(|other| other.batch != file.batch).collect();
                Ok(others.iter().any(|other| overlap(other, file, spec.column("game"))))
            })?;
            runs.reverse();
            files.extend(runs.into_iter().map(|file| file.entry));
        }
        for file in self.files.remove(HOT.name).into_iter().flatten() {
            let has_run = files.iter().any(|run| run.table == POSITIONS.name && run.name == file.entry.name);
            if has_run {
                files.push(file.entry);
            } else {
                repaired.replaced.push(file.entry.full_name());
            }
        }
        let player_rows: u64 =
            files.iter().filter(|file| file.table == PLAYERS.name).map(|file| file.rows).sum();
        let texts = files.iter().any(|file| file.table == RECORDS.name);
        let mut manifest = Manifest::new(texts);
        manifest.generation = old.generation.max(self.next_batch.into());
        manifest.next_batch = self.next_batch;
        manifest.games = i32::try_from(game_rows).map_err(|_| ArchiveError::Full)?;
        manifest.players = i32::try_from(player_rows).map_err(|_| ArchiveError::Full)?;
        manifest.files = files;
        manifest.replaced.clone_from(&repaired.replaced);
        if let Some(old) = &old.intact {
            manifest.sources.clone_from(&old.sources);
        }
        let pieces: u64 = manifest
            .files
            .iter()
            .filter(|file| [GAMES.name, REFUSED.name].contains(&file.table.as_str()))
            .map(|file| file.rows)
            .sum();
        // Each piece is of a source, and a few sources have none. A damaged table can have any number.
        if sources.max(0) as u64 > pieces + MOST_EMPTY_SOURCES {
            let what = format!("it has a game of source {}, with {pieces} games in all", sources - 1);
            return Err(ArchiveError::damaged(&folder.join(GAMES.name), what));
        }
        manifest.sources.resize_with(manifest.sources.len().max(sources.max(0) as usize), lost_source);
        let archive = Archive::open_summed(folder, manifest.clone(), computed)?;
        let outcomes = archive.outcomes()?;
        let known = sources.max(0) as usize;
        for (number, source) in manifest.sources.iter_mut().enumerate() {
            // Games were added to it later, or it belongs to another archive.
            if source.counts != outcomes[number] {
                *source = lost_source();
            }
            // Its last game may not be among the games.
            source.open_end = source.open_end.filter(|end| end.game.is_none_or(|game| game < manifest.games));
        }
        while manifest.sources.len() > known && manifest.sources.last().is_some_and(is_lost) {
            manifest.sources.pop();
        }
        repaired.lost_sources = manifest.sources.iter().filter(|source| is_lost(source)).count();
        let removed = archive.games_without_positions()?;
        let mut superseded: BTreeMap<i32, Superseded> =
            removed.into_iter().map(|game| (game, Superseded { game, by: None, removed: true })).collect();
        let list = superseded.values().copied().collect();
        let known = Manifest { superseded: list, ..manifest.clone() };
        for found in Archive::open_summed(folder, known, computed)?.find_cut_games()? {
            let removed = superseded.contains_key(&found.cut);
            superseded.insert(found.cut, Superseded { game: found.cut, by: Some(found.whole), removed });
            if let Some(source) = manifest.sources.get_mut(found.source as usize)
                && source.continues.is_none()
            {
                source.continues = found.continuation;
            }
        }
        manifest.superseded = superseded.into_values().collect();
        for (source, counts) in manifest.sources.iter_mut().zip(outcomes) {
            counts
                .iter()
                .for_each(|(outcome, games)| *manifest.counts.entry(outcome.clone()).or_default() += games);
            source.counts = counts;
        }
        manifest.validate().map_err(|what| ArchiveError::damaged(&folder.join(manifest::NAME), what))?;
        Archive::open_summed(folder, manifest.clone(), computed)?.cross_check()?;
        Ok(manifest)
    }

    /// Selects files of a table, the newest first, leaving out those that repeat newer ones.
    fn select(
        &mut self,
        spec: &TableSpec,
        repaired: &mut Repaired,
        is_replaced: impl Fn(&[Candidate], &Candidate) -> Result<bool, ArchiveError>,
    ) -> Result<Vec<Candidate>, ArchiveError> {
        let mut selected: Vec<Candidate> = Vec::new();
        for file in self.files.remove(spec.name).unwrap_or_default() {
            if is_replaced(&selected, &file)? {
                repaired.replaced.push(file.entry.full_name());
            } else {
                selected.push(file);
            }
        }
        Ok(selected)
    }
}

/// Returns `true` if files have an id in common.
fn overlap(one: &Candidate, other: &Candidate, column: usize) -> bool {
    match (one.table.int_bounds(column), other.table.int_bounds(column)) {
        (Some(one), Some(other)) => one.0 <= other.1 && other.0 <= one.1,
        _ => false,
    }
}

fn overlaps(files: &[Candidate], file: &Candidate, column: usize) -> Result<bool, ArchiveError> {
    Ok(files.iter().any(|other| overlap(other, file, column)))
}

/// Returns `true` if one of some files has the first row of another. Rows are identified by their place in the source.
fn repeats(files: &[Candidate], file: &Candidate, spec: &TableSpec) -> Result<bool, ArchiveError> {
    let first = places(&file.table, spec, 1)?;
    for other in files {
        if places(&other.table, spec, usize::MAX)?.iter().any(|place| first.contains(place)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns source and byte of the first rows of a file.
fn places(file: &TableFile, spec: &TableSpec, limit: usize) -> Result<Vec<(i32, i64)>, ArchiveError> {
    let mut places = Vec::new();
    for group in 0..file.groups() {
        let rows = file.group_rows(group).min(limit - places.len());
        let found = Found { group, rows: 0..rows };
        let (mut sources, mut bytes) = (Vec::new(), Vec::new());
        file.ints(&found, spec.column("source"), &mut sources)?;
        file.longs(&found, spec.column("byte"), &mut bytes)?;
        places.extend(sources.into_iter().zip(bytes));
    }
    Ok(places)
}

/// Sorts files of texts by the rows to which games refer. A file without games fills a gap, the oldest first.
fn in_order(records: Vec<Candidate>, games: &[Candidate]) -> Result<Vec<Candidate>, ArchiveError> {
    let mut rows = Vec::new();
    for file in games {
        for group in 0..file.table.groups() {
            let found = Found { group, rows: 0..file.table.group_rows(group) };
            file.table.longs(&found, GAMES.column("record"), &mut rows)?;
        }
    }
    let (mut placed, mut others) = (Vec::new(), Vec::new());
    for file in records.into_iter().rev() {
        let mut of_games = Vec::new();
        for group in 0..file.table.groups() {
            let found = Found { group, rows: 0..file.table.group_rows(group) };
            file.table.ints(&found, RECORDS.column("game"), &mut of_games)?;
        }
        let first = of_games.iter().enumerate().find(|(_, game)| **game != UNKNOWN);
        let start = first.and_then(|(at, game)| Some(rows.get(usize::try_from(*game).ok()?)? - at as i64));
        match start {
            Some(start) => placed.push((start, file)),
            None => others.push(file),
        }
    }
    placed.sort_by_key(|(start, _)| *start);
    let (mut ordered, mut next, mut others) = (Vec::new(), 0, others.into_iter().peekable());
    for (start, file) in placed {
        while next < start && others.peek().is_some() {
            let filler = others.next();
            next += filler.as_ref().map_or(0, |file| file.entry.rows as i64);
            ordered.extend(filler);
        }
        next += file.entry.rows as i64;
        ordered.push(file);
    }
    ordered.extend(others);
    Ok(ordered)
}
