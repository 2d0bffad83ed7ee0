//! The leader of a joint import.

use std::collections::BTreeMap;
use std::path::Path;

use twox_hash::XxHash3_128;

use crate::batch::push_player;
use crate::error::ArchiveError;
use crate::import::{ImportOptions, ImportReport, Importer, InputReport};
use crate::joint::range::{Identity, SourceRange};
use crate::joint::reports::reported_files;
use crate::joint::scratch;
use crate::joint::survey::{GamesHash, NOBODY, Survey, SurveyedEnd};
use crate::joint::write::RangePlan;
use crate::manifest::{FileEntry, OpenEnd, Source};
use crate::part::Part;
use crate::regular;
use crate::schema::{GAMES, MOVES, PAIRS, PLAYERS, POSITIONS, RECORDS, REFUSED, TABLES};

/// Leads an import shared by several processes. Holds the archive's lock until it is committed or dropped.
#[derive(Debug)]
pub struct JointImport {
    importer: Importer,
    /// The report so far: one entry per source.
    report: ImportReport,
    /// The ranges, each with the index of its source in the report.
    ranges: Vec<(SourceRange, usize)>,
    /// The sources to read: their indexes in the manifest and in the report.
    reading: Vec<(usize, usize)>,
    planned: Option<Planned>,
}

/// What must be written before the import can be committed.
#[derive(Debug, Default)]
struct Planned {
    players: Vec<FileEntry>,
    /// The number of rows by table.
    rows: BTreeMap<&'static str, u64>,
}

/// A source to read.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct JointSource {
    /// Its ranges, in order; empty if all of it is already in the archive.
    pub ranges: Vec<SourceRange>,
}

/// The result of [`JointImport::plan`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Counted {
    /// The number of games that will be added.
    pub games: u64,
    /// The file name of each range's plan, for [`RangePlan::read`].
    pub plans: Vec<String>,
}

impl JointImport {
    /// Opens an archive to add games, or creates one in a folder that is empty or doesn't exist.
    ///
    /// # Errors
    /// The same as [`Importer::open`].
    pub fn open(folder: &Path, texts: bool) -> Result<JointImport, ArchiveError> {
        let importer = Importer::open(folder, ImportOptions::default().texts(texts))?;
        let path = scratch(folder);
        regular::make_folder(&path)?;
        let report = ImportReport::default();
        Ok(JointImport { importer, report, ranges: Vec::new(), reading: Vec::new(), planned: None })
    }

    /// Returns the number of the batch. The names of all new files start with it.
    pub fn batch(&self) -> u32 {
        self.importer.manifest.next_batch
    }

    /// Returns the sizes and checksums of the sources in the archive, for
    /// [`identify`](crate::joint::identify).
    pub fn known(&self) -> Vec<(u64, String)> {
        let sources = self.importer.manifest.sources.iter().filter(|source| !source.checksum.is_empty());
        sources.map(|source| (source.bytes, source.checksum.clone())).collect()
    }

    /// Adds a source, and splits it into ranges of about `split` bytes. If it starts with the text of a source that the
    /// archive had before, only the rest is read.
    pub fn add(&mut self, name: &str, identity: &Identity, split: u64) -> JointSource {
        let sources = &mut self.importer.manifest.sources;
        let before = sources.iter().position(|source| source.checksum == identity.checksum);
        let twice = self.reading.iter().any(|&(source, _)| before == Some(source));
        let known = twice || before.is_some_and(|at| sources[at].complete);
        let at = self.report.inputs.len();
        self.report.inputs.push(InputReport { known, ..InputReport::new(name.to_owned()) });
        if known {
            return JointSource { ranges: Vec::new() };
        }
        let source = before.unwrap_or_else(|| {
            let source = Source::new(name.to_owned(), identity.bytes, identity.checksum.clone());
            let begins_with = |source: &Source| identity.begins_with.as_ref() == Some(&source.checksum);
            let continued = sources.iter().position(begins_with);
            // One of the same call wasn't read yet.
            let continued = continued.filter(|at| self.reading.iter().all(|(source, _)| source != at));
            sources.push(match continued {
                Some(before) => source.continuing(before as u32, &sources[before]),
                None => source,
            });
            sources.len() - 1
        });
        let ranges = SourceRange::cut(source as i32, identity, sources[source].done_bytes, split);
        self.reading.push((source, at));
        self.ranges.extend(ranges.iter().map(|range| (range.clone(), at)));
        JointSource { ranges }
    }

