//! An open file: its text, its index, and the state of reading.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bpgn::detect::TextKind;
use bpgn::{Compression, Record};
use bughouse_files::sources;
use bughouse_review::files::{MOST_GAMES, NO_GAME, other_format, why_no_upload};
use bughouse_review::index::Entry;
use bughouse_review::{File, FileState, Origin, Rejection, Row};

use crate::bytes::{Bytes, Copying, Stamp};
use crate::growing_index::GrowingIndex;

/// An open file.
#[derive(Debug)]
pub(crate) struct OpenFile {
    /// The unique name of the file in URLs.
    pub(crate) key: String,
    /// The display name.
    pub(crate) name: String,
    /// The path; `None` for an upload.
    path: Option<PathBuf>,
    pub(crate) index: GrowingIndex,
    size: AtomicU64,
    read: Arc<AtomicU64>,
    state: Mutex<State>,
    /// Held while the file on disk is written or reloaded.
    pub(crate) writing: Mutex<()>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum State {
    Reading,
    Ready,
    Broken(String),
}

impl OpenFile {
    /// Creates an open file for a path, or `-` for stdin, without reading it.
    pub(crate) fn on_disk(key: String, path: &Path) -> OpenFile {
        let size =
            std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file).map_or(0, |file| file.len());
        OpenFile { path: Some(path.to_owned()), ..OpenFile::new(key, sources::name(path), size) }
    }

    /// Creates an open file for an upload and reads it. It has no key yet.
    pub(crate) fn uploaded(name: String, text: Arc<[u8]>) -> OpenFile {
        let length = text.len() as u64;
        let file = OpenFile::new(String::new(), name, length);
        file.index.begin(Some(Arc::new(Bytes::Memory(Arc::clone(&text)))));
        let open =
            || -> io::Result<Box<dyn Read + Send>> { Ok(Box::new(io::Cursor::new(Arc::clone(&text)))) };
        let read = file.index.fill(open, |games| games <= MOST_GAMES);
        file.read.store(length, Ordering::Relaxed);
        file.end(read, &text[..text.len().min(TextKind::START)]);
        let why = why_no_upload(&file.name, &file.index.now().index);
        if let Some(why) = why {
            *file.state() = State::Broken(why);
        }
        file
    }

    fn new(key: String, name: String, size: u64) -> OpenFile {
        OpenFile {
            key,
            name,
            path: None,
            index: GrowingIndex::default(),
            size: AtomicU64::new(size),
            read: Arc::default(),
            state: Mutex::new(State::Reading),
            writing: Mutex::default(),
        }
    }

    /// Sets the key.
    pub(crate) fn with_key(self, key: String) -> OpenFile {
        OpenFile { key, ..self }
    }

    /// Reads a file on disk until the end, or until `stop` is set. Calls `progress` with the number of bytes and
    /// games.
    pub(crate) fn read(&self, stop: &AtomicBool, progress: impl Fn(u64, usize)) {
        let Some(path) = &self.path else { return };
        self.read.store(0, Ordering::Relaxed);
        let start = Mutex::new(Vec::new());
        let read = self.text_of(path).and_then(|text| {
            self.size.store(sources::size(std::slice::from_ref(path)).unwrap_or(0), Ordering::Relaxed);
            self.index.begin(Some(Arc::clone(&text)));
            let open = || -> io::Result<Box<dyn Read + Send>> {
                let (first, source) = sources::open_with_start(path, &self.read)?;
                *start.lock().unwrap_or_else(PoisonError::into_inner) = first;
                Ok(match &*text {
                    Bytes::Copy(copy) => Box::new(Copying::new(source, Arc::clone(copy))),
                    Bytes::Disk(..) | Bytes::Memory(_) => source,
                })
            };
            self.index.fill(open, |games| {
                progress(self.read.load(Ordering::Relaxed), games);
                !stop.load(Ordering::Relaxed)
            })?;
            match text.stamp() {
                Some(stamp) if Stamp::of_file(path)? != stamp => {
                    Err(io::Error::other("the file changed while it was being read: reload it"))
                }
                _ => Ok(()),
            }
        });
        self.end(read, &start.into_inner().unwrap_or_default());
    }

