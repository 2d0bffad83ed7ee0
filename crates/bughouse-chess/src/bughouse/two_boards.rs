//! Both boards of a match as a string, `board A | board B`, with their clocks.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

use crate::board::Board;
use crate::board::key::Key;
use crate::bughouse::matches::{Clocks, InvalidMatch, Match};
use crate::bughouse::position::Position;
use crate::notation::position::{FenStyle, Notation, ParsedTwoBoards, ReadError};
use crate::types::color::Color;
use crate::types::leniency::Leniencies;
use crate::types::read_options::{LastFields, ReadOptions};
use crate::types::rules::Rules;
use crate::types::seat::{BoardId, Seat};
use crate::types::time::{Millis, Seconds};

/// The positions of both boards, with the clocks if they are known.
///
/// ```
/// use bughouse_chess::{BoardId, Match, Millis, Seat, TwoBoards};
///
/// let text = "4k3/8/8/8/8/8/8/R3K3/Pp w Q - 45 56.5 | 4k3/8/8/8/8/8/8/4K3 b - - 45 60";
/// let both: TwoBoards = text.parse()?;
/// assert_eq!(both.board(BoardId::A).to_bfen(), "4k3/8/8/8/8/8/8/R3K3[Pp] w Q - 0 1");
/// assert_eq!(both.clock(Seat::BLACK_A), Some(Millis(56_500)));
/// assert_eq!(both.to_thief(), text);
/// assert_eq!(
///     both.to_bfen(),
///     "4k3/8/8/8/8/8/8/R3K3[Pp] w Q - 0 1 | 4k3/8/8/8/8/8/8/4K3[] b - - 0 1"
/// );
/// # Ok::<(), bughouse_chess::ReadError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TwoBoards {
    /// Board A and board B. Strings don't name rules, so a position that was read has the standard ones.
    pub position: Position,
    /// White's and Black's clock on board A and on board B, if they are known.
    pub clocks: [Option<[Seconds; 2]>; 2],
}

impl ParsedTwoBoards<'_> {
    /// Validates both positions, and returns all leniencies that were needed to read and validate them.
    ///
    /// # Errors
    /// Lists every violation on either board that the options don't accept.
    pub fn build(&self, options: &ReadOptions) -> Result<(TwoBoards, Leniencies), ReadError> {
        let [a, b] = self.boards.each_ref().map(|board| board.build(options));
        let ((a, used_a), (b, used_b)) = match (a, b) {
            (Ok(a), Ok(b)) => (a, b),
            (a, b) => {
                let errors = [a.err(), b.err()];
                return Err(ReadError::of_rules(
                    errors.iter().flatten().flat_map(|error| error.errors().iter().copied()),
                ));
            }
        };
        let clocks = self.boards.each_ref().map(|board| board.clocks);
        let position = Position::new(a, b, Rules::standard());
        Ok((TwoBoards { position, clocks }, self.used.union(used_a).union(used_b)))
    }
}

impl TwoBoards {
    /// Reads and validates two boards, and returns the leniencies that were needed.
    ///
    /// # Errors
    /// Points at the part that is wrong, or lists every violation on either board.
    pub fn read(text: &[u8], options: &ReadOptions) -> Result<(TwoBoards, Leniencies), ReadError> {
        ParsedTwoBoards::read(text, options)?.build(options)
    }

    /// Returns the key v1 of both boards, in either order.
    pub fn key(&self) -> Key {
        self.position.key()
    }

    /// Returns one board.
    pub fn board(&self, board: BoardId) -> &Board {
        self.position.board(board).board()
    }

    /// Returns the time on a seat's clock, if it is known.
    pub fn clock(&self, seat: Seat) -> Option<Millis> {
        self.clocks[seat.board as usize].map(|clocks| clocks[seat.color as usize].time())
    }

    /// Creates a match from the position. Its clocks are stopped, and at zero if they are not known.
    ///
    /// # Errors
    /// Fails if a match is impossible, see [`Match::from_position`].
    pub fn to_match(&self, rules: Rules, increment: Millis) -> Result<Match, InvalidMatch> {
        let left = Seat::ALL.map(|seat| self.clock(seat).unwrap_or(Millis::ZERO));
        Match::from_position(self.position.with_rules(rules), Clocks::from_left(left, increment))
    }

    /// Returns both boards as BFEN with counters, without clocks.
    pub fn to_bfen(&self) -> String {
        self.position.to_string()
    }

    /// Returns both boards as plain FEN, without clocks, reserves and promoted markers.
    pub fn to_fen(&self) -> String {
        let style = FenStyle::default().notation(Notation::Fen);
        let [a, b] = BoardId::ALL.map(|id| self.board(id).text(&style));
        format!("{a} | {b}")
    }

    /// Returns two-board FEN with clocks, which are 0 if they are not known, and without counters. To choose
    /// a style or keep an order of the reserves, use [`Board::text_with_clocks`].
    ///
    /// Low clocks in whole seconds look like counters. To read the string, use [`LastFields::Clocks`].
    pub fn to_thief(&self) -> String {
        let [a, b] = BoardId::ALL.map(|id| {
            let clocks = self.clocks[id as usize].unwrap_or_default();
            self.board(id).text_with_clocks(&FenStyle::default(), clocks, "")
        });
        format!("{a} | {b}")
    }
}

impl Match {
    /// Returns both boards and the clocks at a moment, to write them as a string.
    ///
    /// ```
    /// use bughouse_chess::{Match, Millis, Rules, TimeControl};
    ///
    /// let game = Match::new(Rules::standard(), TimeControl::new(180, 0));
    /// let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 180 180";
    /// assert_eq!(game.two_boards(Millis::ZERO).to_thief(), format!("{start} | {start}"));
    /// ```
    pub fn two_boards(&self, now: Millis) -> TwoBoards {
        let clock = |board, color| self.clock(Seat { board, color }, now).into();
        TwoBoards {
            position: *self.position(),
            clocks: BoardId::ALL.map(|id| Some(Color::ALL.map(|color| clock(id, color)))),
        }
    }
}

/// Parses two boards in a standard notation. The meaning of the last fields is decided by their values.
impl FromStr for TwoBoards {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<TwoBoards, ReadError> {
        TwoBoards::read(text.as_bytes(), &ReadOptions::default()).map(|(both, _)| both)
    }
}

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
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Position, ReadError> {
        let options = ReadOptions::default().last_fields(LastFields::Counters);
        TwoBoards::read(text.as_bytes(), &options).map(|(both, _)| both.position)
    }
}
