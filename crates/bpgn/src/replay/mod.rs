//! Replays games on two boards, and reports problems and who won.
//!
//! [`Checker`](crate::Checker), [`Replay`](crate::Replay), [`Timeline`](crate::Timeline) and what they return are at the root
//! of the crate. This module has the details.

pub(crate) mod check;
pub(crate) mod clocks;
pub(crate) mod diagnostic;
pub(crate) mod error;
pub(crate) mod moments;
pub(crate) mod options;
// The module has the name of its folder because the others build on it.
pub(crate) mod outcome;
#[allow(clippy::module_inception)]
pub(crate) mod replay;
pub(crate) mod replayer;
pub(crate) mod report;
pub(crate) mod start;
mod tag_check;
pub(crate) mod timeline;

pub use clocks::{LEAST_SIT, ShownClocks, Sit, Sits, TimeStart, Waited, WrittenClocks};
pub use diagnostic::{MissingTags, ROSTER};
pub use moments::{LineStep, PlayedLine, TimelineStart};
pub use options::RulesChoice;
pub use replay::Step;
pub use replayer::{Deviations, Played, Replayer};
pub use report::{ObservedHalfMove, Observer, TagSpot};
pub use start::{RULE_TAGS, RuleTagError, rule_tag_error};
