//! What `feen` promises, as one test binary.
//!
//! Data is in `testdata/` at the root of the workspace. `BLESS=1 cargo test` writes the messages of
//! `testdata/errors/feen.txt` again; read the difference before it is committed.

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
mod reference;
mod rows;
mod support;
