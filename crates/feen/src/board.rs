//! A board with any number of dimensions, regular or not.
//!
//! All squares are in one vector, in the order of the string. A layout describes how they are divided into
//! ranks: a single number for nearly all boards; for the rest, the end of each rank and the number of slashes
//! before it.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::iter::once;

use crate::board_builder::{BoardBuilder, BoardError};
use crate::dump;
use crate::options::{Limits, MAX_DIMENSIONS};
use crate::piece::Piece;

/// The squares of a board and the pieces on them.
///
/// A rank is a row of squares. `/` separates ranks, `//` separates layers of ranks, `///` separates groups of
/// layers, and so on. Ranks can differ in length, and parts can differ in size.
///
/// A square has one coordinate for each dimension, outermost first, counted from 0. On a chess board that is
/// `[rank, file]`, where 0 is the rank that is written first. If a part has fewer dimensions than its
/// neighbors, the missing coordinates are 0.
///
/// ```
/// use feen::{Board, Piece, parse};
///
/// let cube = parse("ab/cd//AB/C1 / UP/down")?.board;
/// assert_eq!(cube.dimensions(), 3);
/// assert_eq!(cube.sizes(), Some(vec![2, 2, 2]));
/// assert_eq!(cube.get(&[1, 0, 1]), Some(Some("B".parse()?)));
/// assert_eq!(cube.get(&[1, 1, 1]), Some(None)); // an empty square
/// assert_eq!(cube.get(&[2, 0, 0]), None); // no square
///
/// let mut board = Board::empty(&[9, 9])?;
/// *board.get_mut(&[8, 4]).unwrap() = Some(Piece::new('K')?);
/// assert_eq!(board.to_string(), "9/9/9/9/9/9/9/9/4K4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    squares: Vec<Option<Piece>>,
    layout: Layout,
}

/// The division of squares into ranks. There is only one layout for each board, so equal boards have equal
/// layouts.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Layout {
    /// Ranks of the same length, never zero, separated by one slash, or a single rank.
    Plain { rank_length: usize },
    /// Ranks of different lengths, or more than two dimensions.
    Other { ranks: Vec<RankEnd>, dimensions: usize },
}

/// The end of a rank among the squares, and the number of slashes before it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct RankEnd {
    pub(crate) end: u32,
    pub(crate) separator: u8,
}

/// One rank of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rank<'a> {
    /// Its squares, in the order of the string.
    pub squares: &'a [Option<Piece>],
    /// The number of slashes before it: 0 for the first rank, 1 inside a layer, 2 at the start of a layer,
    /// ...
    pub separator: usize,
}

impl Board {
    /// Creates an empty regular board from the sizes of its dimensions, outermost first.
    ///
    /// # Errors
    /// Fails if there are no squares, if there are more than the default [`Limits`] allow, or if a dimension
    /// other than the last has size 1: a board of one rank has one dimension.
    pub fn empty(sizes: &[usize]) -> Result<Board, BoardError> {
        let limits = Limits::default();
        let Some((&rank, outer)) = sizes.split_last() else {
            return Err(BoardError::EmptyRank);
        };
        if sizes.len() > limits.dimensions {
            return Err(BoardError::TooManyDimensions { limit: limits.dimensions });
        }
        if sizes.contains(&0) {
            return Err(BoardError::EmptyRank);
        }
        if outer.contains(&1) {
            return Err(BoardError::OnePart);
        }
        let ranks = outer.iter().fold(1, |product: usize, &size| product.saturating_mul(size));
        if ranks.saturating_mul(rank) > limits.squares as usize {
            return Err(BoardError::TooManySquares { limit: limits.squares });
        }
        if sizes.len() <= 2 {
            return Ok(Board::plain(vec![None; ranks * rank], rank));
        }

        let mut builder = BoardBuilder::with_limits(limits);
        for index in 0..ranks {
            if index > 0 {
                builder.separator(separator_before(index, outer))?;
            }
            builder.empty(rank)?;
        }
        builder.finish()
    }

    /// Creates a two-dimensional board from its ranks, or a one-dimensional board from a single rank.
    ///
    /// # Errors
    /// Fails if there are no ranks, if a rank is empty, or if there are more squares than the default
    /// [`Limits`] allow.
    pub fn from_ranks<R>(ranks: impl IntoIterator<Item = R>) -> Result<Board, BoardError>
    where
        R: IntoIterator<Item = Option<Piece>>,
    {
        let mut builder = BoardBuilder::new();
        for (index, rank) in ranks.into_iter().enumerate() {
            if index > 0 {
                builder.separator(1)?;
            }
            for square in rank {
                builder.square(square)?;
            }
        }
        builder.finish()
    }

