//! An archive opened for reading.

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::attributes::Attributes;
use crate::decoded::Decoded;
use crate::error::ArchiveError;
use crate::fingerprint::folded;
use crate::late::LateVisits;
use crate::manifest::{self, FileEntry, Manifest};
use crate::players::Known;
use crate::schema::{GAMES, HOT, MOVES, PAIRS, PLAYERS, POSITIONS, RECORDS, REFUSED, TableSpec};
use crate::table::{Computed, Found, TableFile};

/// An archive opened for reading. It is a snapshot: games added after it was opened are not visible.
///
/// ```no_run
/// use bughouse_archive::{Archive, Explore};
///
/// let archive = Archive::open("archive".as_ref())?;
/// let start = bughouse_chess::Board::default();
/// for played in archive.explore(&Explore::board(&start))?.moves {
///     println!("{:?}: {} games", played.mv, played.games);
/// }
/// # Ok::<(), bughouse_archive::ArchiveError>(())
/// ```
#[derive(Debug)]
pub struct Archive {
    folder: PathBuf,
    manifest: Manifest,
    pub(crate) games: Vec<Arc<TableFile>>,
    pub(crate) moves: Vec<Arc<TableFile>>,
    pub(crate) records: Vec<Arc<TableFile>>,
    pub(crate) skipped: Vec<Arc<TableFile>>,
    pub(crate) players: Vec<Arc<TableFile>>,
    /// Sorted runs, each with its sums.
    pub(crate) positions: Vec<Run>,
    pub(crate) pairs: Vec<Run>,
    attributes: Lazy<Attributes>,
    names: Lazy<Names>,
    superseded_keys: Lazy<Option<HashSet<i64>>>,
    pub(crate) known_players: Lazy<Vec<Known>>,
    pub(crate) late: LateVisits,
    pub(crate) decoded: Decoded,
}

/// A sorted run of positions, with precomputed sums for frequent positions.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) rows: Arc<TableFile>,
    pub(crate) hot: Option<Arc<TableFile>>,
}

/// The names of all players.
#[derive(Debug, Default)]
pub(crate) struct Names {
    names: Vec<String>,
    /// Player ids by folded name.
    by_name: HashMap<String, Vec<i32>>,
}

impl Names {
    /// Returns all names, indexed by player id.
    pub(crate) fn all(&self) -> &[String] {
        &self.names
    }

    /// Returns the name of a player.
    pub(crate) fn name(&self, id: i32) -> Option<&str> {
        usize::try_from(id).ok().and_then(|id| self.names.get(id)).map(String::as_str)
    }

    /// Returns the ids of the players with this name, ignoring case.
    pub(crate) fn ids(&self, name: &str) -> &[i32] {
        self.by_name.get(&folded(name)).map_or(&[], Vec::as_slice)
    }
}

/// How many times to try opening an archive whose files are replaced meanwhile.
const ATTEMPTS: usize = 5;

impl Archive {
    /// Opens an archive.
    ///
    /// # Errors
    /// The folder is not an archive, the archive has a newer format, or one of its files is missing or damaged.
    pub fn open(folder: &Path) -> Result<Archive, ArchiveError> {
        let mut generation = None;
        for _ in 0..ATTEMPTS {
            let manifest = Manifest::read(folder)?.ok_or_else(|| ArchiveError::NotAnArchive {
                path: folder.to_owned(),
                found: if folder.is_dir() { "it has no manifest.json" } else { "there is no such folder" },
            })?;
            let seen = generation.replace(manifest.generation);
            match Archive::open_files(folder, manifest) {
                // Files may have been merged into others since the manifest was read.
                Err(ArchiveError::Io { path, error }) if error.kind() == io::ErrorKind::NotFound => {
                    if seen == generation {
                        return Err(ArchiveError::damaged(&path, "it is missing"));
                    }
                }
                opened => return opened.and_then(|archive| archive.check_skipped().map(|()| archive)),
            }
        }
        let what = "files that its manifest names are missing";
        Err(ArchiveError::damaged(folder, what))
    }

    /// Opens the files that a manifest lists.
    pub(crate) fn open_files(folder: &Path, manifest: Manifest) -> Result<Archive, ArchiveError> {
        Archive::open_summed(folder, manifest, &Computed::new())
    }

    /// Returns the archive as another manifest lists it. Files that are open are shared. Those in `unpublished` still
    /// have temporary names.
    pub(crate) fn with_manifest(
        &self,
        manifest: Manifest,
        unpublished: &[FileEntry],
    ) -> Result<Archive, ArchiveError> {
        let open: HashMap<&Path, &Arc<TableFile>> = self.files().map(|file| (file.path(), file)).collect();
        Archive::open_each(&self.folder, manifest, |file, spec| {
            match open.get(Manifest::path(&self.folder, file).as_path()) {
                Some(&table) => Ok(Arc::clone(table)),
                None if unpublished.contains(file) => {
                    TableFile::open_unpublished(&self.folder, file, spec).map(Arc::new)
                }
                None => TableFile::open(&self.folder, file, spec).map(Arc::new),
            }
        })
    }

    /// Opens the files that a manifest lists. `computed` has the checksums that are not on disk.
    pub(crate) fn open_summed(
        folder: &Path,
        manifest: Manifest,
        computed: &Computed,
    ) -> Result<Archive, ArchiveError> {
        Archive::open_each(folder, manifest, |file, spec| {
            TableFile::open_summed(folder, file, spec, computed).map(Arc::new)
        })
    }