    /// Returns the text of a file: an uncompressed file directly, everything else from a temporary copy.
    fn text_of(&self, path: &Path) -> io::Result<Arc<Bytes>> {
        let is_file = sources::size(&[path.to_owned()]).is_some();
        if is_file && compression(path)? == Compression::None {
            return Bytes::on_disk(path).map(Arc::new);
        }
        if std::fs::metadata(path).is_ok_and(|found| found.is_dir()) {
            return Err(io::Error::other("expected a file, found a folder"));
        }
        Ok(Arc::new(Bytes::Copy(Arc::new(tempfile::tempfile()?))))
    }

    /// Sets the state after reading a text with these first bytes.
    fn end(&self, read: io::Result<()>, start: &[u8]) {
        let is_empty = self.index.now().index.is_empty();
        *self.state() = match read {
            Err(error) => State::Broken(format!("cannot read {}: {}", self.name, sources::describe(&error))),
            Ok(()) if is_empty => State::Broken(self.no_game(start)),
            Ok(()) => State::Ready,
        };
    }

    /// Returns the message for a file without games.
    fn no_game(&self, start: &[u8]) -> String {
        let name = &self.name;
        let file = self.path.as_deref().map_or_else(|| "FILE".to_owned(), sources::quoted);
        match other_format(start) {
            Some(TextKind::Json) => format!(
                "{name} is JSON, not BPGN: convert a chess.com game with `bughouse convert --to bpgn {file} -o games.bpgn`"
            ),
            Some(TextKind::Uci) => format!(
                "{name} has UCI moves, not BPGN: convert it with `bughouse convert --to bpgn {file} -o games.bpgn`"
            ),
            Some(TextKind::Position) => {
                format!("{name} has a position, not a game: use `bughouse analyze {file}`")
            }
            _ => format!("{name}: {NO_GAME}"),
        }
    }

    /// Removes all games of a file on disk before it is reloaded. Returns `false` if it is being read or can't be read
    /// twice.
    pub(crate) fn clear(&self) -> bool {
        let mut state = self.state();
        if *state == State::Reading || !self.is_regular() {
            return false;
        }
        *state = State::Reading;
        self.index.begin(None);
        self.read.store(0, Ordering::Relaxed);
        true
    }

    /// Describes the file for the HTTP API.
    pub(crate) fn to_file(&self, may_save: bool) -> File {
        let mut state = self.state().clone();
        if state == State::Ready && self.has_changed() {
            state = State::Broken(self.changed());
        }
        let now = self.index.now();
        let (state, error) = match state {
            State::Reading => (FileState::Reading, None),
            State::Ready => (FileState::Ready, None),
            State::Broken(why) => (FileState::Broken, Some(why)),
        };
        File {
            key: self.key.clone(),
            name: self.name.clone(),
            origin: match &self.path {
                None => Origin::Upload,
                Some(_) if self.is_stdin() => Origin::Stdin,
                Some(_) => Origin::Disk,
            },
            state,
            error,
            bytes: self.size(),
            bytes_read: self.read.load(Ordering::Relaxed),
            games: now.index.len(),
            notes: now.index.stray().to_vec(),
            can_save: may_save && self.plain_path().is_some(),
        }
    }

    /// Returns the size of the file, if known.
    pub(crate) fn size(&self) -> Option<u64> {
        Some(self.size.load(Ordering::Relaxed)).filter(|&size| size > 0)
    }

    /// Returns why the file could not be read completely; `None` if it could.
    pub(crate) fn why_broken(&self) -> Option<String> {
        match &*self.state() {
            State::Broken(why) => Some(why.clone()),
            State::Reading | State::Ready => None,
        }
    }

    /// Returns `true` if the file is being read.
    pub(crate) fn is_reading(&self) -> bool {
        *self.state() == State::Reading
    }

    /// Returns `true` if the file is an upload.
    pub(crate) fn is_upload(&self) -> bool {
        self.path.is_none()
    }

    /// Returns how many bytes of memory the file takes.
    pub(crate) fn memory(&self) -> usize {
        let now = self.index.now();
        let text = match now.text.as_deref() {
            Some(Bytes::Memory(bytes)) => bytes.len(),
            _ => 0,
        };
        text + now.index.memory()
    }

