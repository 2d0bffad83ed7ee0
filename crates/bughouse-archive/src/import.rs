//! Adds games to an archive.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bpgn::input::{Chunk, Parallel, Part};
use bpgn::{Checker, Limits, ReadOptions, Reader, State};
use bughouse_chess::Seat;

use crate::archive::Archive;
use crate::batch::{Batch, NewGame, Skipped, Spot};
use crate::collect::{Body, Collected, CollectedGame, Collector, GameFacts};
use crate::error::ArchiveError;
use crate::known::Known;
use crate::lock::Lock;
use crate::manifest::{FileEntry, Manifest, OpenEnd, Source, Superseded};
use crate::prefixes::Prefixes;
use crate::schema::TABLES;
use crate::stored_texts::StoredTexts;
use crate::superseded::{FoundCut, Grown};

/// Options for an import.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ImportOptions {
    /// The number of threads.
    pub threads: usize,
    /// The maximum number of games in a batch.
    pub batch_games: usize,
    /// The approximate memory limit in bytes.
    pub memory: u64,
    /// Whether a new archive keeps the original texts.
    pub texts: bool,
}

/// One thread per CPU, batches of 250,000 games, 1 GiB of memory, texts are kept.
impl Default for ImportOptions {
    fn default() -> ImportOptions {
        let threads = Parallel::default().threads;
        ImportOptions { threads, batch_games: 250_000, memory: 1 << 30, texts: true }
    }
}

/// Fixed memory of an import: buffered rows, and the text that each thread reads.
const LEAST_MEMORY: u64 = 128 << 20;
const MEMORY_PER_THREAD: u64 = 24 << 20;
/// Memory per game of the archive, needed to recognize duplicates.
const MEMORY_PER_KNOWN_GAME: u64 = 56;
/// Memory per game of a batch, mostly for rows of common positions, which end up in the same bucket.
const MEMORY_PER_NEW_GAME: u64 = 256;
/// Smaller batches would leave too many files.
const LEAST_BATCH: u64 = 10_000;

impl ImportOptions {
    /// Sets the number of threads.
    #[must_use]
    pub const fn threads(self, threads: usize) -> ImportOptions {
        ImportOptions { threads, ..self }
    }

    /// Sets the maximum number of games in a batch.
    #[must_use]
    pub const fn batch_games(self, batch_games: usize) -> ImportOptions {
        ImportOptions { batch_games, ..self }
    }

    /// Sets the approximate memory limit in bytes. A low limit makes batches smaller.
    #[must_use]
    pub const fn memory(self, memory: u64) -> ImportOptions {
        ImportOptions { memory, ..self }
    }

    /// Returns the maximum number of games in a batch if the archive already has `known` games.
    fn batch_of(&self, known: u64) -> Result<usize, ArchiveError> {
        let of_threads = MEMORY_PER_THREAD.saturating_mul(self.threads as u64);
        let fixed = of_threads.saturating_add(LEAST_MEMORY + MEMORY_PER_KNOWN_GAME * known);
        let room = self.memory.saturating_sub(fixed) / (MEMORY_PER_NEW_GAME + MEMORY_PER_KNOWN_GAME);
        if room < LEAST_BATCH {
            let of_batch = LEAST_BATCH * (MEMORY_PER_NEW_GAME + MEMORY_PER_KNOWN_GAME);
            let needed = fixed.saturating_add(of_batch);
            return Err(ArchiveError::Memory { needed, given: self.memory });
        }
        Ok(self.batch_games.min(usize::try_from(room).unwrap_or(usize::MAX)))
    }

    /// Sets whether a new archive keeps the original texts.
    #[must_use]
    pub const fn texts(self, texts: bool) -> ImportOptions {
        ImportOptions { texts, ..self }
    }
}

