//! Conversion of boards and positions to and from plain strings and nested lists of strings.
//!
//! A list of strings is a rank, with an empty string for an empty square. A list of ranks has two dimensions,
//! a list of such lists three, and so on. As in a FEEN string, the first list in a list has at least as many
//! dimensions as the others: `a/b//c` is `[[["a"], ["b"]], ["c"]]`.
//!
//! If the outermost list contains only one list, both mean the same: FEEN has only one string for `[["r",
//! "k"]]` and `["r", "k"]`. Further in, a list with only one list is rejected.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::board::Board;
use crate::board_builder::{BoardBuilder, BoardError};
use crate::hands::{HandError, Hands};
use crate::options::MAX_DIMENSIONS;
use crate::piece::Piece;
use crate::position::{Position, StyleError, StyleTurn};

/// The squares of a board as nested lists of strings.
///
/// Create it from arrays, slices or vectors of strings, with one level for each dimension. `Debug` writes it
/// as lists of strings.
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
    /// A rank, which is a list of squares, or a list of ranks, of layers, ...
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

/// Writes lists of strings: `[["r", ""], ["K", "P"]]`.
impl fmt::Debug for Nested {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Nested::Square(square) => square.fmt(f),
            Nested::List(items) => items.fmt(f),
        }
    }
}

