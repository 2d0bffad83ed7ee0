//! The tests of the engine from outside.

mod cases;
mod evaluation;
mod limits;
mod random;
mod support;
