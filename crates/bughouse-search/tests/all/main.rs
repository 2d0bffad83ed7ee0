//! Tests of `bughouse-search` as one binary.

mod cases;
mod evaluation;
mod limits;
mod random;
mod support;
mod team;
mod validated;
