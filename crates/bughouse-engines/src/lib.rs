#![doc = include_str!("../README.md")]

mod declared;
mod engine;
mod error;
mod grammar;
mod pipes;
mod process;
mod program;
mod protocol;
mod serve_events;
mod serve_ubi;

pub use bughouse_search::{Cut, Evaluation, Limits, Line, Score, Search, TeamEvaluation, team_chance};
pub use engine::{Engine, Query};
pub use error::EngineError;
pub use process::EngineProcess;
pub use program::Program;
pub use protocol::Protocol;
pub use serve_ubi::{UbiOptions, serve_ubi};
