#![doc = include_str!("../README.md")]

mod annotation;
mod build;
#[cfg(feature = "unpack")]
mod bzip2_blocks;
pub mod chunks;
pub mod clock;
pub mod detect;
pub mod edit;
mod edit_annotations;
mod edit_error;
mod edit_repair;
mod encoding;
pub mod end_kind;
mod end_reason;
pub mod facts;
mod fast_path;
mod from_match;
mod game_reader;
#[cfg(feature = "import")]
pub mod import;
pub mod input;
mod label;
pub mod lexer;
pub mod line_path;
#[cfg(feature = "unpack")]
mod members;
mod next_game;
pub mod parallel;
mod ranges;
pub mod reader;
pub mod replay;
mod spelling;
mod syntax_error;
pub mod tags;
pub mod tree;
pub mod visitor;
pub mod writer;

pub use bughouse_chess;

pub use build::{ReadGameError, Record, TreeBuilder};
pub use chunks::{Chunk, Chunks};
pub use clock::{Clk, Clock, CommentKind, CommentTimes, NotAClk, lag_list};
pub use detect::TextKind;
pub use edit::{Cursor, Edited, Editor};
pub use edit_annotations::replace_annotations;
pub use edit_error::{EditError, NoSuchMove};
pub use encoding::Encoding;
pub use end_kind::{DrawBy, EndKind, How, NoResultBy, Who};
pub use end_reason::EndReason;
pub use facts::{Evidence, Facts, GameOutcome, Winner};
pub use input::{Compression, DamagedData, Verified, decompress, open, verify};
pub use label::{Label, LabelError, LabelErrorKind};
pub use line_path::{FoundLine, LinePath, NotALinePath};
pub use parallel::{Parallel, Part};
pub use ranges::game_start;
pub use reader::{Limits, Reader, Reading};
pub use replay::{
    Checker, ClockKind, Deviations, Diagnostic, DiagnosticKind, LEAST_SIT, LineEnd, LineStep, MissingTags,
    Moment, Moments, Played, PlayedLine, RULE_TAGS, ReadOptions, Replay, Replayed, Replayer, Report,
    RuleTagError, RulesChoice, Severity, ShownClocks, Sit, Sits, Start, State, Step, Stop, StopKind, Stopped,
    StoppedLine, TagSpot, TimeStart, Timed, Timeline, TimelineStart, Times, Waited, Watch, WatchedHalfMove,
    WrittenClock, rule_tag_error, sits_of,
};
pub use spelling::Spelling;
pub use syntax_error::{SyntaxError, SyntaxErrorKind};
pub use tags::{
    Date, DateError, DateErrorKind, GameResult, NotAResult, Rating, TimeControlTag, read_time_control,
};
pub use tree::{
    Annotation, Comment, CommentForm, CommentPrefix, Game, HalfMove, InvalidText, Line, Nag, Tag, Tags,
};
pub use visitor::{Flow, Place, RawComment, RawGame, RawHalfMove, RawTag, Visitor};
pub use writer::{WriteOptions, Writer, write_game};
