//! The manifest lists everything that belongs to an archive. Other files are garbage.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use bughouse_chess::Key;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_128;

use crate::error::ArchiveError;
use crate::part;
use crate::regular;
use crate::schema::TABLES;

/// The name of the format that this version writes and reads.
pub const FORMAT: &str = "bughouse-archive-v1";

pub(crate) const NAME: &str = "manifest.json";
const NEW_NAME: &str = "manifest.tmp";

/// The largest manifest that is read, in bytes.
pub(crate) const MOST_BYTES: u64 = 256 << 20;

/// The text before and after the checksum, which is the last field.
const CHECKSUM_START: &[u8] = b"  \"checksum\": \"";
const CHECKSUM_END: &[u8] = b"\"\n}\n";

/// The content of an archive: its files, its sources, and counts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Manifest {
    /// The name of the format.
    pub format: String,
    /// The name of the hash function for the keys of positions.
    pub key: String,
    /// Incremented with each change of the archive.
    pub generation: u64,
    /// The number of the next batch.
    pub next_batch: u32,
    /// The number of games. Their ids are 0 to `games - 1`.
    pub games: i32,
    /// The number of names of players.
    pub players: i32,
    /// Whether the original texts are kept.
    pub texts: bool,
    /// All files.
    pub files: Vec<FileEntry>,
    /// The imported sources, in order. The number of a source is its index in this list.
    pub sources: Vec<Source>,
    /// The number of games in all sources, by outcome.
    pub counts: BTreeMap<String, u64>,
    /// Games that were cut off at the end of a source, and the complete games that replace them.
    ///
    /// Always written: a manifest that has this field must have a checksum.
    #[serde(default)]
    pub superseded: Vec<Superseded>,
    /// Files that were merged into others, as `table/name`, until they are removed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replaced: Vec<String>,
}

/// A file of an archive.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct FileEntry {
    /// The table.
    pub table: String,
    /// The name of the file in the table's folder.
    pub name: String,
    /// The number of rows.
    pub rows: u64,
    /// The size in bytes.
    pub bytes: u64,
    /// XXH3-128 of the checksums of its blocks, in 32 hexadecimal digits.
    pub checksum: String,
}

impl FileEntry {
    /// Returns an entry without rows.
    pub(crate) fn new(table: &str, name: String) -> FileEntry {
        FileEntry { table: table.to_owned(), name, rows: 0, bytes: 0, checksum: String::new() }
    }

    /// Returns `table/name`.
    pub(crate) fn full_name(&self) -> String {
        format!("{}/{}", self.table, self.name)
    }

    /// Returns an error unless the file has the length that the manifest says.
    pub(crate) fn check_length(&self, path: &Path, length: u64) -> Result<(), ArchiveError> {
        if length == self.bytes {
            return Ok(());
        }
        let what = format!("it has {length} bytes, the manifest says {}", self.bytes);
        Err(ArchiveError::damaged(path, what))
    }
}

/// A game that was cut off, and the complete game that replaces it. It is not counted, found or listed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Superseded {
    /// The id of the game that was cut off.
    pub game: i32,
    /// The id of the complete game; `None` if it is lost.
    pub by: Option<i32>,
    /// Whether its rows were removed from `positions`, `pairs` and `hot`.
    pub removed: bool,
}

/// A file or a pair of files that was imported.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Source {
    /// Its name, as passed to the import.
    pub name: String,
    /// The size in bytes.
    pub bytes: u64,
    /// XXH3-128 of the file's bytes, in 32 hexadecimal digits.
    pub checksum: String,
    /// Whether all of it was imported.
    pub complete: bool,
    /// The number of bytes of its text that were imported, after decompression.
    pub done_bytes: u64,
    /// The number of lines that were imported.
    pub done_lines: u64,
    /// The number of games that were read.
    pub done_games: u64,
    /// The number of its games, by outcome.
    pub counts: BTreeMap<String, u64>,
    /// If it starts with the text of an earlier source: that source, and where the new text starts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub continues: Option<Continuation>,
    /// The last part of its text, if it isn't a game with a result. It may have been cut off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_end: Option<OpenEnd>,
}

/// The part of a source that an earlier source has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Continuation {
    /// The number of the earlier source.
    pub source: u32,
    /// The offset in the text where the earlier source is no longer used.
    pub byte: u64,
}

