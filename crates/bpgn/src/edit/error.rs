//! Why an edit of a game is rejected.

use core::fmt;

use bughouse_chess::{BoardId, MoveErrorKind, Span};

use crate::tree::InvalidText;
use crate::tree::build::ReadGameError;
use crate::tree::line_path::LinePath;

/// Why an edit of a game is rejected. Its `Display` is a message for people.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EditError {
    /// The text is not exactly one game, or it has syntax errors. Writing it would lose what could not be read.
    Read(ReadGameError),
    /// There is text before or after the game.
    OtherText,
    /// The line has no such half-move, or there is no such line.
    NoHalfMove {
        /// The line; `None` for the main line.
        line: Option<LinePath>,
        /// The half-move that was requested.
        ply: usize,
    },
    /// There is no such line.
    NoLine,
    /// The half-move has no such variation.
    NoVariation,
    /// The half-move has no such comment.
    NoComment(usize),
    /// There is no half-move before the first one.
    AtStart,
    /// The half-move can't be reached, because the replay stops before it.
    NotReplayed,
    /// The move cannot be played.
    Illegal {
        /// The move as it was passed.
        text: String,
        /// The board it was to be played on.
        board: BoardId,
        /// Why it cannot be played.
        why: MoveErrorKind,
    },
    /// The game is over and nothing was played, so there is nothing that a variation could replace.
    NothingPlayed,
    /// A new comment has no text.
    EmptyComment,
    /// The text is not valid in a game.
    Text(InvalidText),
    /// The value of a tag is not valid.
    TagValue {
        /// The name of the tag.
        name: String,
        /// What is expected.
        expected: &'static str,
    },
    /// The main line cannot be promoted.
    MainLine,
    /// The variation is already the first one, and it can't replace the main line.
    FirstVariation,
    /// Half-moves that were played can't be deleted.
    PlayedStays,
    /// The written game would not read back the same.
    Unfaithful,
}

impl EditError {
    /// Returns `true` if something that was requested doesn't exist. All other errors are invalid requests.
    pub fn is_missing(&self) -> bool {
        matches!(
            self,
            EditError::NoHalfMove { .. }
                | EditError::NoLine
                | EditError::NoVariation
                | EditError::NoComment(_)
        )
    }

    /// Returns the span of the error in the bytes of the game.
    pub fn span(&self) -> Option<Span> {
        match self {
            EditError::Read(ReadGameError::Damaged(error)) => Some(error.span()),
            _ => None,
        }
    }
}

impl From<ReadGameError> for EditError {
    fn from(error: ReadGameError) -> EditError {
        EditError::Read(error)
    }
}

impl From<InvalidText> for EditError {
    fn from(error: InvalidText) -> EditError {
        EditError::Text(error)
    }
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EditError::OtherText => "expected one game, found other text before or after it",
            EditError::Read(ReadGameError::Damaged(error)) => {
                return write!(
                    f,
                    "{}; the game has errors, and saving it would lose what could not be read. \
                     Open the position on its own to analyze it",
                    error.kind()
                );
            }
            EditError::Read(error) => return error.fmt(f),
            EditError::NoHalfMove { line, ply } => {
                return match line {
                    Some(line) => write!(f, "there is no half-move {ply} in line {line}"),
                    None => write!(f, "there is no half-move {ply} in the main line"),
                };
            }
            EditError::NoLine => "there is no such line",
            EditError::NoVariation => "there is no such variation",
            EditError::NoComment(index) => return write!(f, "there is no comment {index}"),
            EditError::AtStart => "expected a half-move, found the start of the game",
            EditError::NotReplayed => "the replay stops before this half-move",
            EditError::Illegal { text, board, why } => {
                return write!(f, "{text} cannot be played on board {board}: {why}");
            }
            EditError::NothingPlayed => {
                "the game is over and nothing was played, so there is nothing that a variation could replace. \
                 Open the position on its own to analyze it"
            }
            EditError::EmptyComment => "a new comment can't be empty",
            EditError::Text(error) => return error.fmt(f),
            EditError::TagValue { name, expected } => return write!(f, "{name}: expected {expected}"),
            EditError::MainLine => "the main line can't be promoted",
            EditError::FirstVariation => {
                "this is already the first variation, and it can't replace the main line"
            }
            EditError::PlayedStays => "half-moves that were played can't be deleted, only variations can",
            EditError::Unfaithful => "the game would not read back the same",
        })
    }
}

impl core::error::Error for EditError {}
