//! Tests of `bughouse-engines`, with engines that behave and engines that don't.

mod fairy_stockfish;
mod hostile;
mod sent;
mod support;
mod validated;
