//! Replays games on two boards, and reports problems and who won.

mod check;
mod clocks;
mod diagnostic;
mod error;
mod moments;
mod options;
// The module has the name of its folder because the others build on it.
#[allow(clippy::module_inception)]
mod replay;
mod replayer;
mod report;
mod start;
mod tag_check;
mod timeline;

pub use check::Checker;
pub(crate) use check::check_game;
pub use clocks::{
    ClockKind, LEAST_SIT, ShownClocks, Sit, Sits, TimeStart, Timed, Times, Waited, WrittenClock, sits_of,
};
pub use diagnostic::{Diagnostic, DiagnosticKind, MissingTags, ROSTER, Severity};
pub use error::{Stop, StopKind};
pub use moments::{LineStep, Moment, Moments, PlayedLine, TimelineStart};
pub use options::{ReadOptions, RulesChoice};
pub(crate) use replay::LabelIndex;
pub use replay::{LineEnd, Replay, Replayed, Step, StoppedLine};
pub use replayer::{Deviations, Played, Replayer};
pub use report::{Report, State, Stopped, TagSpot, Watch, WatchedHalfMove};
pub use start::{RULE_TAGS, RuleTagError, Start, read_start, rule_tag_error};
pub use timeline::Timeline;
