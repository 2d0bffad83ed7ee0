//! The tests of the crate from outside, in one program.

#![allow(clippy::unwrap_used)]

mod canonical;
mod clock;
mod damage;
mod end_reason;
#[cfg(feature = "import")]
mod import;
mod quirks;
mod real_games;
mod shared_data;
mod tags;
mod timeline;
