//! What is numbered from 0, from its number: the way back from `to_index`.

use core::fmt;

use crate::color::Color;
use crate::game::{BoardId, Seat, Team};
use crate::piece::Piece;
use crate::square::{File, Rank, Square};

/// Says that a number is no index of a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NotAnIndex {
    /// The number.
    pub index: usize,
    /// How many there are of the type: indices are below it.
    pub count: usize,
}

impl fmt::Display for NotAnIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is no index, expected 0 to {}", self.index, self.count.saturating_sub(1))
    }
}

impl core::error::Error for NotAnIndex {}

macro_rules! from_index {
    ($($type:ty, $range:literal;)*) => {$(
        #[doc = concat!("Returns what has an index ", $range, ", as `to_index` gives it.")]
        impl TryFrom<usize> for $type {
            type Error = NotAnIndex;

            fn try_from(index: usize) -> Result<$type, NotAnIndex> {
                <$type>::ALL.get(index).copied().ok_or(NotAnIndex { index, count: <$type>::ALL.len() })
            }
        }
    )*};
}

from_index! {
    Color, "from 0 to 1";
    Piece, "from 0 to 5";
    File, "from 0 to 7";
    Rank, "from 0 to 7";
    Square, "from 0 to 63";
    BoardId, "from 0 to 1";
    Team, "from 0 to 1";
    Seat, "from 0 to 3";
}
