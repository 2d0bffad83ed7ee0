//! Builds a board square by square, and checks that FEEN can represent it.

use alloc::vec::Vec;
use core::fmt;

use crate::board::{Board, RankEnd};
use crate::options::{Limits, MAX_DIMENSIONS};
use crate::piece::Piece;

/// Builds a board in the order of the string. Rejects at once what FEEN can't represent.
///
/// ```
/// use feen::{BoardBuilder, BoardError, Piece};
///
/// let mut builder = BoardBuilder::new();
/// builder.piece(Piece::new('r')?)?.empty(2)?.separator(1)?.empty(3)?;
/// builder.separator(2)?.piece(Piece::new('K')?)?;
/// assert_eq!(builder.separator(4).unwrap_err(), BoardError::SkippedDimension { found: 4, expected: 3 });
/// assert_eq!(builder.finish()?.to_string(), "r2/3//K");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BoardBuilder {
    squares: Vec<Option<Piece>>,
    /// The completed ranks.
    ranks: Vec<RankEnd>,
    dimensions: usize,
    limits: Limits,
    /// The number of slashes before the current rank.
    separator: u8,
    /// Bit `n` is set if there was a separator of `n` slashes since the last longer one. Bit 0 is always set.
    open: u64,
}

impl BoardBuilder {
    /// Creates a builder with the default limits.
    pub fn new() -> BoardBuilder {
        BoardBuilder::with_limits(Limits::default())
    }

    /// Creates a builder with some limits.
    pub fn with_limits(limits: Limits) -> BoardBuilder {
        BoardBuilder { squares: Vec::new(), ranks: Vec::new(), dimensions: 1, limits, separator: 0, open: 1 }
    }

    /// Reserves memory for some squares and a few ranks.
    pub(crate) fn reserve(&mut self, squares: usize) {
        self.squares.reserve(squares.min(self.limits.squares as usize));
        self.ranks.reserve(16);
    }

    /// Adds a square with a piece.
    ///
    /// # Errors
    /// Fails if there are more squares than the limits allow.
    #[inline]
    pub fn piece(&mut self, piece: Piece) -> Result<&mut BoardBuilder, BoardError> {
        self.square(Some(piece))
    }

    /// Adds empty squares.
    ///
    /// # Errors
    /// Fails if there are more squares than the limits allow.
    #[inline]
    pub fn empty(&mut self, count: usize) -> Result<&mut BoardBuilder, BoardError> {
        let squares = &mut self.squares;
        let limit = self.limits.squares;
        if count > (limit as usize).saturating_sub(squares.len()) || squares.try_reserve(count).is_err() {
            return Err(BoardError::TooManySquares { limit });
        }
        squares.resize(squares.len() + count, None);
        Ok(self)
    }

    /// Adds a square.
    ///
    /// # Errors
    /// Fails if there are more squares than the limits allow.
    #[inline]
    pub fn square(&mut self, square: Option<Piece>) -> Result<&mut BoardBuilder, BoardError> {
        let limit = self.limits.squares;
        if self.squares.len() >= limit as usize {
            return Err(BoardError::TooManySquares { limit });
        }
        self.squares.push(square);
        Ok(self)
    }

    /// Ends a rank with some slashes.
    ///
    /// # Errors
    /// Fails if the rank is empty, if there are no slashes or too many, which would skip a dimension, or
    /// if the board has more dimensions than the limits allow. The builder is unchanged.
    #[inline]
    pub fn separator(&mut self, slashes: usize) -> Result<&mut BoardBuilder, BoardError> {
        if slashes == 0 || self.rank_is_empty() {
            return Err(BoardError::EmptyRank);
        }
        if !self.may_follow(slashes) {
            let shorter = if slashes < MAX_DIMENSIONS { self.open & ((1 << slashes) - 1) } else { self.open };
            return Err(BoardError::SkippedDimension {
                found: slashes,
                expected: shorter.ilog2() as usize + 1,
            });
        }
        let limit = self.limits.dimensions.min(MAX_DIMENSIONS);
        if slashes >= limit {
            return Err(BoardError::TooManyDimensions { limit });
        }
        self.end_rank();
        self.separator = slashes as u8;
        self.open = (self.open >> slashes | 1) << slashes | 1;
        self.dimensions = self.dimensions.max(slashes + 1);
        Ok(self)
    }

    /// Returns `true` if some slashes can follow here: their first part must itself be separated by one slash
    /// less, while later parts can have fewer dimensions.
    #[inline]
    fn may_follow(&self, slashes: usize) -> bool {
        slashes <= MAX_DIMENSIONS && (self.open >> (slashes - 1)) & 0b11 != 0
    }

    /// Ends the last rank and returns the board.
    ///
    /// # Errors
    /// Fails if the last rank is empty.
    pub fn finish(mut self) -> Result<Board, BoardError> {
        if self.rank_is_empty() {
            return Err(BoardError::EmptyRank);
        }
        self.end_rank();
        Ok(Board::of_ranks(self.squares, self.ranks, self.dimensions))
    }

    #[inline]
    pub(crate) fn rank_is_empty(&self) -> bool {
        self.squares.len() == self.ranks.last().map_or(0, |rank| rank.end as usize)
    }

    #[inline]
    fn end_rank(&mut self) {
        // The limit on squares is a u32, so this fits.
        let end = self.squares.len() as u32;
        self.ranks.push(RankEnd { end, separator: self.separator });
    }
}

impl Default for BoardBuilder {
    fn default() -> BoardBuilder {
        BoardBuilder::new()
    }
}

/// The reason why a board can't be built.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum BoardError {
    /// A rank is empty.
    EmptyRank,
    /// The slashes skip a dimension that the part before them doesn't have.
    SkippedDimension {
        /// The number of slashes.
        found: usize,
        /// The number of slashes that can follow that part.
        expected: usize,
    },
    /// A dimension other than the last has size 1, which FEEN can't represent.
    OnePart,
    /// More dimensions than allowed.
    TooManyDimensions {
        /// The most that are allowed.
        limit: usize,
    },
    /// More squares than allowed.
    TooManySquares {
        /// The most that are allowed.
        limit: u32,
    },
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            BoardError::EmptyRank => f.write_str("expected at least one square in a rank"),
            BoardError::SkippedDimension { found, expected } => {
                write!(f, "{found} slashes skip a dimension, expected {expected}")
            }
            BoardError::OnePart => {
                f.write_str("expected at least two parts in each dimension except the last")
            }
            BoardError::TooManyDimensions { limit } => write!(f, "expected at most {limit} dimensions"),
            BoardError::TooManySquares { limit } => write!(f, "expected at most {limit} squares"),
        }
    }
}

impl core::error::Error for BoardError {}