/// Adds games to an archive. Holds the archive's lock until it is dropped.
///
/// ```no_run
/// use bughouse_archive::{ImportOptions, Importer, Input};
///
/// let mut importer = Importer::open("archive".as_ref(), ImportOptions::default())?;
/// let report = importer.add(vec![Input::file("games.bpgn.bz2")], &mut |_| true)?;
/// println!("{} games were added", report.added());
/// # Ok::<(), bughouse_archive::ArchiveError>(())
/// ```
#[derive(Debug)]
pub struct Importer {
    pub(crate) folder: PathBuf,
    options: ImportOptions,
    pub(crate) manifest: Manifest,
    /// The open files of the manifest.
    archive: Archive,
    pub(crate) known: Known,
    texts: StoredTexts,
    _lock: Lock,
}

/// A file or text with games to add.
#[derive(Clone, Debug)]
pub struct Input {
    name: String,
    content: Content,
}

#[derive(Clone, Debug)]
enum Content {
    File(PathBuf),
    Text(Arc<[u8]>),
}

impl Input {
    /// Creates an input from a file, which may be compressed.
    pub fn file(path: impl Into<PathBuf>) -> Input {
        let path = path.into();
        Input { name: path.to_string_lossy().into_owned(), content: Content::File(path) }
    }

    /// Creates an input from a text, with a name for reports.
    pub fn text(name: impl Into<String>, text: impl Into<Arc<[u8]>>) -> Input {
        Input { name: name.into(), content: Content::Text(text.into()) }
    }

    fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        match &self.content {
            Content::File(path) => {
                // Inputs are read twice, which a pipe doesn't allow.
                if !fs::metadata(path)?.is_file() {
                    return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"));
                }
                Ok(Box::new(File::open(path)?))
            }
            Content::Text(text) => Ok(Box::new(io::Cursor::new(Arc::clone(text)))),
        }
    }

    /// Returns its size and checksum, and the known source that it extends, if any.
    fn identify(&self, known: &[Source]) -> io::Result<Identity> {
        let mut source = self.open()?;
        let mut prefixes = Prefixes::new(known.iter().map(|source| (source.bytes, source.checksum.as_str())));
        let mut buffer = vec![0; 1 << 20];
        loop {
            match source.read(&mut buffer) {
                Ok(0) => break,
                Ok(read) => prefixes.write(&buffer[..read]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        let (bytes, checksum, begins_with) = prefixes.finish();
        Ok(Identity { bytes, checksum, begins_with })
    }
}

/// Identifies an input by its content.
struct Identity {
    bytes: u64,
    checksum: String,
    /// The longest known source that is a prefix of it.
    begins_with: Option<usize>,
}

/// The progress of an import.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Progress {
    /// The number of bytes read, before decompression.
    pub bytes: u64,
    /// The number of bytes of all inputs.
    pub total_bytes: u64,
    /// The number of games read.
    pub games: u64,
    /// The number of inputs read to the end.
    pub files: usize,
}

/// The result of an import.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ImportReport {
    /// One report per input, in order.
    pub inputs: Vec<InputReport>,
    /// Whether it was stopped early. Games read until then are in the archive.
    pub stopped: bool,
    /// Why files of the archive could not be merged after the games were added. Nothing is lost, but queries stay slower
    /// than they could be, and a file may be damaged: see [`Archive::verify`].
    pub not_merged: Option<String>,
}

/// The result of importing one input.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct InputReport {
    /// Its name.
    pub name: String,
    /// Whether all of it was already in the archive.
    pub known: bool,
    /// Why it could not be read to the end.
    pub error: Option<String>,
    /// The number of games by outcome: `ok`, `repaired`, `broken`, `duplicate`, or why they were skipped.
    pub counts: BTreeMap<String, u64>,
    /// The game that was cut off when a shorter version of the file was added, or that is cut off in this one because
    /// it is the shorter version.
    pub grown: Option<Grown>,
}

impl InputReport {
    pub(crate) fn new(name: String) -> InputReport {
        InputReport { name, known: false, error: None, counts: BTreeMap::new(), grown: None }
    }
}

impl ImportReport {
    /// Returns the number of games added, without those that are cut off and that were complete already.
    pub fn added(&self) -> u64 {
        let added = |report: &InputReport| {
            let games: u64 =
                ["ok", "repaired", "broken"].iter().filter_map(|name| report.counts.get(*name)).sum();
            games.saturating_sub(report.grown.as_ref().is_some_and(|grown| grown.is_older).into())
        };
        self.inputs.iter().map(added).sum()
    }
}

