#![doc = include_str!("../README.md")]

mod build;
pub mod chunks;
pub mod clock;
pub mod detect;
pub mod edit;
mod edit_error;
mod encoding;
pub mod end_reason;
mod fault;
mod game_reader;
#[cfg(feature = "import")]
pub mod import;
pub mod input;
mod label;
pub mod lexer;
pub mod line_path;
pub mod parallel;
pub mod reader;
pub mod replay;
pub mod tags;
pub mod tree;
pub mod visitor;
pub mod writer;

pub use build::{ReadGameError, Record, TreeBuilder};
pub use chunks::{Chunk, Chunks};
pub use clock::{Clk, Clock, CommentKind, lag_list};
pub use detect::TextKind;
pub use edit::{Cursor, Edited, Editor};
pub use edit_error::{EditError, NoSuchMove};
pub use encoding::Encoding;
pub use end_reason::{DrawBy, EndKind, EndReason, How, NoResultBy, Who};
pub use fault::{Fault, FaultKind};
pub use input::{Compression, decompress, open};
pub use label::Label;
pub use line_path::{FoundLine, LinePath, NotALinePath};
pub use parallel::{Parallel, Part};
pub use reader::{Limits, Reader, Reading};
pub use replay::{
    Checker, ClockKind, Departures, Evidence, GameOutcome, LEAST_SIT, MissingTags, Moment, Note, NoteKind,
    Played, PlayedLine, Player, ReadOptions, Report, Severity, Sit, State, Stop, StopKind, Stopped, TagSpot,
    Timeline, TimelineStart, TimelineStop, Winner,
};
pub use tags::{Date, GameResult, Rating, TimeControlTag, read_time_control};
pub use tree::{
    Comment, CommentForm, CommentPrefix, Game, Glyph, HalfMove, Line, Remark, Tag, Tags, TextFault,
};
pub use visitor::{Flow, Place, RawComment, RawGame, RawTag, Visitor};
pub use writer::{WriteOptions, Writer, write_game};
