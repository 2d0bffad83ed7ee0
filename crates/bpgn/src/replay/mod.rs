//! Replays games on two boards, and reports problems and who won.

mod check;
mod diagnostic;
mod history;
mod moments;
mod options;
// The module has the name of its folder because the others build on it.
#[allow(clippy::module_inception)]
mod replay;
mod replayer;
mod report;
mod shown_clocks;
mod sits;
mod standard;
mod start;
mod stop;
mod tag_check;
mod timeline;
mod times;
mod variations;
mod watch;

pub use check::Checker;
pub(crate) use check::check_game;
pub use diagnostic::{Diagnostic, DiagnosticKind, MissingTags, ROSTER, Severity};
pub(crate) use history::LabelIndex;
pub use moments::{LineStep, Moments};
pub use options::{ReadOptions, RulesChoice};
pub use replay::{LineEnd, Replay, Replayed, Step, StoppedLine};
pub use replayer::{Deviations, Played, Replayer};
pub use report::{Report, State, Stopped, TagSpot};
pub use shown_clocks::ShownClocks;
pub use sits::{LEAST_SIT, Sit, Sits, Waited, sits_of};
pub use start::{RULE_TAGS, RuleTagError, Start, read_start, rule_tag_error};
pub use stop::{Stop, StopKind};
pub use timeline::{Moment, Timeline, TimelineStart};
pub use times::{ClockKind, TimeStart, Timed, Times, WrittenClock};
pub use variations::PlayedLine;
pub use watch::{Watch, WatchedHalfMove};
