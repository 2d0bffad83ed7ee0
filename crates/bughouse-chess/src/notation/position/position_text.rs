//! Both boards of a [`Position`] as one string: `board A | board B`, each in BFEN with counters.

use core::fmt;
use core::str::FromStr;

use crate::bughouse::position::Position;
use crate::notation::position::board_text::LastFields;
use crate::notation::position::two_boards::{ReadTwoBoardsError, TwoBoards};
use crate::notation::read_options::ReadOptions;

/// Writes both boards as BFEN: `board A | board B`, the same as [`TwoBoards::to_bfen`]. The string leaves out
/// [restorable](Position::restorable_rights) castling rights.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.boards();
        write!(f, "{a} | {b}")
    }
}

/// Parses two boards with counters in a standard notation. If the string has clocks, use [`TwoBoards`].
impl FromStr for Position {
    type Err = ReadTwoBoardsError;

    fn from_str(text: &str) -> Result<Position, ReadTwoBoardsError> {
        let options = ReadOptions::default().last_fields(LastFields::Counters);
        TwoBoards::read(text.as_bytes(), &options).map(|(both, _)| both.position)
    }
}
