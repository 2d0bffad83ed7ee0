//! A file that is open: its text, its index, and how far it has been read.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bpgn::{Compression, Reader, Record};
use serde::Serialize;

use crate::serve::bytes::{Bytes, Copying, Stamp};
use crate::serve::index::{Entry, GrowingIndex};
use crate::serve::refusal::Refusal;
use crate::sources;

/// The most games of an upload, whose index stays in memory.
const MOST_GAMES: usize = 500_000;

/// A file that is open.
#[derive(Debug)]
pub(super) struct OpenFile {
    /// Its name in addresses.
    pub(super) key: String,
    /// Its name for people.
    pub(super) name: String,
    /// Where it is, unless it was sent.
    path: Option<PathBuf>,
    pub(super) index: GrowingIndex,
    size: AtomicU64,
    read: Arc<AtomicU64>,
    state: Mutex<State>,
    /// Held while the file on disk is written or read anew.
    pub(super) writing: Mutex<()>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum State {
    Reading,
    Ready,
    Broken(String),
}

/// A file in a list. `openapi.json` documents every field.
#[derive(Serialize)]
pub(super) struct FileJson {
    key: String,
    name: String,
    origin: &'static str,
    state: &'static str,
    error: Option<String>,
    bytes: Option<u64>,
    bytes_read: u64,
    games: usize,
    notes: Vec<StrayJson>,
    can_save: bool,
}

#[derive(Serialize)]
struct StrayJson {
    line: u64,
    column: u64,
    text: String,
    excerpt: String,
}

impl OpenFile {
    /// Makes a file on disk, or `-` for stdin, that has not been read yet.
    pub(super) fn on_disk(key: String, path: &Path) -> OpenFile {
        let size =
            std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file).map_or(0, |file| file.len());
        OpenFile { path: Some(path.to_owned()), ..OpenFile::new(key, sources::name(path), size) }
    }

