#![doc = include_str!("../README.md")]
#![no_std]

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

pub use board::builder::{BoardBuilder, CastleClaim};
pub use board::key::Key;
pub use board::make::Capture;
pub use board::packed::{PackError, Packed, UnpackError};
pub use board::violations::{InvalidBoard, Violation};
pub use board::{Board, BoardStatus, EnPassant, Frozen};
pub use bughouse::matches::{
    Cause, Clocks, FrozenSeat, InvalidMatch, Match, MatchError, MatchViolation, Millis, Outcome, Step,
    TimeControl,
};
pub use bughouse::position::{Position, Transfer};
#[cfg(feature = "compat")]
pub use compat::MoveGen;
pub use movegen::illegal::IllegalMove;
pub use movegen::ruled::Ruled;
pub use movegen::{LegalMoves, MoveList, MoveSet};
pub use notation::position::board_text::{BoardText, BoardTextError, BoardTextErrorKind, LastFields};
#[cfg(feature = "feen")]
pub use notation::position::feen::{
    FeenError, FeenErrorKind, FeenFields, FeenText, InvalidFeen, ReadFeenError,
};
pub use notation::position::fen::{FenError, FenErrorKind, FenText, Field, FieldSpans, ReserveForm};
pub use notation::position::fen_writer::{CastlingLetters, FenStyle};
pub use notation::position::invalid_text::{InvalidText, ReadBoardError};
pub use notation::position::two_boards::{
    InvalidTwoBoards, ReadTwoBoardsError, TwoBoards, TwoBoardsError, TwoBoardsErrorKind, TwoBoardsText,
};
pub use notation::read_options::{Material, ReadOptions};
pub use notation::san::board_san::{ReadSanError, ReadSanErrorKind};
pub use notation::san::{CheckSign, San, SanAction, SanError, SanErrorKind, SanMismatch, SanPromotion};
pub use notation::seconds::{Seconds, SecondsError, SecondsErrorKind};
pub use notation::uci::{UciError, UciErrorKind};
pub use types::bitboard::{BitBoard, EMPTY, FULL, Squares};
pub use types::by_seat::BySeat;
pub use types::castle_rights::{CastleRights, CastlingSide};
pub use types::chess_move::{BughouseMove, ChessMove};
pub use types::color::Color;
pub use types::index::NotAnIndex;
pub use types::leniency::{Leniencies, Leniency};
pub use types::names::{
    NotABoard, NotAColor, NotAFile, NotAKey, NotAPiece, NotARank, NotASeat, NotASquare, NotATeam, NotPacked,
    NotPawnDropRanks,
};
pub use types::piece::Piece;
pub use types::reserve::{Reserve, ReserveError, ReserveTextError, ReserveTextErrorKind};
pub use types::rules::{BothFlags, DropAggression, PawnDropRanks, Promotion, Repetition, Rules, Stalemate};
pub use types::seat::{BoardId, Seat, Team};
pub use types::square::{File, Rank, Square};
pub use types::text_error::{Span, TextError};
