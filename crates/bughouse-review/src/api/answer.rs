//! The HTTP API without a network: answers requests about the open files of a [`Store`].

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::api::archive_requests::{ExploreRequest, PlayersRequest, SearchRequest};
use crate::api::files::{File, Files, Opened};
use crate::api::params::{Params, is_plain_number, read_target};
use crate::api::rejection::Rejection;
use crate::api::requests::{ReplaceRequest, SaveRequest, Saved, TextRequest};
use crate::api::route::{BodyKind, Route};
use crate::position::queries::{self, Legal, Notations};
use crate::shapes::analysis::Analysis;
use crate::shapes::archive_player::{ArchivePlayer, ArchivePlayers};
use crate::shapes::evaluated::{EngineRequest, Evaluated};
use crate::shapes::explored::{Explored, FoundGames};
use crate::shapes::explored_years::ExploredYears;
use crate::shapes::game::Game;
use crate::shapes::mistakes::GameMistakes;
use crate::shapes::row::Rows;
use crate::texts::edit::{EditRequest, replay_text};
use crate::texts::open;
use crate::texts::search::{Page, Search, SearchQuery};

/// The OpenAPI spec, generated from the types.
pub const OPENAPI: &str = include_str!("../../openapi.json");

/// A store of open files.
pub trait Store {
    /// Returns the open files.
    fn files(&self) -> Files;

    /// Opens an uploaded text.
    ///
    /// # Errors
    /// Fails if the text has no game, or a limit is exceeded.
    fn open(&self, name: &str, sent: Vec<u8>) -> Result<Opened, Rejection>;

    /// Closes a file.
    ///
    /// # Errors
    /// Fails if there is no file with this key.
    fn close(&self, key: &str) -> Result<(), Rejection>;

    /// Returns a page of the games that match a query.
    ///
    /// # Errors
    /// Fails if a file doesn't exist or has changed.
    fn games(&self, page: &Page, query: &SearchQuery) -> Result<Rows, Rejection>;

    /// Replays a game, given by its number from 1.
    ///
    /// # Errors
    /// Fails if there is no such game, or it is too long.
    fn game(&self, key: &str, number: u64) -> Result<Game, Rejection>;

    /// Reloads a file from disk.
    ///
    /// # Errors
    /// Fails if there is no file with this key, or it isn't on disk.
    fn reload(&self, key: &str) -> Result<File, Rejection>;

    /// Replaces a game, given by its number from 1, in its file on disk.
    ///
    /// # Errors
    /// Fails if there is no such game on disk, it has changed, or the new text is damaged.
    fn replace(&self, key: &str, number: u64, request: &ReplaceRequest) -> Result<Saved, Rejection>;

    /// Saves a game to a new file on disk.
    ///
    /// # Errors
    /// Fails if saving is disabled, the name is invalid, or the text is damaged.
    fn save(&self, request: &SaveRequest) -> Result<Saved, Rejection>;

    /// Evaluates two boards with the engine.
    ///
    /// # Errors
    /// Fails if there is no engine, or it doesn't answer.
    fn engine(&self, _request: &EngineRequest) -> Result<Evaluated, Rejection> {
        Err(Rejection::no_engine())
    }

    /// Returns the moves played from a position in the open archive.
    ///
    /// # Errors
    /// Fails if no archive is open, or it can't be read.
    fn explore(&self, _request: &ExploreRequest) -> Result<Explored, Rejection> {
        Err(Rejection::no_archive())
    }

    /// Returns the moves played from a position in the open archive, by year.
    ///
    /// # Errors
    /// Fails if no archive is open, or it can't be read.
    fn explore_years(&self, _request: &ExploreRequest) -> Result<ExploredYears, Rejection> {
        Err(Rejection::no_archive())
    }

    /// Searches the games of the open archive.
    ///
    /// # Errors
    /// Fails if no archive is open, it can't be read, or the query is invalid.
    fn search(&self, _request: &SearchRequest) -> Result<FoundGames, Rejection> {
        Err(Rejection::no_archive())
    }

