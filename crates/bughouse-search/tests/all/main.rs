//! The tests of the engine from outside.

mod cases;
