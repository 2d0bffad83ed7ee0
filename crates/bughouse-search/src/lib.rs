#![doc = include_str!("../README.md")]
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod alpha_beta;
mod code;
mod eval;
mod exchange;
mod found;
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
mod values;
mod worker;

pub use found::{Found, Info, Line};
pub use limits::Limits;
pub use score::Score;
pub use search::{Search, evaluate};
