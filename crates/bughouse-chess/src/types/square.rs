//! Files, ranks and squares.

use core::fmt;

use crate::types::bitboard::BitBoard;
use crate::types::color::Color;

/// A file, `a` to `h`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum File {
    A = 0,
    B = 1,
    C = 2,
    D = 3,
    E = 4,
    F = 5,
    G = 6,
    H = 7,
}

impl File {
    /// All eight files, from a to h.
    pub const ALL: [File; 8] = [File::A, File::B, File::C, File::D, File::E, File::F, File::G, File::H];

    /// Returns 0 for the a-file to 7 for the h-file.
    #[inline]
    pub const fn to_index(self) -> usize {
        self as usize
    }

    /// Returns the file with an index from 0 to 7, or `None` for any other number.
    #[inline]
    pub const fn from_index(index: usize) -> Option<File> {
        if index < 8 { Some(File::masked(index)) } else { None }
    }

    /// Returns the file for the lowest three bits of an index.
    #[inline]
    pub(crate) const fn masked(index: usize) -> File {
        File::ALL[index & 7]
    }

    /// Returns the lower-case letter of the file.
    #[inline]
    pub const fn to_char(self) -> char {
        (b'a' + self as u8) as char
    }

    /// Returns the file for a lower-case letter, `a` to `h`.
    #[inline]
    pub const fn from_letter(letter: u8) -> Option<File> {
        match letter {
            b'a'..=b'h' => Some(File::masked((letter - b'a') as usize)),
            _ => None,
        }
    }

    /// Returns the eight squares of the file.
    #[inline]
    pub const fn bitboard(self) -> BitBoard {
        BitBoard::new(0x0101_0101_0101_0101 << self as u32)
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.to_char())
    }
}

/// A rank, 1 to 8, counted from White's side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Rank {
    First = 0,
    Second = 1,
    Third = 2,
    Fourth = 3,
    Fifth = 4,
    Sixth = 5,
    Seventh = 6,
    Eighth = 7,
}

impl Rank {
    /// All eight ranks, from the first to the eighth.
    pub const ALL: [Rank; 8] = [
        Rank::First,
        Rank::Second,
        Rank::Third,
        Rank::Fourth,
        Rank::Fifth,
        Rank::Sixth,
        Rank::Seventh,
        Rank::Eighth,
    ];

    /// Returns 0 for the first rank to 7 for the eighth.
    #[inline]
    pub const fn to_index(self) -> usize {
        self as usize
    }

    /// Returns the rank with an index from 0 to 7, or `None` for any other number.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Rank> {
        if index < 8 { Some(Rank::masked(index)) } else { None }
    }

    /// Returns the rank for the lowest three bits of an index.
    #[inline]
    pub(crate) const fn masked(index: usize) -> Rank {
        Rank::ALL[index & 7]
    }

    /// Returns the digit of the rank.
    #[inline]
    pub const fn to_char(self) -> char {
        (b'1' + self as u8) as char
    }

    /// Returns the rank for a digit, `1` to `8`.
    #[inline]
    pub const fn from_digit(digit: u8) -> Option<Rank> {
        match digit {
            b'1'..=b'8' => Some(Rank::masked((digit - b'1') as usize)),
            _ => None,
        }
    }

    /// Returns the eight squares of the rank.
    #[inline]
    pub const fn bitboard(self) -> BitBoard {
        BitBoard::new(0xff << (8 * self as u32))
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.to_char())
    }
}