    /// Replays a game of the open archive, given by its id.
    ///
    /// # Errors
    /// Fails if no archive is open, there is no such game, or the archive has no texts.
    fn archived(&self, _game: i32) -> Result<Game, Rejection> {
        Err(Rejection::no_archive())
    }

    /// Lists players of the open archive whose names have a prefix.
    ///
    /// # Errors
    /// Fails if no archive is open, or it can't be read.
    fn players(&self, _request: &PlayersRequest) -> Result<ArchivePlayers, Rejection> {
        Err(Rejection::no_archive())
    }

    /// Returns the statistics of a player in the open archive.
    ///
    /// # Errors
    /// Fails if no archive is open, there is no such player, or it can't be read.
    fn player(&self, _name: &str) -> Result<ArchivePlayer, Rejection> {
        Err(Rejection::no_archive())
    }
}

/// An answer to a request.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// The content type of the body; `None` if there is no body.
    pub content_type: Option<&'static str>,
    /// The allowed methods, such as `GET,HEAD`, if the request has another one.
    pub allow: Option<String>,
    /// The body.
    pub body: Vec<u8>,
}

impl Answer {
    fn new(status: u16, content_type: Option<&'static str>, body: Vec<u8>) -> Answer {
        Answer { status, content_type, allow: None, body }
    }

    /// Creates an answer with JSON.
    pub fn json(value: &impl Serialize) -> Answer {
        Answer::json_with(200, value)
    }

    fn json_with(status: u16, value: &impl Serialize) -> Answer {
        match serde_json::to_vec(value) {
            Ok(body) => Answer::new(status, Some("application/json"), body),
            // JSON can represent all our types, so this doesn't happen.
            Err(error) => Answer::new(500, Some("text/plain; charset=utf-8"), error.to_string().into_bytes()),
        }
    }
}

impl From<Rejection> for Answer {
    fn from(rejection: Rejection) -> Answer {
        let allow = rejection.allow().map(str::to_owned);
        Answer { allow, ..Answer::json_with(rejection.status(), &rejection.into_body()) }
    }
}

/// Answers a request. The target is the path and the query string, as in an HTTP request. `HEAD` gets the answer to
/// `GET` without its body.
///
/// Supports all requests of `openapi.json`. A store without a disk rejects those that save games.
pub fn answer(store: &impl Store, method: &str, target: &str, body: Vec<u8>) -> Answer {
    let mut answer = answer_whole(store, method, target, body).unwrap_or_else(Answer::from);
    if method == "HEAD" {
        answer.body.clear();
    }
    answer
}

/// Returns what kind of body a request has.
///
/// # Errors
/// Fails if there is no such request.
pub fn body_kind(method: &str, target: &str) -> Result<BodyKind, Rejection> {
    let (path, _) = read_target(target);
    Route::find(method, &path).map(Route::body_kind)
}

/// Returns `true` if a request may take long: a query of an archive, or the mistakes of a game. A server can use it to
/// queue them.
#[must_use]
pub fn is_long(method: &str, target: &str) -> bool {
    let (path, _) = read_target(target);
    Route::find(method, &path).is_ok_and(Route::is_long)
}

/// Parses a request that needs the engine; `None` for other and invalid requests. A server can use it to queue them.
#[must_use]
pub fn engine_request(method: &str, target: &str) -> Option<EngineRequest> {
    let (path, query) = read_target(target);
    match Route::find(method, &path) {
        Ok(route @ Route::AskEngine) if query.require_only(route.names()).is_ok() => {
            EngineRequest::read(&query).ok()
        }
        _ => None,
    }
}

