//! Tests of `bughouse-mate` as one binary.

#![allow(clippy::unwrap_used)]

mod cases;
mod checks;
mod mistakes;
mod needs;
mod reference;
mod solve;
mod support;
