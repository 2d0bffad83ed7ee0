//! A record played on two boards: what was played, what is remarkable, who won.

mod check;
mod note;
mod outcome;
mod player;
mod start;
mod tag_check;

pub use check::{Checker, Report, State, Stopped, TagSpot};
pub use note::{MissingTags, Note, NoteKind, ROSTER, Severity};
pub use outcome::{Evidence, GameOutcome, Winner};
pub use player::{Departures, Played, Player, ReadOptions, Stop, StopKind};
pub use start::read_start;
