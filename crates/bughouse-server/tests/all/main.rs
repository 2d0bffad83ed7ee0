//! Tests of the server over HTTP.

#![allow(clippy::unwrap_used)]

mod client;
mod edits;
#[cfg(unix)]
mod engine;
mod facts;
mod folders;
mod games;
mod openapi;
mod opening;
mod safety;
mod same_answers;
mod saving;
mod server;
#[allow(dead_code)]
#[path = "../../../bpgn/tests/all/shared_data.rs"]
mod shared_data;
mod web_ui;
