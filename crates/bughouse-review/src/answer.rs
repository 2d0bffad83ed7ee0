//! Requests and their answers, without a network: what the page asks, over whatever is open.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::edit::{EditRequest, replay_text};
use crate::files::{Files, Opened};
use crate::game::Game;
use crate::open;
use crate::query::{Query, read_target};
use crate::questions::{self, Legal, Notations};
use crate::refusal::Refusal;
use crate::requests::TextRequest;
use crate::row::Rows;
use crate::search::{Page, Question, Search};

/// The document of the interface, made of the shapes.
pub const OPENAPI: &str = include_str!("../openapi.json");

/// What is open, wherever it is kept.
pub trait Store {
    /// Lists what is open.
    fn files(&self) -> Files;

    /// Opens a text that was sent.
    ///
    /// # Errors
    /// Refused if it holds no game, or there is no room for it.
    fn open(&self, name: &str, sent: Vec<u8>) -> Result<Opened, Refusal>;

    /// Closes a text that was sent.
    ///
    /// # Errors
    /// Refused if there is none of this key.
    fn close(&self, key: &str) -> Result<(), Refusal>;

    /// Lists a page of the games that fit a question.
    ///
    /// # Errors
    /// Refused if a file is not there, or has changed.
    fn games(&self, page: &Page, question: &Question) -> Result<Rows, Refusal>;

    /// Replays a game by its number, from 1.
    ///
    /// # Errors
    /// Refused if there is none, or it is too long.
    fn game(&self, key: &str, number: u64) -> Result<Game, Refusal>;
}

/// What is answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The status of HTTP.
    pub status: u16,
    /// What the body is; `None` if there is none.
    pub content_type: Option<&'static str>,
    /// The bytes.
    pub body: Vec<u8>,
}

impl Answer {
    /// Answers with JSON.
    pub fn json(value: &impl Serialize) -> Answer {
        Answer::json_with(200, value)
    }

    fn json_with(status: u16, value: &impl Serialize) -> Answer {
        match serde_json::to_vec(value) {
            Ok(body) => Answer { status, content_type: Some("application/json"), body },
            // The shapes hold nothing that JSON cannot.
            Err(error) => Answer {
                status: 500,
                content_type: Some("text/plain; charset=utf-8"),
                body: error.to_string().into_bytes(),
            },
        }
    }
}

impl From<Refusal> for Answer {
    fn from(refusal: Refusal) -> Answer {
        Answer::json_with(refusal.status(), &refusal.into_body())
    }
}

/// Answers a request. The target is the path with what stands behind the `?`, as in a request of HTTP.
///
/// All requests of `openapi.json` are answered but those that write to disk or read it anew.
pub fn answer(store: &impl Store, method: &str, target: &str, body: Vec<u8>) -> Answer {
    let (path, query) = read_target(target);
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    let Some((&"api", path)) = path.split_first() else {
        return Refusal::no_such_request().into();
    };
    let answered = match (path, method) {
        (["files"], "GET") => Ok(Answer::json(&store.files())),
        (["files"], "POST") => json(store.open(query.get("name").unwrap_or_default(), body)),
        (["files", key], "DELETE") => {
            store.close(key).map(|()| Answer { status: 204, content_type: None, body: Vec::new() })
        }
        (["games"], "GET") => json(games(store, &query)),
        (["files", key, "games", number], "GET") => json(game(store, key, number)),
        (["game"], "POST") => json(read_json(&body).and_then(|TextRequest { text }| replay_text(&text))),
        (["edit"], "POST") => json(read_json(&body).and_then(|request: EditRequest| request.apply())),
        (["position"], "GET") => json(position(&query)),
        (["legal"], "GET") => json(Legal::answer(&query)),
        (["notations"], "GET") => json(Notations::answer(&query)),
        (["svg"], "GET") => questions::image(&query).map(|image| Answer {
            status: 200,
            content_type: Some("image/svg+xml"),
            body: image.into_bytes(),
        }),
        (["openapi.json"], "GET") => Ok(Answer {
            status: 200,
            content_type: Some("application/json"),
            body: OPENAPI.as_bytes().to_vec(),
        }),
        (
            [
                "files" | "games" | "game" | "edit" | "position" | "legal" | "notations" | "svg"
                | "openapi.json",
            ]
            | ["files", _]
            | ["files", _, "games", _],
            _,
        ) => Err(Refusal::wrong_method()),
        _ => Err(Refusal::no_such_request()),
    };
    answered.unwrap_or_else(Answer::from)
}

fn json<T: Serialize>(answer: Result<T, Refusal>) -> Result<Answer, Refusal> {
    answer.map(|value| Answer::json(&value))
}

/// Reads the JSON that a request carries.
///
/// # Errors
/// Says what is wrong with it.
pub fn read_json<T: DeserializeOwned>(body: &[u8]) -> Result<T, Refusal> {
    serde_json::from_slice(body).map_err(|error| Refusal::wrong(format!("the body: {error}")))
}

fn games(store: &impl Store, query: &Query) -> Result<Rows, Refusal> {
    let search = Search::read(query)?;
    store.games(&search.page()?, &search.question()?)
}

fn game(store: &impl Store, key: &str, number: &str) -> Result<Game, Refusal> {
    store.game(key, read_number(number)?)
}

/// Reads the number of a game in an address.
///
/// # Errors
/// Refused if it is none.
pub fn read_number(text: &str) -> Result<u64, Refusal> {
    text.parse().map_err(|_| Refusal::wrong(format!("expected the number of a game, found {text}")))
}

fn position(query: &Query) -> Result<Game, Refusal> {
    query.demand_only(&["text"])?;
    let understood = open::from_position(query.demand("text")?.trim().as_bytes())?;
    // What was written here is UTF-8.
    replay_text(&String::from_utf8_lossy(&understood.text))
}
