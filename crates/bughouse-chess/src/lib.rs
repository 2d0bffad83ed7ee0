#![doc = include_str!("../README.md")]
#![no_std]
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

extern crate alloc;

#[cfg(feature = "arbitrary")]
mod arbitrary;
pub mod attacks;
pub mod board;
mod bughouse;
#[cfg(feature = "compat")]
mod compat;
mod movegen;
pub mod notation;
pub mod perft;
#[cfg(feature = "serde")]
pub mod serialize;
mod types;

pub use board::builder::BoardBuilder;
pub use board::key::Key;
pub use board::make::Capture;
pub use board::packed::Packed;
pub use board::violations::{InvalidBoard, Violation};
pub use board::{Board, BoardStatus, EnPassant};
pub use bughouse::matches;
pub use bughouse::matches::{Cause, Clocks, Match, MatchError, Outcome, TimeControl};
pub use bughouse::position::{Position, Transfer};
pub use bughouse::two_boards::TwoBoards;
#[cfg(feature = "compat")]
pub use compat::MoveGen;
pub use movegen::illegal::IllegalMove;
pub use movegen::ruled::Ruled;
pub use movegen::{LegalMoves, MoveList, MoveSet};
pub use notation::position::{CastlingLetters, FenStyle, Notation, ReadError, ReadErrorKind};
pub use notation::san::{MoveError, MoveErrorKind, San, SanMismatch};
pub use types::bitboard::{BitBoard, EMPTY};
pub use types::castle_rights::CastlingSide;
pub use types::chess_move::{BughouseMove, ChessMove};
pub use types::color::Color;
pub use types::leniency::{Leniencies, Leniency};
pub use types::piece::Piece;
pub use types::read_options::{LastFields, Material, ReadOptions};
pub use types::reserve::{Reserve, ReserveError};
pub use types::rules::{BothFlags, DropAggression, PawnDropRanks, Promotion, Repetition, Rules, Stalemate};
pub use types::seat::{BoardId, BySeat, Seat, Team};
pub use types::square::{File, Rank, Square};
pub use types::text_error::{ParseError, Span, TextError};
pub use types::time::{Millis, Seconds};
