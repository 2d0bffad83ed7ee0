#![doc = include_str!("../README.md")]
#![no_std]

extern crate alloc;

mod arrivals;
mod checks;
mod deepening;
mod duel;
mod ids;
mod limit;
mod lost;
mod mates;
mod memo;
mod mistakes;
mod needs;
mod proof;
mod solve;

pub use arrivals::Arrivals;
pub use checks::checks;
pub use limit::Limit;
pub use mates::{Mates, Strength};
pub use mistakes::{Mistake, MistakeKind, Mistakes, mistakes};
pub use needs::{Need, SeatNeeds, Threat, needs};
pub use solve::{Mate, Solver, Verdict, solve};