    fn open_each(
        folder: &Path,
        manifest: Manifest,
        open_one: impl Fn(&FileEntry, &'static TableSpec) -> Result<Arc<TableFile>, ArchiveError>,
    ) -> Result<Archive, ArchiveError> {
        let open = |spec: &'static TableSpec| -> Result<Vec<Arc<TableFile>>, ArchiveError> {
            manifest.files_of(spec.name).map(|file| open_one(file, spec)).collect()
        };
        let runs = |spec: &'static TableSpec| -> Result<Vec<Run>, ArchiveError> {
            manifest
                .files_of(spec.name)
                .map(|file| {
                    let rows = open_one(file, spec)?;
                    let hot = manifest.files_of(HOT.name).find(|hot| hot.name == file.name);
                    let hot = hot.map(|hot| open_one(hot, &HOT)).transpose()?;
                    Ok(Run { rows, hot })
                })
                .collect()
        };
        manifest::require_folders(folder)?;
        let archive = Archive {
            folder: folder.to_owned(),
            games: open(&GAMES)?,
            moves: open(&MOVES)?,
            records: open(&RECORDS)?,
            skipped: open(&REFUSED)?,
            players: open(&PLAYERS)?,
            positions: runs(&POSITIONS)?,
            pairs: runs(&PAIRS)?,
            attributes: Lazy::default(),
            names: Lazy::default(),
            superseded_keys: Lazy::default(),
            late: LateVisits::default(),
            decoded: Decoded::default(),
            known_players: Lazy::default(),
            manifest,
        };
        archive.check_counts()?;
        Ok(archive)
    }

    /// Returns the manifest that the archive was opened with.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Returns `true` if the archive was changed since it was opened.
    pub fn has_changed(&self) -> bool {
        let now = Manifest::read(&self.folder).ok().flatten();
        now.is_some_and(|now| now.generation != self.manifest.generation)
    }

    /// Returns the folder of the archive.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns `true` if the sums of a position count no superseded games.
    pub(crate) fn has_exact_sums(&self, key: i64) -> Result<bool, ArchiveError> {
        let keys = self.superseded_keys.get(|| self.load_superseded_keys())?;
        Ok((*keys).as_ref().is_some_and(|keys| !keys.contains(&key)))
    }

    /// Returns the ids of all games, without those that were superseded.
    pub fn ids(&self) -> impl Iterator<Item = i32> + Clone + '_ {
        (0..self.manifest.games).filter(|game| !self.is_superseded(*game))
    }

    /// Returns the number of ids, which are 0 to `len() - 1`. [`Manifest::game_count`] is the number of games without
    /// those that were superseded.
    pub fn len(&self) -> usize {
        self.manifest.games as usize
    }

    /// Returns `true` if the archive has no games.
    pub fn is_empty(&self) -> bool {
        self.manifest.games == 0
    }

    /// Reads every byte of every file, compares it with its checksum, and checks that the tables agree with each other
    /// and with the manifest.
    ///
    /// # Errors
    /// A file is missing or damaged, the tables contradict each other or the manifest, or a table has a file that the
    /// manifest doesn't list.
    pub fn verify(&self) -> Result<(), ArchiveError> {
        self.files().try_for_each(|file| file.verify())?;
        self.cross_check()
    }

    /// Returns all open files.
    fn files(&self) -> impl Iterator<Item = &Arc<TableFile>> {
        let plain =
            [&self.games, &self.moves, &self.records, &self.skipped, &self.players].into_iter().flatten();
        let sorted = self.positions.iter().chain(&self.pairs);
        let sums = sorted.clone().filter_map(|run| run.hot.as_ref());
        plain.chain(sorted.map(|run| &run.rows)).chain(sums)
    }

    /// Returns the names of all players.
    pub(crate) fn names(&self) -> Result<Arc<Names>, ArchiveError> {
        self.names.get(|| {
            let mut all = Names::default();
            for file in &self.players {
                for group in 0..file.groups() {
                    let found = Found { group, rows: 0..file.group_rows(group) };
                    let mut names = Vec::new();
                    file.texts(&found, PLAYERS.column("name"), &mut names)?;
                    for name in names {
                        let name =
                            name.map_or_else(String::new, |name| String::from_utf8_lossy(&name).into_owned());
                        all.by_name.entry(folded(&name)).or_default().push(all.names.len() as i32);
                        all.names.push(name);
                    }
                }
            }
            Ok(all)
        })
    }

    /// Returns the attributes of all games, loading them on first use.
    pub(crate) fn attributes(&self) -> Result<Arc<Attributes>, ArchiveError> {
        self.attributes.get(|| {
            let attributes = Attributes::load(&self.games)?;
            self.check_lengths(&attributes)?;
            Ok(attributes)
        })
    }
}

/// A value that is loaded on first use. A failed load is retried.
#[derive(Debug)]
pub(crate) struct Lazy<T>(Mutex<Option<Arc<T>>>);

impl<T> Default for Lazy<T> {
    fn default() -> Lazy<T> {
        Lazy(Mutex::new(None))
    }
}

impl<T> Lazy<T> {
    pub(crate) fn get(&self, make: impl FnOnce() -> Result<T, ArchiveError>) -> Result<Arc<T>, ArchiveError> {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(made) = &*held {
            return Ok(Arc::clone(made));
        }
        let made = Arc::new(make()?);
        *held = Some(Arc::clone(&made));
        Ok(made)
    }
}
