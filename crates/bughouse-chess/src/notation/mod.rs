//! Notations of positions and moves: FEN, BFEN, two-board strings, SAN, UCI, and FEEN with the feature
//! `feen`.

pub mod position;
pub mod san;
pub mod uci;
