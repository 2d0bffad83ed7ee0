//! Tests of `bughouse-mate` as one binary.

#![allow(clippy::unwrap_used)]

mod cases;
mod checks;
mod mistakes;
mod needs;
mod solve;
mod support;
mod twin;