fn answer_whole(store: &impl Store, method: &str, target: &str, body: Vec<u8>) -> Result<Answer, Rejection> {
    let (path, query) = read_target(target);
    let route = Route::find(method, &path)?;
    query.require_only(route.names())?;
    match route {
        Route::ListFiles => json(Ok(store.files())),
        Route::OpenText => json(store.open(query.get("name").unwrap_or_default(), body)),
        Route::CloseUpload(key) => store.close(key).map(|()| Answer::new(204, None, Vec::new())),
        Route::ReloadFile(key) => json(store.reload(key)),
        Route::ListGames => json(games(store, &query)),
        Route::OpenGame(key, number) => json(store.game(key, read_number(number)?)),
        Route::ReplaceGame(key, number) => {
            let number = read_number(number)?;
            json(read_json(&body).and_then(|request| store.replace(key, number, &request)))
        }
        Route::ReplayText => json(read_json(&body).and_then(|TextRequest { text }| replay_text(&text))),
        Route::EditText => json(read_json(&body).and_then(|request: EditRequest| request.apply())),
        Route::OpenPosition => json(position(&query)),
        Route::LegalMoves => json(Legal::answer(&query)),
        Route::Notations => json(Notations::answer(&query)),
        Route::AnalyzeBoards => json(Analysis::answer(&query)),
        Route::EvaluateBoards => {
            json(EngineRequest::read(&query).and_then(|request| request.evaluate_built_in()))
        }
        Route::AskEngine => json(EngineRequest::read(&query).and_then(|request| store.engine(&request))),
        Route::FindMistakes => {
            json(read_json(&body).and_then(|TextRequest { text }| GameMistakes::answer(&text)))
        }
        Route::DrawSvg => {
            let image = queries::image(&query)?;
            Ok(Answer::new(200, Some("image/svg+xml"), image.into_bytes()))
        }
        Route::Explore => json(ExploreRequest::read(&query).and_then(|request| store.explore(&request))),
        Route::ExploreYears => {
            json(ExploreRequest::read(&query).and_then(|request| store.explore_years(&request)))
        }
        Route::SearchArchive => json(SearchRequest::read(&query).and_then(|request| store.search(&request))),
        Route::OpenArchived(game) => {
            let number = read_id(game)?;
            json(store.archived(number))
        }
        Route::ArchivePlayers => {
            json(PlayersRequest::read(&query).and_then(|request| store.players(&request)))
        }
        Route::ArchivePlayer(name) => json(store.player(name)),
        Route::SaveText => json(read_json(&body).and_then(|request| store.save(&request))),
        Route::Openapi => Ok(Answer::new(200, Some("application/json"), OPENAPI.as_bytes().to_vec())),
    }
}

fn json<T: Serialize>(answer: Result<T, Rejection>) -> Result<Answer, Rejection> {
    answer.map(|value| Answer::json(&value))
}

/// Parses the JSON body of a request.
fn read_json<T: DeserializeOwned>(body: &[u8]) -> Result<T, Rejection> {
    serde_json::from_slice(body).map_err(|error| Rejection::bad_request(format!("invalid body: {error}")))
}

fn games(store: &impl Store, query: &Params) -> Result<Rows, Rejection> {
    let search = Search::read(query);
    store.games(&search.page()?, &search.query()?)
}

/// Parses the number of a game in a path.
fn read_number(text: &str) -> Result<u64, Rejection> {
    if !is_plain_number(text) {
        return Err(Rejection::bad_request(format!(
            "expected the number of a game, such as 12, found {text}"
        )));
    }
    text.parse().map_err(|_| Rejection::bad_request(format!("expected the number of a game, found {text}")))
}

/// Parses the id of a game of an archive.
fn read_id(text: &str) -> Result<i32, Rejection> {
    let id = text.parse().ok().filter(|_| is_plain_number(text));
    id.ok_or_else(|| Rejection::bad_request(format!("expected the id of a game, such as 12, found {text}")))
}

fn position(query: &Params) -> Result<Game, Rejection> {
    let converted = open::from_position(query.require("text")?.trim().as_bytes())?;
    // Converted texts are UTF-8.
    replay_text(&String::from_utf8_lossy(&converted.text))
}
