//! Conversion from an index, the reverse of `to_index`.

use core::fmt;

use crate::types::color::Color;
use crate::types::piece::Piece;
use crate::types::seat::{BoardId, Seat, Team};
use crate::types::square::{File, Rank, Square};

/// The error for a number that is not an index of a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NotAnIndex {
    /// The number.
    pub index: usize,
    /// The number of values of the type: an index must be lower.
    pub count: usize,
}

impl fmt::Display for NotAnIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not an index, expected 0 to {}", self.index, self.count.saturating_sub(1))
    }
}

impl core::error::Error for NotAnIndex {}

macro_rules! from_index {
    ($($type:ty, $range:literal;)*) => {$(
        #[doc = concat!("Converts an index ", $range, ", as returned by `to_index`.")]
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
