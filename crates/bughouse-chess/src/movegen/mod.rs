//! Legal moves and drops: visited as sets of destinations, counted, or listed.
//!
//! Generation is strictly legal: no move is generated and then discarded. One set of masks (checks and pins)
//! is computed for the position. Then the destinations of each piece take a few set operations. Only en
//! passant captures are tested individually.

mod castling;
pub(crate) mod count;
pub(crate) mod generate;
pub(crate) mod illegal;
mod legal_moves;
pub(crate) mod legality;
pub(crate) mod list;
pub(crate) mod masks;
pub(crate) mod promotions;
pub(crate) mod ruled;

pub use legal_moves::LegalMoves;
pub use list::{MoveList, MoveSet};
