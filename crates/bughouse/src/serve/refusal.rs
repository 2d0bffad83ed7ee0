//! Why a request is refused: a status, a sentence, and where in a text.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use bpgn::Encoding;
use bughouse_chess::Span;
use serde::Serialize;

use crate::place::Text;

/// Why a request is refused.
#[derive(Debug)]
pub(super) struct Refusal {
    status: StatusCode,
    reason: Reason,
}

#[derive(Serialize, Debug)]
struct Reason {
    message: String,
    line: Option<u64>,
    column: Option<u64>,
    excerpt: Option<String>,
}

#[derive(Serialize)]
struct Body {
    error: Reason,
}

impl Refusal {
    fn new(status: StatusCode, message: impl Into<String>) -> Refusal {
        Refusal {
            status,
            reason: Reason { message: message.into(), line: None, column: None, excerpt: None },
        }
    }

    /// What was sent is wrong.
    pub(super) fn wrong(message: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, message)
    }

    /// What was sent is wrong at a place of a text.
    pub(super) fn wrong_at(message: impl Into<String>, text: &[u8], span: Span) -> Refusal {
        let text = Text { bytes: text, first_line: 1, first_column: 1, encoding: Encoding::of(text) };
        let place = text.place(span.start);
        let mut refusal = Refusal::wrong(message);
        refusal.reason.line = Some(place.line);
        refusal.reason.column = Some(place.column);
        refusal.reason.excerpt = Some(text.excerpt(span));
        refusal
    }

    /// Moves the place to another line.
    pub(super) fn in_line(mut self, line: u64) -> Refusal {
        self.reason.line = Some(line);
        self
    }

    /// There is no such thing.
    pub(super) fn missing(message: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::NOT_FOUND, message)
    }

    /// It would destroy something, or what it builds on has changed.
    pub(super) fn conflict(message: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::CONFLICT, message)
    }

    /// It is more than is taken.
    pub(super) fn too_large(message: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, message)
    }

    /// It is not allowed.
    pub(super) fn forbidden(message: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::FORBIDDEN, message)
    }

    /// The machine did not do what was asked of it.
    pub(super) fn failed(message: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, message)
    }

    /// Another status, such as those of the protocol.
    pub(super) fn with_status(status: StatusCode, message: impl Into<String>) -> Refusal {
        Refusal::new(status, message)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(Body { error: self.reason })).into_response()
    }
}
