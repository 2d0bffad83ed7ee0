#![doc = include_str!("../README.md")]

mod build;
pub mod chunks;
pub mod clock;
mod encoding;
pub mod end_reason;
mod fault;
mod game_reader;
#[cfg(feature = "import")]
pub mod import;
pub mod input;
mod label;
pub mod lexer;
mod next_game;
pub mod parallel;
pub mod reader;
pub mod replay;
pub mod tags;
pub mod tree;
mod usual;
pub mod visitor;
pub mod writer;

pub use bughouse_chess;

pub use build::{ReadGameError, Record, TreeBuilder};
pub use chunks::{Chunk, Chunks};
pub use clock::{Clk, Clock, CommentKind, NotAClk, lag_list};
pub use encoding::Encoding;
pub use end_reason::{DrawBy, EndKind, EndReason, How, NoResultBy, Who};
pub use fault::{Fault, FaultKind};
pub use input::{Compression, decompress, open};
pub use label::{Label, LabelError, LabelErrorKind};
pub use parallel::{Parallel, Part};
pub use reader::{Limits, Reader, Reading};
pub use replay::{
    Checker, ClockKind, Departures, Evidence, GameOutcome, LEAST_SIT, MissingTags, Moment, Note, NoteKind,
    Played, PlayedLine, Player, ReadOptions, Report, Severity, Sit, State, Stop, StopKind, Stopped, TagSpot,
    Timeline, TimelineStart, TimelineStop, Winner,
};
pub use tags::{
    Date, DateError, DateErrorKind, GameResult, NotAResult, Rating, TimeControlTag, read_time_control,
};
pub use tree::{
    Comment, CommentForm, CommentPrefix, Game, Glyph, HalfMove, Line, Remark, Tag, Tags, TextFault,
};
pub use visitor::{Flow, Place, RawComment, RawGame, RawHalfMove, RawTag, Visitor};
pub use writer::{WriteOptions, Writer, write_game};