/// A chunk, with its games.
struct Work {
    collected: Collected,
    chunk: Chunk,
}

/// An input that is being read.
struct Job {
    input: Input,
    /// Its index in the manifest.
    source: usize,
    /// Its index in the report.
    report: usize,
    /// How many bytes and lines of its text were imported earlier.
    skip: u64,
    skip_lines: u64,
}

impl Importer {
    /// Opens an archive to add games, or creates one in a folder that is empty or doesn't exist.
    ///
    /// # Errors
    /// The folder has other files, the archive has a newer format, another process is writing to it, or a file is missing
    /// or damaged. Only what an import needs is read; [`Archive::verify`] reads everything.
    pub fn open(folder: &Path, options: ImportOptions) -> Result<Importer, ArchiveError> {
        let is_new = Manifest::read(folder)?.is_none();
        if is_new {
            // A crash before the first commit can leave these files.
            let harmless = |name: &std::ffi::OsStr| name == "lock" || name == "manifest.tmp";
            let foreign = fs::read_dir(folder).is_ok_and(|entries| {
                entries.filter_map(Result::ok).any(|entry| !harmless(&entry.file_name()))
            });
            if foreign {
                let found = if TABLES.iter().any(|table| folder.join(table.name).is_dir()) {
                    "manifest.json is missing. If this is an archive, rebuild it with `bughouse archive repair`"
                } else {
                    "it has files and no manifest.json. Use an empty folder or a new name"
                };
                return Err(ArchiveError::NotAnArchive { path: folder.to_owned(), found });
            }
            fs::create_dir_all(folder).map_err(ArchiveError::io(folder))?;
        }
        let lock = Lock::take(folder)?;
        // Read it again: another process may have changed it before we got the lock.
        if is_new && Manifest::read(folder)?.is_none() {
            Manifest::new(options.texts).commit(folder, &[])?;
        }
        let archive = Archive::open(folder)?;
        let mut manifest = archive.manifest().clone();
        // Each block is verified when it is read. Without a checksum, only the tables show whether the manifest is right.
        if !manifest.files.is_empty() && !Manifest::is_summed(folder)? {
            archive.verify()?;
        }
        // Don't remove anything before this.
        manifest.reject_unlisted(folder)?;
        let known = Known::load(&archive)?;
        manifest.remove_garbage(folder)?;
        let (folder, texts) = (folder.to_owned(), StoredTexts::default());
        Ok(Importer { folder, options, manifest, archive, known, texts, _lock: lock })
    }

    /// Returns the current manifest.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Adds the games of some inputs. `progress` is called regularly; if it returns `false`, the import stops. Games
    /// read until then are added.
    ///
    /// # Errors
    /// The archive cannot be written. Everything committed before is kept. An input that cannot be read is not an
    /// error; the report lists it.
    pub fn add(
        &mut self,
        inputs: Vec<Input>,
        progress: &mut dyn FnMut(&Progress) -> bool,
    ) -> Result<ImportReport, ArchiveError> {
        let mut report = ImportReport::default();
        let mut state = Progress::default();
        report.inputs.extend(inputs.iter().map(|input| InputReport::new(input.name.clone())));
        let mut waiting: Vec<(usize, Input)> = inputs.into_iter().enumerate().collect();
        let mut read: BTreeMap<usize, usize> = BTreeMap::new();
        let first_batch = self.manifest.next_batch;
        while !waiting.is_empty() && !report.stopped {
            let mut jobs: Vec<Job> = Vec::new();
            let mut later = Vec::new();
            for (at, input) in waiting {
                let Identity { bytes, checksum, begins_with } = match input.identify(&self.manifest.sources) {
                    Ok(identity) => identity,
                    Err(error) => {
                        report.inputs[at].error = Some(error.to_string());
                        continue;
                    }
                };
                let before = self.manifest.sources.iter().position(|source| source.checksum == checksum);
                let is_read = |source: Option<usize>| jobs.iter().any(|job| source == Some(job.source));
                if is_read(before) || before.is_some_and(|at| self.manifest.sources[at].complete) {
                    report.inputs[at].known = true;
                    continue;
                }
                // What it continues must be read first.
                if before.is_none() && is_read(begins_with) {
                    later.push((at, input));
                    continue;
                }
                let source = before.unwrap_or_else(|| {
                    let source = Source::new(input.name.clone(), bytes, checksum);
                    self.manifest.sources.push(match begins_with {
                        Some(before) => source.continuing(before as u32, &self.manifest.sources[before]),
                        None => source,
                    });
                    self.manifest.sources.len() - 1
                });
                let Source { done_bytes: skip, done_lines: skip_lines, .. } = self.manifest.sources[source];
                state.total_bytes += bytes;
                read.insert(source, at);
                jobs.push(Job { input, source, report: at, skip, skip_lines });
            }
            if !jobs.is_empty()
                && let Err(error) = self.run(jobs, &read, &mut report, &mut state, progress)
            {
                self.roll_back()?;
                return Err(error);
            }
            waiting = later;
        }
        if !read.is_empty() {
            // The games are in the archive, so this is not an error of the import.
            report.not_merged = self.merge_newest(first_batch).err().map(|error| error.to_string());
        }
        Ok(report)
    }

