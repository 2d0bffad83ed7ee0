//! Notations of positions and moves: FEN, BFEN, two-board strings, SAN, UCI, and FEEN with the feature
//! `feen`.

pub mod bfen;
pub mod board_san;
pub mod board_text;
pub mod error;
#[cfg(feature = "feen")]
pub mod feen;
#[cfg(feature = "feen")]
mod feen_writer;
pub mod fen;
pub mod fen_writer;
pub mod invalid_text;
mod position_text;
pub mod san;
pub mod seconds;
pub mod thief;
pub mod two_boards;
pub mod uci;
