//! Requests and their answers, without a network: what the page asks, over whatever is open.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::analysis::Analysis;
use crate::archive_player::{ArchivePlayer, ArchivePlayers};
use crate::archive_requests::{ExploreRequest, PlayersRequest, SearchRequest};
use crate::edit::{EditRequest, replay_text};
use crate::evaluated::{EngineRequest, Evaluated};
use crate::explored::{Explored, FoundGames};
use crate::explored_years::ExploredYears;
use crate::files::{File, Files, Opened};
use crate::game::Game;
use crate::mistakes::GameMistakes;
use crate::open;
use crate::params::{Params, is_plain_number, read_target};
use crate::queries::{self, Legal, Notations};
use crate::rejection::Rejection;
use crate::requests::{ReplaceRequest, SaveRequest, Saved, TextRequest};
use crate::route::{BodyKind, Route};
use crate::row::Rows;
use crate::search::{Page, Search, SearchQuery};

/// The document of the interface, made of the shapes.
pub const OPENAPI: &str = include_str!("../openapi.json");

/// What is open, wherever it is kept.
pub trait Store {
    /// Lists what is open.
    fn files(&self) -> Files;

    /// Opens a text that was sent.
    ///
    /// # Errors
    /// Rejected if it holds no game, or there is no room for it.
    fn open(&self, name: &str, sent: Vec<u8>) -> Result<Opened, Rejection>;

    /// Closes a text that was sent.
    ///
    /// # Errors
    /// Rejected if there is none of this key.
    fn close(&self, key: &str) -> Result<(), Rejection>;

    /// Lists a page of the games that fit a query.
    ///
    /// # Errors
    /// Rejected if a file is not there, or has changed.
    fn games(&self, page: &Page, query: &SearchQuery) -> Result<Rows, Rejection>;

    /// Replays a game by its number, from 1.
    ///
    /// # Errors
    /// Rejected if there is none, or it is too long.
    fn game(&self, key: &str, number: u64) -> Result<Game, Rejection>;

    /// Reads a file on disk again.
    ///
    /// # Errors
    /// Rejected if there is none of this key, or it is not on disk.
    fn reload(&self, key: &str) -> Result<File, Rejection>;

    /// Writes a record in the place of a game, by its number from 1, into its file on disk.
    ///
    /// # Errors
    /// Rejected if there is no such game on disk, it has changed, or the record is damaged.
    fn replace(&self, key: &str, number: u64, request: &ReplaceRequest) -> Result<Saved, Rejection>;

    /// Writes a record to a new file on disk.
    ///
    /// # Errors
    /// Rejected if nothing is written, the name is wrong, or the record is damaged.
    fn save(&self, request: &SaveRequest) -> Result<Saved, Rejection>;

    /// Asks the engine about two boards.
    ///
    /// # Errors
    /// Rejected if there is none, or it does not answer.
    fn engine(&self, _request: &EngineRequest) -> Result<Evaluated, Rejection> {
        Err(Rejection::no_engine())
    }

    /// Tells what was played from a position in the archive that is open.
    ///
    /// # Errors
    /// Rejected if none is open, or it cannot be read.
    fn explore(&self, _request: &ExploreRequest) -> Result<Explored, Rejection> {
        Err(Rejection::no_archive())
    }

    /// Tells what was played from a position in the archive that is open, year by year.
    ///
    /// # Errors
    /// Rejected if none is open, or it cannot be read.
    fn explore_years(&self, _request: &ExploreRequest) -> Result<ExploredYears, Rejection> {
        Err(Rejection::no_archive())
    }

    /// Finds games of the archive that is open.
    ///
    /// # Errors
    /// Rejected if none is open, it cannot be read, or the query is wrong.
    fn search(&self, _request: &SearchRequest) -> Result<FoundGames, Rejection> {
        Err(Rejection::no_archive())
    }

