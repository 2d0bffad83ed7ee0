//! Two boards in one string, `board A | board B`, and their clocks.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

use crate::board::Board;
use crate::bughouse::matches::{Clocks, InvalidMatch, Match, Millis};
use crate::bughouse::position::Position;
use crate::notation::position::error::{ReadError, ReadErrorKind};
use crate::notation::position::parsed::{ParsedBoard, close};
use crate::notation::position::write::{FenStyle, Notation, as_read};
use crate::notation::read_options::{LastFields, ReadOptions};
use crate::notation::seconds::Seconds;
use crate::types::color::Color;
use crate::types::leniency::Leniencies;
use crate::types::rules::Rules;
use crate::types::seat::{BoardId, Seat};
use crate::types::text_error::{Span, TextError};

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

/// Two boards as their string says, with nothing validated, and the notation that the string uses.
///
/// `Display` writes it back in the same notation: the form of each reserve, the order of its letters, the
/// decimals of the clocks. Parts without meaning are not kept: the order of castling rights, `-` in an empty
/// reserve, leading zeros, and what was skipped or padded because an option allowed it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ParsedTwoBoards<'a> {
    /// Board A and board B. Their places are those in the whole string.
    pub boards: [ParsedBoard<'a>; 2],
    /// What the last two fields were read as: [`Clocks`](LastFields::Clocks) or [`Counters`](LastFields::Counters).
    pub last_fields: LastFields,
    /// `true` if the last two fields are numbers that could be either, so their values or their origin decided.
    pub guessed: bool,
    /// The leniencies that were needed.
    pub used: Leniencies,
}

impl<'a> ParsedTwoBoards<'a> {
    /// Reads two boards in FEN, BFEN or FEN with clocks, without validating the positions.
    ///
    /// # Errors
    /// Points at the first part that the options don't accept, and its board.
    pub fn read(
        text: &'a [u8],
        options: &ReadOptions,
    ) -> Result<ParsedTwoBoards<'a>, TextError<ReadErrorKind>> {
        if text.is_empty() {
            return Err(TextError::new(ReadErrorKind::Empty, Span::new(0, 0)));
        }
        let split = Split::of(text)?;
        let end_a = split.boards[0].len();
        let mut boards = [
            ParsedBoard::open(text, Span::new(0, end_a), Some(BoardId::A), options)?,
            ParsedBoard::open(text, Span::new(split.start_b, text.len()), Some(BoardId::B), options)?,
        ];
        let tight = split.check_spaces(options.accept)?;
        let meaning = close(&mut boards, options.last_fields)?;
        Ok(ParsedTwoBoards {
            boards,
            last_fields: if meaning.clocks { LastFields::Clocks } else { LastFields::Counters },
            guessed: meaning.guessed,
            used: boards.iter().fold(tight, |used, board| used.union(board.used)),
        })
    }

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

impl fmt::Display for ParsedTwoBoards<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.boards.each_ref().map(as_read);
        write!(f, "{a} | {b}")
    }
}

/// A string split at its bar: two boards in any notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Split<'a> {
    /// The strings of board A and board B, without the spaces next to the bar.
    pub boards: [&'a [u8]; 2],
    /// The start of board B.
    pub start_b: usize,
    /// The position of the bar.
    pub bar: usize,
    /// `true` if a space is missing next to the bar.
    pub tight: bool,
}

impl<'a> Split<'a> {
    /// Splits a string.
    ///
    /// # Errors
    /// Fails if there is no bar, or more than one.
    pub fn of(text: &'a [u8]) -> Result<Split<'a>, TextError<ReadErrorKind>> {
        let error = |kind, start| Err(TextError::new(kind, Span::new(start, text.len())));
        let mut bars = text.iter().enumerate().filter(|&(_, &byte)| byte == b'|').map(|(at, _)| at);
        let Some(bar) = bars.next() else { return error(ReadErrorKind::OneBoard, text.len()) };
        if let Some(second) = bars.next() {
            return error(ReadErrorKind::ManyBoards(3 + bars.count()), second);
        }
        let (a, b) = (&text[..bar], &text[bar + 1..]);
        let (a, tight_a) = a.strip_suffix(b" ").map_or((a, true), |a| (a, false));
        let (b, tight_b) = b.strip_prefix(b" ").map_or((b, true), |b| (b, false));
        Ok(Split { boards: [a, b], start_b: text.len() - b.len(), bar, tight: tight_a || tight_b })
    }

    /// Returns the leniency that a bar without spaces needs, if it is accepted.
    ///
    /// # Errors
    /// Fails if a space is missing and this is not accepted.
    pub fn check_spaces(&self, accept: Leniencies) -> Result<Leniencies, TextError<ReadErrorKind>> {
        let mut used = Leniencies::NONE;
        if self.tight {
            let error = TextError::new(ReadErrorKind::TightBar, Span::new(self.bar, self.bar + 1));
            used.allow(error.kind().leniency(), accept, error)?;
        }
        Ok(used)
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
