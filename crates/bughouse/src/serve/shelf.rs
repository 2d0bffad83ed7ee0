//! All files that are open, and the games in them as one list.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use serde::Serialize;

use crate::progress::Progress;
use crate::report;
use crate::serve::bytes::Bytes;
use crate::serve::index::Entry;
use crate::serve::open_file::OpenFile;
use crate::serve::refusal::Refusal;
use crate::serve::row_json::RowJson;
use crate::serve::search::Question;
use crate::sources;

/// The most bytes of one upload, unpacked.
pub(super) const MOST_UPLOAD: usize = 64 << 20;

/// The most bytes of all uploads, which stay in memory.
const MOST_MEMORY: usize = 256 << 20;

/// The most uploads that are open at a time.
const MOST_UPLOADS: usize = 100;

/// The most characters of a key.
const MOST_KEY: usize = 80;

/// All files that are open, in order.
#[derive(Default, Debug)]
pub(super) struct Shelf {
    files: RwLock<Vec<Arc<OpenFile>>>,
}

/// A page of the list of games. `openapi.json` documents every field.
#[derive(Serialize)]
pub(super) struct RowsJson {
    total: usize,
    matched: usize,
    reading: bool,
    offset: usize,
    games: Vec<RowJson>,
}

impl Shelf {
    /// Puts files on the shelf, unread.
    pub(super) fn new(paths: &[PathBuf]) -> Shelf {
        let mut files: Vec<Arc<OpenFile>> = Vec::new();
        for path in paths {
            let name = sources::name(path);
            let base = path.file_name().map_or(name, |name| name.to_string_lossy().into_owned());
            let key = free_key(&files, if base == "-" { "stdin" } else { &base });
            files.push(Arc::new(OpenFile::on_disk(key, path)));
        }
        Shelf { files: RwLock::new(files) }
    }

