//! What the server promises, asked over HTTP.

#![allow(clippy::unwrap_used)]

mod client;
mod edits;
#[cfg(unix)]
mod engine;
mod facts;
mod folders;
mod games;
mod interface;
mod opening;
mod page;
mod safety;
mod same_answers;
mod saving;
mod server;
#[allow(dead_code)]
#[path = "../../../bpgn/tests/all/shared_data.rs"]
mod shared_data;
