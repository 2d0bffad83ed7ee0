//! Errors in chess.com games.

use core::fmt;

use bughouse_chess::{BughouseMove, MatchError};

/// An error in a chess.com game, and the number of the game.
#[derive(Debug)]
pub struct ChesscomError {
    game: Option<String>,
    kind: ChesscomErrorKind,
}

/// What is wrong with a chess.com game.
#[derive(Debug)]
#[non_exhaustive]
pub enum ChesscomErrorKind {
    /// The text is not JSON. The rest was not read.
    NotJson(serde_json::Error),
    /// The text is not the JSON of a game.
    Json(serde_json::Error),
    /// The game is of another variant.
    NotBughouse(String),
    /// Neither document names a partner.
    NoPartner,
    /// The partner's board is not in the text.
    MissingPartner {
        /// The number of the partner's game, if the file names it.
        partner: Option<String>,
    },
    /// The partner game is not the one that was passed.
    WrongPartner {
        /// The partner game that the file names.
        named: String,
        /// The game that was passed.
        given: String,
    },
    /// Two characters are not a half-move.
    NotAMove {
        /// The half-move on its board, from 1.
        half_move: usize,
        /// The characters, or one character if the list ends there.
        code: String,
    },
    /// The half-move is illegal.
    Illegal {
        /// The half-move on its board, from 1.
        half_move: usize,
        /// The move.
        mv: BughouseMove,
        /// Why it is illegal.
        reason: MatchError,
    },
    /// There are fewer clocks than half-moves, so the boards can't be merged.
    TooFewClocks {
        /// The number of clocks.
        clocks: usize,
        /// The number of half-moves.
        half_moves: usize,
    },
    /// A clock is not a number of tenths of a second.
    NotAClock {
        /// The half-move on its board, from 1.
        half_move: usize,
        /// The text of the clock.
        text: String,
    },
    /// The game has no time control.
    NoTimeControl,
    /// The start position can't be read or played.
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

    /// Returns the number of the game with the error, if known.
    pub fn game(&self) -> Option<&str> {
        self.game.as_deref()
    }
}

impl fmt::Display for ChesscomErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChesscomErrorKind::NotJson(error) => write!(f, "not JSON: {error}"),
            ChesscomErrorKind::Json(error) => write!(f, "not the JSON of a chess.com game: {error}"),
            ChesscomErrorKind::NotBughouse(variant) => write!(f, "expected bughouse, found {variant}"),
            ChesscomErrorKind::NoPartner => f.write_str("neither document names its partner game"),
            ChesscomErrorKind::MissingPartner { partner } => {
                let number = partner.as_ref().map(|partner| format!(" {partner}")).unwrap_or_default();
                write!(f, "its partner game{number} is missing: also pass its JSON file")
            }
            ChesscomErrorKind::WrongPartner { named, given } => {
                write!(f, "the partner game is {named}, not {given}")
            }
            ChesscomErrorKind::NotAMove { half_move, code } => {
                write!(f, "half-move {half_move}: {code:?} is not a move")
            }
            ChesscomErrorKind::Illegal { half_move, mv, reason } => {
                write!(f, "half-move {half_move}, {mv}: {reason}")
            }
            ChesscomErrorKind::TooFewClocks { clocks, half_moves } => {
                write!(f, "{clocks} clocks for {half_moves} half-moves, so the boards can't be merged")
            }
            ChesscomErrorKind::NotAClock { half_move, text } => {
                write!(f, "half-move {half_move}: {text:?} is not a clock in tenths of a second")
            }
            ChesscomErrorKind::NoTimeControl => f.write_str("the game has no time control"),
            ChesscomErrorKind::StartPosition(reason) => write!(f, "start position: {reason}"),
        }
    }
}

impl fmt::Display for ChesscomError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.game, &self.kind) {
            (game, ChesscomErrorKind::MissingPartner { .. }) => {
                write!(f, "chess.com game {}: {}", game.as_deref().unwrap_or("without an id"), self.kind)
            }
            (Some(game), kind) => write!(f, "game {game}: {kind}"),
            (None, kind) => kind.fmt(f),
        }
    }
}

impl core::error::Error for ChesscomError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            ChesscomErrorKind::NotJson(error) | ChesscomErrorKind::Json(error) => Some(error),
            ChesscomErrorKind::Illegal { reason, .. } => Some(reason),
            _ => None,
        }
    }
}
