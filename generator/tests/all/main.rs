//! What the crate promises: games that are legal, consistent, of many kinds, and always the same.

mod read;
mod texts;
mod whole_games;
