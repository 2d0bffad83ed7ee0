#![doc = include_str!("../README.md")]
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

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

pub use facts::Facts;
pub use input::{Compression, decompress, open};
pub use lexer::tag::unescape;
pub use reader::visitor::{Flow, Place, RawComment, RawGame, RawHalfMove, RawTag, Visitor};
pub use reader::{Limits, Reader};
pub use replay::check::Checker;
pub use replay::clocks::ClockKind;
pub use replay::diagnostic::{Diagnostic, DiagnosticKind, Severity};
pub use replay::error::{ReplayError, ReplayErrorKind};
pub use replay::moments::{Moment, Moments};
pub use replay::options::ReadOptions;
pub use replay::outcome::{Evidence, GameOutcome, Winner};
pub use replay::replay::Replay;
pub use replay::report::{Report, State};
pub use replay::start::Start;
pub use replay::timeline::Timeline;
pub use tree::build::{ReadGameError, Record};
pub use tree::line_path::{FoundLine, LinePath};
pub use tree::writer::{WriteOptions, Writer, write_game};
pub use tree::{
    Annotation, Comment, CommentForm, CommentPrefix, Game, HalfMove, InvalidText, Line, Nag, Tag, Tags,
};
pub use types::label::Label;
pub use types::syntax_error::{Spelling, SyntaxError, SyntaxErrorKind};
