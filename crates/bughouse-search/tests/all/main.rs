//! Tests of `bughouse-search` as one binary.

mod cases;
mod evaluation;
mod limits;
mod random;
#[path = "../../../bughouse-chess/tests/all/rng.rs"]
mod rng;
mod support;
