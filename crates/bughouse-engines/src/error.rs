//! What an engine does instead of answering.

use core::fmt;
use std::path::PathBuf;
use std::time::Duration;

use bughouse_chess::{BoardId, InvalidMatch};

/// Why there is no answer. As text, it goes after the name of the engine and a colon.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EngineError {
    /// The program could not be started.
    NotStarted {
        /// The program.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// It does not declare that it plays bughouse.
    NoBughouse,
    /// It does not play from Chess960 starts, and the position is of one.
    NoFischerRandom,
    /// It ended.
    Died {
        /// How, as the system says it.
        how: String,
    },
    /// It did not say what was waited for, and was ended.
    Silent {
        /// What was waited for.
        expected: &'static str,
        /// How long.
        waited: Duration,
    },
    /// It said so much that the answer did not come through, and was ended.
    Flood {
        /// What was waited for.
        expected: &'static str,
    },
    /// It reads nothing any more, and was ended.
    Deaf,
    /// It answered, but not with anything that is an answer.
    Nonsense {
        /// The beginning of what it said.
        said: String,
    },
    /// Its move cannot be played.
    IllegalMove {
        /// What it said.
        said: String,
    },
    /// The position cannot arise, so that it was not sent.
    Impossible {
        /// The board that is impossible.
        board: BoardId,
    },
    /// Both boards together cannot arise, so that they were not sent.
    ImpossibleMatch(InvalidMatch),
    /// It was stopped before it had found anything.
    Stopped,
    /// It failed so often that it is not started again.
    Unavailable {
        /// How often it was started.
        starts: u32,
    },
}

impl EngineError {
    /// Returns `true` if the engine is to blame, so that it is started again before it is asked again.
    #[must_use]
    pub const fn is_failure(&self) -> bool {
        !matches!(
            self,
            EngineError::Impossible { .. }
                | EngineError::ImpossibleMatch(_)
                | EngineError::Stopped
                | EngineError::NoFischerRandom
                | EngineError::Unavailable { .. }
        )
    }

    /// Makes an excerpt of what an engine said that can be shown: short, and without control characters.
    pub(crate) fn excerpt(said: &str) -> String {
        const MOST: usize = 60;
        let mut shown: String =
            said.chars().take(MOST).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
        if said.chars().nth(MOST).is_some() {
            shown.push_str("...");
        }
        shown
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::NotStarted { path, why } => {
                write!(f, "cannot start {}: {why}", EngineError::excerpt(&path.to_string_lossy()))
            }
            EngineError::NoBughouse => f.write_str("it does not play bughouse"),
            EngineError::NoFischerRandom => f.write_str("it does not play from Chess960 starts"),
            EngineError::Died { how } => write!(f, "it ended ({how})"),
            EngineError::Silent { expected, waited } => {
                write!(f, "no {expected} within {} ms", waited.as_millis())
            }
            EngineError::Flood { expected } => write!(f, "a flood of output, and no {expected}"),
            EngineError::Deaf => f.write_str("it does not read what it is sent"),
            EngineError::Nonsense { said } => write!(f, "expected an answer, it said {said:?}"),
            EngineError::IllegalMove { said } => write!(f, "its move {said:?} cannot be played"),
            EngineError::Impossible { board } => {
                write!(f, "board {board} is impossible, and was not sent")
            }
            EngineError::ImpossibleMatch(fault) => {
                write!(f, "two full sets cannot come to this, and it was not sent: {fault}")
            }
            EngineError::Stopped => f.write_str("it was stopped before it had found anything"),
            EngineError::Unavailable { starts } => {
                write!(f, "it failed {starts} times in a row, and is not started again")
            }
        }
    }
}

impl core::error::Error for EngineError {}
