//! Two boards: the position of both, and a match with clocks and an end.

pub mod matches;
pub(crate) mod position;
pub(crate) mod two_boards;
