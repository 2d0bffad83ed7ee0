#![doc = include_str!("../README.md")]
#![no_std]
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]
#![forbid(unsafe_code)]

extern crate alloc;

mod board;
mod board_builder;
mod dump;
mod error;
mod fast_board;
mod hands;
mod nested;
mod options;
mod parse;
mod piece;
mod position;

pub use board::{Board, Irregularity, Rank};
pub use board_builder::{BoardBuilder, BoardError};
pub use dump::{DumpError, dump, dump_with};
pub use error::{Error, ErrorKind, Field, Span};
pub use hands::{HandError, Hands};
pub use nested::{Nested, NestedError, NestedErrorKind, NestedPosition, NestedPositionError};
pub use options::{HandOrder, Limits, MAX_DIMENSIONS, MAX_LISTED, Options};
pub use parse::{HandItem, Spans, is_canonical, is_valid, parse, parse_spanned, parse_with};
pub use piece::{NotAPiece, Piece, Prefix, Side};
pub use position::{Position, StyleError, StyleTurn};
