//! What the program promises: output, messages and exit codes of every verb, by running it.
//!
//! `BLESS=1 cargo test -p bughouse-cli` writes the texts of `tests/snapshots/` anew; read the difference
//! before it is committed.

#![allow(clippy::unwrap_used)]

mod convert;
mod feen;
mod fmt;
mod help;
mod moves;
mod perft;
mod reading;
mod readme;
mod records;
mod replay;
mod run;
mod show;
mod streams;
mod svg;
mod two_boards;
