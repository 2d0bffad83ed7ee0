//! Sets of squares.

use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

use crate::square::Square;

/// A set of squares, one bit each: bit 0 is a1, bit 7 is h1, bit 63 is h8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct BitBoard(pub u64);

/// The empty set.
pub const EMPTY: BitBoard = BitBoard(0);

/// The set of all squares.
pub const FULL: BitBoard = BitBoard(!0);

impl BitBoard {
    /// The empty set.
    pub const EMPTY: BitBoard = EMPTY;

    /// The set of all squares.
    pub const FULL: BitBoard = FULL;

    /// Creates a set from its bits.
    #[inline]
    #[must_use]
    pub const fn new(bits: u64) -> BitBoard {
        BitBoard(bits)
    }

    /// Returns the set that holds only this square.
    #[inline]
    #[must_use]
    pub const fn from_square(square: Square) -> BitBoard {
        square.bitboard()
    }

    /// Returns the number of squares in the set.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns the number of squares in the set as a `u32`.
    #[inline]
    #[must_use]
    pub const fn popcnt(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns `true` if the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns `true` if the set contains a square.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.to_index() & 1 != 0
    }

    /// Returns the first square of the set, in order from a1 to h8, or `None` if the set is empty.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_index(self.0.trailing_zeros() as usize)) }
    }

    /// Returns the only square of the set, or `None` if the set is empty or has several.
    #[inline]
    #[must_use]
    pub const fn single(self) -> Option<Square> {
        if self.0 & self.0.wrapping_sub(1) == 0 { self.first() } else { None }
    }
}

impl From<Square> for BitBoard {
    #[inline]
    fn from(square: Square) -> BitBoard {
        square.bitboard()
    }
}

impl BitAnd for BitBoard {
    type Output = BitBoard;
    #[inline]
    fn bitand(self, other: BitBoard) -> BitBoard {
        BitBoard(self.0 & other.0)
    }
}

impl BitOr for BitBoard {
    type Output = BitBoard;
    #[inline]
    fn bitor(self, other: BitBoard) -> BitBoard {
        BitBoard(self.0 | other.0)
    }
}

impl BitXor for BitBoard {
    type Output = BitBoard;
    #[inline]
    fn bitxor(self, other: BitBoard) -> BitBoard {
        BitBoard(self.0 ^ other.0)
    }
}

/// Returns the squares of the first set that are not in the second.
impl Sub for BitBoard {
    type Output = BitBoard;
    #[inline]
    fn sub(self, other: BitBoard) -> BitBoard {
        BitBoard(self.0 & !other.0)
    }
}

impl Not for BitBoard {
    type Output = BitBoard;
    #[inline]
    fn not(self) -> BitBoard {
        BitBoard(!self.0)
    }
}

impl BitAndAssign for BitBoard {
    #[inline]
    fn bitand_assign(&mut self, other: BitBoard) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for BitBoard {
    #[inline]
    fn bitor_assign(&mut self, other: BitBoard) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for BitBoard {
    #[inline]
    fn bitxor_assign(&mut self, other: BitBoard) {
        self.0 ^= other.0;
    }
}

/// Iterates over the squares in order from a1 to h8.
impl IntoIterator for BitBoard {
    type Item = Square;
    type IntoIter = Squares;
    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

impl FromIterator<Square> for BitBoard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> BitBoard {
        squares.into_iter().fold(EMPTY, |set, square| set | square.bitboard())
    }
}

/// An iterator over the squares of a [`BitBoard`].
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = BitBoard(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}

/// Draws the set as eight lines, eighth rank first, with `X` for each square in the set.
impl fmt::Display for BitBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            for file in 0..8 {
                let symbol = if self.contains(Square::from_index(rank * 8 + file)) { "X" } else { "." };
                write!(f, "{}{symbol}", if file == 0 { "" } else { " " })?;
            }
            if rank > 0 {
                f.write_str("\n")?;
            }
        }
        Ok(())
    }
}

/// Lists the squares: `{a1, h8}`.
impl fmt::Debug for BitBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