    /// Decides which games to add, and writes a plan for each range. `surveys` are the file names of the surveys, in
    /// the order of sources and ranges.
    ///
    /// # Errors
    /// A survey cannot be read or is missing, a plan cannot be written, or the archive is full.
    pub fn plan(&mut self, surveys: &[String]) -> Result<Counted, ArchiveError> {
        let folder = self.importer.folder.clone();
        if surveys.len() != self.ranges.len() || self.planned.is_some() {
            let what = format!("{} ranges have {} surveys", self.ranges.len(), surveys.len());
            return Err(ArchiveError::damaged(&scratch(&folder), what));
        }
        let name = format!("{:06}.parquet", self.batch());
        let mut players = Part::new(&folder, &PLAYERS, name);
        let mut planned = Planned::default();
        let before = self.importer.manifest.games;
        let mut plans = Vec::new();
        for (index, file) in surveys.iter().enumerate() {
            let survey = Survey::read(&folder, file)?;
            let plan = self.plan_range(index, &survey, &mut players, &mut planned.rows)?;
            plans.push(plan.write(&folder, index)?);
        }
        players.finish(&mut planned.players)?;
        self.planned = Some(planned);
        Ok(Counted { games: self.importer.manifest.games.abs_diff(before).into(), plans })
    }

    fn plan_range(
        &mut self,
        index: usize,
        survey: &Survey,
        new_players: &mut Part,
        rows: &mut BTreeMap<&'static str, u64>,
    ) -> Result<RangePlan, ArchiveError> {
        let (range, at) = self.ranges[index].clone();
        let Importer { manifest, known, .. } = &self.importer;
        let source_at = range.source as usize;
        let mut plan = RangePlan {
            source_name: manifest.sources[source_at].name.clone(),
            texts: manifest.texts,
            first_game: manifest.games,
            first_move: known.moves,
            first_record: known.records,
            games_before: manifest.sources[source_at].done_games,
            lines_before: manifest.sources[source_at].done_lines,
            duplicates: BTreeMap::new(),
            stored: BTreeMap::new(),
            players: BTreeMap::new(),
            games: String::new(),
            range,
        };
        let mut count = |table: &'static str, more: u64| *rows.entry(table).or_default() += more;
        let mut counts: BTreeMap<String, u64> = survey.head.skipped.clone();
        count(REFUSED.name, counts.values().sum());
        let mut hash = GamesHash::new();
        // The game that was cut off where this source continues another one.
        let cut = self.importer.cut_game(source_at, plan.range.start);
        let cut = cut.filter(|_| plan.range.exact && survey.head.starts_with_game);
        // The number of the last game that is added.
        let mut last = None;
        for (number, game) in (0..).zip(&survey.games) {
            hash.add(game.fingerprint);
            let cut = cut.filter(|_| number == 0);
            if let Some(same) = self.importer.known.game(game.fingerprint) {
                let row = self.importer.same_text(same, |text| XxHash3_128::oneshot(text) == game.text)?;
                // A game without a result may have been cut off after its last move.
                if cut != Some(same) || row.is_some() {
                    plan.stored.extend(row.map(|row| (number, row as i64)));
                    plan.duplicates.insert(number, same);
                    *counts.entry("duplicate".to_owned()).or_default() += 1;
                    count(REFUSED.name, 1);
                    if let Some(cut) = cut.filter(|cut| *cut != same) {
                        self.report.inputs[at].grown = Some(self.importer.supersede(source_at, cut, same));
                    }
                    continue;
                }
            }
            if let Some(cut) = cut {
                let whole = self.importer.manifest.games;
                self.report.inputs[at].grown = Some(self.importer.supersede(source_at, cut, whole));
            }
            last = Some(number);
            let Importer { manifest, known, .. } = &mut self.importer;
            if manifest.games == i32::MAX {
                return Err(ArchiveError::Full);
            }
            for place in game.players.into_iter().filter(|&place| place != NOBODY) {
                let Some(name) = survey.head.names.get(place as usize) else { continue };
                let id = match known.players.get(name) {
                    Some(&id) => id,
                    None => {
                        let id = manifest.players;
                        manifest.players += 1;
                        known.players.insert(name.clone(), id);
                        new_players.push(|rows| push_player(rows, id, name))?;
                        id
                    }
                };
                plan.players.entry(name.clone()).or_insert(id);
            }
            known.insert(game.fingerprint, manifest.games, -1);
            manifest.games += 1;
            let half_moves = u64::from(game.half_moves);
            known.moves += i64::from(game.half_moves);
            *counts.entry(game.outcome().to_owned()).or_default() += 1;
            count(GAMES.name, 1);
            count(MOVES.name, half_moves);
            count(REFUSED.name, u64::from(game.is_listed()));
            count(POSITIONS.name, half_moves + 2);
            let pairs = crate::collect::PAIR_PLIES as u64;
            count(PAIRS.name, (half_moves + 1).min(pairs));
        }
        plan.games = hash.finish();
        let Importer { manifest, known, .. } = &mut self.importer;
        let input_report = &mut self.report.inputs[at];
        if manifest.texts {
            let records = survey.head.records - plan.stored.len() as u64;
            known.records += records as i64;
            count(RECORDS.name, records);
        }
        let source = &mut manifest.sources[source_at];
        if !survey.games.is_empty() || !survey.head.skipped.is_empty() {
            let is_added =
                |end: &SurveyedEnd| end.is_game && last == (survey.games.len() as u32).checked_sub(1);
            source.open_end = survey.head.open_end.map(|end| OpenEnd {
                byte: end.byte,
                lines: plan.lines_before + end.lines,
                games: plan.games_before + end.games,
                game: is_added(&end).then(|| manifest.games - 1),
            });
        }
        source.done_games += survey.head.read;
        source.done_lines += survey.head.lines;
        source.done_bytes = survey.head.end;
        source.complete = survey.head.broken.is_none();
        if let Some(broken) = &survey.head.broken {
            input_report.error = Some(broken.clone());
        }
        for (name, more) in counts {
            for counts in [&mut input_report.counts, &mut source.counts, &mut manifest.counts] {
                *counts.entry(name.clone()).or_default() += more;
            }
        }
        Ok(plan)
    }

