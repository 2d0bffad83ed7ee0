//! Tests of `feen` as one binary.
//!
//! The data is in `testdata/` at the root of the workspace. `BLESS=1 cargo test` regenerates the messages in
//! `testdata/errors/feen.txt`. Read the diff before you commit it.

#![allow(clippy::unwrap_used)]

mod bad_input;
mod boards;
mod errors;
mod gem_arrays;
mod gem_readme;
mod hands_and_styles;
mod nested;
mod options;
mod properties;
#[path = "../../../bughouse-chess/tests/all/public_names.rs"]
mod public_names;
mod reference;
mod rows;
mod support;
