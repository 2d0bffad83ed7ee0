//! Tests of `bughouse-chess` as one binary.
//!
//! The data is in `testdata/` at the root of the workspace. `BLESS=1 cargo test` regenerates the messages in
//! `testdata/errors/`. Read the diff before you commit it.

#![allow(clippy::unwrap_used)]

mod against_reference;
#[cfg(feature = "arbitrary")]
mod arbitrary;
mod attacks;
mod board_moves;
mod castling;
mod chess960;
mod errors;
#[cfg(feature = "feen")]
mod feen;
mod game;
mod game_castling;
mod game_clocks;
mod game_random;
mod game_repetition;
mod hash;
mod import_order;
mod key;
mod leniency;
mod match_notation;
#[cfg(feature = "serde")]
mod match_serde;
#[cfg(feature = "compat")]
mod move_gen;
mod move_lists;
mod names;
mod one_move;
mod packed;
mod perft;
mod position;
mod properties;
mod public_names;
mod reference;
mod rng;
mod rules;
mod san;
mod scale;
mod seed_examples;
#[cfg(feature = "compat")]
mod seed_readme;
mod send_and_sync;
#[cfg(feature = "serde")]
mod serialize;
mod specification;
mod squares;
mod support;
mod two_boards;
mod validity;
mod words;
mod wr_2026;

/// The order of the folders and files in `src`, see `import_order`.
const IMPORT_ORDER: &[&[&str]] = &[
    &["types"],
    &["attacks"],
    &["board"],
    &["movegen"],
    &["notation"],
    &["bughouse"],
    &["arbitrary", "compat", "perft", "serialize"],
];
