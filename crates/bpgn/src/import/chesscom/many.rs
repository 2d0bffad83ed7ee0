//! Reads any number of chess.com boards from one text, and merges them into games.

use core::fmt;

use serde_json::Value;

use super::document::Document;
use super::error::ChesscomError;
use super::{merge, pairs};
use crate::tree::Game;

/// Why one or two chess.com boards did not become a game.
#[derive(Debug)]
#[non_exhaustive]
pub enum NoGame {
    /// The text is not JSON. The rest was not read.
    Json(serde_json::Error),
    /// A document is not a bughouse board, or two documents don't match.
    Board(ChesscomError),
    /// The partner's board is not in the text.
    NoPartner {
        /// The number or UUID of the game.
        game: Option<String>,
        /// The number of the partner's game, if the file names it.
        partner: Option<String>,
    },
}

impl fmt::Display for NoGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoGame::Json(error) => write!(f, "not JSON: {error}"),
            NoGame::Board(error) => error.fmt(f),
            NoGame::NoPartner { game, partner } => {
                write!(f, "chess.com game {}: ", game.as_deref().unwrap_or("without an id"))?;
                match partner {
                    Some(partner) => {
                        write!(f, "its partner game {partner} is missing: also pass its JSON file")
                    }
                    None => f.write_str("its partner game is missing: also pass its JSON file"),
                }
            }
        }
    }
}

impl core::error::Error for NoGame {}

/// Reads documents: one, several, or lists of them. Also returns the errors.
pub fn read_documents(text: &[u8]) -> (Vec<Document>, Vec<NoGame>) {
    let (mut found, mut wrong) = (Vec::new(), Vec::new());
    for value in serde_json::Deserializer::from_slice(text).into_iter::<Value>() {
        let values = match value {
            Ok(Value::Array(values)) => values,
            Ok(value) => vec![value],
            Err(error) => {
                wrong.push(NoGame::Json(error));
                break;
            }
        };
        for value in values {
            match Document::from_value(value) {
                Ok(document) => found.push(document),
                Err(error) => wrong.push(NoGame::Board(error)),
            }
        }
    }
    (found, wrong)
}

/// Merges each pair of boards into a game. Also returns the errors.
pub fn merge_all(documents: Vec<Document>) -> (Vec<Game>, Vec<NoGame>) {
    let (pairs, alone) = pairs(documents);
    let (mut games, mut wrong) = (Vec::new(), Vec::new());
    for (board_a, board_b) in pairs {
        match merge(&board_a, &board_b) {
            Ok(import) => games.push(import.game),
            Err(error) => wrong.push(NoGame::Board(error)),
        }
    }
    wrong.extend(alone.iter().map(|document| NoGame::NoPartner {
        game: document.id().or_else(|| document.uuid()),
        partner: document.partner(),
    }));
    (games, wrong)
}
