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
pub use clocks::{ClockKind, LEAST_SIT, ShownClocks, Sit, Sits, TimeStart, Waited, WrittenClocks};
pub use diagnostic::{Diagnostic, DiagnosticKind, MissingTags, ROSTER, Severity};
pub use error::{ReplayError, ReplayErrorKind};
pub use moments::{LineStep, Moment, Moments, PlayedLine, TimelineStart};
pub use options::{ReadOptions, RulesChoice};
pub(crate) use replay::LabelIndex;
pub use replay::{Replay, Step};
pub use replayer::{Deviations, Played, Replayer};
pub use report::{ObservedHalfMove, Observer, Report, State, TagSpot};
pub use start::{RULE_TAGS, RuleTagError, Start, read_start, rule_tag_error};
pub use timeline::Timeline;