impl Board {
    /// Returns the squares as nested lists of strings.
    ///
    /// A board of one rank is a single list.
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
    pub fn to_nested(&self) -> Nested {
        // The open lists, outermost first, each with the number of slashes that separate its items.
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

    /// Creates a board from nested lists of strings.
    ///
    /// # Errors
    /// Returns the first place where the lists are not a board, or where they exceed the default
    /// [`Limits`](crate::Limits).
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
    ///     "expected a piece, such as P, +P or P', or an empty string for an empty square (at [1][1])"
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

/// Iterates over nested lists and builds a board. After an error, the path leads to its place.
struct NestedReader {
    builder: BoardBuilder,
    path: Vec<usize>,
}

impl NestedReader {
    /// Reads a list of squares or a list of lists.
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
        // No list is deeper than the first one, and that one is limited to the dimensions of a board, so the
        // recursion can't overflow the stack.
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

/// Returns the number of dimensions of a list by its first item. A string has none.
fn dimensions(nested: &Nested) -> usize {
    let (mut dimensions, mut part) = (0, Some(nested));
    while let Some(Nested::List(items)) = part {
        dimensions += 1;
        part = items.first();
    }
    dimensions
}

/// Converts a board error to one about lists.
fn rejected(error: BoardError) -> NestedErrorKind {
    match error {
        BoardError::EmptyRank => NestedErrorKind::EmptyList,
        BoardError::OnePart => NestedErrorKind::OnePart,
        BoardError::SkippedDimension { found, expected } => NestedErrorKind::TooDeep { found, expected },
        BoardError::TooManyDimensions { limit } => NestedErrorKind::TooManyDimensions { limit },
        BoardError::TooManySquares { limit } => NestedErrorKind::TooManySquares { limit },
    }
}

/// Why nested lists are not a board, and where.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct NestedError {
    path: Vec<usize>,
    kind: NestedErrorKind,
}

impl NestedError {
    /// Returns what is wrong.
    pub fn kind(&self) -> &NestedErrorKind {
        &self.kind
    }

    /// Returns the place: the index in each list on the way, outermost first, counted from 0.
    pub fn path(&self) -> &[usize] {
        &self.path
    }
}

/// What is wrong with nested lists.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum NestedErrorKind {
    /// A string that is neither a piece nor empty.
    NotAPiece,
    /// A string where a list is expected: among lists, or instead of a board.
    NotAList,
    /// A list among strings.
    NotASquare,
    /// An empty list.
    EmptyList,
    /// A list that contains only one list, which FEEN can't represent.
    OnePart,
    /// A list with more dimensions than the first one next to it.
    TooDeep {
        /// The number of dimensions it has.
        found: usize,
        /// The number that the first one has.
        expected: usize,
    },
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

impl fmt::Display for NestedErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NestedErrorKind::NotAPiece => {
                f.write_str("expected a piece, such as P, +P or P', or an empty string for an empty square")
            }
            NestedErrorKind::NotAList => f.write_str("expected a list, not a string"),
            NestedErrorKind::NotASquare => f.write_str("expected a string, not a list"),
            NestedErrorKind::EmptyList => f.write_str("expected at least one item in a list"),
            NestedErrorKind::OnePart => f.write_str("expected at least two lists in a list of lists"),
            NestedErrorKind::TooDeep { found, expected } => {
                write!(
                    f,
                    "a list with {found} dimensions, expected at most {expected}, as in the first list here"
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

/// A position as plain strings: the board as nested lists, the pieces in hand one by one, two style names.
///
/// ```
/// use feen::{Nested, NestedPosition, Position};
///
/// let position = feen::parse("rnknr/5/PPPPP Q/p WHITE/black")?;
/// let NestedPosition { board, hands, style_turn } = position.to_nested()?;
/// assert_eq!(
///     board,
///     Nested::from([["r", "n", "k", "n", "r"], ["", "", "", "", ""], ["P", "P", "P", "P", "P"]])
/// );
/// assert_eq!(hands, ["Q", "p"]);
/// assert_eq!(style_turn, ["WHITE", "black"]);
///
/// assert_eq!(Position::try_from(NestedPosition { board, hands, style_turn })?, position);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NestedPosition {
    /// The squares, with an empty string for an empty square.
    #[cfg_attr(feature = "serde", serde(rename = "piece_placement"))]
    pub board: Nested,
    /// The pieces in hand, one by one.
    #[cfg_attr(feature = "serde", serde(rename = "pieces_in_hand"))]
    pub hands: Vec<String>,
    /// The style name of the player to move, and that of the opponent.
    pub style_turn: [String; 2],
}

impl Position {
    /// Creates a position from strings: the board as nested lists, the pieces in hand one by one, and two
    /// style names, the player to move first.
    ///
    /// # Errors
    /// Returns which of the three is wrong, and where.
    ///
    /// ```
    /// use feen::Position;
    ///
    /// let board = [
    ///     ["r", "n", "k", "n", "r"], // Back rank
    ///     ["", "", "", "", ""],      // Empty rank
    ///     ["P", "P", "P", "P", "P"], // Front rank
    /// ];
    /// let position = Position::from_nested(board, &["Q", "p"], ["WHITE", "black"])?;
    /// assert_eq!(feen::dump(&position)?, "rnknr/5/PPPPP Q/p WHITE/black");
    ///
    /// // A simple board of one rank
    /// let position = Position::from_nested([["r", "k", "r"]], &[], ["GAME", "game"])?;
    /// assert_eq!(feen::dump(&position)?, "rkr / GAME/game");
    ///
    /// // 9x9 board with pieces in corners
    /// let mut board = vec![vec![""; 9]; 9];
    /// board[0][0] = "r"; // Top-left
    /// board[8][8] = "R"; // Bottom-right
    /// let position = Position::from_nested(board, &[], ["PLAYERA", "playerb"])?;
    /// assert_eq!(feen::dump(&position)?, "r8/9/9/9/9/9/9/9/8R / PLAYERA/playerb");
    ///
    /// // Pieces with prefixes and suffixes, on the board and in hand
    /// let board = [["+P", "K", "-R"], ["N'", "", "B"]];
    /// let position = Position::from_nested(board, &["P", "+R'"], ["GAME", "game"])?;
    /// assert_eq!(feen::dump(&position)?, "+PK-R/N'1B P+R'/ GAME/game");
    ///
    /// // CHESS pieces vs makruk pieces
    /// let position = Position::from_nested([["K", "Q", "k", "m"]], &["P", "s"], ["CHESS", "makruk"])?;
    /// assert_eq!(feen::dump(&position)?, "KQkm P/s CHESS/makruk");
    ///
    /// let error = Position::from_nested([["K"]], &["P", "king"], ["GAME", "game"]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "hands: expected a piece, such as P, +P or P' (at [1])"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_nested(
        board: impl Into<Nested>,
        hands: &[&str],
        style_turn: [&str; 2],
    ) -> Result<Position, NestedPositionError> {
        let board = Board::from_nested(&board.into()).map_err(NestedPositionError::Board)?;
        let hands = Hands::from_strings(hands).map_err(NestedPositionError::Hands)?;
        let [active, inactive] = style_turn;
        let style_turn = StyleTurn::new(active, inactive).map_err(NestedPositionError::StyleTurn)?;
        Ok(Position { board, hands, style_turn })
    }

    /// Returns the position as strings: the board as nested lists, the pieces in hand one by one in canonical
    /// order, and both style names.
    ///
    /// # Errors
    /// Fails if there are more than [`MAX_LISTED`](crate::MAX_LISTED) pieces in hand.
    pub fn to_nested(&self) -> Result<NestedPosition, HandError> {
        Ok(NestedPosition {
            board: self.board.to_nested(),
            hands: self.hands.to_strings()?,
            style_turn: self.style_turn.names().map(String::from),
        })
    }
}

impl TryFrom<NestedPosition> for Position {
    type Error = NestedPositionError;

    fn try_from(nested: NestedPosition) -> Result<Position, NestedPositionError> {
        let NestedPosition { board, hands, style_turn: [active, inactive] } = nested;
        let hands: Vec<&str> = hands.iter().map(String::as_str).collect();
        Position::from_nested(board, &hands, [&active, &inactive])
    }
}

/// Why strings are not a position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum NestedPositionError {
    /// The nested lists are not a board.
    Board(NestedError),
    /// The pieces in hand are wrong.
    Hands(HandError),
    /// The style names are wrong.
    StyleTurn(StyleError),
}

/// Writes the part that is wrong, and the message.
impl fmt::Display for NestedPositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NestedPositionError::Board(error) => write!(f, "board: {error}"),
            NestedPositionError::Hands(error) => write!(f, "hands: {error}"),
            NestedPositionError::StyleTurn(error) => write!(f, "styles: {error}"),
        }
    }
}

impl core::error::Error for NestedPositionError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(match self {
            NestedPositionError::Board(error) => error,
            NestedPositionError::Hands(error) => error,
            NestedPositionError::StyleTurn(error) => error,
        })
    }
}
