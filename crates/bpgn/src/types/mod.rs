//! The words of a game file: tags, labels, clocks, ends of games, and the errors about them.

pub(crate) mod clock;
pub mod detect;
pub(crate) mod end_reason;
pub(crate) mod label;
pub(crate) mod syntax_error;
pub mod tags;
