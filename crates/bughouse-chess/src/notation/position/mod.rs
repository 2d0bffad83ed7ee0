//! Strings of positions: FEN, BFEN, two boards, and FEEN with the feature `feen`.

pub mod bfen;
pub mod board_text;
#[cfg(feature = "feen")]
pub mod feen;
#[cfg(feature = "feen")]
mod feen_writer;
pub mod fen;
pub mod fen_writer;
pub mod invalid_text;
mod position_text;
pub mod thief;
pub mod two_boards;
