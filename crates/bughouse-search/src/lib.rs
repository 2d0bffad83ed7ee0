#![doc = include_str!("../README.md")]

mod alpha_beta;
mod code;
mod eval;
mod evaluation;
mod exchange;
mod history;
mod limits;
mod memory;
mod partner_values;
mod picker;
mod quiescence;
mod score;
mod search;
mod sight;
mod table;
mod team;
mod validate;
mod values;
mod worker;

pub use evaluation::{Cut, Evaluation, Line};
pub use limits::Limits;
pub use score::Score;
pub use search::{Info, Search, evaluate};
pub use team::{TeamEvaluation, team_chance};
