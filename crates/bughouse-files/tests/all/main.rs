//! Tests of what the crate promises. The tests of the CLI cover reading and writing.

#[cfg(unix)]
mod signals;
