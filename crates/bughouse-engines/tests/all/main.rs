//! What the crate promises, with engines that behave and engines that do not.

mod fairy_stockfish;
mod hostile;
mod sent;
mod support;
mod team;
mod validated;
