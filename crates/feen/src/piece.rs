//! A piece, a letter with optional prefix and suffix, and the player who owns it.

use core::fmt::{self, Write};
use core::num::NonZeroU16;
use core::str::FromStr;

/// The prefix of a piece, in the order of pieces in hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Prefix {
    /// `-`: a diminished piece.
    Minus,
    /// `+`: an enhanced piece.
    Plus,
    /// No prefix.
    None,
}

/// A piece of either player: a letter in upper or lower case, with an optional `+` or `-` before it and an
/// optional `'` after it.
///
/// Pieces are ordered as in hand with equal counts: the first player's before the second player's, then by
/// letter, then by prefix (`-`, `+`, none), then without suffix before with.
///
/// A piece takes two bytes, as does an `Option<Piece>`.
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

// The code, from the highest bit: the letter in ASCII (7), prefix (2), suffix (1). Uppercase letters come
// before lowercase ones, so comparing codes compares pieces. No code is zero.
const SUFFIX: u16 = 1;
const PREFIX_SHIFT: u16 = 1;
const PREFIX_MASK: u16 = 0b11 << PREFIX_SHIFT;
const LETTER_SHIFT: u16 = 3;
const BASE: u16 = (Prefix::None as u16) << PREFIX_SHIFT;

impl Piece {
    /// Creates a piece without prefix and suffix from an ASCII letter. The case selects the owner.
    ///
    /// # Errors
    /// Fails if the character is not an ASCII letter.
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

    /// Returns the letter in its original case.
    #[inline]
    pub const fn letter(self) -> char {
        self.letter_byte() as char
    }

    #[inline]
    pub(crate) const fn letter_byte(self) -> u8 {
        (self.0.get() >> LETTER_SHIFT) as u8
    }

    /// Returns the owner of the piece.
    #[inline]
    pub const fn side(self) -> Side {
        if self.letter_byte().is_ascii_uppercase() { Side::First } else { Side::Second }
    }

    /// Returns the prefix.
    #[inline]
    pub const fn prefix(self) -> Prefix {
        match (self.0.get() & PREFIX_MASK) >> PREFIX_SHIFT {
            0 => Prefix::Minus,
            1 => Prefix::Plus,
            _ => Prefix::None,
        }
    }

    /// Returns `true` if the piece has the suffix `'`: an intermediate state.
    #[inline]
    pub const fn has_suffix(self) -> bool {
        self.0.get() & SUFFIX != 0
    }

    /// Returns `true` if the piece has neither prefix nor suffix.
    #[inline]
    pub const fn is_base(self) -> bool {
        self.0.get() & (PREFIX_MASK | SUFFIX) == BASE
    }

    /// Returns the piece with another prefix.
    #[inline]
    pub const fn with_prefix(self, prefix: Prefix) -> Piece {
        self.with_bits(PREFIX_MASK, (prefix as u16) << PREFIX_SHIFT)
    }

    /// Returns the piece with or without the suffix.
    #[inline]
    pub const fn with_suffix(self, suffix: bool) -> Piece {
        self.with_bits(SUFFIX, suffix as u16)
    }

    /// Returns the piece without prefix and suffix.
    #[inline]
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

/// Writes the piece in FEEN: `K`, `+p`, `-R'`.
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

/// Parses a piece and nothing else.
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

/// The error for a string that is not a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NotAPiece;

impl fmt::Display for NotAPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a piece, such as P, +P or P'")
    }
}

impl core::error::Error for NotAPiece {}

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
