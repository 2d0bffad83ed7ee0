//! Output, messages and exit codes of every command.
//!
//! `BLESS=1 cargo test -p bughouse-cli` updates `tests/snapshots/`. Read the diff before you commit it.

#![allow(clippy::unwrap_used)]

mod analyze;
mod annotate;
mod archive;
mod check;
mod check_json;
#[allow(dead_code)]
#[path = "../../../bughouse-server/tests/all/client.rs"]
mod client;
mod color;
mod completions;
mod convert;
mod feen;
mod files;
mod fmt;
#[path = "../../../bughouse-server/tests/all/folders.rs"]
mod folders;
mod games;
mod help;
mod hostile;
mod mate;
mod moves;
mod next_step;
mod perft;
mod play;
mod reading;
mod real_games;
mod replay;
mod run;
#[cfg(unix)]
mod scripts;
mod serve;
#[path = "../../../bpgn/tests/all/shared_data.rs"]
mod shared_data;
mod show;
mod streams;
mod strict;
mod svg;
mod two_boards;
mod ubi;
mod ubi_client;
mod walking;
