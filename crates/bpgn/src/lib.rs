#![doc = include_str!("../README.md")]

pub mod edit;
mod facts;
mod from_match;
#[cfg(feature = "import")]
pub mod import;
pub mod input;
pub mod lexer;
mod reader;
pub mod replay;
mod tree;
mod types;

pub use bughouse_chess;
pub use types::{clock, detect, end_reason, tags};

pub use edit::annotations::replace_annotations;
pub use edit::error::EditError;
pub use edit::{Cursor, Edited, Editor};
pub use facts::{Evidence, Facts, GameOutcome, Winner};
pub use input::{Compression, DamagedData, Verified, decompress, open, verify};
pub use reader::chunks::{Chunk, Chunks};
pub use reader::parallel::{Parallel, Part};
pub use reader::ranges::game_start;
pub use reader::visitor::{Flow, Place, RawComment, RawGame, RawHalfMove, RawTag, Visitor};
pub use reader::{Limits, Reader, Reading};
pub use replay::{
    Checker, ClockKind, Deviations, Diagnostic, DiagnosticKind, LEAST_SIT, LineEnd, LineStep, MissingTags,
    Moment, Moments, Played, PlayedLine, RULE_TAGS, ReadOptions, Replay, Replayed, Replayer, Report,
    RuleTagError, RulesChoice, Severity, ShownClocks, Sit, Sits, Start, State, Step, Stop, StopKind, Stopped,
    StoppedLine, TagSpot, TimeStart, Timed, Timeline, TimelineStart, Times, Waited, Watch, WatchedHalfMove,
    WrittenClock, rule_tag_error, sits_of,
};
pub use tree::build::{ReadGameError, Record, TreeBuilder};
pub use tree::line_path::{FoundLine, LinePath};
pub use tree::writer::{WriteOptions, Writer, write_game};
pub use tree::{
    Annotation, Comment, CommentForm, CommentPrefix, Game, HalfMove, InvalidText, Line, Nag, Tag, Tags,
    unescape,
};
pub use types::clock::{Clock, CommentKind};
pub use types::detect::{Encoding, TextKind};
pub use types::end_reason::{EndKind, EndReason};
pub use types::label::Label;
pub use types::syntax_error::{Spelling, SyntaxError, SyntaxErrorKind};
pub use types::tags::{Date, GameResult};