    /// Prepares the commit of the manifest, which lists some new files: looks for games that were cut off at the end of a
    /// source, if another source has them whole. `read` lists the sources that were read and the indexes of their reports.
    pub(crate) fn supersede_cut_games(
        &mut self,
        read: &BTreeMap<usize, usize>,
        report: &mut ImportReport,
    ) -> Result<(), ArchiveError> {
        let is_superseded =
            |game: i32| self.manifest.superseded.binary_search_by_key(&game, |other| other.game).is_ok();
        if !self.manifest.sources.iter().any(|source| source.may_be_cut_off(is_superseded)) {
            return Ok(());
        }
        for FoundCut { cut, cut_source, whole, source, .. } in self.archive.find_cut_games()? {
            // Not in a circle, however similar these games are.
            if self.known.complete(whole) == cut {
                continue;
            }
            let (of_cut, source) = (cut_source as usize, source as usize);
            let name = |source: usize| self.manifest.sources.get(source).map(|source| source.name.clone());
            // The later one of both sources is reported.
            let is_older = of_cut > source;
            let (later, earlier) = if is_older { (of_cut, source) } else { (source, of_cut) };
            if let Some(&at) = read.get(&later) {
                let source_name = name(earlier).unwrap_or_default();
                report.inputs[at].grown = Some(Grown { source_name, is_older, cut, whole });
            }
            self.insert_superseded(cut, whole);
        }
        Ok(())
    }

    /// Opens the files that the manifest lists. Those in `unpublished` still have temporary names.
    pub(crate) fn open_files(&mut self, unpublished: &[FileEntry]) -> Result<(), ArchiveError> {
        self.archive = self.archive.with_manifest(self.manifest.clone(), unpublished)?;
        Ok(())
    }

    /// Discards everything that was not committed.
    pub(crate) fn roll_back(&mut self) -> Result<(), ArchiveError> {
        self.manifest = Manifest::read(&self.folder)?.unwrap_or_else(|| Manifest::new(self.options.texts));
        self.manifest.remove_garbage(&self.folder)?;
        self.archive = Archive::open_files(&self.folder, self.manifest.clone())?;
        self.known = Known::load(&self.archive)?;
        self.texts = StoredTexts::default();
        Ok(())
    }