    /// Reads all files on disk one after the other, and shows how far it is in a terminal. Pipes, which may never
    /// end, are read each for itself.
    pub(super) fn read_all(&self, stop: &Arc<AtomicBool>) {
        let (files, pipes): (Vec<_>, Vec<_>) = self.files().into_iter().partition(|file| file.is_regular());
        for pipe in pipes {
            let stop = Arc::clone(stop);
            std::thread::spawn(move || {
                pipe.read(&stop, |_, _| {});
                pipe.why_broken().iter().for_each(report::error);
            });
        }
        let total = files.iter().map(|file| file.size()).sum::<Option<u64>>();
        let progress = Mutex::new(Progress::new(total));
        let bar = || progress.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut bytes, mut games) = (0, 0);
        for file in files {
            file.read(stop, |read, found| bar().show(bytes + read, games + found as u64));
            bar().clear();
            file.why_broken().iter().for_each(report::error);
            bytes += file.size().unwrap_or(0);
            games += file.index.now().entries.len() as u64;
        }
    }

    /// Lists all files.
    pub(super) fn files(&self) -> Vec<Arc<OpenFile>> {
        self.files.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Finds a file by its key.
    pub(super) fn file(&self, key: &str) -> Result<Arc<OpenFile>, Refusal> {
        let files = self.files.read().unwrap_or_else(PoisonError::into_inner);
        let found = files.iter().find(|file| file.key == key);
        found.cloned().ok_or_else(|| Refusal::missing(format!("no file is open as {key}")))
    }

    /// Finds the open file that is at a place on disk.
    pub(super) fn file_at(&self, path: &Path) -> Option<Arc<OpenFile>> {
        let wanted = path.canonicalize().ok()?;
        self.files().into_iter().find(|file| file.is_at(&wanted))
    }

    /// Opens a text that was sent.
    ///
    /// # Errors
    /// Refused if there is no room for it, or no game in it.
    pub(super) fn open(&self, name: &str, text: Vec<u8>) -> Result<Arc<OpenFile>, Refusal> {
        let name = if name.trim().is_empty() { "pasted" } else { name.trim() };
        // Reading takes a while, so nobody waits for it.
        let read = OpenFile::sent(name.to_owned(), Arc::from(text));
        if let Some(why) = read.why_broken() {
            return Err(Refusal::wrong(why));
        }
        let mut files = self.files.write().unwrap_or_else(PoisonError::into_inner);
        let uploads = files.iter().filter(|file| file.is_sent());
        let (count, memory) =
            uploads.fold((0, 0), |(count, memory), file| (count + 1, memory + file.memory()));
        if count >= MOST_UPLOADS || memory + read.memory() > MOST_MEMORY {
            return Err(Refusal::too_large(format!(
                "{count} uploads of {} MB are open, which is as much as fits: close some of them first",
                memory >> 20
            )));
        }
        let file = Arc::new(read.with_key(free_key(&files, name)));
        files.push(Arc::clone(&file));
        Ok(file)
    }

    /// Opens a file that was written here, or reads it anew if it is open.
    ///
    /// # Errors
    /// Refused if what was written is not there.
    pub(super) fn open_written(
        &self,
        path: &Path,
        open: Option<Arc<OpenFile>>,
    ) -> Result<Arc<OpenFile>, Refusal> {
        let file = match open {
            Some(open) if open.forget() => open,
            Some(open) => return Ok(open),
            None => {
                let mut files = self.files.write().unwrap_or_else(PoisonError::into_inner);
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                let file = Arc::new(OpenFile::on_disk(free_key(&files, &name), path));
                files.push(Arc::clone(&file));
                file
            }
        };
        file.read(&AtomicBool::new(false), |_, _| {});
        file.why_broken().map_or(Ok(file), |why| Err(Refusal::failed(why)))
    }

    /// Closes an upload.
    pub(super) fn close(&self, key: &str) -> Result<(), Refusal> {
        let file = self.file(key)?;
        if !file.is_sent() {
            return Err(Refusal::forbidden(format!(
                "{} is a file of the command line and stays open",
                file.name
            )));
        }
        self.files.write().unwrap_or_else(PoisonError::into_inner).retain(|open| open.key != key);
        Ok(())
    }

    /// Lists a page of the games that fit a question.
    pub(super) fn list(
        &self,
        file: Option<&str>,
        question: &Question,
        offset: usize,
        limit: usize,
    ) -> Result<RowsJson, Refusal> {
        let mut files = match file {
            Some(key) => vec![self.file(key)?],
            None => self.files(),
        };
        // What has changed on disk says so in the list of files, and hides no other file.
        match &files[..] {
            [only] => only.refuse_if_changed()?,
            _ => files.retain(|file| !file.has_changed()),
        }
        let (mut total, mut matched) = (0, 0);
        let mut page: Vec<(&OpenFile, u64, Entry, Arc<Bytes>)> = Vec::new();
        for file in &files {
            let index = file.index.now();
            let Some(text) = &index.text else { continue };
            let room = limit - page.len();
            let skip = offset.saturating_sub(matched);
            let row = |number: usize| (&**file, number as u64 + 1, index.entries[number], Arc::clone(text));
            if question.wants_all() {
                let games = index.entries.len();
                page.extend((skip.min(games)..games).take(room).map(row));
                matched += games;
            } else {
                let found = question.find(&index);
                page.extend(found.iter().skip(skip).take(room).map(|&number| row(number as usize)));
                matched += found.len();
            }
            total += index.entries.len();
        }
        let games = page
            .iter()
            .map(|(file, number, entry, text)| RowJson::read(file, *number, entry, text))
            .collect::<Result<_, _>>()?;
        Ok(RowsJson { total, matched, reading: files.iter().any(|file| file.is_reading()), offset, games })
    }
}

/// Returns a key that no file has, for a name.
fn free_key(files: &[Arc<OpenFile>], name: &str) -> String {
    // A key is one part of an address.
    let usable = |c: char| if c.is_alphanumeric() || matches!(c, '.' | '-' | '_') { c } else { '-' };
    let base: String = name.chars().take(MOST_KEY).map(usable).collect();
    // Nothing may be taken for the way up.
    let base = if base.chars().all(|c| c == '.') { "file".to_owned() } else { base };
    let is_free = |key: &String| files.iter().all(|file| file.key != *key);
    let numbered = |number: usize| if number == 1 { base.clone() } else { format!("{base}-{number}") };
    (1..).map(numbered).find(is_free).unwrap_or(base)
}