    /// Makes a file of a text that was sent, and reads it. It has no key yet.
    pub(super) fn sent(name: String, text: Arc<[u8]>) -> OpenFile {
        let length = text.len() as u64;
        let file = OpenFile::new(String::new(), name, length);
        file.index.begin(Some(Arc::new(Bytes::Memory(Arc::clone(&text)))));
        let open =
            || -> io::Result<Box<dyn Read + Send>> { Ok(Box::new(io::Cursor::new(Arc::clone(&text)))) };
        let read = file.index.fill(open, |games| games <= MOST_GAMES);
        file.read.store(length, Ordering::Relaxed);
        file.end(read);
        if file.index.now().entries.len() > MOST_GAMES {
            *file.state() = State::Broken(format!(
                "{}: more than {MOST_GAMES} games are too many to be sent: open them with `bughouse serve FILE`",
                file.name
            ));
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

    /// Gives it its name in addresses.
    pub(super) fn with_key(self, key: String) -> OpenFile {
        OpenFile { key, ..self }
    }

    /// Reads a file on disk to its end, or until `stop` says so. `progress` is told how far it is.
    pub(super) fn read(&self, stop: &AtomicBool, progress: impl Fn(u64, usize)) {
        let Some(path) = &self.path else { return };
        self.read.store(0, Ordering::Relaxed);
        let read = self.text_of(path).and_then(|text| {
            self.size.store(sources::size(std::slice::from_ref(path)).unwrap_or(0), Ordering::Relaxed);
            self.index.begin(Some(Arc::clone(&text)));
            let open = || -> io::Result<Box<dyn Read + Send>> {
                let source = sources::open_counted(path, &self.read)?;
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
                    Err(io::Error::other("it has changed while it was read: read it anew"))
                }
                _ => Ok(()),
            }
        });
        self.end(read);
    }

    /// Decides where the text of a file is read from: a plain file from where it is, all else from a copy.
    fn text_of(&self, path: &Path) -> io::Result<Arc<Bytes>> {
        let is_file = sources::size(&[path.to_owned()]).is_some();
        if is_file && compression(path)? == Compression::None {
            return Bytes::on_disk(path).map(Arc::new);
        }
        if std::fs::metadata(path).is_ok_and(|found| found.is_dir()) {
            return Err(io::Error::other("it is a folder, expected a file"));
        }
        Ok(Arc::new(Bytes::Copy(Arc::new(tempfile::tempfile()?))))
    }

    fn end(&self, read: io::Result<()>) {
        let games = self.index.now().entries.len();
        *self.state() = match read {
            Err(error) => State::Broken(format!("cannot read {}: {error}", self.name)),
            Ok(()) if games == 0 => {
                let name = if self.is_sent() { String::new() } else { format!("{}: ", self.name) };
                State::Broken(format!(
                    "{name}no game found, expected BPGN: tags such as [Event \"...\"] or half-moves such as 1A. e4"
                ))
            }
            Ok(()) => State::Ready,
        };
    }

    /// Begins to read a file on disk anew: forgets all games. Returns `false` if it is being read, or cannot be read
    /// twice.
    pub(super) fn forget(&self) -> bool {
        let mut state = self.state();
        if *state == State::Reading || !self.is_regular() {
            return false;
        }
        *state = State::Reading;
        self.index.begin(None);
        self.read.store(0, Ordering::Relaxed);
        true
    }

    /// Tells what is known of it.
    pub(super) fn to_json(&self, may_save: bool) -> FileJson {
        let mut state = self.state().clone();
        if state == State::Ready && self.has_changed() {
            state = State::Broken(self.changed());
        }
        let index = self.index.now();
        FileJson {
            key: self.key.clone(),
            name: self.name.clone(),
            origin: match &self.path {
                None => "upload",
                Some(_) if self.is_stdin() => "stdin",
                Some(_) => "disk",
            },
            state: match state {
                State::Reading => "reading",
                State::Ready => "ready",
                State::Broken(_) => "broken",
            },
            error: match state {
                State::Broken(why) => Some(why),
                State::Reading | State::Ready => None,
            },
            bytes: self.size(),
            bytes_read: self.read.load(Ordering::Relaxed),
            games: index.entries.len(),
            notes: index
                .stray
                .iter()
                .map(|stray| StrayJson {
                    line: stray.line,
                    column: stray.column,
                    text: stray.text.clone(),
                    excerpt: stray.excerpt.clone(),
                })
                .collect(),
            can_save: may_save && self.plain_path().is_some(),
        }
    }

    /// Returns the size of the file, if it is known.
    pub(super) fn size(&self) -> Option<u64> {
        Some(self.size.load(Ordering::Relaxed)).filter(|&size| size > 0)
    }

    /// Says why it could not be read to its end.
    pub(super) fn why_broken(&self) -> Option<String> {
        match &*self.state() {
            State::Broken(why) => Some(why.clone()),
            State::Reading | State::Ready => None,
        }
    }

    /// Tells whether it is still being read.
    pub(super) fn is_reading(&self) -> bool {
        *self.state() == State::Reading
    }

    /// Tells whether it was sent.
    pub(super) fn is_sent(&self) -> bool {
        self.path.is_none()
    }

    /// Returns how many bytes of memory it takes.
    pub(super) fn memory(&self) -> usize {
        let index = self.index.now();
        let text = match index.text.as_deref() {
            Some(Bytes::Memory(bytes)) => bytes.len(),
            _ => 0,
        };
        text + index.memory()
    }

    /// Tells whether a plain file on disk is another one than it was when it was read.
    pub(super) fn has_changed(&self) -> bool {
        let differs = || {
            let stamp = self.index.now().text.as_ref().and_then(|text| text.stamp());
            let path = self.path.as_deref().filter(|_| *self.state() != State::Reading);
            path.zip(stamp).is_some_and(|(path, stamp)| Stamp::of_file(path).ok() != Some(stamp))
        };
        // Whoever writes to it here tells what it has become before it ends.
        differs() && {
            let _waited = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
            differs()
        }
    }

    /// Refuses to go on with a file that has changed.
    pub(super) fn refuse_if_changed(&self) -> Result<(), Refusal> {
        if self.has_changed() { Err(Refusal::conflict(self.changed())) } else { Ok(()) }
    }

    /// Says that it has changed.
    pub(super) fn changed(&self) -> String {
        format!("{} has changed on disk since it was read: read it anew", self.name)
    }

    /// Tells whether it is a file on disk, and no pipe, so that it can be read twice.
    pub(super) fn is_regular(&self) -> bool {
        let path = self.path.as_deref().filter(|_| !self.is_stdin());
        path.is_some_and(|path| std::fs::metadata(path).is_ok_and(|found| found.is_file()))
    }

    /// Returns where it is and how it was when it was read, if it is a plain file on disk that was read to its end.
    pub(super) fn plain_path(&self) -> Option<(&Path, Stamp)> {
        let stamp = self.index.now().text.as_ref()?.stamp()?;
        Some((self.path.as_deref().filter(|_| *self.state() != State::Reading)?, stamp))
    }

    /// Returns what the index knows of a game by its number, from 1, and the text in which it is.
    pub(super) fn entry(&self, number: u64) -> Result<(Entry, Arc<Bytes>), Refusal> {
        let index = self.index.now();
        let found = number.checked_sub(1).and_then(|number| index.entries.get(usize::try_from(number).ok()?));
        found.copied().zip(index.text.clone()).ok_or_else(|| {
            let so_far = if self.is_reading() { " so far" } else { "" };
            let games = crate::words::count(index.entries.len(), "game");
            Refusal::missing(format!("there is no game {number}, {} holds {games}{so_far}", self.name))
        })
    }

    /// Takes note that a game was replaced on disk by other bytes.
    pub(super) fn replaced(&self, number: u64, old: &[u8], new: Vec<u8>) -> io::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        let text = Arc::new(Bytes::on_disk(path)?);
        let size = std::fs::metadata(path)?.len();
        self.index.replace_game(number as usize - 1, old, new, text);
        self.size.store(size, Ordering::Relaxed);
        self.read.store(size, Ordering::Relaxed);
        Ok(())
    }

    /// Reads a game.
    pub(super) fn record(&self, number: u64) -> Result<Record, Refusal> {
        self.refuse_if_changed()?;
        let (entry, text) = self.entry(number)?;
        self.record_at(number, &entry, &text)
    }

    /// Reads a game that the index knows from the text that the index is of.
    pub(super) fn record_at(&self, number: u64, entry: &Entry, text: &Bytes) -> Result<Record, Refusal> {
        if text.has_changed() {
            return Err(Refusal::conflict(self.changed()));
        }
        let bytes = text
            .part(entry.byte, entry.length as usize)
            .map_err(|error| Refusal::failed(format!("cannot read {}: {error}", self.name)))?;
        let mut reader = Reader::new(&bytes[..])
            .starting_at(entry.byte, u64::from(entry.line), number - 1)
            .in_column(u64::from(entry.column));
        match reader.read_record() {
            Ok(Some(record)) => Ok(record),
            _ => Err(Refusal::conflict(self.changed())),
        }
    }

    /// Tells whether it is at a place on disk that has no links in it.
    pub(super) fn is_at(&self, place: &Path) -> bool {
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

/// Tells how a file is compressed.
fn compression(path: &Path) -> io::Result<Compression> {
    let mut start = Vec::new();
    std::fs::File::open(path)?.take(16).read_to_end(&mut start)?;
    Ok(Compression::of(&start))
}
