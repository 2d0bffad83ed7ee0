//! Why a request is rejected: a status, a message, and a place in a text.

use bpgn::edit;
use bpgn::edit::EditError;
use bughouse_chess::Span;
use serde::Serialize;

use crate::shapes::place::{SourceText, Spot};
use crate::shapes::words;

/// Why a request is rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejection {
    status: u16,
    /// The allowed methods.
    allow: Option<String>,
    reason: Reason,
}

/// Why a request was rejected.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(inline))]
pub struct Reason {
    /// The message.
    pub message: String,
    /// The line in the text, counted from 1.
    pub line: Option<u64>,
    /// The column in characters, counted from 1.
    pub column: Option<u64>,
    /// The line of the text, with carets below the place.
    pub excerpt: Option<String>,
}

/// The body of an answer to a rejected request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Error"))]
pub struct RejectionBody {
    /// Why the request was rejected.
    pub error: Reason,
}

impl Rejection {
    /// Creates a rejection with an HTTP status.
    pub fn new(status: u16, message: impl Into<String>) -> Rejection {
        Rejection {
            status,
            allow: None,
            reason: Reason { message: message.into(), line: None, column: None, excerpt: None },
        }
    }

    /// The request is invalid.
    pub fn bad_request(message: impl Into<String>) -> Rejection {
        Rejection::new(400, message)
    }

    /// The request is invalid at a place in a text.
    pub fn bad_request_at(message: impl Into<String>, text: &[u8], span: Span) -> Rejection {
        let text = SourceText::new(text);
        let Spot { line, column } = text.spot(span.start);
        let mut rejection = Rejection::bad_request(message);
        rejection.reason.line = Some(line);
        rejection.reason.column = Some(column);
        rejection.reason.excerpt = Some(text.excerpt(span));
        rejection
    }

    /// Sets the line.
    pub fn in_line(mut self, line: u64) -> Rejection {
        self.reason.line = Some(line);
        self
    }

    /// The request isn't allowed.
    pub fn forbidden(message: impl Into<String>) -> Rejection {
        Rejection::new(403, message)
    }

    /// Something doesn't exist.
    pub fn not_found(message: impl Into<String>) -> Rejection {
        Rejection::new(404, message)
    }

    /// The path doesn't exist.
    pub fn no_such_request() -> Rejection {
        Rejection::not_found("there is no such request: see /api/openapi.json")
    }

    /// No archive is open.
    pub fn no_archive() -> Rejection {
        Rejection::not_found("no archive is open: open one with `bughouse serve ARCHIVE`")
    }

    /// There is no engine.
    pub fn no_engine() -> Rejection {
        Rejection::not_found("no engine is set up: use `bughouse serve --engine PATH`")
    }

    /// No file has the key.
    pub fn no_file(key: &str) -> Rejection {
        Rejection::not_found(format!("no open file has the key {key}"))
    }

    /// The file has fewer games.
    pub fn no_game(number: u64, name: &str, games: usize, is_reading: bool) -> Rejection {
        let so_far = if is_reading { " so far" } else { "" };
        let games = words::count(games, "game");
        Rejection::not_found(format!("there is no game {number}: {name} has {games}{so_far}"))
    }

    /// The method isn't one of the allowed ones, such as `GET,HEAD`.
    pub fn method_not_allowed(allow: &str) -> Rejection {
        let rejection = Rejection::new(405, format!("method not allowed: use {allow}"));
        Rejection { allow: Some(allow.to_owned()), ..rejection }
    }

    /// The request would overwrite something, or its data has changed.
    pub fn conflict(message: impl Into<String>) -> Rejection {
        Rejection::new(409, message)
    }

    /// The request is too large.
    pub fn too_large(message: impl Into<String>) -> Rejection {
        Rejection::new(413, message)
    }

    /// The server failed.
    pub fn internal(message: impl Into<String>) -> Rejection {
        Rejection::new(500, message)
    }

    /// An edit can't be made.
    pub fn of_edit(error: &EditError, text: &[u8]) -> Rejection {
        let message = error.to_string();
        match error.span().zip(edit::read_one(text).ok()) {
            Some((span, record)) => Rejection::bad_request_at(message, &record.bytes, span),
            None if error.is_missing() => Rejection::not_found(message),
            None if *error == EditError::Unfaithful => Rejection::internal(message),
            None => Rejection::bad_request(message),
        }
    }

    /// Returns the HTTP status.
    pub fn status(&self) -> u16 {
        self.status
    }

    /// Returns the allowed methods, if the request has another one.
    pub fn allow(&self) -> Option<&str> {
        self.allow.as_deref()
    }

    /// Returns the message.
    pub fn message(&self) -> &str {
        &self.reason.message
    }

    /// Returns the body of the answer.
    pub fn into_body(self) -> RejectionBody {
        RejectionBody { error: self.reason }
    }
}
