//! The manifest lists everything that belongs to an archive. Other files are garbage.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use bughouse_chess::Key;
use serde::{Deserialize, Serialize};

use crate::error::ArchiveError;

/// The name of the format that this version writes and reads.
pub const FORMAT: &str = "bughouse-archive-v1";

const NAME: &str = "manifest.json";
const NEW_NAME: &str = "manifest.tmp";

/// The content of an archive: its files, its sources, and counts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
}

/// A file of an archive.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
    /// Returns an error unless the file has the length that the manifest says.
    pub(crate) fn check_length(&self, path: &Path, length: u64) -> Result<(), ArchiveError> {
        if length == self.bytes {
            return Ok(());
        }
        let what = format!("it has {length} bytes, the manifest says {}", self.bytes);
        Err(ArchiveError::damaged(path, what))
    }
}

/// A file or a pair of files that was imported.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
        }
    }

    /// Reads the manifest of a folder; `None` if the folder has none.
    pub(crate) fn read(folder: &Path) -> Result<Option<Manifest>, ArchiveError> {
        let path = folder.join(NAME);
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) if error.kind() == ErrorKind::NotADirectory => {
                let found = "it is a file, and an archive is a folder";
                return Err(ArchiveError::NotAnArchive { path: folder.to_owned(), found });
            }
            Err(error) => return Err(ArchiveError::Io { path, error }),
        };
        /// The only field that every version has.
        #[derive(Deserialize)]
        struct Head {
            format: String,
        }
        let head: Head =
            serde_json::from_slice(&text).map_err(|error| ArchiveError::damaged(&path, error))?;
        if head.format != FORMAT {
            let is_ours = head.format.starts_with("bughouse-archive-");
            return Err(if is_ours {
                ArchiveError::Newer { path: folder.to_owned(), format: head.format }
            } else {
                ArchiveError::NotAnArchive {
                    path: folder.to_owned(),
                    found: "its manifest is of something else",
                }
            });
        }
        let manifest: Manifest =
            serde_json::from_slice(&text).map_err(|error| ArchiveError::damaged(&path, error))?;
        if manifest.key != Key::NAME {
            let what = format!("its keys are {}, expected {}", manifest.key, Key::NAME);
            return Err(ArchiveError::damaged(&path, what));
        }
        if manifest.games < 0 || manifest.players < 0 {
            return Err(ArchiveError::damaged(&path, "a count is less than 0"));
        }
        for file in &manifest.files {
            let is_plain = |name: &str| {
                !name.is_empty()
                    && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
            };
            if !is_plain(&file.table) || !is_plain(&file.name) || file.name.starts_with('.') {
                let what = format!("{}/{} is not the name of an archive file", file.table, file.name);
                return Err(ArchiveError::damaged(&path, what));
            }
        }
        let mut names: Vec<_> = manifest.files.iter().map(|file| (&file.table, &file.name)).collect();
        names.sort_unstable();
        if let Some(twice) = names.windows(2).find(|two| two[0] == two[1]) {
            let what = format!("it names {}/{} twice", twice[0].0, twice[0].1);
            return Err(ArchiveError::damaged(&path, what));
        }
        Ok(Some(manifest))
    }

    /// Replaces the manifest atomically. All files that it lists must be synced.
    pub(crate) fn commit(&mut self, folder: &Path) -> Result<(), ArchiveError> {
        self.generation = self.generation.wrapping_add(1);
        let (new, path) = (folder.join(NEW_NAME), folder.join(NAME));
        let mut text =
            serde_json::to_vec_pretty(self).map_err(|error| ArchiveError::damaged(&path, error))?;
        text.push(b'\n');
        let mut file = File::create(&new).map_err(ArchiveError::io(&new))?;
        file.write_all(&text).and_then(|()| file.sync_all()).map_err(ArchiveError::io(&new))?;
        drop(file);
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

    /// Lists the files of a table, in order.
    pub fn files_of(&self, table: &str) -> impl Iterator<Item = &FileEntry> {
        self.files.iter().filter(move |file| file.table == table)
    }

    /// Returns the number of batches with files of a table. A batch of a joint import has several files per table.
    pub(crate) fn batches_of(&self, table: &str) -> usize {
        let batch = |name: &str| name.split(['-', '.']).next().unwrap_or_default().to_owned();
        self.files_of(table).map(|file| batch(&file.name)).collect::<BTreeSet<_>>().len()
    }

    /// Removes the files of an interrupted import. The caller must hold the lock.
    pub(crate) fn remove_garbage(&self, folder: &Path) -> Result<(), ArchiveError> {
        let _ = fs::remove_file(folder.join(NEW_NAME));
        for table in crate::schema::TABLES {
            let inner = folder.join(table.name);
            let entries = match fs::read_dir(&inner) {
                Ok(entries) => entries,
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                Err(error) => return Err(ArchiveError::Io { path: inner, error }),
            };
            for entry in entries {
                let entry = entry.map_err(ArchiveError::io(&inner))?;
                let name = entry.file_name();
                let is_named = self.files_of(table.name).any(|file| name == file.name.as_str());
                // Leave files that we didn't create.
                let is_ours = name.to_str().is_some_and(is_batch_file);
                if is_ours && !is_named {
                    fs::remove_file(entry.path()).map_err(ArchiveError::io(&entry.path()))?;
                }
            }
            // Fails, as it should, if the folder isn't empty.
            let _ = fs::remove_dir(&inner);
        }
        self.remove_sums(folder)?;
        remove_spills(&folder.join(SPILLS))?;
        crate::joint::remove_scratch(folder)
    }

    /// Removes the checksums of files that are not in the manifest.
    fn remove_sums(&self, folder: &Path) -> Result<(), ArchiveError> {
        let inner = folder.join(SUMS);
        let entries = match fs::read_dir(&inner) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(ArchiveError::Io { path: inner, error }),
        };
        for entry in entries {
            let path = entry.map_err(ArchiveError::io(&inner))?.path();
            let is_ours = path.file_name().and_then(|name| name.to_str()).is_some_and(|name| {
                crate::schema::TABLES.iter().any(|table| {
                    name.strip_prefix(table.name)
                        .and_then(|rest| rest.strip_prefix('-'))
                        .is_some_and(is_batch)
                })
            });
            if is_ours && !self.files.iter().any(|file| Manifest::sums_path(folder, file) == path) {
                fs::remove_file(&path).map_err(ArchiveError::io(&path))?;
            }
        }
        let _ = fs::remove_dir(&inner);
        Ok(())
    }
}

/// Returns `true` if a name is that of a batch's file: `000001.parquet`, or `_000001.parquet.tmp` while it is written.
fn is_batch_file(name: &str) -> bool {
    let whole = name.strip_prefix('_').and_then(|name| name.strip_suffix(".tmp")).unwrap_or(name);
    whole.strip_suffix(".parquet").is_some_and(is_batch)
}

/// Returns `true` if a name is that of a batch: `000001`, `000012-003` if compacted, or `000012-00003-17` if written by
/// a joint import.
fn is_batch(name: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    name.split('-').count() <= 3 && name.split('-').all(digits)
}

/// Removes the temporary files of an interrupted sort, and their folder if it is empty.
fn remove_spills(folder: &Path) -> Result<(), ArchiveError> {
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
const SUMS: &str = "sums";

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
