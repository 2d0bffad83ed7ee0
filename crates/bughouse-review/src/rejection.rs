//! Why a request is rejected: a status, a sentence, and where in a text.

use bpgn::{EditError, edit};
use bughouse_chess::Span;
use bughouse_engines::EngineError;
use serde::Serialize;

use crate::place::{SourceText, Spot};
use crate::words;

/// Why a request is rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejection {
    status: u16,
    /// The methods that the request may have.
    allow: Option<String>,
    reason: Reason,
}

/// The reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(inline))]
pub struct Reason {
    /// One sentence for a person.
    pub message: String,
    /// Where in the text, from 1.
    pub line: Option<u64>,
    /// Where in the line, in characters, from 1.
    pub column: Option<u64>,
    /// The line of the text, and below it carets under what is wrong.
    pub excerpt: Option<String>,
}

/// Why a request was rejected.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Error"))]
pub struct RejectionBody {
    /// The reason.
    pub error: Reason,
}

impl Rejection {
    /// Rejects with a status of HTTP.
    pub fn new(status: u16, message: impl Into<String>) -> Rejection {
        Rejection {
            status,
            allow: None,
            reason: Reason { message: message.into(), line: None, column: None, excerpt: None },
        }
    }

    /// What was sent is wrong.
    pub fn bad_request(message: impl Into<String>) -> Rejection {
        Rejection::new(400, message)
    }

    /// What was sent is wrong at a place of a text.
    pub fn bad_request_at(message: impl Into<String>, text: &[u8], span: Span) -> Rejection {
        let text = SourceText::new(text);
        let Spot { line, column } = text.spot(span.start);
        let mut rejection = Rejection::bad_request(message);
        rejection.reason.line = Some(line);
        rejection.reason.column = Some(column);
        rejection.reason.excerpt = Some(text.excerpt(span));
        rejection
    }

    /// Moves the place to another line.
    pub fn in_line(mut self, line: u64) -> Rejection {
        self.reason.line = Some(line);
        self
    }

    /// It is not allowed.
    pub fn forbidden(message: impl Into<String>) -> Rejection {
        Rejection::new(403, message)
    }

    /// There is no such thing.
    pub fn not_found(message: impl Into<String>) -> Rejection {
        Rejection::new(404, message)
    }

    /// There is no such request.
    pub fn no_such_request() -> Rejection {
        Rejection::not_found("there is no such request; /api/openapi.json lists all")
    }

    /// Rejects since no archive is open.
    pub fn no_archive() -> Rejection {
        Rejection::not_found("no archive is open; `bughouse serve ARCHIVE` opens one")
    }

    /// Rejects since there is no engine.
    pub fn no_engine() -> Rejection {
        Rejection::not_found("there is no engine; `bughouse serve --engine PATH` has one")
    }

    /// An engine did not answer.
    pub fn engine(name: &str, error: &EngineError) -> Rejection {
        Rejection::new(502, format!("{name}: {error}"))
    }

    /// No file is open under a key.
    pub fn no_file(key: &str) -> Rejection {
        Rejection::not_found(format!("no file is open as {key}"))
    }

    /// A file holds fewer games.
    pub fn no_game(number: u64, name: &str, games: usize, is_reading: bool) -> Rejection {
        let so_far = if is_reading { " so far" } else { "" };
        let games = words::count(games, "game");
        Rejection::not_found(format!("there is no game {number}, {name} holds {games}{so_far}"))
    }

    /// The request has another method than those that are allowed, such as `GET,HEAD`.
    pub fn method_not_allowed(allow: &str) -> Rejection {
        let rejection = Rejection::new(405, "this request has another method; /api/openapi.json lists all");
        Rejection { allow: Some(allow.to_owned()), ..rejection }
    }

    /// It would destroy something, or what it builds on has changed.
    pub fn conflict(message: impl Into<String>) -> Rejection {
        Rejection::new(409, message)
    }

    /// It is more than is taken.
    pub fn too_large(message: impl Into<String>) -> Rejection {
        Rejection::new(413, message)
    }

    /// The machine did not do what was asked of it.
    pub fn internal(message: impl Into<String>) -> Rejection {
        Rejection::new(500, message)
    }

    /// An edit of a text cannot be made.
    pub fn of_edit(error: &EditError, text: &[u8]) -> Rejection {
        let message = error.to_string();
        match error.span().zip(edit::read_one(text).ok()) {
            Some((span, record)) => Rejection::bad_request_at(message, &record.bytes, span),
            None if error.is_missing() => Rejection::not_found(message),
            None if *error == EditError::Unfaithful => Rejection::internal(message),
            None => Rejection::bad_request(message),
        }
    }

    /// Returns the status of HTTP.
    pub fn status(&self) -> u16 {
        self.status
    }

    /// Returns the methods that the request may have, if it has another.
    pub fn allow(&self) -> Option<&str> {
        self.allow.as_deref()
    }

    /// Returns the sentence.
    pub fn message(&self) -> &str {
        &self.reason.message
    }

    /// Returns what is sent.
    pub fn into_body(self) -> RejectionBody {
        RejectionBody { error: self.reason }
    }
}
