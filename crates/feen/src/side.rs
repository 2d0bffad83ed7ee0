//! The two players.

use core::fmt;

/// One of the two players.
///
/// The first player's pieces and style name are in uppercase, the second player's in lowercase.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// The player of the uppercase pieces.
    First,
    /// The player of the lowercase pieces.
    Second,
}

impl Side {
    /// Both players, the first one first.
    pub const ALL: [Side; 2] = [Side::First, Side::Second];

    /// Returns the other player.
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// Returns the owner of a letter by its case, if it is an ASCII letter.
    pub(crate) const fn of_letter(byte: u8) -> Option<Side> {
        match byte {
            b'A'..=b'Z' => Some(Side::First),
            b'a'..=b'z' => Some(Side::Second),
            _ => None,
        }
    }

    /// Returns the name of the player's letter case.
    pub(crate) const fn case(self) -> &'static str {
        match self {
            Side::First => "uppercase",
            Side::Second => "lowercase",
        }
    }
}

/// Writes `first` or `second`.
impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::First => "first",
            Side::Second => "second",
        })
    }
}
