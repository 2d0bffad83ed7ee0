//! A position: board, hands, styles and turn.

use core::fmt;
use core::str::FromStr;

use crate::board::Board;
use crate::dump;
use crate::error::Error;
use crate::hands::Hands;
use crate::options::HandOrder;
use crate::parse::parse;
use crate::style_turn::StyleTurn;

/// A position of any game for two players on any board.
///
/// You can change its parts independently. Any combination is a valid position.
///
/// `Display` writes the canonical form of any size. [`dump`](crate::dump()) checks the limits first.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Position {
    /// The squares and the pieces on them.
    pub board: Board,
    /// The pieces in hand.
    pub hands: Hands,
    /// The players' styles, and the player to move.
    pub style_turn: StyleTurn,
}

/// Writes the canonical form.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        dump::write_position(f, self, HandOrder::Count)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

/// Parses a position like [`parse`].
impl FromStr for Position {
    type Err = Error;

    fn from_str(text: &str) -> Result<Position, Error> {
        parse(text)
    }
}
