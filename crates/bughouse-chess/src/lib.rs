#![doc = include_str!("../README.md")]
#![no_std]
#![warn(clippy::must_use_candidate)]

extern crate alloc;

mod after;
#[cfg(feature = "arbitrary")]
mod arbitrary;
pub mod attacks;
mod bitboard;
pub mod board;
mod board_builder;
mod board_moves;
mod by_seat;
mod castle_rights;
mod chess960;
mod chess_move;
mod color;
#[cfg(feature = "compat")]
mod compat;
mod drop_aggression;
pub mod game;
mod illegal;
mod index;
mod invalid_board;
pub mod key;
mod leniency;
mod movegen;
mod names;
pub mod notation;
pub mod packed;
pub mod perft;
mod piece;
mod placement;
mod play;
mod position;
mod promotion;
mod read_options;
mod reserve;
mod ruled;
mod rules;
#[cfg(feature = "serde")]
pub mod serialize;
mod square;
mod status;
mod zobrist;

pub use bitboard::{BitBoard, EMPTY, FULL, Squares};
pub use board::{Board, BoardStatus, EnPassant, Frozen};
pub use board_builder::{BoardBuilder, CastleClaim};
pub use by_seat::BySeat;
pub use castle_rights::{CastleRights, CastlingSide};
pub use chess_move::{BughouseMove, ChessMove};
pub use color::Color;
pub use game::{
    BoardId, Cause, Clocks, FrozenSeat, InvalidMatch, Match, MatchError, MatchViolation, Millis, Outcome,
    Seat, Step, Team, TimeControl,
};
pub use illegal::IllegalMove;
pub use index::NotAnIndex;
pub use invalid_board::{InvalidBoard, Violation};
pub use key::Key;
pub use leniency::{Leniencies, Leniency};
pub use movegen::{LegalMoves, MoveGen, MoveList, MoveListIntoIter, MoveListIter, MoveSet, MoveSetIter};
pub use names::{
    NotABoard, NotAColor, NotAFile, NotAKey, NotAPiece, NotARank, NotASeat, NotASquare, NotATeam, NotPacked,
    NotPawnDropRanks,
};
pub use notation::board_san::{ReadSanError, ReadSanErrorKind};
pub use notation::board_text::{BoardText, BoardTextError, BoardTextErrorKind, LastFields};
pub use notation::error::{Span, TextError};
#[cfg(feature = "feen")]
pub use notation::feen::{FeenError, FeenErrorKind, FeenFields, FeenText, InvalidFeen, ReadFeenError};
pub use notation::fen::{FenError, FenErrorKind, FenText, Field, FieldSpans, ReserveForm};
pub use notation::fen_writer::{CastlingLetters, FenStyle};
pub use notation::invalid_text::{InvalidText, ReadBoardError};
pub use notation::san::{CheckSign, San, SanAction, SanError, SanErrorKind, SanMismatch, SanPromotion};
pub use notation::seconds::{Seconds, SecondsError, SecondsErrorKind};
pub use notation::two_boards::{
    InvalidTwoBoards, ReadTwoBoardsError, TwoBoards, TwoBoardsError, TwoBoardsErrorKind, TwoBoardsText,
};
pub use notation::uci::{UciError, UciErrorKind};
pub use packed::{PackError, Packed, UnpackError};
pub use piece::Piece;
pub use play::Capture;
pub use position::{Position, Transfer};
pub use read_options::{Material, ReadOptions};
pub use reserve::{Reserve, ReserveError, ReserveTextError, ReserveTextErrorKind};
pub use ruled::Ruled;
pub use rules::{BothFlags, DropAggression, PawnDropRanks, Promotion, Repetition, Rules, Stalemate};
pub use square::{File, Rank, Square};
