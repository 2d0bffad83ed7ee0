//! Text for positions and moves: FEN, BFEN, SAN, UCI.

pub mod bfen;
pub mod error;
pub mod fen;
pub mod fen_writer;
pub mod san;
pub mod uci;
