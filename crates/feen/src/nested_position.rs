//! Conversion of positions to and from plain strings and lists.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::board::Board;
use crate::hands::{HandError, Hands};
use crate::nested::{Nested, NestedError};
use crate::position::Position;
use crate::style_turn::{StyleError, StyleTurn};

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
