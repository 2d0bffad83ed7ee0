//! What is wrong with documents of chess.com.

use core::fmt;

use bughouse_chess::{BughouseMove, MatchError};

/// What is wrong with a game of chess.com, and in which document.
#[derive(Debug)]
pub struct ChesscomError {
    game: Option<String>,
    kind: ChesscomErrorKind,
}

/// What is wrong with a game of chess.com.
#[derive(Debug)]
#[non_exhaustive]
pub enum ChesscomErrorKind {
    /// The text is not the JSON of a game.
    Json(serde_json::Error),
    /// The game is of another variant.
    NotBughouse(String),
    /// Neither document names a partner.
    NoPartner,
    /// The partner is another game than the one given.
    WrongPartner {
        /// The partner that is named.
        named: String,
        /// The game that was given.
        given: String,
    },
    /// Two characters are no half-move.
    NotAMove {
        /// The half-move on its board, from 1.
        half_move: usize,
        /// The characters; one if the list ends there.
        code: String,
    },
    /// The half-move cannot be played.
    Illegal {
        /// The half-move on its board, from 1.
        half_move: usize,
        /// The move.
        mv: BughouseMove,
        /// Why not.
        reason: MatchError,
    },
    /// There are fewer clocks than half-moves, so the boards cannot be put in order.
    TooFewClocks {
        /// How many clocks there are.
        clocks: usize,
        /// How many half-moves there are.
        half_moves: usize,
    },
    /// A clock is no number of tenths of a second.
    NotAClock {
        /// The half-move on its board, from 1.
        half_move: usize,
        /// The text.
        text: String,
    },
    /// The time at the start is not told.
    NoTimeControl,
    /// The start position cannot be read, or not be played.
    StartPosition(String),
}

impl ChesscomError {
    pub(super) fn new(game: Option<&str>, kind: ChesscomErrorKind) -> ChesscomError {
        ChesscomError { game: game.map(str::to_owned), kind }
    }

    /// Returns what is wrong.
    pub fn kind(&self) -> &ChesscomErrorKind {
        &self.kind
    }

    /// Returns the number of the game whose document is wrong, if it is known.
    pub fn game(&self) -> Option<&str> {
        self.game.as_deref()
    }
}

impl fmt::Display for ChesscomErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChesscomErrorKind::Json(error) => write!(f, "not the JSON of a chess.com game: {error}"),
            ChesscomErrorKind::NotBughouse(variant) => write!(f, "expected bughouse, found {variant}"),
            ChesscomErrorKind::NoPartner => f.write_str("no partner game is named"),
            ChesscomErrorKind::WrongPartner { named, given } => {
                write!(f, "the partner game is {named}, not {given}")
            }
            ChesscomErrorKind::NotAMove { half_move, code } => {
                write!(f, "half-move {half_move}: {code:?} is no move")
            }
            ChesscomErrorKind::Illegal { half_move, mv, reason } => {
                write!(f, "half-move {half_move}, {mv}: {reason}")
            }
            ChesscomErrorKind::TooFewClocks { clocks, half_moves } => {
                write!(f, "{clocks} clocks for {half_moves} half-moves, so the boards cannot be put in order")
            }
            ChesscomErrorKind::NotAClock { half_move, text } => {
                write!(f, "half-move {half_move}: {text:?} is no clock in tenths of a second")
            }
            ChesscomErrorKind::NoTimeControl => f.write_str("the time at the start is not told"),
            ChesscomErrorKind::StartPosition(reason) => write!(f, "start position: {reason}"),
        }
    }
}

impl fmt::Display for ChesscomError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.game {
            Some(game) => write!(f, "game {game}: {}", self.kind),
            None => self.kind.fmt(f),
        }
    }
}

impl core::error::Error for ChesscomError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            ChesscomErrorKind::Json(error) => Some(error),
            ChesscomErrorKind::Illegal { reason, .. } => Some(reason),
            _ => None,
        }
    }
}
