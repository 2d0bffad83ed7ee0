//! A record played on two boards: what was played, what is remarkable, who won.

mod branches;
mod check;
mod clock_ledger;
mod note;
mod outcome;
mod player;
mod report;
mod sits;
mod standard;
mod start;
mod tag_check;
mod timeline;
mod variations;

pub use check::Checker;
pub use clock_ledger::ClockKind;
pub use note::{MissingTags, Note, NoteKind, ROSTER, Severity};
pub use outcome::{Evidence, GameOutcome, Winner};
pub use player::{Departures, Played, Player, ReadOptions, Stop, StopKind};
pub use report::{Report, State, Stopped, TagSpot};
pub use sits::{LEAST_SIT, Sit};
pub use start::read_start;
pub use timeline::{Moment, Timeline, TimelineStart, TimelineStop};
pub use variations::PlayedLine;
