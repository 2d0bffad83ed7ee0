//! A board as strings in lists of lists, in and out.
//!
//! A list of strings is a rank, with an empty string for an empty square. A list of ranks has two dimensions, a
//! list of such lists three, and so on. The first list in a list has as many dimensions as any of the others, as
//! in the text: `a/b//c` is `[[["a"], ["b"]], ["c"]]`.
//!
//! One list that holds nothing but another list is the same as that list, if it is the outermost: no text can
//! tell `[["r", "k"]]` from `["r", "k"]`. Further in it is rejected.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::board::Board;
use crate::board_builder::{BoardBuilder, BoardError};
use crate::limits::MAX_DIMENSIONS;
use crate::piece::Piece;

/// The squares of a board as strings, in lists of lists.
///
/// It is made from arrays, slices and vectors of strings, nested as deeply as the board has dimensions.
/// `Debug` shows it as lists of strings.
///
/// ```
/// use feen::{Board, Nested};
///
/// let cube = Nested::from([
///     [["a", "b"], ["c", "d"]], // First layer
///     [["A", "B"], ["C", "D"]], // Second layer
/// ]);
/// assert_eq!(Board::from_nested(&cube)?.to_string(), "ab/cd//AB/CD");
///
/// let board = feen::parse("+PK-R/N'1B / GAME/game")?.board;
/// assert_eq!(board.to_nested(), Nested::from([["+P", "K", "-R"], ["N'", "", "B"]]));
/// assert_eq!(format!("{:?}", board.to_nested()), r#"[["+P", "K", "-R"], ["N'", "", "B"]]"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(untagged))]
pub enum Nested {
    /// A square: the piece on it, or an empty string.
    Square(String),
    /// A rank, which is a list of squares; or a list of ranks, of layers, ...
    List(Vec<Nested>),
}

impl From<&str> for Nested {
    fn from(square: &str) -> Nested {
        Nested::Square(square.to_owned())
    }
}

impl From<String> for Nested {
    fn from(square: String) -> Nested {
        Nested::Square(square)
    }
}

impl<T: Into<Nested>> FromIterator<T> for Nested {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Nested {
        Nested::List(items.into_iter().map(T::into).collect())
    }
}

impl<T: Into<Nested>> From<Vec<T>> for Nested {
    fn from(items: Vec<T>) -> Nested {
        items.into_iter().collect()
    }
}

impl<T: Into<Nested>, const N: usize> From<[T; N]> for Nested {
    fn from(items: [T; N]) -> Nested {
        items.into_iter().collect()
    }
}

impl<T: Into<Nested> + Clone, const N: usize> From<&[T; N]> for Nested {
    fn from(items: &[T; N]) -> Nested {
        items.iter().cloned().collect()
    }
}

impl<T: Into<Nested> + Clone> From<&[T]> for Nested {
    fn from(items: &[T]) -> Nested {
        items.iter().cloned().collect()
    }
}

/// Shows lists of strings: `[["r", ""], ["K", "P"]]`.
impl fmt::Debug for Nested {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Nested::Square(square) => square.fmt(f),
            Nested::List(items) => items.fmt(f),
        }
    }
}

impl Board {
    /// Returns the squares as strings in lists of lists.
    ///
    /// A board of one rank is one list.
    ///
    /// ```
    /// use feen::Nested;
    ///
    /// let board = feen::parse("rnknr/5/PPPPP Q/p WHITE/black")?.board;
    /// assert_eq!(
    ///     board.to_nested(),
    ///     Nested::from([["r", "n", "k", "n", "r"], ["", "", "", "", ""], ["P", "P", "P", "P", "P"]])
    /// );
    /// let rank = feen::parse("rkr / GAME/game")?.board;
    /// assert_eq!(rank.to_nested(), Nested::from(["r", "k", "r"]));
    /// # Ok::<(), feen::Error>(())
    /// ```
    #[must_use]
    pub fn to_nested(&self) -> Nested {
        // The lists that are open, the outermost first, each with the slashes that separate its items.
        let mut open: Vec<(usize, Vec<Nested>)> = Vec::new();
        let mut last = None;
        for rank in self.ranks() {
            if let Some(mut part) = last.take() {
                while let Some((_, mut items)) = open.pop_if(|(slashes, _)| *slashes < rank.separator) {
                    items.push(part);
                    part = Nested::List(items);
                }
                match open.last_mut() {
                    Some((slashes, items)) if *slashes == rank.separator => items.push(part),
                    _ => open.push((rank.separator, Vec::from([part]))),
                }
            }
            let square = |square: &Option<Piece>| square.map_or_else(String::new, |piece| piece.to_string());
            last = Some(rank.squares.iter().map(square).collect());
        }
        let last = last.unwrap_or_else(|| Nested::List(Vec::new()));
        open.into_iter().rev().fold(last, |part, (_, mut items)| {
            items.push(part);
            Nested::List(items)
        })
    }