/// The last part of a source's text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct OpenEnd {
    /// The offset of its first byte in the text.
    pub byte: u64,
    /// The number of lines before it.
    pub lines: u64,
    /// The number of games before it.
    pub games: u64,
    /// The id of the game, if it was added.
    pub game: Option<i32>,
}

impl Source {
    pub(crate) fn new(name: String, bytes: u64, checksum: String) -> Source {
        Source {
            name,
            bytes,
            checksum,
            complete: false,
            done_bytes: 0,
            done_lines: 0,
            done_games: 0,
            counts: BTreeMap::new(),
            continues: None,
            open_end: None,
        }
    }

    /// Returns `true` if where its text ends is possible. Repairs by earlier versions set it to 0.
    fn has_valid_ends(&self, games: i32) -> bool {
        let fits = |number: u64| i64::try_from(number).is_ok();
        let is_valid_end = |end: OpenEnd| {
            end.byte <= self.done_bytes
                && end.lines <= self.done_lines
                && end.games <= self.done_games
                && end.game.is_none_or(|game| (0..games).contains(&game))
        };
        fits(self.done_bytes)
            && fits(self.done_lines)
            && i32::try_from(self.done_games).is_ok()
            && self.continues.is_none_or(|continues| fits(continues.byte))
            && self.open_end.is_none_or(is_valid_end)
    }

    /// Returns `true` if its last game may be cut off, and isn't superseded.
    pub(crate) fn may_be_cut_off(&self, is_superseded: impl Fn(i32) -> bool) -> bool {
        // A repair can't know it.
        let is_rebuilt = self.done_bytes == 0 && !self.counts.is_empty();
        is_rebuilt || self.open_end.and_then(|end| end.game).is_some_and(|game| !is_superseded(game))
    }

    /// Creates a source that starts with the text of an earlier one. Its last part, if open, is read again.
    pub(crate) fn continuing(self, number: u32, earlier: &Source) -> Source {
        let end = earlier.open_end.unwrap_or(OpenEnd {
            byte: earlier.done_bytes,
            lines: earlier.done_lines,
            games: earlier.done_games,
            game: None,
        });
        Source {
            done_bytes: end.byte,
            done_lines: end.lines,
            done_games: end.games,
            continues: Some(Continuation { source: number, byte: end.byte }),
            ..self
        }
    }
}

impl Manifest {
    /// Creates the manifest of an empty archive.
    pub(crate) fn new(texts: bool) -> Manifest {
        Manifest {
            format: FORMAT.to_owned(),
            key: Key::NAME.to_owned(),
            generation: 0,
            next_batch: 1,
            games: 0,
            players: 0,
            texts,
            files: Vec::new(),
            sources: Vec::new(),
            counts: BTreeMap::new(),
            superseded: Vec::new(),
            replaced: Vec::new(),
        }
    }

