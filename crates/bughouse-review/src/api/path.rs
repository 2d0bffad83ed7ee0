//! Parameters in the path of a request.

#[cfg(feature = "schema")]
use serde_json::{Value, json};

use crate::api::params::is_plain_number;
use crate::api::rejection::Rejection;

/// A kind of parameter in a path. It is never empty.
pub(crate) trait Segment: Sized {
    /// Parses it.
    fn read(text: &str) -> Result<Self, Rejection>;

    /// Returns its description and its schema in the OpenAPI spec.
    #[cfg(feature = "schema")]
    fn describe() -> (&'static str, Value);
}

/// The key of an open file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileKey(pub String);

impl Segment for FileKey {
    fn read(text: &str) -> Result<FileKey, Rejection> {
        Ok(FileKey(text.to_owned()))
    }

    #[cfg(feature = "schema")]
    fn describe() -> (&'static str, Value) {
        ("The key of the file, as listed by `GET /api/files`.", json!({ "type": "string" }))
    }
}

/// The number of a game in a file, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameNumber(pub u64);

impl Segment for GameNumber {
    fn read(text: &str) -> Result<GameNumber, Rejection> {
        let number = |example: &str| {
            Rejection::bad_request(format!("expected the number of a game{example}, found {text}"))
        };
        if !is_plain_number(text) {
            return Err(number(", such as 12"));
        }
        text.parse().map(GameNumber).map_err(|_| number(""))
    }

    #[cfg(feature = "schema")]
    fn describe() -> (&'static str, Value) {
        let number = json!({ "type": "integer", "minimum": 1, "maximum": u64::MAX });
        ("The number of the game, counted from 1.", number)
    }
}

/// The id of a game of an archive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameId(pub i32);

impl Segment for GameId {
    fn read(text: &str) -> Result<GameId, Rejection> {
        let id = text.parse().ok().filter(|_| is_plain_number(text));
        id.map(GameId).ok_or_else(|| {
            Rejection::bad_request(format!("expected the id of a game, such as 12, found {text}"))
        })
    }

    #[cfg(feature = "schema")]
    fn describe() -> (&'static str, Value) {
        ("The id of the game.", json!({ "type": "integer", "minimum": 0, "maximum": i32::MAX }))
    }
}

/// The name of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerName(pub String);

impl Segment for PlayerName {
    fn read(text: &str) -> Result<PlayerName, Rejection> {
        Ok(PlayerName(text.to_owned()))
    }

    #[cfg(feature = "schema")]
    fn describe() -> (&'static str, Value) {
        ("The name, ignoring case.", json!({ "type": "string" }))
    }
}