    /// Makes a board from strings in lists of lists.
    ///
    /// # Errors
    /// Tells the first place where the lists are no board, or are larger than the default
    /// [`Limits`](crate::Limits) allow.
    ///
    /// ```
    /// use feen::{Board, Nested, NestedErrorKind};
    ///
    /// // Different sized ranks are allowed
    /// let irregular_board = Nested::from([
    ///     vec!["r", "k", "r"],      // 3 squares
    ///     vec!["p", "p"],           // 2 squares
    ///     vec!["P", "P", "P", "P"], // 4 squares
    /// ]);
    /// assert_eq!(Board::from_nested(&irregular_board)?.to_string(), "rkr/pp/PPPP");
    ///
    /// let error = Board::from_nested(&Nested::from([["r", ""], ["K", "king"]])).unwrap_err();
    /// assert_eq!((error.path(), *error.kind()), (&[1, 1][..], NestedErrorKind::NotAPiece));
    /// assert_eq!(
    ///     error.to_string(),
    ///     "expected a piece, which is perhaps + or -, an ASCII letter, perhaps ', or an empty string (at [1][1])"
    /// );
    /// # Ok::<(), feen::NestedError>(())
    /// ```
    pub fn from_nested(nested: &Nested) -> Result<Board, NestedError> {
        let mut reader = NestedReader { builder: BoardBuilder::new(), path: Vec::new() };
        let mut outermost = nested;
        while let Nested::List(items) = outermost
            && let [only @ Nested::List(_)] = items.as_slice()
        {
            reader.path.push(0);
            outermost = only;
        }
        match reader.part(outermost) {
            Ok(()) => reader
                .builder
                .finish()
                .map_err(|error| NestedError { path: Vec::new(), kind: rejected(error) }),
            Err(kind) => Err(NestedError { path: reader.path, kind }),
        }
    }
}

/// Walks over lists of lists and builds a board. After an error the path leads to its place.
struct NestedReader {
    builder: BoardBuilder,
    path: Vec<usize>,
}

impl NestedReader {
    /// Reads a list: a rank, or lists.
    fn part(&mut self, nested: &Nested) -> Result<(), NestedErrorKind> {
        let Nested::List(items) = nested else {
            return Err(NestedErrorKind::NotAList);
        };
        match items.as_slice() {
            [] => Err(NestedErrorKind::EmptyList),
            [Nested::Square(_), ..] => self.rank(items),
            [Nested::List(_)] => Err(NestedErrorKind::OnePart),
            [first @ Nested::List(_), others @ ..] => self.parts(first, others),
        }
    }

    fn rank(&mut self, squares: &[Nested]) -> Result<(), NestedErrorKind> {
        for (index, square) in squares.iter().enumerate() {
            self.path.push(index);
            let Nested::Square(text) = square else {
                return Err(NestedErrorKind::NotASquare);
            };
            let square = match text.as_str() {
                "" => None,
                text => Some(text.parse().map_err(|_| NestedErrorKind::NotAPiece)?),
            };
            self.builder.square(square).map_err(rejected)?;
            self.path.pop();
        }
        Ok(())
    }

