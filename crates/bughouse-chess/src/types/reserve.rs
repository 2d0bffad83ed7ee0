//! The reserve: the pieces that one color can drop on one board.

use core::fmt;
use core::str::FromStr;

use crate::types::color::Color;
use crate::types::piece::Piece;
use crate::types::text_error::{ParseError, Span};

/// The pieces that one color can drop on one board: a count for each type except the king.
///
/// Counts never wrap around: adding to a full reserve or removing from an empty one fails.
///
/// ```
/// use bughouse_chess::{Piece, Reserve, ReserveError};
///
/// let mut reserve = Reserve::new();
/// reserve.add(Piece::Knight)?;
/// assert_eq!(reserve.count(Piece::Knight), 1);
/// assert_eq!(reserve.add(Piece::King), Err(ReserveError::King));
/// reserve.remove(Piece::Knight)?;
/// assert_eq!(reserve.remove(Piece::Knight), Err(ReserveError::NoneLeft(Piece::Knight)));
/// # Ok::<(), ReserveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
// One byte for each type, the pawn's lowest. With a single word, `is_empty` is one comparison.
pub struct Reserve(u64);

impl Reserve {
    /// The most pieces that a reserve can hold: about twice what any match can collect.
    pub const MAX_TOTAL: u32 = 63;

    /// Creates an empty reserve.
    #[inline]
    pub const fn new() -> Reserve {
        Reserve(0)
    }

    /// Adds a piece.
    ///
    /// # Errors
    /// Fails if the piece is a king, or if the reserve already holds [`Reserve::MAX_TOTAL`] pieces. The
    /// reserve is unchanged.
    #[inline]
    pub fn add(&mut self, piece: Piece) -> Result<(), ReserveError> {
        if matches!(piece, Piece::King) {
            return Err(ReserveError::King);
        }
        if self.total() >= Reserve::MAX_TOTAL {
            return Err(ReserveError::Full);
        }
        self.0 += 1 << (8 * piece as u32);
        Ok(())
    }

    /// Removes a piece.
    ///
    /// # Errors
    /// Fails if there is no piece of this type. The reserve is unchanged.
    #[inline]
    pub fn remove(&mut self, piece: Piece) -> Result<(), ReserveError> {
        if self.count(piece) == 0 {
            return Err(ReserveError::NoneLeft(piece));
        }
        self.0 -= 1 << (8 * piece as u32);
        Ok(())
    }

    /// Returns the number of pieces of a type, always 0 for the king.
    #[inline]
    pub const fn count(self, piece: Piece) -> u8 {
        (self.0 >> (8 * piece as u32)) as u8
    }

    /// Returns `true` if there is at least one piece of a type.
    #[inline]
    pub const fn contains(self, piece: Piece) -> bool {
        self.count(piece) != 0
    }

    /// Returns `true` if the reserve is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of pieces.
    #[inline]
    pub const fn total(self) -> u32 {
        // The fifth byte of the product is the sum of the five counts, which stays below 256.
        (self.0.wrapping_mul(0x01_0101_0101) >> 32 & 0xff) as u32
    }

    /// Iterates over the piece types in the reserve and their counts: queen, rook, bishop, knight, pawn.
    pub fn iter(self) -> impl Iterator<Item = (Piece, u8)> {
        Piece::IN_RESERVE.into_iter().map(move |piece| (piece, self.count(piece))).filter(|&(_, n)| n > 0)
    }

    /// Writes the letters BFEN uses for this reserve, in canonical order.
    pub(crate) fn write_letters(self, color: Color, mut put: impl FnMut(u8)) {
        if self.is_empty() {
            return;
        }
        let case = if color == Color::Black { 0x20 } else { 0 };
        for piece in Piece::IN_RESERVE {
            for _ in 0..self.count(piece) {
                put(piece.letter() | case);
            }
        }
    }

    /// Returns how many of the four types other than pawns are in the reserve.
    #[inline]
    pub(crate) const fn non_pawn_types(self) -> u32 {
        self.contains(Piece::Knight) as u32
            + self.contains(Piece::Bishop) as u32
            + self.contains(Piece::Rook) as u32
            + self.contains(Piece::Queen) as u32
    }

    /// Removes a piece, if there is one.
    #[inline]
    pub(crate) fn take(&mut self, piece: Piece) {
        self.0 -= (self.contains(piece) as u64) << (8 * piece as u32);
    }
}

/// Writes the letters in canonical order: `QNNP`.
impl fmt::Display for Reserve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|(piece, count)| {
            (0..count).try_for_each(|_| fmt::Write::write_char(f, piece.to_char()))
        })
    }
}

impl fmt::Debug for Reserve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Reserve({self})")
    }
}

/// The reason why a piece can't be added to or removed from a reserve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ReserveError {
    /// A king can't be in reserve.
    King,
    /// There is no piece of this type to remove.
    NoneLeft(Piece),
    /// The reserve already holds [`Reserve::MAX_TOTAL`] pieces.
    Full,
    /// The color would have more than 32 pieces on the board and in reserve.
    TooManyPieces(Color),
}

impl fmt::Display for ReserveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReserveError::King => f.write_str("a king can't be in reserve"),
            ReserveError::NoneLeft(piece) => write!(f, "there is no {piece} in reserve"),
            ReserveError::Full => write!(f, "a reserve can hold at most {} pieces", Reserve::MAX_TOTAL),
            ReserveError::TooManyPieces(color) => {
                write!(f, "{} would have more than 32 pieces on the board and in reserve", color.side_name())
            }
        }
    }
}

impl core::error::Error for ReserveError {}

/// Parses capital letters in any order, such as `QNNP`. The empty string is the empty reserve.
impl FromStr for Reserve {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Reserve, ParseError> {
        let mut reserve = Reserve::new();
        for (at, letter) in text.char_indices() {
            let piece = Piece::ALL.into_iter().find(|piece| piece.to_char() == letter);
            let problem = match piece.map(|piece| reserve.add(piece)) {
                Some(Ok(())) => continue,
                Some(Err(ReserveError::King)) => "a king can't be in reserve",
                Some(Err(_)) => "a reserve can hold at most 63 pieces",
                None => "expected a piece in reserve, one of Q R B N P",
            };
            return Err(ParseError::new(problem, Span::new(at, at + letter.len_utf8())));
        }
        Ok(reserve)
    }
}
