//! A piece: a letter, its case, and up to two marks.

use core::fmt::{self, Write};
use core::num::NonZeroU16;
use core::str::FromStr;

use crate::side::Side;

/// What can stand before a piece's letter, in the order of pieces in hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Prefix {
    /// `-`: a diminished piece.
    Minus,
    /// `+`: an enhanced piece.
    Plus,
    /// No prefix.
    None,
}

/// A piece of either player: a letter with its case, perhaps `+` or `-` before it and `'` after it.
///
/// Pieces are ordered as they stand in hand when their counts are equal: the first player's before the
/// second player's, then by letter, then by prefix `-`, `+`, none, then without suffix before with.
///
/// A piece takes two bytes, and so does an `Option<Piece>`.
///
/// ```
/// use feen::{Piece, Prefix, Side};
///
/// let piece: Piece = "+p'".parse()?;
/// assert_eq!((piece.letter(), piece.side()), ('p', Side::Second));
/// assert_eq!((piece.prefix(), piece.has_suffix()), (Prefix::Plus, true));
/// assert_eq!(piece.base(), Piece::new('p')?);
/// assert_eq!(Piece::new('R')?.with_prefix(Prefix::Minus).to_string(), "-R");
/// # Ok::<(), feen::NotAPiece>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(NonZeroU16);

// The code, from the highest bit: the letter in ASCII (7), prefix (2), suffix (1).
// Uppercase letters are before lowercase ones, so comparing codes is comparing pieces. No code is zero.
const SUFFIX: u16 = 1;
const PREFIX_SHIFT: u16 = 1;
const PREFIX_MASK: u16 = 0b11 << PREFIX_SHIFT;
const LETTER_SHIFT: u16 = 3;
const BASE: u16 = (Prefix::None as u16) << PREFIX_SHIFT;

impl Piece {
    /// Makes a piece without prefix and suffix from an ASCII letter; the case says whose it is.
    ///
    /// # Errors
    /// The character is not an ASCII letter.
    pub const fn new(letter: char) -> Result<Piece, NotAPiece> {
        let byte = if letter.is_ascii() { letter as u8 } else { 0 };
        match Piece::from_letter(byte) {
            Some(piece) => Ok(piece),
            None => Err(NotAPiece),
        }
    }

    #[inline]
    pub(crate) const fn from_letter(byte: u8) -> Option<Piece> {
        let code = (byte as u16) << LETTER_SHIFT | BASE;
        match NonZeroU16::new(if byte.is_ascii_alphabetic() { code } else { 0 }) {
            Some(code) => Some(Piece(code)),
            None => None,
        }
    }

    /// Returns the letter as it is written, in its case.
    #[inline]
    #[must_use]
    pub const fn letter(self) -> char {
        self.letter_byte() as char
    }

    #[inline]
    pub(crate) const fn letter_byte(self) -> u8 {
        (self.0.get() >> LETTER_SHIFT) as u8
    }

    /// Returns whose piece it is.
    #[inline]
    #[must_use]
    pub const fn side(self) -> Side {
        if self.letter_byte().is_ascii_uppercase() { Side::First } else { Side::Second }
    }

    /// Returns what stands before the letter.
    #[inline]
    #[must_use]
    pub const fn prefix(self) -> Prefix {
        match (self.0.get() & PREFIX_MASK) >> PREFIX_SHIFT {
            0 => Prefix::Minus,
            1 => Prefix::Plus,
            _ => Prefix::None,
        }
    }

    /// Returns `true` if `'` stands after the letter: an intermediate state.
    #[inline]
    #[must_use]
    pub const fn has_suffix(self) -> bool {
        self.0.get() & SUFFIX != 0
    }

    /// Returns `true` if the piece has neither prefix nor suffix.
    #[inline]
    #[must_use]
    pub const fn is_base(self) -> bool {
        self.0.get() & (PREFIX_MASK | SUFFIX) == BASE
    }

    /// Returns the piece with another prefix.
    #[inline]
    #[must_use]
    pub const fn with_prefix(self, prefix: Prefix) -> Piece {
        self.with_bits(PREFIX_MASK, (prefix as u16) << PREFIX_SHIFT)
    }

    /// Returns the piece with the suffix or without it.
    #[inline]
    #[must_use]
    pub const fn with_suffix(self, suffix: bool) -> Piece {
        self.with_bits(SUFFIX, suffix as u16)
    }

    /// Returns the piece without prefix and suffix.
    #[inline]
    #[must_use]
    pub const fn base(self) -> Piece {
        self.with_prefix(Prefix::None).with_suffix(false)
    }

    #[inline]
    const fn with_bits(self, mask: u16, bits: u16) -> Piece {
        match NonZeroU16::new(self.0.get() & !mask | bits) {
            Some(code) => Piece(code),
            // The letter is never zero.
            None => self,
        }
    }
}

/// Writes the piece as FEEN does: `K`, `+p`, `-R'`.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.prefix() {
            Prefix::Minus => f.write_char('-')?,
            Prefix::Plus => f.write_char('+')?,
            Prefix::None => {}
        }
        f.write_char(self.letter())?;
        if self.has_suffix() { f.write_char('\'') } else { Ok(()) }
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Piece({self})")
    }
}

/// Reads a piece and nothing else.
impl FromStr for Piece {
    type Err = NotAPiece;

    fn from_str(text: &str) -> Result<Piece, NotAPiece> {
        let (prefix, rest) = match text.as_bytes() {
            [b'-', rest @ ..] => (Prefix::Minus, rest),
            [b'+', rest @ ..] => (Prefix::Plus, rest),
            rest => (Prefix::None, rest),
        };
        let (letter, suffix) = match *rest {
            [letter] => (letter, false),
            [letter, b'\''] => (letter, true),
            _ => return Err(NotAPiece),
        };
        let piece = Piece::from_letter(letter).ok_or(NotAPiece)?;
        Ok(piece.with_prefix(prefix).with_suffix(suffix))
    }
}

/// A text that is not a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NotAPiece;

impl fmt::Display for NotAPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a piece: perhaps + or -, an ASCII letter, perhaps '")
    }
}

impl core::error::Error for NotAPiece {}
