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
pub use types::{detect, tags};

pub use edit::annotations::replace_annotations;
pub use edit::error::{EditError, NoSuchMove};
pub use edit::{Cursor, Edited, Editor};
pub use facts::{Evidence, Facts, GameOutcome, Winner};
pub use input::{Compression, DamagedData, Verified, decompress, open, verify};
pub use reader::chunks::{Chunk, Chunks, game_start};
pub use reader::parallel::{Parallel, Part};
pub use reader::visitor::{Flow, Place, RawComment, RawGame, RawHalfMove, RawTag, Visitor};
pub use reader::{Limits, Reader};
pub use replay::{
    Checker, ClockKind, Deviations, Diagnostic, DiagnosticKind, LEAST_SIT, LineStep, MissingTags, Moment,
    Moments, ObservedHalfMove, Observer, Played, PlayedLine, RULE_TAGS, ReadOptions, Replay, ReplayError,
    ReplayErrorKind, Replayer, Report, RuleTagError, RulesChoice, Severity, ShownClocks, Sit, Sits, Start,
    State, Step, TagSpot, TimeStart, Timeline, TimelineStart, Waited, WrittenClocks, rule_tag_error,
};
pub use tree::build::{ReadGameError, Record, TreeBuilder};
pub use tree::line_path::{FoundLine, LinePath, NotALinePath};
pub use tree::writer::{WriteOptions, Writer, write_game};
pub use tree::{
    Annotation, Comment, CommentForm, CommentPrefix, Game, HalfMove, InvalidText, Line, Nag, Tag, Tags,
    unescape,
};
pub use types::clock::{Clk, Clock, CommentKind, CommentTimes, NotAClk, lag_list};
pub use types::detect::TextKind;
pub use types::encoding::Encoding;
pub use types::end_kind::{DrawBy, EndKind, How, NoResultBy, Who};
pub use types::end_reason::EndReason;
pub use types::label::{Label, LabelError, LabelErrorKind};
pub use types::spelling::Spelling;
pub use types::syntax_error::{SyntaxError, SyntaxErrorKind};
pub use types::tags::{
    Date, DateError, DateErrorKind, GameResult, NotAResult, Rating, TimeControlTag, read_time_control,
};
