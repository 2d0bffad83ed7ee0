//! The state shared by all requests.

use std::ops::Deref;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use bughouse_chess::Position;
use bughouse_review::open::to_bpgn;
use bughouse_review::search::{Page, SearchQuery};
use bughouse_review::{
    ArchivePlayer, ArchivePlayers, Evaluated, ExploreRequest, Explored, ExploredYears, File, Files,
    FoundGames, Game, Opened, PlayersRequest, Rejection, ReplaceRequest, Rows, SaveRequest, Saved,
    SearchRequest, Source, Store,
};

use crate::archive;
use crate::archive_players;
use crate::long_requests::LongRequests;
use crate::open_archive::OpenArchive;
use crate::open_files::OpenFiles;
use crate::save::{self, SaveFolder};
use crate::served_engine::ServedEngine;

/// The state shared by all requests.
pub(crate) struct ServerState {
    pub(crate) open_files: OpenFiles,
    pub(crate) folder: SaveFolder,
    pub(crate) archive: Option<OpenArchive>,
    pub(crate) engine: Option<ServedEngine>,
    /// Held while a file is written.
    pub(crate) saving: Mutex<()>,
    pub(crate) long_requests: LongRequests,
    /// Set when the server stops.
    pub(crate) stop_reading: Arc<AtomicBool>,
}

impl ServerState {
    fn archive(&self) -> Result<&OpenArchive, Rejection> {
        self.archive.as_ref().ok_or_else(Rejection::no_archive)
    }

    /// Writes to disk, one file at a time.
    fn write<T>(&self, write: impl FnOnce(&SaveFolder) -> Result<T, Rejection>) -> Result<T, Rejection> {
        let _lock = self.saving.lock().unwrap_or_else(PoisonError::into_inner);
        write(&self.folder)
    }
}

/// The state for one request.
pub(crate) struct RequestState {
    pub(crate) state: Arc<ServerState>,
    /// Set when the client disconnects.
    pub(crate) is_abandoned: Arc<AtomicBool>,
}

impl Deref for RequestState {
    type Target = ServerState;

    fn deref(&self) -> &ServerState {
        &self.state
    }
}

impl Store for RequestState {
    fn files(&self) -> Files {
        let folder = self.folder.get().ok();
        let files = self.open_files.files().iter().map(|file| file.to_file(folder.is_some())).collect();
        let archive = self.archive.as_ref().map(OpenArchive::describe);
        let engine = self.engine.as_ref().map(ServedEngine::name);
        Files { archive, engine, ..Files::new(files, folder.map(|folder| folder.display().to_string())) }
    }

    fn engine(&self, position: &Position) -> Result<Evaluated, Rejection> {
        self.engine.as_ref().ok_or_else(Rejection::no_engine)?.evaluate(position)
    }

    fn open(&self, name: &str, sent: Vec<u8>) -> Result<Opened, Rejection> {
        let converted = to_bpgn(sent)?;
        let file = self.open_files.open(name, converted.text)?;
        Ok(Opened {
            key: file.key.clone(),
            games: file.index.now().index.len(),
            kind: converted.kind,
            notes: converted.notes,
        })
    }

    fn close(&self, key: &str) -> Result<(), Rejection> {
        // Other machines can close uploads, but not files that the user opened here.
        if !self.open_files.file(key)?.is_upload() {
            self.folder.get()?;
        }
        self.open_files.close(key)
    }

    fn games(&self, page: &Page, query: &SearchQuery) -> Result<Rows, Rejection> {
        self.open_files.list(page, query)
    }

    fn game(&self, key: &str, number: u64) -> Result<Game, Rejection> {
        let file = self.open_files.file(key)?;
        let record = file.record(number)?;
        let line = record.place.line;
        let source = Source { file: file.key.clone(), name: file.name.clone(), game: number, line };
        Game::new(&record, Some(source))
    }

    fn reload(&self, key: &str) -> Result<File, Rejection> {
        let file = self.open_files.file(key)?;
        // Other machines could make games unavailable by reloading again and again.
        self.folder.get()?;
        // The file must not be written while its games are removed.
        let writing = file.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let cleared = file.clear();
        drop(writing);
        if !cleared {
            let why = if file.is_reading() { "it is being read" } else { "it isn't a file on disk" };
            return Err(Rejection::conflict(format!("cannot reload {}: {why}", file.name)));
        }
        let description = file.to_file(true);
        let stop = Arc::clone(&self.stop_reading);
        std::thread::spawn(move || file.read(&stop, |_, _| {}));
        Ok(description)
    }

    fn replace(&self, key: &str, number: u64, request: &ReplaceRequest) -> Result<Saved, Rejection> {
        let file = self.open_files.file(key)?;
        self.write(|folder| save::replace(folder, &file, number, request))
    }

    fn save(&self, request: &SaveRequest) -> Result<Saved, Rejection> {
        self.write(|folder| save::save(folder, &self.open_files, request))
    }

    fn explore(&self, request: &ExploreRequest) -> Result<Explored, Rejection> {
        archive::answer_explore(&self.archive()?.now(), request)
    }

    fn explore_years(&self, request: &ExploreRequest) -> Result<ExploredYears, Rejection> {
        archive::answer_years(&self.archive()?.now(), request)
    }

    fn search(&self, request: &SearchRequest) -> Result<FoundGames, Rejection> {
        archive::answer_search(&self.archive()?.now(), request, &self.is_abandoned)
    }

    fn archived(&self, game: i32) -> Result<Game, Rejection> {
        archive::answer_game(&self.archive()?.now(), game)
    }

    fn players(&self, request: &PlayersRequest) -> Result<ArchivePlayers, Rejection> {
        archive_players::answer_players(&self.archive()?.now(), request)
    }

    fn player(&self, name: &str) -> Result<ArchivePlayer, Rejection> {
        archive_players::answer_player(&self.archive()?.now(), name)
    }
}
