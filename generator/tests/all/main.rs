//! What the crate promises: games that are legal, consistent, of many kinds, and always the same.

#![allow(clippy::unwrap_used)]

mod like_a_server;
mod read;
mod texts;
mod whole_games;
