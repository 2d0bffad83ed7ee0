//! Reads any number of chess.com boards from one text, and merges them into games.

use serde_json::Value;

use super::document::Document;
use super::error::{ChesscomError, ChesscomErrorKind};
use super::{merge, pairs};
use crate::tree::Game;

/// Reads documents: one, several, or lists of them. Also returns the errors.
pub fn read_documents(text: &[u8]) -> (Vec<Document>, Vec<ChesscomError>) {
    let (mut found, mut wrong) = (Vec::new(), Vec::new());
    for value in serde_json::Deserializer::from_slice(text).into_iter::<Value>() {
        let values = match value {
            Ok(Value::Array(values)) => values,
            Ok(value) => vec![value],
            Err(error) => {
                wrong.push(ChesscomError::new(None, ChesscomErrorKind::NotJson(error)));
                break;
            }
        };
        for value in values {
            match Document::from_value(value) {
                Ok(document) => found.push(document),
                Err(error) => wrong.push(error),
            }
        }
    }
    (found, wrong)
}

/// Merges each pair of boards into a game. Also returns the errors.
pub fn merge_all(documents: Vec<Document>) -> (Vec<Game>, Vec<ChesscomError>) {
    let (pairs, alone) = pairs(documents);
    let (mut games, mut wrong) = (Vec::new(), Vec::new());
    for (board_a, board_b) in pairs {
        match merge(&board_a, &board_b) {
            Ok(import) => games.push(import.game),
            Err(error) => wrong.push(error),
        }
    }
    wrong.extend(alone.iter().map(|document| {
        let game = document.id().or_else(|| document.uuid());
        let kind = ChesscomErrorKind::MissingPartner { partner: document.partner() };
        ChesscomError::new(game.as_deref(), kind)
    }));
    (games, wrong)
}