    /// Returns `true` if an uncompressed file on disk has changed since it was read.
    pub(crate) fn has_changed(&self) -> bool {
        let differs = || {
            let stamp = self.index.now().text.as_ref().and_then(|text| text.stamp());
            let path = self.path.as_deref().filter(|_| *self.state() != State::Reading);
            path.zip(stamp).is_some_and(|(path, stamp)| Stamp::of_file(path).ok() != Some(stamp))
        };
        // A write by this server updates the stamp before it releases the lock.
        differs() && {
            let _waited = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
            differs()
        }
    }

    /// Fails if the file has changed.
    pub(crate) fn reject_if_changed(&self) -> Result<(), Rejection> {
        if self.has_changed() { Err(Rejection::conflict(self.changed())) } else { Ok(()) }
    }

    /// Returns the message for a changed file.
    pub(crate) fn changed(&self) -> String {
        format!("{} has changed on disk since it was read: reload it", self.name)
    }

    /// Returns `true` if the file is on disk and not a pipe, so it can be read twice.
    pub(crate) fn is_regular(&self) -> bool {
        let path = self.path.as_deref().filter(|_| !self.is_stdin());
        path.is_some_and(|path| std::fs::metadata(path).is_ok_and(|found| found.is_file()))
    }

    /// Returns the path and the stamp of an uncompressed file on disk that was read completely.
    pub(crate) fn plain_path(&self) -> Option<(&Path, Stamp)> {
        let stamp = self.index.now().text.as_ref()?.stamp()?;
        Some((self.path.as_deref().filter(|_| *self.state() != State::Reading)?, stamp))
    }

    /// Returns the index entry of a game, given by its number from 1, and the text it is in.
    pub(crate) fn entry(&self, number: u64) -> Result<(Entry, Arc<Bytes>), Rejection> {
        let now = self.index.now();
        let missing = || Rejection::no_game(number, &self.name, now.index.len(), self.is_reading());
        now.index.entry(number).copied().zip(now.text.clone()).ok_or_else(missing)
    }

    /// Updates the index after a game was replaced on disk.
    pub(crate) fn replaced(&self, number: u64, old: &[u8], new: &[u8]) -> io::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        let text = Arc::new(Bytes::on_disk(path)?);
        let size = std::fs::metadata(path)?.len();
        self.index.replace_game(number, old, new, text);
        self.size.store(size, Ordering::Relaxed);
        self.read.store(size, Ordering::Relaxed);
        Ok(())
    }

    /// Reads a game.
    pub(crate) fn record(&self, number: u64) -> Result<Record, Rejection> {
        self.reject_if_changed()?;
        let (entry, text) = self.entry(number)?;
        self.record_at(number, &entry, &text)
    }

    /// Reads an indexed game from the text of the index.
    pub(crate) fn record_at(&self, number: u64, entry: &Entry, text: &Bytes) -> Result<Record, Rejection> {
        if text.has_changed() {
            return Err(Rejection::conflict(self.changed()));
        }
        let bytes = text.part(entry.byte(), entry.length()).map_err(|error| self.unreadable(&error))?;
        entry.read(number, &bytes).ok_or_else(|| Rejection::conflict(self.changed()))
    }

    /// Returns an indexed game as a row of a list.
    pub(crate) fn row(&self, number: u64, entry: &Entry, text: &Bytes) -> Result<Row, Rejection> {
        if text.has_changed() {
            return Err(Rejection::conflict(self.changed()));
        }
        let source = text.reader(entry.byte(), entry.length());
        let row = Row::read(&self.key, number, entry, source).map_err(|error| self.unreadable(&error))?;
        row.ok_or_else(|| Rejection::conflict(self.changed()))
    }

    fn unreadable(&self, error: &io::Error) -> Rejection {
        Rejection::internal(format!("cannot read {}: {error}", self.name))
    }

    /// Returns `true` if the file is at a canonical path.
    pub(crate) fn is_at(&self, place: &Path) -> bool {
        let path = self.path.as_deref().filter(|_| !self.is_stdin());
        path.and_then(|path| path.canonicalize().ok()).is_some_and(|path| path == place)
    }

    fn is_stdin(&self) -> bool {
        self.path.as_deref().is_some_and(|path| path.as_os_str() == "-")
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the compression of a file.
fn compression(path: &Path) -> io::Result<Compression> {
    let mut start = Vec::new();
    std::fs::File::open(path)?.take(16).read_to_end(&mut start)?;
    Ok(Compression::of(&start))
}