/// One of the 64 squares.
///
/// ```
/// use bughouse_chess::{File, Rank, Square};
///
/// let square: Square = "e4".parse()?;
/// assert_eq!(square, Square::E4);
/// assert_eq!(square, Square::new(File::E, Rank::Fourth));
/// assert_eq!((square.file(), square.rank(), square.to_index()), (File::E, Rank::Fourth, 28));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// All 64 squares: a1, b1, and so on to h8.
    pub const ALL: [Square; 64] = {
        let mut squares = [Square::A1; 64];
        let mut i = 0;
        while i < 64 {
            squares[i] = Square::masked(i);
            i += 1;
        }
        squares
    };

    /// Returns the square on a file and a rank.
    #[inline]
    pub const fn new(file: File, rank: Rank) -> Square {
        Square((rank as u8) << 3 | file as u8)
    }

    /// Returns the square with an index from 0 to 63, or `None` for any other number: a1 is 0, h1 is 7, h8 is 63.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < 64 { Some(Square::masked(index)) } else { None }
    }

    /// Returns the square for the lowest six bits of an index.
    #[inline]
    pub(crate) const fn masked(index: usize) -> Square {
        Square((index & 63) as u8)
    }

    /// Returns 0 for a1, 7 for h1, 63 for h8.
    #[inline]
    pub const fn to_index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// Returns the file of the square.
    #[inline]
    pub const fn file(self) -> File {
        File::masked(self.0 as usize)
    }

    /// Returns the rank of the square.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::masked((self.0 >> 3) as usize)
    }

    /// Returns the square that is some files to the right and some ranks up, as White sees the board, or `None` if it
    /// is off the board. Negative numbers go left and down.
    ///
    /// ```
    /// use bughouse_chess::Square;
    ///
    /// assert_eq!(Square::E4.offset(1, 2), Some(Square::F6));
    /// assert_eq!(Square::H1.offset(1, 0), None);
    /// ```
    #[inline]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let (file, rank) = ((self.0 & 7) as i16 + files as i16, (self.0 >> 3) as i16 + ranks as i16);
        if file < 0 || file > 7 || rank < 0 || rank > 7 {
            return None;
        }
        Some(Square((rank << 3 | file) as u8))
    }

    /// Returns the square mirrored from White's side to Black's: e2 becomes e7.
    #[inline]
    pub const fn flip_vertical(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// Returns the square as a color sees it: unchanged for White, [mirrored](Square::flip_vertical) for Black.
    /// Tables for White then also work for Black.
    ///
    /// ```
    /// use bughouse_chess::{Color, Square};
    ///
    /// assert_eq!(Square::E2.relative_to(Color::White), Square::E2);
    /// assert_eq!(Square::E7.relative_to(Color::Black), Square::E2);
    /// ```
    #[inline]
    pub const fn relative_to(self, color: Color) -> Square {
        match color {
            Color::White => self,
            Color::Black => self.flip_vertical(),
        }
    }

    /// Returns the set that contains only this square.
    #[inline]
    pub const fn bitboard(self) -> BitBoard {
        BitBoard::new(1 << (self.0 & 63))
    }

    /// Iterates over all squares: a1, b1, and so on to h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..64u8).map(Square)
    }

    /// Parses a square from two bytes: a lower-case file letter and a rank digit.
    #[inline]
    pub const fn from_bytes(file: u8, rank: u8) -> Option<Square> {
        match (File::from_letter(file), Rank::from_digit(rank)) {
            (Some(file), Some(rank)) => Some(Square::new(file, rank)),
            _ => None,
        }
    }

    #[inline]
    pub(crate) const fn file_index(self) -> usize {
        (self.0 & 7) as usize
    }

    #[inline]
    pub(crate) const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }
}

macro_rules! square_names {
    ($($name:ident = $index:expr),* $(,)?) => {
        #[allow(missing_docs)]
        impl Square {
            $(pub const $name: Square = Square($index);)*
        }
    };
}

#[rustfmt::skip]
square_names! {
    A1 = 0, B1 = 1, C1 = 2, D1 = 3, E1 = 4, F1 = 5, G1 = 6, H1 = 7,
    A2 = 8, B2 = 9, C2 = 10, D2 = 11, E2 = 12, F2 = 13, G2 = 14, H2 = 15,
    A3 = 16, B3 = 17, C3 = 18, D3 = 19, E3 = 20, F3 = 21, G3 = 22, H3 = 23,
    A4 = 24, B4 = 25, C4 = 26, D4 = 27, E4 = 28, F4 = 29, G4 = 30, H4 = 31,
    A5 = 32, B5 = 33, C5 = 34, D5 = 35, E5 = 36, F5 = 37, G5 = 38, H5 = 39,
    A6 = 40, B6 = 41, C6 = 42, D6 = 43, E6 = 44, F6 = 45, G6 = 46, H6 = 47,
    A7 = 48, B7 = 49, C7 = 50, D7 = 51, E7 = 52, F7 = 53, G7 = 54, H7 = 55,
    A8 = 56, B8 = 57, C8 = 58, D8 = 59, E8 = 60, F8 = 61, G8 = 62, H8 = 63,
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