    /// Replays a game of the archive that is open, by its id.
    ///
    /// # Errors
    /// Rejected if none is open, there is no such game, or its text is not kept.
    fn archived(&self, _game: i32) -> Result<Game, Rejection> {
        Err(Rejection::no_archive())
    }

    /// Lists players of the archive that is open, by the first letters of their names.
    ///
    /// # Errors
    /// Rejected if none is open, or it cannot be read.
    fn players(&self, _request: &PlayersRequest) -> Result<ArchivePlayers, Rejection> {
        Err(Rejection::no_archive())
    }

    /// Tells what the archive that is open knows of a player, by the name.
    ///
    /// # Errors
    /// Rejected if none is open, nobody has the name, or it cannot be read.
    fn player(&self, _name: &str) -> Result<ArchivePlayer, Rejection> {
        Err(Rejection::no_archive())
    }
}

/// What is answered.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The status of HTTP.
    pub status: u16,
    /// What the body is; `None` if there is none.
    pub content_type: Option<&'static str>,
    /// The methods that the request may have, if it has another: `GET,HEAD`.
    pub allow: Option<String>,
    /// The bytes.
    pub body: Vec<u8>,
}

impl Answer {
    fn new(status: u16, content_type: Option<&'static str>, body: Vec<u8>) -> Answer {
        Answer { status, content_type, allow: None, body }
    }

    /// Answers with JSON.
    pub fn json(value: &impl Serialize) -> Answer {
        Answer::json_with(200, value)
    }

    fn json_with(status: u16, value: &impl Serialize) -> Answer {
        match serde_json::to_vec(value) {
            Ok(body) => Answer::new(status, Some("application/json"), body),
            // The shapes hold nothing that JSON cannot.
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

/// Answers a request. The target is the path with what stands after the `?`, as in a request of HTTP. `HEAD` gets the
/// answer of `GET` without its body.
///
/// All requests of `openapi.json` are answered; a store that keeps nothing on disk rejects those that write to it.
pub fn answer(store: &impl Store, method: &str, target: &str, body: Vec<u8>) -> Answer {
    let mut answer = answer_whole(store, method, target, body).unwrap_or_else(Answer::from);
    if method == "HEAD" {
        answer.body.clear();
    }
    answer
}

/// Tells what a request carries, for whoever reads it.
///
/// # Errors
/// Rejected if there is no such request.
pub fn body_kind(method: &str, target: &str) -> Result<BodyKind, Rejection> {
    let (path, _) = read_target(target);
    Route::find(method, &path).map(Route::body_kind)
}

/// Returns what a request asks the engine, if it does and can be read: so that whoever answers can put such requests in order.
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

/// Reads the JSON that a request carries.
fn read_json<T: DeserializeOwned>(body: &[u8]) -> Result<T, Rejection> {
    serde_json::from_slice(body).map_err(|error| Rejection::bad_request(format!("the body: {error}")))
}

fn games(store: &impl Store, query: &Params) -> Result<Rows, Rejection> {
    let search = Search::read(query);
    store.games(&search.page()?, &search.query()?)
}

/// Reads the number of a game in an address.
fn read_number(text: &str) -> Result<u64, Rejection> {
    if !is_plain_number(text) {
        return Err(Rejection::bad_request(format!(
            "expected the number of a game in plain digits, such as 12, found {text}"
        )));
    }
    text.parse().map_err(|_| Rejection::bad_request(format!("expected the number of a game, found {text}")))
}

/// Reads the id of a game of an archive.
fn read_id(text: &str) -> Result<i32, Rejection> {
    let id = text.parse().ok().filter(|_| is_plain_number(text));
    id.ok_or_else(|| {
        Rejection::bad_request(format!("expected the id of a game in plain digits, such as 12, found {text}"))
    })
}

fn position(query: &Params) -> Result<Game, Rejection> {
    let converted = open::from_position(query.require("text")?.trim().as_bytes())?;
    // What was written here is UTF-8.
    replay_text(&String::from_utf8_lossy(&converted.text))
}