    fn parts(&mut self, first: &Nested, others: &[Nested]) -> Result<(), NestedErrorKind> {
        // No other list is deeper than the first one, and that one is not deeper than a board can be: so the
        // recursion ends before the stack does.
        let expected = dimensions(first);
        if expected >= MAX_DIMENSIONS {
            return Err(NestedErrorKind::TooManyDimensions { limit: MAX_DIMENSIONS });
        }
        self.path.push(0);
        self.part(first)?;
        self.path.pop();
        for (index, other) in (1..).zip(others) {
            self.path.push(index);
            let found = dimensions(other);
            if found > expected {
                return Err(NestedErrorKind::TooDeep { found, expected });
            }
            self.builder.separator(expected).map_err(rejected)?;
            self.part(other)?;
            self.path.pop();
        }
        Ok(())
    }
}

/// Returns how many dimensions a list has by what comes first in it; a string has none.
fn dimensions(nested: &Nested) -> usize {
    let (mut dimensions, mut part) = (0, Some(nested));
    while let Some(Nested::List(items)) = part {
        dimensions += 1;
        part = items.first();
    }
    dimensions
}

/// Says in terms of lists why a board was rejected.
fn rejected(error: BoardError) -> NestedErrorKind {
    match error {
        BoardError::EmptyRank => NestedErrorKind::EmptyList,
        BoardError::OnePart => NestedErrorKind::OnePart,
        BoardError::SkippedDimension { found, expected } => NestedErrorKind::TooDeep { found, expected },
        BoardError::TooManyDimensions { limit } => NestedErrorKind::TooManyDimensions { limit },
        BoardError::TooManySquares { limit } => NestedErrorKind::TooManySquares { limit },
    }
}

/// Why lists of lists are no board, and where.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct NestedError {
    path: Vec<usize>,
    kind: NestedErrorKind,
}

impl NestedError {
    /// Returns what is wrong.
    #[must_use]
    pub fn kind(&self) -> &NestedErrorKind {
        &self.kind
    }

    /// Returns where it is wrong: the index in each list on the way, the outermost first and counted from 0.
    #[must_use]
    pub fn path(&self) -> &[usize] {
        &self.path
    }
}

/// What is wrong with lists of lists.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum NestedErrorKind {
    /// A string that is neither a piece nor empty.
    NotAPiece,
    /// A string where a list is expected: among lists, or instead of a board.
    NotAList,
    /// A list among strings.
    NotASquare,
    /// A list without items.
    EmptyList,
    /// A list that holds nothing but one list, which no text can say.
    OnePart,
    /// A list of more dimensions than the first one beside it.
    TooDeep {
        /// How many it has.
        found: usize,
        /// How many the first one has.
        expected: usize,
    },
    /// More dimensions than allowed.
    TooManyDimensions {
        /// How many are allowed.
        limit: usize,
    },
    /// More squares than allowed.
    TooManySquares {
        /// How many are allowed.
        limit: u32,
    },
}

impl fmt::Display for NestedErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NestedErrorKind::NotAPiece => f.write_str(
                "expected a piece, which is perhaps + or -, an ASCII letter, perhaps ', or an empty string",
            ),
            NestedErrorKind::NotAList => f.write_str("expected a list, not a string"),
            NestedErrorKind::NotASquare => f.write_str("expected a string, not a list"),
            NestedErrorKind::EmptyList => f.write_str("expected at least one item in a list"),
            NestedErrorKind::OnePart => f.write_str("expected two lists or more in a list of lists"),
            NestedErrorKind::TooDeep { found, expected } => {
                write!(
                    f,
                    "a list of {found} dimensions, expected at most {expected} as in the first list here"
                )
            }
            NestedErrorKind::TooManyDimensions { limit } => write!(f, "expected at most {limit} dimensions"),
            NestedErrorKind::TooManySquares { limit } => write!(f, "expected at most {limit} squares"),
        }
    }
}

/// Writes the message and the index in each list on the way.
impl fmt::Display for NestedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)?;
        if self.path.is_empty() {
            return Ok(());
        }
        f.write_str(" (at ")?;
        self.path.iter().try_for_each(|index| write!(f, "[{index}]"))?;
        f.write_str(")")
    }
}

impl core::error::Error for NestedError {}