    /// Returns the files that workers reported for some pieces of work, with
    /// [`report_files`](crate::joint::report_files).
    ///
    /// # Errors
    /// A report is missing or cannot be read.
    pub fn reported(&self, pieces: &[String]) -> Result<Vec<FileEntry>, ArchiveError> {
        let mut files = Vec::new();
        for piece in pieces {
            files.append(&mut reported_files(&self.importer.folder, piece)?);
        }
        Ok(files)
    }

    /// Cancels the import: removes all files written for it, and leaves the archive unchanged.
    ///
    /// # Errors
    /// The archive cannot be read, or a file cannot be removed.
    pub fn abandon(mut self) -> Result<(), ArchiveError> {
        self.importer.roll_back()
    }

    /// Adds the written files to the archive. `changed` lists the sources, by index in the order they were added, whose
    /// content changed meanwhile; they are reported as incomplete.
    ///
    /// # Errors
    /// Files are missing, have a different number of rows than planned, or the archive cannot be written. The archive
    /// is then unchanged.
    pub fn commit(mut self, files: Vec<FileEntry>, changed: &[usize]) -> Result<ImportReport, ArchiveError> {
        match self.publish(files, changed) {
            Ok(()) => Ok(self.report),
            Err(error) => {
                self.importer.roll_back()?;
                Err(error)
            }
        }
    }

    fn publish(&mut self, mut files: Vec<FileEntry>, changed: &[usize]) -> Result<(), ArchiveError> {
        let folder = self.importer.folder.clone();
        let planned = self.planned.take().unwrap_or_default();
        files.extend(planned.players);
        let place = |file: &FileEntry| TABLES.iter().position(|table| table.name == file.table);
        files.sort_by(|one, other| (place(one), &one.name).cmp(&(place(other), &other.name)));
        for table in [&GAMES, &MOVES, &POSITIONS, &PAIRS, &RECORDS, &REFUSED] {
            let of_table = files.iter().filter(|file| file.table == table.name);
            let written: u64 = of_table.map(|file| file.rows).sum();
            let expected = planned.rows.get(table.name).copied().unwrap_or_default();
            if written != expected {
                let what = format!("{written} rows were written, and {expected} were planned");
                return Err(ArchiveError::damaged(&folder.join(table.name), what));
            }
        }
        for &(source, at) in &self.reading {
            if changed.contains(&at) {
                self.report.inputs[at].error = Some("it changed while it was read; add it again".to_owned());
                self.importer.manifest.sources[source].complete = false;
            }
        }
        let manifest = &mut self.importer.manifest;
        let next = manifest.next_batch.checked_add(1).ok_or(ArchiveError::Full)?;
        if !files.is_empty() {
            manifest.next_batch = next;
            manifest.files.extend(files.iter().cloned());
        }
        if !self.reading.is_empty() {
            let read = self.reading.iter().copied().collect();
            self.importer.open_files(&files)?;
            self.importer.supersede_cut_games(&read, &mut self.report)?;
            self.importer.manifest.commit(&folder, &files)?;
        }
        self.importer.manifest.remove_garbage(&folder)
    }
}
