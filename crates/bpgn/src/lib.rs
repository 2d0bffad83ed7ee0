#![doc = include_str!("../README.md")]

pub mod clock;
pub mod end_reason;
#[cfg(feature = "import")]
pub mod import;
pub mod tags;

pub use clock::{Clk, Clock, CommentKind, lag_list};
pub use end_reason::{DrawBy, EndKind, EndReason, How, NoResultBy, Who};
pub use tags::{Date, GameResult, Rating, TimeControlTag, read_time_control};
