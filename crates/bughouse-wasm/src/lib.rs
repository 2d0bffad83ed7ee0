//! WebAssembly bindings. They aren't a public API: use the npm package `bughouse-chess`, which wraps them.
//!
//! Moves are passed as numbers and errors as lines of text, because both are cheap to transfer.
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

#[cfg(feature = "rules")]
mod board;
#[cfg(feature = "perft")]
mod counting;
mod error;
#[cfg(feature = "records")]
mod games;
#[cfg(feature = "rules")]
mod matches;
#[cfg(feature = "rules")]
mod moves;
#[cfg(feature = "rules")]
mod scratch;
#[cfg(feature = "page")]
mod session;

#[cfg(feature = "rules")]
pub use board::RawBoard;
pub use error::RawError;
#[cfg(feature = "records")]
pub use games::{RawGames, check, edit, replay, to_bpgn};
#[cfg(feature = "rules")]
pub use matches::RawMatch;
#[cfg(feature = "rules")]
pub use moves::{pack, read_uci, uci, unpack};
#[cfg(feature = "rules")]
pub use scratch::Scratch;
#[cfg(feature = "page")]
pub use session::{RawAnswer, Session};
