//! Types that serialize to JSON: games, boards, answers.

pub mod analysis;
pub(crate) mod archive_player;
pub(crate) mod board;
pub(crate) mod check;
pub(crate) mod clocks;
pub(crate) mod diagnostic;
pub(crate) mod evaluated;
pub(crate) mod explored;
pub(crate) mod explored_years;
pub(crate) mod game;
pub(crate) mod line;
pub(crate) mod mistakes;
pub mod names;
pub(crate) mod outcome;
pub mod place;
pub(crate) mod replay;
pub(crate) mod row;
pub(crate) mod shown;
pub mod side_status;
pub(crate) mod spoken;
pub mod words;
