//! The library as WebAssembly. The npm package `bughouse-chess` wraps this; it is no interface by itself.
//!
//! Moves go in and out as numbers, and errors as lines of text, since both cost little at the border.

#[cfg(feature = "rules")]
mod board;
#[cfg(feature = "perft")]
mod counting;
#[cfg(feature = "records")]
mod desk;
mod fault;
#[cfg(feature = "rules")]
mod matches;
#[cfg(feature = "rules")]
mod moves;
#[cfg(feature = "records")]
mod records;
#[cfg(feature = "rules")]
mod scratch;

#[cfg(feature = "rules")]
pub use board::RawBoard;
#[cfg(feature = "records")]
pub use desk::{Desk, RawAnswer};
pub use fault::Fault;
#[cfg(feature = "rules")]
pub use matches::RawMatch;
#[cfg(feature = "rules")]
pub use moves::{pack, read_uci, uci, unpack};
#[cfg(feature = "records")]
pub use records::{RawGames, check, edit, replay, to_bpgn};
#[cfg(feature = "rules")]
pub use scratch::Scratch;
