#![doc = include_str!("../README.md")]

pub mod archive;
mod archive_players;
mod body;
mod bytes;
mod engine_turns;
mod growing_index;
mod guard;
mod listen;
mod long_requests;
mod open_archive;
mod open_file;
mod open_files;
mod rejected;
mod routes;
mod save;
mod served_engine;
mod server;
mod state;
mod web_ui;

pub use server::{BindError, Events, Options, PORT, Quiet, Server, Stopper};
pub use web_ui::WebUi;
