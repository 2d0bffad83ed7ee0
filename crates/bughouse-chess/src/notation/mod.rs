//! Text for positions and moves: FEN, BFEN, two boards in one text, SAN, UCI.

pub mod bfen;
pub mod board_text;
pub mod error;
pub mod fen;
pub mod fen_writer;
pub mod san;
pub mod seconds;
pub mod thief;
pub mod two_boards;
pub mod uci;