    /// Creates a board with ranks of the same length, separated by one slash. There must be at least one
    /// rank, and none can be empty.
    pub(crate) fn plain(squares: Vec<Option<Piece>>, rank_length: usize) -> Board {
        Board { squares, layout: Layout::Plain { rank_length } }
    }

    /// Creates a board from at least one rank. No rank can be empty, and no separator can skip a dimension.
    pub(crate) fn of_ranks(squares: Vec<Option<Piece>>, ranks: Vec<RankEnd>, dimensions: usize) -> Board {
        let rank_length = ranks.first().map_or(0, |rank| rank.end as usize);
        let is_plain = dimensions <= 2
            && (1..).zip(&ranks).all(|(number, rank)| rank.end as usize == number * rank_length);
        let layout =
            if is_plain { Layout::Plain { rank_length } } else { Layout::Other { ranks, dimensions } };
        Board { squares, layout }
    }

    /// Returns the number of dimensions: 1 for a single rank, 2 for ranks separated by `/`, ...
    #[inline]
    pub const fn dimensions(&self) -> usize {
        match self.layout {
            Layout::Plain { rank_length } if rank_length == self.squares.len() => 1,
            Layout::Plain { .. } => 2,
            Layout::Other { dimensions, .. } => dimensions,
        }
    }

    /// Returns all squares in the order of the string.
    #[inline]
    pub fn squares(&self) -> &[Option<Piece>] {
        &self.squares
    }

    /// Returns all squares as a mutable slice, in the order of the string.
    #[inline]
    pub fn squares_mut(&mut self) -> &mut [Option<Piece>] {
        &mut self.squares
    }

    /// Iterates over the ranks in the order of the string.
    pub fn ranks(&self) -> impl ExactSizeIterator<Item = Rank<'_>> + DoubleEndedIterator + Clone {
        (0..self.rank_count())
            .map(|index| Rank { squares: self.rank_squares(index), separator: self.separator_before(index) })
    }

    #[inline]
    fn rank_count(&self) -> usize {
        match &self.layout {
            Layout::Plain { rank_length } => self.squares.len() / rank_length,
            Layout::Other { ranks, .. } => ranks.len(),
        }
    }

    #[inline]
    fn rank_squares(&self, index: usize) -> &[Option<Piece>] {
        &self.squares[self.rank_start(index)..self.rank_start(index + 1)]
    }

    /// Returns the start of a rank among the squares. The rank after the last one starts at their end.
    #[inline]
    fn rank_start(&self, index: usize) -> usize {
        match &self.layout {
            Layout::Plain { rank_length } => index * rank_length,
            Layout::Other { .. } if index == 0 => 0,
            Layout::Other { ranks, .. } => ranks[index - 1].end as usize,
        }
    }

    #[inline]
    fn separator_before(&self, index: usize) -> usize {
        match &self.layout {
            Layout::Plain { .. } => index.min(1),
            Layout::Other { ranks, .. } => ranks[index].separator as usize,
        }
    }

    /// Calls a function with the coordinates and the contents of each square, in the order of the string.
    ///
    /// ```
    /// let board = feen::parse("r1/pp//K / A/b")?.board;
    /// let mut pieces = Vec::new();
    /// board.for_each_square(|at, square| pieces.extend(square.map(|piece| (at.to_vec(), piece.letter()))));
    /// assert_eq!(
    ///     pieces,
    ///     [(vec![0, 0, 0], 'r'), (vec![0, 1, 0], 'p'), (vec![0, 1, 1], 'p'), (vec![1, 0, 0], 'K')]
    /// );
    /// # Ok::<(), feen::Error>(())
    /// ```
    pub fn for_each_square(&self, mut act: impl FnMut(&[usize], Option<Piece>)) {
        let mut at = Coordinates::new(self.dimensions());
        for rank in self.ranks() {
            at.step(rank.separator);
            for (file, &square) in rank.squares.iter().enumerate() {
                act(at.of_square(file), square);
            }
        }
    }

    /// Returns the contents of a square, or `None` if there is no such square.
    ///
    /// With three or more dimensions, this iterates over the ranks before it.
    pub fn get(&self, at: &[usize]) -> Option<Option<Piece>> {
        self.index(at).map(|index| self.squares[index])
    }

    /// Returns a mutable reference to the contents of a square, or `None` if there is no such square.
    ///
    /// With three or more dimensions, this iterates over the ranks before it.
    pub fn get_mut(&mut self, at: &[usize]) -> Option<&mut Option<Piece>> {
        self.index(at).map(|index| &mut self.squares[index])
    }

    fn index(&self, at: &[usize]) -> Option<usize> {
        let rank = match at {
            _ if at.len() != self.dimensions() => None,
            [_] => Some(0),
            &[rank, _] => Some(rank),
            _ => {
                let mut rank_at = Coordinates::new(self.dimensions());
                (0..self.rank_count()).position(|rank| {
                    rank_at.step(self.separator_before(rank));
                    rank_at.of_rank() == &at[..at.len() - 1]
                })
            }
        }?;
        if rank >= self.rank_count() {
            return None;
        }
        let index = self.rank_start(rank).checked_add(*at.last()?)?;
        (index < self.rank_start(rank + 1)).then_some(index)
    }

    /// Returns the size of each dimension, outermost first, or `None` if the board is irregular.
    pub fn sizes(&self) -> Option<Vec<usize>> {
        self.regular_sizes().ok()
    }

    /// Returns `true` if all ranks have the same length, and all parts of a level have the same number of
    /// parts.
    pub fn is_regular(&self) -> bool {
        self.regular_sizes().is_ok()
    }

    /// Returns the size of each dimension, or the first irregularity and the index of the rank where it ends.
    pub(crate) fn regular_sizes(&self) -> Result<Vec<usize>, (Irregularity, usize)> {
        let (ranks, dimensions) = match &self.layout {
            Layout::Plain { rank_length } if self.dimensions() == 1 => return Ok(vec![*rank_length]),
            Layout::Plain { rank_length } => return Ok(vec![self.rank_count(), *rank_length]),
            Layout::Other { ranks, dimensions } => (ranks, *dimensions),
        };
        let mut sizes = [0; MAX_DIMENSIONS];
        // The number of parts in the open part of each level. The last rank closes the board itself.
        let mut counts = [0; MAX_DIMENSIONS + 1];
        let separators = ranks.iter().skip(1).map(|rank| rank.separator as usize);
        let levels_closed = separators.chain(once(dimensions));
        for (index, closed) in levels_closed.enumerate() {
            counts[0] = self.rank_squares(index).len();
            for level in 0..closed {
                if sizes[level] == 0 {
                    sizes[level] = counts[level];
                } else if sizes[level] != counts[level] {
                    let (found, expected) = (counts[level], sizes[level]);
                    return Err((Irregularity { level, found, expected }, index));
                }
                counts[level] = 0;
                counts[level + 1] += 1;
            }
        }
        Ok(sizes[..dimensions].iter().rev().copied().collect())
    }
}

