//! What `bughouse-mate` promises, as one test binary.

#![allow(clippy::unwrap_used)]

mod cases;
mod checks;
mod mistakes;
mod needs;
mod solve;
mod support;
mod twin;
