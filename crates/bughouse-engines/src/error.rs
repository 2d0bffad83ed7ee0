//! Errors of engines.

use core::fmt;
use std::path::PathBuf;
use std::time::Duration;

use bughouse_chess::BoardId;
use bughouse_chess::matches::InvalidMatch;

/// Why there is no evaluation. The message is meant to follow the name of the engine and a colon.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EngineError {
    /// The engine could not be started.
    NotStarted {
        /// The path of the engine.
        path: PathBuf,
        /// The message of the operating system.
        reason: String,
    },
    /// The engine doesn't support bughouse.
    NoBughouse,
    /// The engine doesn't support Chess960, and the position has Chess960 castling rights.
    NoChess960,
    /// The engine exited.
    Exited {
        /// The exit status.
        status: String,
    },
    /// The engine didn't answer in time, and was killed.
    Silent {
        /// The expected answer.
        expected: &'static str,
        /// The time waited.
        waited: Duration,
    },
    /// The engine produced too much output without an answer, and was killed.
    Flood {
        /// The expected answer.
        expected: &'static str,
    },
    /// The engine stopped reading its input, and was killed.
    NotReading,
    /// The answer of the engine is invalid.
    InvalidAnswer {
        /// The start of its answer.
        output: String,
    },
    /// The engine's move is illegal.
    IllegalMove {
        /// The move.
        output: String,
    },
    /// The position is impossible, so it was not sent.
    Impossible {
        /// The impossible board.
        board: BoardId,
    },
    /// The two boards are impossible together, so they were not sent.
    ImpossibleMatch(InvalidMatch),
    /// The search was stopped before it found anything.
    Stopped,
    /// The engine failed too often, and is not started again.
    Unavailable {
        /// The number of starts.
        starts: u32,
    },
}

impl EngineError {
    /// Returns `true` if the engine is to blame. In that case, it is restarted before the next query.
    #[must_use]
    pub const fn is_failure(&self) -> bool {
        !matches!(
            self,
            EngineError::Impossible { .. }
                | EngineError::ImpossibleMatch(_)
                | EngineError::Stopped
                | EngineError::NoChess960
                | EngineError::Unavailable { .. }
        )
    }

    /// Returns an excerpt of an engine's output that is safe to display: short, and without control
    /// characters.
    pub(crate) fn excerpt(output: &str) -> String {
        const MOST: usize = 60;
        let mut shown: String =
            output.chars().take(MOST).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
        if output.chars().nth(MOST).is_some() {
            shown.push_str("...");
        }
        shown
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::NotStarted { path, reason } => {
                write!(f, "can't start {}: {reason}", EngineError::excerpt(&path.to_string_lossy()))
            }
            EngineError::NoBughouse => f.write_str("it doesn't support bughouse"),
            EngineError::NoChess960 => f.write_str("it doesn't support Chess960"),
            EngineError::Exited { status } => write!(f, "it exited ({status})"),
            EngineError::Silent { expected, waited } => {
                write!(f, "it didn't send {expected} within {} s", waited.as_secs_f64())
            }
            EngineError::Flood { expected } => write!(f, "too much output, but no {expected}"),
            EngineError::NotReading => f.write_str("it doesn't read its input"),
            EngineError::InvalidAnswer { output } => write!(f, "it sent {output:?} instead of an answer"),
            EngineError::IllegalMove { output } => write!(f, "its move {output:?} is illegal"),
            EngineError::Impossible { board } => {
                write!(f, "board {board} is impossible, so it was not sent")
            }
            EngineError::ImpossibleMatch(invalid) => {
                write!(f, "the boards need more than two full sets, so they were not sent: {invalid}")
            }
            EngineError::Stopped => f.write_str("it was stopped before it found anything"),
            EngineError::Unavailable { starts } => {
                write!(f, "it failed {starts} times in a row and won't be started again")
            }
        }
    }
}

impl core::error::Error for EngineError {}
