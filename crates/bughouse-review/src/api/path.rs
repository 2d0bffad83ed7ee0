//! Parameters in the path of a request.

#[cfg(feature = "schema")]
use serde_json::{Value, json};

use crate::api::params::is_plain_number;
use crate::api::rejection::Rejection;

/// A parameter in a path. It is never empty.
pub(crate) trait Segment: Sized {
    /// Parses it.
    fn read(text: &str) -> Result<Self, Rejection>;

    /// Returns its description and its schema in the OpenAPI spec.
    #[cfg(feature = "schema")]
    fn describe(name: &str) -> (&'static str, Value);
}

/// The key of a file, or the name of a player.
impl Segment for String {
    fn read(text: &str) -> Result<String, Rejection> {
        Ok(text.to_owned())
    }

    #[cfg(feature = "schema")]
    fn describe(name: &str) -> (&'static str, Value) {
        let about = match name {
            "key" => "The key of the file, as listed by `GET /api/files`.",
            _ => "The name, ignoring case.",
        };
        (about, json!({ "type": "string" }))
    }
}

/// The number of a game in a file, counted from 1.
impl Segment for u64 {
    fn read(text: &str) -> Result<u64, Rejection> {
        let number = |example: &str| {
            Rejection::bad_request(format!("expected the number of a game{example}, found {text}"))
        };
        if !is_plain_number(text) {
            return Err(number(", such as 12"));
        }
        text.parse().map_err(|_| number(""))
    }

    #[cfg(feature = "schema")]
    fn describe(_name: &str) -> (&'static str, Value) {
        let number = json!({ "type": "integer", "minimum": 1, "maximum": u64::MAX });
        ("The number of the game, counted from 1.", number)
    }
}

/// The id of a game of an archive.
impl Segment for i32 {
    fn read(text: &str) -> Result<i32, Rejection> {
        let id = text.parse().ok().filter(|_| is_plain_number(text));
        id.ok_or_else(|| {
            Rejection::bad_request(format!("expected the id of a game, such as 12, found {text}"))
        })
    }

    #[cfg(feature = "schema")]
    fn describe(_name: &str) -> (&'static str, Value) {
        ("The id of the game.", json!({ "type": "integer", "minimum": 0, "maximum": i32::MAX }))
    }
}
