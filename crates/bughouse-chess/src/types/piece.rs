//! The six piece types.

use core::fmt;

use crate::types::color::Color;

/// A piece type, without its color.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Piece {
    /// A pawn.
    Pawn = 0,
    /// A knight.
    Knight = 1,
    /// A bishop.
    Bishop = 2,
    /// A rook.
    Rook = 3,
    /// A queen.
    Queen = 4,
    /// A king.
    King = 5,
}

impl Piece {
    /// All six piece types, from pawn to king.
    pub const ALL: [Piece; 6] =
        [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];

    /// The five piece types a reserve can hold, in the order BFEN writes them.
    pub const IN_RESERVE: [Piece; 5] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];

    /// The four piece types a pawn can promote to.
    pub const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];

    /// Returns 0 for a pawn to 5 for a king.
    #[inline]
    pub const fn to_index(self) -> usize {
        self as usize
    }

    /// Returns the piece type with an index from 0 to 5, or `None` for any other number.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Piece> {
        if index < 6 { Some(Piece::ALL[index]) } else { None }
    }

    /// Returns the upper-case letter: `P N B R Q K`.
    #[inline]
    pub const fn to_char(self) -> char {
        self.letter() as char
    }

    /// Returns the FEN letter: upper case for White, lower case for Black.
    #[inline]
    pub const fn to_colored_char(self, color: Color) -> char {
        match color {
            Color::White => self.letter() as char,
            Color::Black => (self.letter() | 0x20) as char,
        }
    }

    /// Returns the piece type for an ASCII letter in upper or lower case.
    #[inline]
    pub const fn from_letter(letter: u8) -> Option<Piece> {
        match letter {
            b'p' | b'P' => Some(Piece::Pawn),
            b'n' | b'N' => Some(Piece::Knight),
            b'b' | b'B' => Some(Piece::Bishop),
            b'r' | b'R' => Some(Piece::Rook),
            b'q' | b'Q' => Some(Piece::Queen),
            b'k' | b'K' => Some(Piece::King),
            _ => None,
        }
    }

    /// Returns the lower-case English name.
    pub const fn name(self) -> &'static str {
        match self {
            Piece::Pawn => "pawn",
            Piece::Knight => "knight",
            Piece::Bishop => "bishop",
            Piece::Rook => "rook",
            Piece::Queen => "queen",
            Piece::King => "king",
        }
    }

    #[inline]
    pub(crate) const fn letter(self) -> u8 {
        b"PNBRQK"[self as usize]
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
