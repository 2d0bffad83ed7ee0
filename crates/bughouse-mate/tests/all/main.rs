//! Tests of `bughouse-mate` as one binary.

#![allow(clippy::unwrap_used)]

mod cases;
mod checks;
mod mistakes;
mod needs;
mod reference;
#[path = "../../../bughouse-chess/tests/all/rng.rs"]
mod rng;
mod solve;
mod support;
