//! Text for positions and moves: FEN, BFEN, SAN, UCI, and FEEN with the feature `feen`.

pub mod bfen;
pub mod error;
#[cfg(feature = "feen")]
pub mod feen;
#[cfg(feature = "feen")]
mod feen_writer;
pub mod fen;
pub mod fen_writer;
pub mod san;
pub mod uci;
