//! The open files, and their games as one list.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use bughouse_files::sources;
use bughouse_review::files::{free_key, require_room, upload_name};
use bughouse_review::index::Entry;
use bughouse_review::order::SortedPage;
use bughouse_review::search::{Page, Picker, SearchQuery};
use bughouse_review::{Rejection, Rows};

use crate::bytes::Bytes;
use crate::open_file::OpenFile;
use crate::server::Events;

/// The open files, in order.
#[derive(Default, Debug)]
pub(crate) struct OpenFiles {
    files: RwLock<Vec<Arc<OpenFile>>>,
    /// Held while a new file is written and opened. Of two requests for one name, the second sees the file of the first.
    pub(crate) saving: Mutex<()>,
}

impl OpenFiles {
    /// Creates open files for paths, without reading them.
    pub(crate) fn new(paths: &[PathBuf]) -> OpenFiles {
        let mut files: Vec<Arc<OpenFile>> = Vec::new();
        for path in paths {
            let name = sources::name(path);
            let base = path.file_name().map_or(name, |name| name.to_string_lossy().into_owned());
            let key = key_for(&files, if base == "-" { "stdin" } else { &base });
            files.push(Arc::new(OpenFile::on_disk(key, path)));
        }
        OpenFiles { files: RwLock::new(files), saving: Mutex::default() }
    }

    /// Reads all files on disk one after the other. Pipes, which may never end, get their own threads.
    pub(crate) fn read_all(&self, stop: &Arc<AtomicBool>, events: &Arc<dyn Events>) {
        let (files, pipes): (Vec<_>, Vec<_>) = self.files().into_iter().partition(|file| file.is_regular());
        for pipe in pipes {
            let (stop, events) = (Arc::clone(stop), Arc::clone(events));
            std::thread::spawn(move || {
                pipe.read(&stop, |_, _| {});
                pipe.why_broken().iter().for_each(|why| events.broken(why));
            });
        }
        let total = files.iter().map(|file| file.size()).sum::<Option<u64>>();
        let (mut bytes, mut games) = (0, 0);
        for file in files {
            file.read(stop, |read, found| events.progress(bytes + read, total, games + found as u64));
            events.file_read();
            file.why_broken().iter().for_each(|why| events.broken(why));
            bytes += file.size().unwrap_or(0);
            games += file.index.now().index.len() as u64;
        }
    }

    /// Returns all files.
    pub(crate) fn files(&self) -> Vec<Arc<OpenFile>> {
        self.files.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Finds a file by its key.
    pub(crate) fn file(&self, key: &str) -> Result<Arc<OpenFile>, Rejection> {
        let files = self.files.read().unwrap_or_else(PoisonError::into_inner);
        let found = files.iter().find(|file| file.key == key);
        found.cloned().ok_or_else(|| Rejection::no_file(key))
    }

    /// Finds the open file with a path.
    pub(crate) fn file_at(&self, path: &Path) -> Option<Arc<OpenFile>> {
        let wanted = path.canonicalize().ok()?;
        self.files().into_iter().find(|file| file.is_at(&wanted))
    }

    /// Opens an upload.
    ///
    /// # Errors
    /// Fails if a limit is exceeded, or the text has no game.
    pub(crate) fn open(&self, name: &str, text: Vec<u8>) -> Result<Arc<OpenFile>, Rejection> {
        let name = upload_name(name);
        // Reading takes a while, so the lock isn't held.
        let read = OpenFile::uploaded(name.to_owned(), Arc::from(text));
        if let Some(why) = read.why_broken() {
            return Err(Rejection::bad_request(why));
        }
        let mut files = self.files.write().unwrap_or_else(PoisonError::into_inner);
        let uploads = files.iter().filter(|file| file.is_upload());
        let (count, memory) =
            uploads.fold((0, 0), |(count, memory), file| (count + 1, memory + file.memory()));
        require_room(count, memory, read.memory())?;
        let file = Arc::new(read.with_key(key_for(&files, name)));
        files.push(Arc::clone(&file));
        Ok(file)
    }

    /// Opens a file that this server saved, or reloads it if it is open.
    ///
    /// # Errors
    /// Fails if the file doesn't exist.
    pub(crate) fn open_written(
        &self,
        path: &Path,
        open: Option<Arc<OpenFile>>,
    ) -> Result<Arc<OpenFile>, Rejection> {
        let file = match open {
            Some(open) if open.clear() => open,
            Some(open) => return Ok(open),
            None => {
                let mut files = self.files.write().unwrap_or_else(PoisonError::into_inner);
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                let file = Arc::new(OpenFile::on_disk(key_for(&files, &name), path));
                files.push(Arc::clone(&file));
                file
            }
        };
        file.read(&AtomicBool::new(false), |_, _| {});
        file.why_broken().map_or(Ok(file), |why| Err(Rejection::internal(why)))
    }

    /// Closes a file. On disk, it stays unchanged.
    pub(crate) fn close(&self, key: &str) -> Result<(), Rejection> {
        self.file(key)?;
        self.files.write().unwrap_or_else(PoisonError::into_inner).retain(|open| open.key != key);
        Ok(())
    }

    /// Returns a page of the games that match a query.
    pub(crate) fn list(&self, page: &Page, query: &SearchQuery) -> Result<Rows, Rejection> {
        let mut files = match &page.file {
            Some(key) => vec![self.file(key)?],
            None => self.files(),
        };
        // The list of files shows which ones have changed on disk. They don't affect other files here.
        match &files[..] {
            [only] => only.reject_if_changed()?,
            _ => files.retain(|file| !file.has_changed()),
        }
        let reading = files.iter().any(|file| file.is_reading());
        if let Some(sort) = query.sort {
            let all: Vec<_> = files.iter().map(|file| file.index.now()).collect();
            let indexes: Vec<_> = all.iter().map(|now| &now.index).collect();
            let SortedPage { total, matched, games, .. } = SortedPage::of(&indexes, page, query, sort);
            let picked: Vec<_> = games
                .iter()
                .filter_map(|&(at, number)| {
                    let now = all.get(at)?;
                    Some((&files[at], number, *now.index.entry(number)?, Arc::clone(now.text.as_ref()?)))
                })
                .collect();
            drop(indexes);
            drop(all);
            let rows = picked.iter().map(|(file, number, entry, text)| file.row(*number, entry, text));
            let games = rows.collect::<Result<_, _>>()?;
            return Ok(Rows { total, matched, reading, offset: page.offset, games });
        }
        let mut picker = Picker::new(page, query);
        let mut picked: Vec<(&OpenFile, u64, Entry, Arc<Bytes>)> = Vec::new();
        for file in &files {
            let now = file.index.now();
            let Some(text) = &now.text else { continue };
            for number in picker.pick(&now.index) {
                picked
                    .extend(now.index.entry(number).map(|entry| (&**file, number, *entry, Arc::clone(text))));
            }
        }
        // Rows are read without holding a lock on the index.
        let rows = picked.iter().map(|(file, number, entry, text)| file.row(*number, entry, text));
        let games = rows.collect::<Result<_, _>>()?;
        let Picker { total, matched, .. } = picker;
        Ok(Rows { total, matched, reading, offset: page.offset, games })
    }
}

/// Returns an unused key for a name.
fn key_for(files: &[Arc<OpenFile>], name: &str) -> String {
    free_key(name, |key| files.iter().any(|file| file.key == key))
}
