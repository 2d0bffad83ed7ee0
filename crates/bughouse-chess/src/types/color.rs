//! The two colors.

use core::fmt;
use core::ops::Not;

use crate::types::square::Rank;

/// One of the two colors.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Color {
    /// The side that moves first.
    White = 0,
    /// The side that moves second.
    Black = 1,
}

impl Color {
    /// Both colors, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// Returns 0 for White and 1 for Black, to index a pair.
    #[inline]
    pub const fn to_index(self) -> usize {
        self as usize
    }

    /// Returns the color with an index, 0 or 1, or `None` for any other number.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Color> {
        if index < 2 { Some(Color::ALL[index]) } else { None }
    }

    /// Returns the rank on which this color's pieces start: 1 or 8.
    #[inline]
    pub const fn back_rank(self) -> Rank {
        match self {
            Color::White => Rank::First,
            Color::Black => Rank::Eighth,
        }
    }

    /// Returns the rank on which this color's pawns start: 2 or 7.
    #[inline]
    pub const fn second_rank(self) -> Rank {
        match self {
            Color::White => Rank::Second,
            Color::Black => Rank::Seventh,
        }
    }

    /// Returns the rank that a double push of this color skips: 3 or 6.
    #[inline]
    pub const fn passed_rank(self) -> Rank {
        match self {
            Color::White => Rank::Third,
            Color::Black => Rank::Sixth,
        }
    }

    /// Returns the letter FEN uses: `w` or `b`.
    #[inline]
    pub const fn to_char(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }

    /// Returns the lower-case English name.
    pub const fn name(self) -> &'static str {
        match self {
            Color::White => "white",
            Color::Black => "black",
        }
    }

    /// Returns the name of the side with a capital, as in "White to move".
    pub const fn side_name(self) -> &'static str {
        match self {
            Color::White => "White",
            Color::Black => "Black",
        }
    }
}

impl Not for Color {
    type Output = Color;

    #[inline]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