/// Writes the placement in FEEN.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&dump::board_text(self))
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

/// A part of a board that differs in size from the first part of its level.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Irregularity {
    /// 0 for a rank, 1 for a layer of ranks, ...
    pub level: usize,
    /// The number of squares or parts it has.
    pub found: usize,
    /// The number that the first one has.
    pub expected: usize,
}

impl fmt::Display for Irregularity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, parts) = match self.level {
            0 => ("rank", "square"),
            1 => ("layer", "rank"),
            2 => ("part", "layer"),
            _ => ("part", "part"),
        };
        let Irregularity { found, expected, .. } = self;
        let plural = if *found == 1 { "" } else { "s" };
        write!(f, "a {whole} of {found} {parts}{plural} on a regular board, expected {expected}")
    }
}

/// The position of a rank or square, as one number for each dimension.
struct Coordinates {
    at: [usize; MAX_DIMENSIONS],
    dimensions: usize,
}

impl Coordinates {
    /// Creates the position before the first rank.
    fn new(dimensions: usize) -> Coordinates {
        Coordinates { at: [0; MAX_DIMENSIONS], dimensions }
    }

    /// Moves to the rank after a separator. Before the first rank, the separator has no slashes.
    fn step(&mut self, separator: usize) {
        if separator > 0 {
            let level = self.dimensions - 1 - separator;
            self.at[level] += 1;
            self.at[level + 1..self.dimensions].fill(0);
        }
    }

    fn of_rank(&self) -> &[usize] {
        &self.at[..self.dimensions - 1]
    }

    #[inline]
    fn of_square(&mut self, file: usize) -> &[usize] {
        self.at[self.dimensions - 1] = file;
        &self.at[..self.dimensions]
    }
}

/// Returns the number of slashes before a rank of a regular board, by the rank's index.
fn separator_before(mut rank: usize, outer_sizes: &[usize]) -> usize {
    let mut separator = 1;
    for &size in outer_sizes.iter().rev() {
        if !rank.is_multiple_of(size) {
            break;
        }
        rank /= size;
        separator += 1;
    }
    separator
}
