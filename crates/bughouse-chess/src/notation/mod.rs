//! Notations of positions and moves: FEN, BFEN, two-board strings, SAN, UCI, and FEEN with the feature
//! `feen`.

pub mod position;
pub(crate) mod read_options;
pub mod san;
pub mod seconds;
pub mod uci;
