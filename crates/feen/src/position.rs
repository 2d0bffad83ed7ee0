//! A position: board, hands, styles and turn.

use alloc::boxed::Box;
use alloc::format;
use core::fmt;
use core::str::FromStr;

use crate::board::Board;
use crate::dump;
use crate::error::Error;
use crate::hands::Hands;
use crate::options::HandOrder;
use crate::parse::parse;
use crate::piece::Side;

/// A position of any game for two players on any board.
///
/// You can change its parts independently. Any combination is a valid position.
///
/// `Display` writes the canonical form of any size. [`dump`](crate::dump()) checks the limits first.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Position {
    /// The squares and the pieces on them.
    pub board: Board,
    /// The pieces in hand.
    pub hands: Hands,
    /// The players' styles, and the player to move.
    pub style_turn: StyleTurn,
}

/// Writes the canonical form.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&dump::position_text(self, HandOrder::Count))
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

/// Parses a position like [`parse`].
impl FromStr for Position {
    type Err = Error;

    fn from_str(text: &str) -> Result<Position, Error> {
        parse(text)
    }
}

/// The names of the players' styles, and the player to move.
///
/// A name is `[A-Z][A-Z0-9]*` for the first player and `[a-z][a-z0-9]*` for the second. In a string, the
/// player to move comes first.
///
/// ```
/// use feen::{Side, StyleTurn};
///
/// let mut style_turn = StyleTurn::new("shogi", "CHESS960")?;
/// assert_eq!(style_turn.to_move(), Side::Second);
/// assert_eq!(style_turn.name(Side::First), "CHESS960");
/// style_turn.set_to_move(Side::First);
/// assert_eq!(style_turn.to_string(), "CHESS960/shogi");
/// # Ok::<(), feen::StyleError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct StyleTurn {
    /// Both names, separated by a slash as in FEEN.
    text: Box<str>,
    slash: usize,
}

impl StyleTurn {
    /// Creates a style-turn from the style name of the player to move and that of the opponent.
    ///
    /// # Errors
    /// Fails if a name is not a letter followed by letters of the same case and digits, or if both have the
    /// same case.
    pub fn new(active: &str, inactive: &str) -> Result<StyleTurn, StyleError> {
        let side = whole_name(active)?;
        if whole_name(inactive)? == side {
            return Err(StyleError::SameCase);
        }
        Ok(StyleTurn { text: format!("{active}/{inactive}").into(), slash: active.len() })
    }

    /// Creates it from a string of two valid names and the position of the slash.
    #[inline]
    pub(crate) fn from_checked(text: &[u8], slash: usize) -> StyleTurn {
        // Valid names are ASCII.
        StyleTurn { text: core::str::from_utf8(text).unwrap_or_default().into(), slash }
    }

    /// Returns both names as in FEEN, the player to move first.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the style name of the player to move.
    pub fn active(&self) -> &str {
        &self.as_str()[..self.slash]
    }

    /// Returns the style name of the opponent.
    pub fn inactive(&self) -> &str {
        &self.as_str()[self.slash + 1..]
    }

    /// Returns both names, the player to move first.
    pub fn names(&self) -> [&str; 2] {
        [self.active(), self.inactive()]
    }

    /// Returns the style name of a player.
    pub fn name(&self, side: Side) -> &str {
        if side == self.to_move() { self.active() } else { self.inactive() }
    }

    /// Returns the player to move.
    pub fn to_move(&self) -> Side {
        if self.text.as_bytes()[0].is_ascii_uppercase() { Side::First } else { Side::Second }
    }

    /// Sets the player to move.
    pub fn set_to_move(&mut self, side: Side) {
        if side != self.to_move() {
            let text = format!("{}/{}", self.inactive(), self.active());
            *self = StyleTurn { text: text.into(), slash: self.inactive().len() };
        }
    }
}

/// Writes both names as in FEEN, the player to move first.
impl fmt::Display for StyleTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for StyleTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StyleTurn({self})")
    }
}

/// What is wrong with the names of two styles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum StyleError {
    /// A name doesn't start with an ASCII letter.
    NoLetter,
    /// A name has both uppercase and lowercase letters.
    MixedCase,
    /// A name has a character that is neither an ASCII letter nor a digit.
    UnknownCharacter,
    /// Both names have the same case.
    SameCase,
}

impl fmt::Display for StyleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StyleError::NoLetter => "expected a style name that starts with a letter",
            StyleError::MixedCase => "expected a style name in one case",
            StyleError::UnknownCharacter => "expected only letters and digits in a style name",
            StyleError::SameCase => "expected one style name in uppercase and the other in lowercase",
        })
    }
}

impl core::error::Error for StyleError {}

/// Returns the length of the name at the start of a string, and its player by case.
pub(crate) fn leading_name(text: &[u8]) -> Option<(usize, Side)> {
    let side = Side::of_letter(*text.first()?)?;
    let first_letter = if side == Side::First { b'A' } else { b'a' };
    let belongs = |byte: u8| byte.wrapping_sub(first_letter) < 26 || byte.is_ascii_digit();
    let end = text.iter().position(|&byte| !belongs(byte));
    Some((end.unwrap_or(text.len()), side))
}

fn whole_name(text: &str) -> Result<Side, StyleError> {
    let (length, side) = leading_name(text.as_bytes()).ok_or(StyleError::NoLetter)?;
    match text.as_bytes().get(length) {
        None => Ok(side),
        Some(byte) if byte.is_ascii_alphabetic() => Err(StyleError::MixedCase),
        Some(_) => Err(StyleError::UnknownCharacter),
    }
}
