#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod board;
mod board_builder;
mod dump;
mod error;
mod fast_board;
mod hands;
mod limits;
mod nested;
mod nested_position;
mod options;
mod parse;
mod piece;
mod position;
mod short_text;
mod side;
mod style_turn;

pub use board::{Board, Irregularity, Rank};
pub use board_builder::{BoardBuilder, BoardError};
pub use dump::{DumpError, dump, dump_with};
pub use error::{Error, ErrorKind, Field, Span};
pub use hands::{HandError, Hands};
pub use limits::{Limits, MAX_DIMENSIONS, MAX_LISTED};
pub use nested::{Nested, NestedError, NestedErrorKind};
pub use nested_position::{NestedPosition, NestedPositionError};
pub use options::{HandOrder, Options};
pub use parse::{is_canonical, is_valid, parse, parse_with};
pub use piece::{NotAPiece, Piece, Prefix};
pub use position::Position;
pub use side::Side;
pub use style_turn::{StyleError, StyleTurn};
