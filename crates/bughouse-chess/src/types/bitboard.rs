//! Sets of squares.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

use crate::types::color::Color;
use crate::types::square::Square;

/// A set of squares, one bit each: bit 0 is a1, bit 7 is h1, bit 63 is h8.
///
/// Combine sets with `&`, `|`, `^`, `-` and `!`, and iterate over a set to get its squares.
///
/// ```
/// use bughouse_chess::{BitBoard, Board, Color, Piece, Rank, Square};
///
/// let board = Board::default();
/// let pawns = board.colored_pieces(Color::White, Piece::Pawn);
/// let targets = pawns.shift(0, 1) - board.combined();
/// assert_eq!(targets, Rank::Third.bitboard());
/// assert_eq!((targets.first(), targets.last()), (Some(Square::A3), Some(Square::H3)));
///
/// let mut center: BitBoard = [Square::D4, Square::E4].into_iter().collect();
/// assert!(center.insert(Square::E5) && center.contains(Square::E5));
/// assert!(center.is_disjoint(pawns));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[must_use]
pub struct BitBoard(pub u64);

/// The empty set.
pub const EMPTY: BitBoard = BitBoard(0);

impl BitBoard {
    /// The empty set.
    pub const EMPTY: BitBoard = EMPTY;

    /// The set of all squares.
    pub const FULL: BitBoard = BitBoard(!0);

    /// Creates a set from its bits.
    #[inline]
    pub const fn new(bits: u64) -> BitBoard {
        BitBoard(bits)
    }

    /// Returns the set that holds only this square.
    #[inline]
    pub const fn from_square(square: Square) -> BitBoard {
        square.bitboard()
    }

    /// Returns the number of squares in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns the number of squares in the set as a `u32`.
    #[inline]
    pub const fn popcnt(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns `true` if the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns `true` if the set contains a square.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.to_index() & 1 != 0
    }

    /// Returns the first square of the set, in order from a1 to h8, or `None` if the set is empty.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::masked(self.0.trailing_zeros() as usize)) }
    }

    /// Returns the last square of the set, in order from a1 to h8, or `None` if the set is empty.
    #[inline]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::masked(63 - self.0.leading_zeros() as usize)) }
    }

    /// Removes the first square of the set and returns it, or returns `None` if the set is empty.
    #[inline]
    pub const fn pop_first(&mut self) -> Option<Square> {
        let first = self.first();
        self.0 &= self.0.wrapping_sub(1);
        first
    }

    /// Adds a square, and returns `true` if it was not in the set.
    #[inline]
    pub const fn insert(&mut self, square: Square) -> bool {
        let is_new = !self.contains(square);
        self.0 |= square.bit();
        is_new
    }

    /// Removes a square, and returns `true` if it was in the set.
    #[inline]
    pub const fn remove(&mut self, square: Square) -> bool {
        let was_there = self.contains(square);
        self.0 &= !square.bit();
        was_there
    }

    /// Returns `true` if every square of the set is also in another set.
    #[inline]
    pub const fn is_subset(self, other: BitBoard) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns `true` if the set contains every square of another set.
    #[inline]
    pub const fn is_superset(self, other: BitBoard) -> bool {
        other.is_subset(self)
    }

    /// Returns `true` if no square is in both sets.
    #[inline]
    pub const fn is_disjoint(self, other: BitBoard) -> bool {
        self.0 & other.0 == 0
    }

    /// Moves every square some files to the right and some ranks up, as White sees the board. Negative numbers go
    /// left and down. Squares that leave the board are dropped, as in [`Square::offset`].
    ///
    /// ```
    /// use bughouse_chess::{BitBoard, Square};
    ///
    /// let rooks: BitBoard = [Square::A1, Square::H1].into_iter().collect();
    /// assert_eq!(rooks.shift(1, 1), Square::B2.bitboard());
    /// ```
    #[inline]
    pub const fn shift(self, files: i8, ranks: i8) -> BitBoard {
        if files.unsigned_abs() > 7 || ranks.unsigned_abs() > 7 {
            return EMPTY;
        }
        let distance = ranks.unsigned_abs() as u32 * 8;
        let bits = if ranks >= 0 { self.0 << distance } else { self.0 >> distance };
        let distance = files.unsigned_abs() as u32;
        // The files whose squares stay on the board.
        let stays = if files >= 0 { 0xff_u8 >> distance } else { 0xff_u8 << distance };
        let bits = bits & (0x0101_0101_0101_0101 * stays as u64);
        BitBoard(if files >= 0 { bits << distance } else { bits >> distance })
    }

    /// Returns the set mirrored from White's side to Black's: e2 becomes e7.
    #[inline]
    pub const fn flip_vertical(self) -> BitBoard {
        BitBoard(self.0.swap_bytes())
    }

    /// Returns the set as a color sees it: unchanged for White, [mirrored](BitBoard::flip_vertical) for Black.
    #[inline]
    pub const fn relative_to(self, color: Color) -> BitBoard {
        match color {
            Color::White => self,
            Color::Black => self.flip_vertical(),
        }
    }

    /// Returns the only square of the set, or `None` if the set is empty or has several.
    #[inline]
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

macro_rules! operators {
    ($($(#[$doc:meta])* $operator:ident::$method:ident, $assign:ident::$assign_method:ident, |$a:ident, $b:ident| $bits:expr;)*) => {$(
        $(#[$doc])*
        impl $operator for BitBoard {
            type Output = BitBoard;

            #[inline]
            fn $method(self, other: BitBoard) -> BitBoard {
                let ($a, $b) = (self.0, other.0);
                BitBoard($bits)
            }
        }

        impl $assign for BitBoard {
            #[inline]
            fn $assign_method(&mut self, other: BitBoard) {
                *self = $operator::$method(*self, other);
            }
        }
    )*};
}

operators! {
    BitAnd::bitand, BitAndAssign::bitand_assign, |a, b| a & b;
    BitOr::bitor, BitOrAssign::bitor_assign, |a, b| a | b;
    BitXor::bitxor, BitXorAssign::bitxor_assign, |a, b| a ^ b;
    /// Returns the squares of the first set that are not in the second.
    Sub::sub, SubAssign::sub_assign, |a, b| a & !b;
}

impl Not for BitBoard {
    type Output = BitBoard;

    #[inline]
    fn not(self) -> BitBoard {
        BitBoard(!self.0)
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

impl Extend<Square> for BitBoard {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        *self |= squares.into_iter().collect::<BitBoard>();
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

impl DoubleEndedIterator for Squares {
    #[inline]
    fn next_back(&mut self) -> Option<Square> {
        let square = BitBoard(self.0).last()?;
        self.0 &= !square.bit();
        Some(square)
    }
}

impl ExactSizeIterator for Squares {}

impl FusedIterator for Squares {}

/// Draws the set as eight lines, eighth rank first, with `X` for each square in the set.
impl fmt::Display for BitBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            for file in 0..8 {
                let symbol = if self.contains(Square::masked(rank * 8 + file)) { "X" } else { "." };
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