    /// Adds the games of some inputs. `read` also has the sources that were read before, in the same call.
    fn run(
        &mut self,
        jobs: Vec<Job>,
        read: &BTreeMap<usize, usize>,
        report: &mut ImportReport,
        state: &mut Progress,
        progress: &mut dyn FnMut(&Progress) -> bool,
    ) -> Result<(), ArchiveError> {
        let read_bytes = Arc::new(AtomicU64::new(0));
        let open = |job: usize| {
            let Job { input, skip, .. } = &jobs[job];
            // No game of a damaged part is imported.
            let verified = bpgn::input::verify(input.open()?)?;
            let counted = Counted { inner: input.open()?, bytes: Arc::clone(&read_bytes) };
            let mut text = verified.decompress(counted)?;
            let skipped = io::copy(&mut text.by_ref().take(*skip), &mut io::sink())?;
            if skipped < *skip {
                return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "it is shorter than it was before"));
            }
            Ok(text)
        };
        let work = |_: usize, chunk: &Chunk| {
            let mut checker = Checker::with_observer(ReadOptions::for_files(), Collector::new(chunk.byte));
            let mut reader = Reader::with_limits(&chunk.bytes[..], Limits::default())
                .starting_at(chunk.byte, chunk.line, 0)
                .in_column(chunk.column);
            // Reading from a slice cannot fail.
            let _ = reader.read_all(&mut checker);
            Work { collected: checker.into_observer().into_collected(), chunk: chunk.clone() }
        };
        self.options.batch_of(self.manifest.games as u64)?;
        let mut batch = self.new_batch();
        let mut failed = None;
        let parallel = Parallel::default().threads(self.options.threads);
        parallel.run((0..jobs.len()).collect(), open, work, |index, part| {
            let job = &jobs[index];
            let input_report = &mut report.inputs[job.report];
            let done = match part {
                Part::Done(work) => self.absorb(job, &work, &mut batch, input_report, state),
                Part::Broken(error) => {
                    input_report.error = Some(error.to_string());
                    Ok(())
                }
                Part::End => {
                    let source = &mut self.manifest.sources[job.source];
                    if input_report.error.is_none() && !source.is(&job.input) {
                        input_report.error = Some("it changed while it was read; add it again".to_owned());
                    }
                    source.complete = input_report.error.is_none();
                    state.files += 1;
                    Ok(())
                }
            };
            state.bytes = read_bytes.load(Ordering::Relaxed);
            let done = done.and_then(|()| {
                if batch.games() >= self.options.batch_of(self.manifest.games as u64)? {
                    let full = std::mem::replace(&mut batch, self.new_batch());
                    let files = self.finish(full)?;
                    self.manifest.commit(&self.folder, &files)?;
                    batch = self.new_batch();
                }
                Ok(())
            });
            match done {
                Err(error) => {
                    failed = Some(error);
                    false
                }
                Ok(()) => {
                    let keep_going = progress(state);
                    report.stopped |= !keep_going;
                    keep_going
                }
            }
        });
        if let Some(error) = failed {
            return Err(error);
        }
        let files = self.finish(batch)?;
        self.supersede_cut_games(read, report)?;
        self.manifest.commit(&self.folder, &files)
    }

    fn new_batch(&self) -> Batch {
        Batch::new(&self.folder, self.manifest.next_batch, self.manifest.games)
    }

    /// Adds the games of a chunk to the batch.
    fn absorb(
        &mut self,
        job: &Job,
        work: &Work,
        batch: &mut Batch,
        input_report: &mut InputReport,
        state: &mut Progress,
    ) -> Result<(), ArchiveError> {
        let Work { collected, chunk } = work;
        let mut rows = RowEnds::default();
        for (game, piece) in collected.pieces(chunk.bytes.len()) {
            let text = &chunk.bytes[piece.clone()];
            let text_byte = job.skip + chunk.byte + piece.start as u64;
            let cut = self.cut_game(job.source, text_byte);
            let outcome = self.take_game(job, collected, game, text, &mut rows, batch, cut)?;
            if self.manifest.texts && !outcome.is_stored {
                batch.add_record(job.source as i32, text_byte as i64, outcome.game, text)?;
                self.known.records += 1;
            }
            if let (Some(cut), Some(whole)) = (cut, outcome.whole) {
                input_report.grown = Some(self.supersede(job.source, cut, whole));
            }
            let is_game = outcome.name != "no-game";
            state.games += u64::from(is_game);
            let source = &mut self.manifest.sources[job.source];
            let lines = chunk.bytes[..piece.start].iter().filter(|&&byte| byte == b'\n').count();
            source.open_end = (!game.has_result).then_some(OpenEnd {
                byte: text_byte,
                lines: source.done_lines + lines as u64,
                games: source.done_games,
                game: outcome.game,
            });
            source.done_games += u64::from(is_game);
            for counts in [&mut input_report.counts, &mut source.counts, &mut self.manifest.counts] {
                *counts.entry(outcome.name.to_owned()).or_default() += 1;
            }
        }
        if collected.games.is_empty() && self.manifest.texts && !chunk.bytes.is_empty() {
            batch.add_record(job.source as i32, (job.skip + chunk.byte) as i64, None, &chunk.bytes)?;
            self.known.records += 1;
        }
        let source = &mut self.manifest.sources[job.source];
        source.done_bytes = job.skip + chunk.byte + chunk.bytes.len() as u64;
        source.done_lines += chunk.bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
        Ok(())
    }

    /// Returns the game that was cut off at this place in an earlier source, if this source continues it.
    pub(crate) fn cut_game(&self, source: usize, byte: u64) -> Option<i32> {
        let continues = self.manifest.sources[source].continues.filter(|continues| continues.byte == byte)?;
        let open_end = self.manifest.sources.get(continues.source as usize)?.open_end?;
        let is_superseded = |cut: &i32| self.manifest.superseded.iter().any(|other| other.game == *cut);
        open_end.game.filter(|cut| open_end.byte == byte && !is_superseded(cut))
    }

    /// Replaces a game that was cut off by the complete one, which a source has at the same place.
    pub(crate) fn supersede(&mut self, source: usize, cut: i32, whole: i32) -> Grown {
        self.insert_superseded(cut, whole);
        let before = self.manifest.sources[source].continues.map(|continues| continues.source as usize);
        let before = before.and_then(|before| self.manifest.sources.get(before));
        let source_name = before.map_or_else(String::new, |source| source.name.clone());
        Grown { source_name, is_older: false, cut, whole }
    }

    fn insert_superseded(&mut self, cut: i32, whole: i32) {
        let superseded = &mut self.manifest.superseded;
        match superseded.binary_search_by_key(&cut, |other| other.game) {
            Ok(place) => superseded[place].by = Some(whole),
            Err(place) => {
                superseded.insert(place, Superseded { game: cut, by: Some(whole), removed: false });
            }
        }
        self.known.supersede(cut, whole);
    }

    /// Returns the row of a known game's text if it is the same.
    pub(crate) fn same_text(
        &mut self,
        game: i32,
        is_same: impl Fn(&[u8]) -> bool,
    ) -> Result<Option<u64>, ArchiveError> {
        let Some(row) = self.known.text_row(game).filter(|_| self.manifest.texts) else { return Ok(None) };
        Ok(self.texts.get(&self.archive.records, row)?.is_some_and(is_same).then_some(row))
    }

    /// Adds a game to the batch, or skips it. `cut` is the game that it replaces. Returns what happened.
    #[expect(clippy::too_many_arguments, reason = "each is needed once")]
    fn take_game(
        &mut self,
        job: &Job,
        collected: &Collected,
        game: &CollectedGame,
        text: &[u8],
        rows: &mut RowEnds,
        batch: &mut Batch,
        cut: Option<i32>,
    ) -> Result<Outcome, ArchiveError> {
        let place = Spot {
            source: job.source as i32,
            byte: (job.skip + game.place.byte) as i64,
            length: game.length as i32,
            line: (job.skip_lines + game.place.line) as i64,
            number: self.manifest.sources[job.source].done_games as i32 + 1,
            record: if self.manifest.texts { self.known.records } else { -1 },
        };
        let facts = match &game.body {
            Body::Skipped { reason, message } => {
                batch.add_skipped(&Skipped { place, reason, message, same_as: None })?;
                return Ok(Outcome { name: reason, ..Outcome::default() });
            }
            Body::Game(facts) => facts,
        };
        let own = rows.next(facts);
        if let Some(same) = self.known.game(facts.fingerprint) {
            let row = self.same_text(same, |stored| stored == text)?;
            // A game without a result may have been cut off after its last move.
            if cut != Some(same) || row.is_some() {
                let place = Spot { record: row.map_or(place.record, |row| row as i64), ..place };
                let (reason, message) = ("duplicate", format!("the same game as number {same}"));
                batch.add_skipped(&Skipped { place, reason, message: &message, same_as: Some(same) })?;
                let whole = Some(same).filter(|same| cut != Some(*same));
                return Ok(Outcome { name: reason, game: None, whole, is_stored: row.is_some() });
            }
        }
        if self.manifest.games == i32::MAX {
            return Err(ArchiveError::Full);
        }
        let players = self.players(facts, batch)?;
        let first_move = self.known.moves;
        let id = batch.add_game(&NewGame { place, facts, players, first_move })?;
        batch.add_moves(id, &collected.moves[own.moves.clone()])?;
        batch.add_positions(id, &collected.positions[own.positions], &collected.pairs[own.pairs])?;
        self.known.moves += own.moves.len() as i64;
        self.known.insert(facts.fingerprint, id, place.record);
        self.manifest.games += 1;
        if let (State::Broken, Some(message)) = (facts.state, &facts.stop_message) {
            let reason = facts.stop.unwrap_or("broken");
            batch.add_skipped(&Skipped { place, reason, message, same_as: Some(id) })?;
        }
        Ok(Outcome { name: facts.state.name(), game: Some(id), whole: Some(id), is_stored: false })
    }

    /// Returns the ids of the players, adding new ones.
    fn players(&mut self, facts: &GameFacts, batch: &mut Batch) -> Result<[Option<i32>; 4], ArchiveError> {
        let mut found = [None; 4];
        for (place, seat) in found.iter_mut().zip(Seat::ALL) {
            let Some(name) = facts.facts.players[seat].as_deref() else { continue };
            *place = Some(match self.known.players.get(name) {
                Some(&player) => player,
                None => {
                    let player = self.manifest.players;
                    self.manifest.players += 1;
                    self.known.players.insert(name.to_owned(), player);
                    batch.add_player(player, name)?;
                    player
                }
            });
        }
        Ok(found)
    }

    /// Writes the files of a batch, adds them to the manifest and opens them. They have temporary names until the
    /// manifest is committed.
    fn finish(&mut self, batch: Batch) -> Result<Vec<FileEntry>, ArchiveError> {
        let is_empty = batch.is_empty();
        let next = self.manifest.next_batch.checked_add(1).ok_or(ArchiveError::Full)?;
        let files = batch.finish()?;
        if !is_empty {
            self.manifest.next_batch = next;
            self.manifest.files.extend(files.iter().cloned());
        }
        self.open_files(&files)?;
        Ok(files)
    }
}