    /// Reads the manifest of a folder; `None` if the folder has none.
    pub(crate) fn read(folder: &Path) -> Result<Option<Manifest>, ArchiveError> {
        let path = folder.join(NAME);
        match regular::read(&path, MOST_BYTES) {
            Ok(text) => Manifest::parse(&text, folder, &path).map(Some),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) if error.kind() == ErrorKind::NotADirectory => {
                let found = "it is a file: an archive is a folder";
                Err(ArchiveError::NotAnArchive { path: folder.to_owned(), found })
            }
            Err(error) => Err(ArchiveError::of_reading(&path, error)),
        }
    }

    /// Parses a manifest, and checks its checksum and whether it contradicts itself.
    ///
    /// # Errors
    /// It is damaged, has a newer format, or is not a manifest.
    pub fn from_bytes(text: &[u8]) -> Result<Manifest, ArchiveError> {
        Manifest::parse(text, Path::new(""), Path::new(NAME))
    }

    fn parse(text: &[u8], folder: &Path, path: &Path) -> Result<Manifest, ArchiveError> {
        let damaged = |what: String| ArchiveError::damaged(path, what);
        let plain = without_checksum(text).map_err(|what| ArchiveError::damaged(path, what))?;
        let has_checksum = plain.is_some();
        let text = plain.as_deref().unwrap_or(text);
        #[derive(Deserialize)]
        struct Head {
            /// The only field that every version has.
            format: String,
            /// A field that was added after the checksum.
            superseded: Option<IgnoredAny>,
        }
        let head: Head = serde_json::from_slice(text).map_err(|error| damaged(error.to_string()))?;
        if head.format != FORMAT {
            let path = folder.to_owned();
            let is_ours = head.format.starts_with("bughouse-archive-");
            return Err(if is_ours {
                ArchiveError::Newer { path, format: head.format }
            } else {
                ArchiveError::NotAnArchive { path, found: "its manifest.json was not written by bughouse" }
            });
        }
        if head.superseded.is_some() && !has_checksum {
            return Err(damaged("its checksum is missing".to_owned()));
        }
        let manifest: Manifest = serde_json::from_slice(text).map_err(|error| damaged(error.to_string()))?;
        manifest.validate().map_err(damaged)?;
        Ok(manifest)
    }

    /// Returns `true` if the manifest in a folder has a valid checksum. Early versions wrote none.
    pub(crate) fn is_summed(folder: &Path) -> Result<bool, ArchiveError> {
        let path = folder.join(NAME);
        let text =
            regular::read(&path, MOST_BYTES).map_err(|error| ArchiveError::of_reading(&path, error))?;
        Ok(Manifest::has_valid_checksum(&text))
    }

    /// Returns `true` if the text of a manifest has a checksum, and it is right.
    pub(crate) fn has_valid_checksum(text: &[u8]) -> bool {
        matches!(without_checksum(text), Ok(Some(_)))
    }

    /// Returns an error if the manifest contradicts itself.
    pub(crate) fn validate(&self) -> Result<(), String> {
        if self.key != Key::NAME {
            return Err(format!("its keys are {}, expected {}", self.key, Key::NAME));
        }
        if self.games < 0 || self.players < 0 {
            return Err("a count is less than 0".to_owned());
        }
        let mut names = BTreeSet::new();
        for FileEntry { table, name, .. } in &self.files {
            if !TABLES.iter().any(|known| known.name == table) {
                return Err(format!("it lists a file of a table {table}, which doesn't exist"));
            }
            let Some(batch) = batch_number(name) else {
                return Err(format!("{table}/{name} is not the name of an archive file"));
            };
            if batch >= self.next_batch {
                return Err(format!("it lists {table}/{name}, but the next batch is {}", self.next_batch));
            }
            if !names.insert((table, name)) {
                return Err(format!("it lists {table}/{name} twice"));
            }
        }
        let mut sums = BTreeMap::new();
        for (outcome, games) in self.sources.iter().flat_map(|source| &source.counts) {
            let sum: &mut u64 = sums.entry(outcome.clone()).or_default();
            *sum = sum.saturating_add(*games);
        }
        if sums != self.counts {
            return Err("the counts of its sources don't add up".to_owned());
        }
        let games: u64 = ["ok", "repaired", "broken"].iter().filter_map(|outcome| sums.get(*outcome)).sum();
        if games != self.games as u64 {
            return Err(format!("its sources have {games} games, expected {}", self.games));
        }
        self.validate_superseded()?;
        for (number, source) in self.sources.iter().enumerate() {
            if source.continues.is_some_and(|continues| continues.source as usize >= number) {
                return Err(format!("source {number} continues a later one"));
            }
            if !source.has_valid_ends(self.games) {
                return Err(format!("what it says about the end of source {number} is invalid"));
            }
        }
        let is_file = |name: &String| {
            name.split_once('/').is_some_and(|(table, name)| {
                TABLES.iter().any(|known| known.name == table)
                    && batch_number(name).is_some()
                    && !self.files_of(table).any(|file| file.name == name)
            })
        };
        if let Some(name) = self.replaced.iter().find(|name| !is_file(name)) {
            return Err(format!("{name} is not the name of a replaced file"));
        }
        Ok(())
    }

    /// Returns an error if the list of superseded games has impossible entries.
    fn validate_superseded(&self) -> Result<(), String> {
        let is_game = |game: i32| (0..self.games).contains(&game);
        let is_possible = |superseded: &Superseded| match superseded.by {
            Some(by) => by != superseded.game && is_game(by),
            None => superseded.removed,
        };
        let is_valid = |superseded: &Superseded| is_game(superseded.game) && is_possible(superseded);
        let is_sorted = self.superseded.is_sorted_by(|one, other| one.game < other.game);
        if !is_sorted || !self.superseded.iter().all(is_valid) {
            return Err("its list of superseded games is invalid".to_owned());
        }
        // Follow each entry to the game that replaces it. An entry that was seen before on the same way is its own
        // replacement.
        let place =
            |game: i32| self.superseded.binary_search_by_key(&game, |superseded| superseded.game).ok();
        let mut seen = vec![0; self.superseded.len()];
        for start in 0..seen.len() {
            let mut next = Some(start);
            while let Some(at) = next {
                match std::mem::replace(&mut seen[at], start + 1) {
                    0 => next = self.superseded[at].by.and_then(place),
                    before if before == start + 1 => {
                        return Err(format!("game {} replaces itself", self.superseded[at].game));
                    }
                    before => {
                        seen[at] = before;
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the manifest as text, with its checksum.
    fn to_bytes(&self) -> serde_json::Result<Vec<u8>> {
        let mut text = serde_json::to_vec_pretty(self)?;
        // Replaces the end of the object by one more field.
        text.truncate(text.len().saturating_sub(b"\n}".len()));
        text.extend(b",\n");
        let checksum = format!("{:032x}", XxHash3_128::oneshot(&text));
        text.extend([CHECKSUM_START, checksum.as_bytes(), CHECKSUM_END].concat());
        Ok(text)
    }

    /// Adds files to the archive that were written under temporary names, and replaces the manifest atomically.
    pub(crate) fn commit(&mut self, folder: &Path, new_files: &[FileEntry]) -> Result<(), ArchiveError> {
        self.clear_next(folder)?;
        self.generation = self.generation.wrapping_add(1);
        let (new, path) = (folder.join(NEW_NAME), folder.join(NAME));
        let invalid = |what: String| ArchiveError::damaged(&path, format!("it can't be written: {what}"));
        self.validate().map_err(invalid)?;
        let text = self.to_bytes().map_err(|error| invalid(error.to_string()))?;
        regular::write_new(&new, &text)?;
        // If a crash interrupts this, the new manifest tells the next writer which files to remove.
        part::publish(folder, new_files)?;
        fs::rename(&new, &path).map_err(ArchiveError::io(&path))?;
        sync_folder(folder)
    }

    /// Returns the path of a file.
    pub(crate) fn path(folder: &Path, file: &FileEntry) -> PathBuf {
        folder.join(&file.table).join(&file.name)
    }

    /// Returns the path of the checksums of a file's blocks.
    pub(crate) fn sums_path(folder: &Path, file: &FileEntry) -> PathBuf {
        folder.join(SUMS).join(format!("{}-{}", file.table, file.name.trim_end_matches(".parquet")))
    }

    /// Returns the number of games, without those that were superseded.
    pub fn game_count(&self) -> usize {
        (self.games as usize).saturating_sub(self.superseded.len())
    }

    /// Lists the files of a table, in order.
    pub fn files_of(&self, table: &str) -> impl Iterator<Item = &FileEntry> {
        self.files.iter().filter(move |file| file.table == table)
    }

    /// Removes the files of an interrupted import or compaction. The caller must hold the lock.
    ///
    /// A complete file is removed only if a manifest says so: this one lists it as replaced, or an interrupted commit
    /// was about to add it.
    pub(crate) fn remove_garbage(&mut self, folder: &Path) -> Result<(), ArchiveError> {
        let mut garbage: BTreeSet<String> = self.replaced.drain(..).collect();
        let next = Manifest::read_next(folder);
        let is_next = |next: &&Manifest| next.generation == self.generation.wrapping_add(1);
        let added = next.iter().filter(is_next).flat_map(|next| &next.files);
        let added = added.filter(|file| !self.files.contains(file));
        garbage.extend(added.map(FileEntry::full_name));
        for (path, full_name) in self.unlisted(folder)? {
            if full_name.is_none_or(|name| garbage.contains(&name)) {
                fs::remove_file(&path).map_err(ArchiveError::io(&path))?;
            }
        }
        for table in TABLES {
            // Fails, as it should, if the folder isn't empty.
            let _ = fs::remove_dir(folder.join(table.name));
        }
        self.remove_sums(folder)?;
        remove_spills(&folder.join(SPILLS))?;
        crate::joint::remove_scratch(folder)?;
        // Last, because it says what to remove.
        self.clear_next(folder)
    }

    /// Removes what is in place of the next manifest, such as one of an interrupted commit. A valid one that doesn't
    /// follow this manifest may be worth more, so it is kept under another name.
    fn clear_next(&self, folder: &Path) -> Result<(), ArchiveError> {
        let path = folder.join(NEW_NAME);
        let is_later = |next: &Manifest| next.generation > self.generation.saturating_add(1);
        if Manifest::read_next(folder).is_some_and(|next| is_later(&next)) {
            let mut number = 1_u32;
            loop {
                let kept = folder.join(format!("manifest.later-{number}.json"));
                match regular::rename_new(&path, &kept) {
                    Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
                    renamed => return renamed.map_err(ArchiveError::io(&kept)),
                }
            }
        }
        match fs::symlink_metadata(&path) {
            Ok(metadata) if metadata.is_dir() => {
                Err(ArchiveError::damaged(&path, "it is a folder. Move it elsewhere"))
            }
            Ok(_) => fs::remove_file(&path).map_err(ArchiveError::io(&path)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            Err(error) => Err(ArchiveError::Io { path, error }),
        }
    }

    /// Lists the batch files in the folders of tables that the manifest doesn't list, with their names as `table/name`;
    /// `None` for temporary files.
    fn unlisted(&self, folder: &Path) -> Result<Vec<(PathBuf, Option<String>)>, ArchiveError> {
        let mut unlisted = Vec::new();
        for table in TABLES {
            let listed: BTreeSet<&str> = self.files_of(table.name).map(|file| file.name.as_str()).collect();
            for name in names_in(&folder.join(table.name))? {
                let temporary = name.strip_prefix('_').and_then(|name| name.strip_suffix(".tmp"));
                // Leave files that we didn't create.
                if batch_number(temporary.unwrap_or(&name)).is_none() || listed.contains(name.as_str()) {
                    continue;
                }
                let full_name = temporary.is_none().then(|| format!("{}/{name}", table.name));
                unlisted.push((folder.join(table.name).join(name), full_name));
            }
        }
        Ok(unlisted)
    }

    /// Returns the new manifest of a commit that is in progress or was interrupted.
    fn read_next(folder: &Path) -> Option<Manifest> {
        let path = folder.join(NEW_NAME);
        // A link may lead to the manifest of another archive.
        regular::require_regular(&fs::symlink_metadata(&path).ok()?).ok()?;
        let text = regular::read(&path, MOST_BYTES).ok()?;
        Manifest::parse(&text, folder, &path).ok()
    }

    /// Returns an error if a table has a complete file that the manifest doesn't know. The manifest may be older than
    /// the files, for example after it was restored from a backup.
    pub(crate) fn reject_unlisted(&self, folder: &Path) -> Result<(), ArchiveError> {
        let mut unlisted = self.unlisted(folder)?;
        // Another process may be adding files. It renames the new manifest last, so read that one first.
        let next = Manifest::read_next(folder);
        let current = Manifest::read(folder).ok().flatten();
        let is_next = |next: &&Manifest| {
            current.as_ref().is_some_and(|current| next.generation <= current.generation.wrapping_add(1))
        };
        let known: BTreeSet<String> = next
            .iter()
            .filter(is_next)
            .chain(&current)
            .chain([self])
            .flat_map(|manifest| {
                manifest.files.iter().map(FileEntry::full_name).chain(manifest.replaced.iter().cloned())
            })
            .collect();
        unlisted.retain(|(_, full_name)| full_name.as_ref().is_some_and(|name| !known.contains(name)));
        match unlisted.first() {
            None => Ok(()),
            Some((path, _)) => {
                let what =
                    "the manifest doesn't list it. Run `bughouse archive repair`, or move the file elsewhere";
                Err(ArchiveError::damaged(path, what))
            }
        }
    }

    /// Removes the checksums of files that are not in the manifest.
    fn remove_sums(&self, folder: &Path) -> Result<(), ArchiveError> {
        let inner = folder.join(SUMS);
        for name in names_in(&inner)? {
            let file = TABLES.iter().find_map(|table| {
                let batch = name.strip_prefix(table.name)?.strip_prefix('-')?;
                is_batch(batch).then(|| folder.join(table.name).join(format!("{batch}.parquet")))
            });
            // Keep the checksums of a complete file even if the manifest doesn't list it.
            if file.is_some_and(|file| !file.exists()) || is_temporary_sums(&name) {
                fs::remove_file(inner.join(&name)).map_err(ArchiveError::io(&inner.join(&name)))?;
            }
        }
        let _ = fs::remove_dir(&inner);
        Ok(())
    }
}

/// Returns the manifest without its checksum; `None` if it has none, like those of earlier versions.
fn without_checksum(text: &[u8]) -> Result<Option<Vec<u8>>, &'static str> {
    let Some((rest, checksum)) =
        text.strip_suffix(CHECKSUM_END).and_then(|text| text.split_last_chunk::<32>())
    else {
        return Ok(None);
    };
    let Some(plain) = rest.strip_suffix(CHECKSUM_START) else { return Ok(None) };
    if format!("{:032x}", XxHash3_128::oneshot(plain)).as_bytes() != checksum {
        return Err("its checksum doesn't match");
    }
    let fields = plain.strip_suffix(b",\n").ok_or("its checksum is not a field")?;
    Ok(Some([fields, b"\n}\n"].concat()))
}

/// Returns the number of a batch from the name of its file: 12 for `000012.parquet` and `000012-003.parquet`.
pub(crate) fn batch_number(name: &str) -> Option<u32> {
    let batch = name.strip_suffix(".parquet").filter(|batch| is_batch(batch))?;
    batch.split('-').next()?.parse().ok()
}

/// Returns `true` if a name is that of a batch: `000001`, `000012-003` if compacted, or `000012-00003-17` if written by
/// a joint import.
fn is_batch(name: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    name.split('-').count() <= 3 && name.split('-').all(digits)
}

/// Returns an error if there is anything but a folder in place of a folder of tables or checksums.
pub(crate) fn require_folders(folder: &Path) -> Result<(), ArchiveError> {
    let names = TABLES.iter().map(|table| table.name).chain([SUMS]);
    names.map(|name| folder.join(name)).try_for_each(|path| regular::require_folder(&path))
}

/// Lists the names in a folder that are valid UTF-8; none if the folder doesn't exist.
pub(crate) fn names_in(folder: &Path) -> Result<Vec<String>, ArchiveError> {
    regular::require_folder(folder)?;
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(ArchiveError::Io { path: folder.to_owned(), error }),
    };
    let mut names = Vec::new();
    for entry in entries {
        names.extend(entry.map_err(ArchiveError::io(folder))?.file_name().into_string().ok());
    }
    names.sort_unstable();
    Ok(names)
}

/// Removes the temporary files of an interrupted sort, and their folder if it is empty.
fn remove_spills(folder: &Path) -> Result<(), ArchiveError> {
    regular::require_folder(folder)?;
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(ArchiveError::Io { path: folder.to_owned(), error }),
    };
    for entry in entries.filter_map(Result::ok) {
        let name = entry.file_name();
        let is_ours = name.to_str().and_then(|name| name.split_once('-')).is_some_and(|(table, bucket)| {
            matches!(table, "positions" | "pairs")
                && bucket.len() == 3
                && bucket.bytes().all(|byte| byte.is_ascii_digit())
        });
        if is_ours {
            fs::remove_file(entry.path()).map_err(ArchiveError::io(&entry.path()))?;
        }
    }
    let _ = fs::remove_dir(folder);
    Ok(())
}

/// The folder for the checksums of blocks.
pub(crate) const SUMS: &str = "sums";

/// Returns the path under which checksums are kept until they have their final name.
pub(crate) fn temporary_sums(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("_{name}.tmp"))
}

fn is_temporary_sums(name: &str) -> bool {
    let inner = name.strip_prefix('_').and_then(|name| name.strip_suffix(".tmp"));
    inner.is_some_and(|name| {
        TABLES.iter().any(|table| {
            name.strip_prefix(table.name).and_then(|name| name.strip_prefix('-')).is_some_and(is_batch)
        })
    })
}

/// The folder for temporary files of a sort.
pub(crate) const SPILLS: &str = "spills";

/// Syncs a folder, to make sure that its entries are on disk.
pub(crate) fn sync_folder(folder: &Path) -> Result<(), ArchiveError> {
    #[cfg(unix)]
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(ArchiveError::io(folder))?;
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}
