#![doc = include_str!("../README.md")]

mod built_in;
mod engine;
mod error;
mod evaluation;
mod info;
mod pipes;
mod process;
mod program;
mod protocol;
mod score;
mod team;
mod validate;

pub use built_in::BuiltIn;
pub use engine::{Engine, Limits, Query};
pub use error::EngineError;
pub use evaluation::{Cut, Evaluation, Line};
pub use process::EngineProcess;
pub use program::Program;
pub use protocol::Protocol;
pub use score::Score;
pub use team::{TeamEvaluation, team_chance};