impl Source {
    /// Returns `true` if an input still has the same content.
    fn is(&self, input: &Input) -> bool {
        let now = input.identify(&[]);
        now.is_ok_and(|now| now.bytes == self.bytes && now.checksum == self.checksum)
    }
}

/// What happened to a game, and its id if it was added.
#[derive(Default)]
struct Outcome {
    name: &'static str,
    /// The id of the game, if it was added.
    game: Option<i32>,
    /// The id of the game, or of the one that it is the same as.
    whole: Option<i32>,
    /// Whether its text is in the archive already.
    is_stored: bool,
}

/// The ends of the rows of the games so far.
#[derive(Default)]
struct RowEnds {
    moves: usize,
    positions: usize,
    pairs: usize,
}

struct OwnRows {
    moves: std::ops::Range<usize>,
    positions: std::ops::Range<usize>,
    pairs: std::ops::Range<usize>,
}

impl RowEnds {
    fn next(&mut self, facts: &GameFacts) -> OwnRows {
        let own = OwnRows {
            moves: self.moves..facts.moves_end,
            positions: self.positions..facts.positions_end,
            pairs: self.pairs..facts.pairs_end,
        };
        (self.moves, self.positions, self.pairs) = (facts.moves_end, facts.positions_end, facts.pairs_end);
        own
    }
}

/// A reader that counts bytes.
struct Counted<R> {
    inner: R,
    bytes: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.bytes.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}
