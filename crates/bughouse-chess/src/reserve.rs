//! What one color holds beside one board, ready to be dropped.

use core::fmt;
use core::str::FromStr;

use crate::color::Color;
use crate::notation::error::{Span, TextError};
use crate::piece::Piece;

/// The pieces that one color may drop on one board: a count for each kind but the king.
///
/// A count never wraps around: adding to a full reserve and taking from an empty one are rejected.
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
// One byte for each kind, the pawn's lowest. A single word makes "holds nothing" one comparison.
pub struct Reserve(u64);

impl Reserve {
    /// The most pieces that a reserve holds: about twice what any match can bring together.
    pub const MAX_TOTAL: u32 = 63;

    /// Makes an empty reserve.
    #[inline]
    #[must_use]
    pub const fn new() -> Reserve {
        Reserve(0)
    }

    /// Adds one piece.
    ///
    /// # Errors
    /// The reserve is unchanged if the piece is a king, or if it holds [`Reserve::MAX_TOTAL`] pieces.
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

    /// Takes one piece out.
    ///
    /// # Errors
    /// The reserve is unchanged if it holds none of the kind.
    #[inline]
    pub fn remove(&mut self, piece: Piece) -> Result<(), ReserveError> {
        if self.count(piece) == 0 {
            return Err(ReserveError::NoneLeft(piece));
        }
        self.0 -= 1 << (8 * piece as u32);
        Ok(())
    }

    /// Returns how many of a kind it holds; always 0 for the king.
    #[inline]
    #[must_use]
    pub const fn count(self, piece: Piece) -> u8 {
        (self.0 >> (8 * piece as u32)) as u8
    }

    /// Returns `true` if it holds at least one of a kind.
    #[inline]
    #[must_use]
    pub const fn contains(self, piece: Piece) -> bool {
        self.count(piece) != 0
    }

    /// Returns `true` if it holds nothing.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns how many pieces it holds.
    #[inline]
    #[must_use]
    pub const fn total(self) -> u32 {
        // The product's fifth byte is the sum of the five counts, which stays below 256.
        (self.0.wrapping_mul(0x01_0101_0101) >> 32 & 0xff) as u32
    }

    /// Iterates over the kinds it holds with their counts: queen, rook, bishop, knight, pawn.
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

    /// Returns how many of the four kinds other than pawns it holds at least one of.
    #[inline]
    pub(crate) const fn non_pawn_types(self) -> u32 {
        self.contains(Piece::Knight) as u32
            + self.contains(Piece::Bishop) as u32
            + self.contains(Piece::Rook) as u32
            + self.contains(Piece::Queen) as u32
    }

    /// Takes one piece out, if there is one.
    #[inline]
    pub(crate) fn take(&mut self, piece: Piece) {
        self.0 -= (self.contains(piece) as u64) << (8 * piece as u32);
    }
}

/// Lists the letters in canonical order: `QNNP`.
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

/// Why a reserve or a board rejected to change what it holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ReserveError {
    /// A king is never held.
    King,
    /// There is none of this kind to take.
    NoneLeft(Piece),
    /// The reserve holds [`Reserve::MAX_TOTAL`] pieces already.
    Full,
    /// The color would have more than 32 pieces on the board and in reserve.
    TooManyPieces(Color),
}

impl fmt::Display for ReserveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReserveError::King => f.write_str("a king cannot be held in reserve"),
            ReserveError::NoneLeft(piece) => write!(f, "there is no {piece} in reserve"),
            ReserveError::Full => write!(f, "a reserve holds at most {} pieces", Reserve::MAX_TOTAL),
            ReserveError::TooManyPieces(color) => {
                write!(f, "{color} would have more than 32 pieces on the board and in reserve")
            }
        }
    }
}

impl core::error::Error for ReserveError {}

/// What is wrong with the text of a reserve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ReserveTextErrorKind {
    /// A piece was expected here.
    NotAPiece,
    /// The reserve cannot hold this piece.
    Rejected(ReserveError),
}

impl fmt::Display for ReserveTextErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReserveTextErrorKind::NotAPiece => f.write_str("expected a piece in reserve, one of Q R B N P"),
            ReserveTextErrorKind::Rejected(reason) => reason.fmt(f),
        }
    }
}

/// What is wrong with the text of a reserve, and where.
pub type ReserveTextError = TextError<ReserveTextErrorKind>;

/// Reads capital letters in any order, such as `QNNP`; no text is the empty reserve.
impl FromStr for Reserve {
    type Err = ReserveTextError;

    fn from_str(text: &str) -> Result<Reserve, ReserveTextError> {
        let mut reserve = Reserve::new();
        for (at, letter) in text.char_indices() {
            let piece = Piece::ALL.into_iter().find(|piece| piece.to_char() == letter);
            let added = match piece {
                None => Err(ReserveTextErrorKind::NotAPiece),
                Some(piece) => reserve.add(piece).map_err(ReserveTextErrorKind::Rejected),
            };
            added.map_err(|kind| TextError::new(kind, Span::new(at, at + letter.len_utf8())))?;
        }
        Ok(reserve)
    }
}
