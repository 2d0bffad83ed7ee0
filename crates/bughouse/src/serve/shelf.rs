//! All files that are open, and the games in them as one list.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, PoisonError, RwLock};

use serde::Serialize;

use crate::progress::Progress;
use crate::report;
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

    /// Reads all files on disk one after the other, and shows how far it is in a terminal.
    pub(super) fn read_all(&self, stop: &AtomicBool) {
        let files = self.files();
        let total = files.iter().map(|file| file.size()).sum::<Option<u64>>();
        let progress = std::sync::Mutex::new(Progress::new(total));
        let (mut bytes, mut games) = (0, 0);
        for file in files.iter().filter(|file| !file.is_sent()) {
            file.read(stop, |read, found| {
                let mut progress = progress.lock().unwrap_or_else(PoisonError::into_inner);
                progress.show(bytes + read, games + found as u64);
            });
            progress.lock().unwrap_or_else(PoisonError::into_inner).clear();
            if let Some(why) = file.why_broken() {
                report::error(why);
            }
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
        let files = match file {
            Some(key) => vec![self.file(key)?],
            None => self.files(),
        };
        let (mut total, mut matched) = (0, 0);
        let mut page: Vec<(&OpenFile, u64, Entry)> = Vec::new();
        for file in &files {
            let index = file.index.now();
            let room = limit - page.len();
            let skip = offset.saturating_sub(matched);
            let row = |number: usize| (&**file, number as u64 + 1, index.entries[number]);
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
            .map(|(file, number, entry)| RowJson::read(file, *number, entry))
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
