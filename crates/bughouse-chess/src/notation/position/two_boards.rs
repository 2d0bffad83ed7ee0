//! Two-board strings: `board A | board B`.
//!
//! Each board is FEN, BFEN or FEN with clocks, and the two can differ. There is one space on each side of the
//! bar. [`crate::notation::position::board_text`] describes when the last two fields are clocks and when they are
//! counters. They mean the same on both boards.
//!
//! Accepted if [`ReadOptions::accept`] contains the [`Leniency`], and reported: a bar without its spaces, and
//! the deviations that are accepted in FEN.
//!
//! Written: both boards as BFEN with counters, as plain FEN, or as FEN with clocks.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use crate::board::Board;
use crate::board::violations::Violation;
use crate::bughouse::matches::{Clocks, InvalidMatch, Match, Millis};
use crate::bughouse::position::Position;
use crate::notation::position::board_text::{BoardText, BoardTextErrorKind, LastFields, OpenText, meaning};
use crate::notation::position::fen::{FenErrorKind, Field, ReserveForm};
use crate::notation::position::fen_writer::FenStyle;
use crate::notation::position::invalid_text::InvalidText;
use crate::notation::read_options::ReadOptions;
use crate::notation::seconds::Seconds;
use crate::types::color::Color;
use crate::types::leniency::{Leniencies, Leniency};
use crate::types::rules::Rules;
use crate::types::seat::{BoardId, Seat};
use crate::types::text_error::{Span, TextError, render_all};

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
/// # Ok::<(), bughouse_chess::ReadTwoBoardsError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TwoBoards {
    /// Board A and board B. Strings don't name rules, so a position that was read has the standard ones.
    pub position: Position,
    /// White's and Black's clock on board A and on board B, if they are known.
    pub clocks: [Option<[Seconds; 2]>; 2],
}

/// The contents of a two-board string, and the notation it used.
///
/// `Display` writes it back in the same notation: the form of each reserve, the order of its letters, the
/// decimals of the clocks. Parts without meaning are not kept: the order of castling rights, `-` in an empty
/// reserve, leading zeros, and what was skipped or padded because an option allowed it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TwoBoardsText {
    /// Board A and board B.
    pub boards: [BoardText; 2],
    /// The meaning of the last two fields that was used: clocks or counters.
    pub last_fields: LastFields,
    /// The leniencies that were needed.
    pub used: Leniencies,
}

/// What is wrong with a two-board string.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum TwoBoardsErrorKind {
    /// The string is empty.
    Empty,
    /// There is no bar, so there is at most one board.
    OneBoard,
    /// There is more than one bar.
    ManyBoards(usize),
    /// A space is missing next to the bar.
    TightBar,
    /// The string of a board is wrong.
    Board(BoardId, BoardTextErrorKind),
}

impl TwoBoardsErrorKind {
    /// Returns the leniency that accepts this, if there is one.
    pub const fn leniency(&self) -> Option<Leniency> {
        match self {
            TwoBoardsErrorKind::TightBar => Some(Leniency::TightBar),
            TwoBoardsErrorKind::Board(_, kind) => kind.leniency(),
            _ => None,
        }
    }
}

impl fmt::Display for TwoBoardsErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TwoBoardsErrorKind::Empty => f.write_str("expected two boards, but the string is empty"),
            TwoBoardsErrorKind::OneBoard => f.write_str("found one board, expected ' | ' and a second board"),
            TwoBoardsErrorKind::ManyBoards(count) => write!(f, "found {count} boards, expected two"),
            TwoBoardsErrorKind::TightBar => f.write_str("expected one space on each side of '|'"),
            TwoBoardsErrorKind::Board(board, BoardTextErrorKind::Fen(FenErrorKind::Empty)) => {
                write!(f, "board {board} is missing, expected a position")
            }
            TwoBoardsErrorKind::Board(board, BoardTextErrorKind::Fen(FenErrorKind::Missing(field))) => {
                write!(f, "board {board} ends here, expected ")?;
                match field {
                    Field::HalfmoveClock | Field::MoveNumber => f.write_str("two clocks or two counters"),
                    _ => field.fmt(f),
                }
            }
            TwoBoardsErrorKind::Board(board, kind) => write!(f, "board {board}: {kind}"),
        }
    }
}

/// What is wrong with a two-board string, and where.
pub type TwoBoardsError = TextError<TwoBoardsErrorKind>;

/// Reads two boards without validating the positions.
///
/// # Errors
/// Points at the first part that the options don't accept, and its board.
pub fn read(text: &[u8], options: &ReadOptions) -> Result<TwoBoardsText, TwoBoardsError> {
    if text.is_empty() {
        return Err(TwoBoardsError::new(TwoBoardsErrorKind::Empty, Span::new(0, 0)));
    }
    let split = Split::of(text)?;
    let ([a, b], start_b) = (split.boards, split.start_b);
    let open =
        |id, text, start| OpenText::read(text, options).map_err(|error| on_board(id, error.shifted(start)));
    let opened = [open(BoardId::A, a, 0)?, open(BoardId::B, b, start_b)?];
    let tight = split.check_spaces(options.accept)?;

    let last_fields = meaning(&opened, options.last_fields);
    let close = |id, opened: OpenText<'_>, start| {
        let closed = opened.close(last_fields).map_err(|error| on_board(id, error.shifted(start)))?;
        Ok(closed.shifted(start))
    };
    let [a, b] = opened;
    let boards = [close(BoardId::A, a, 0)?, close(BoardId::B, b, start_b)?];

    let used = boards[0].fen.used.union(boards[1].fen.used).union(tight);
    Ok(TwoBoardsText { boards, last_fields, used })
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
    pub fn of(text: &'a [u8]) -> Result<Split<'a>, TwoBoardsError> {
        let error = |kind, start| Err(TwoBoardsError::new(kind, Span::new(start, text.len())));
        let mut bars = text.iter().enumerate().filter(|&(_, &byte)| byte == b'|').map(|(at, _)| at);
        let Some(bar) = bars.next() else { return error(TwoBoardsErrorKind::OneBoard, text.len()) };
        if let Some(second) = bars.next() {
            return error(TwoBoardsErrorKind::ManyBoards(3 + bars.count()), second);
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
    pub fn check_spaces(&self, accept: Leniencies) -> Result<Leniencies, TwoBoardsError> {
        let mut used = Leniencies::NONE;
        if self.tight {
            let error = TwoBoardsError::new(TwoBoardsErrorKind::TightBar, Span::new(self.bar, self.bar + 1));
            used.allow(error.kind().leniency(), accept, error)?;
        }
        Ok(used)
    }
}

/// Adds the board to an error.
fn on_board(id: BoardId, error: TextError<BoardTextErrorKind>) -> TwoBoardsError {
    TwoBoardsError::new(TwoBoardsErrorKind::Board(id, *error.kind()), error.span())
}

impl TwoBoardsText {
    /// Validates both positions, and returns all leniencies that were needed to read and validate them.
    ///
    /// # Errors
    /// Lists every violation on either board that the options don't accept.
    pub fn build(&self, options: &ReadOptions) -> Result<(TwoBoards, Leniencies), InvalidTwoBoards> {
        let [a, b] = self.boards.each_ref().map(|board| board.build(options));
        let (a, b) = match (a, b) {
            (Ok(a), Ok(b)) => (a, b),
            (a, b) => return Err(InvalidTwoBoards(Box::new([a.err(), b.err()]))),
        };
        let clocks = self.boards.each_ref().map(|board| board.clocks);
        Ok((
            TwoBoards { position: Position::new(a.0, b.0, Rules::standard()), clocks },
            self.used.union(a.1).union(b.1),
        ))
    }
}

impl fmt::Display for TwoBoardsText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, board) in self.boards.iter().enumerate() {
            if i > 0 {
                f.write_str(" | ")?;
            }
            board.fen.builder.fmt_placement(f)?;
            match board.fen.reserve_form {
                ReserveForm::Absent => {}
                ReserveForm::Brackets => write!(f, "[{}]", board.holdings)?,
                ReserveForm::Slash => write!(f, "/{}", board.holdings)?,
            }
            board.fen.builder.fmt_timeless_fields(f)?;
            match board.clocks {
                Some([white, black]) => write!(f, " {white} {black}")?,
                None if board.has_last_fields() => board.fen.builder.fmt_counters(f)?,
                None => {}
            }
        }
        Ok(())
    }
}

/// The violations of both boards of a string.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvalidTwoBoards(Box<[Option<InvalidText>; 2]>);

impl InvalidTwoBoards {
    /// Returns the violations of one board, or `None` if it is valid.
    pub fn board(&self, board: BoardId) -> Option<&InvalidText> {
        self.0[board as usize].as_ref()
    }

    /// Iterates over the violations, each with its board and its place in the string.
    pub fn violations<'a>(&'a self, text: &'a [u8]) -> impl Iterator<Item = (BoardId, Violation, Span)> + 'a {
        BoardId::ALL.into_iter().flat_map(move |id| {
            let invalid = self.board(id).into_iter();
            invalid
                .flat_map(move |invalid| invalid.violations(text).map(move |(rule, span)| (id, rule, span)))
        })
    }
}

/// Writes all violations on one line, each with its board.
impl fmt::Display for InvalidTwoBoards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut between = "";
        for id in BoardId::ALL {
            if let Some(invalid) = self.board(id) {
                write!(f, "{between}board {id}: {}", invalid.invalid())?;
                between = "; ";
            }
        }
        Ok(())
    }
}

/// Why a string is not two boards: it can't be read, or a position is invalid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadTwoBoardsError {
    /// The string can't be read.
    Text(TwoBoardsError),
    /// At least one position is invalid.
    Invalid(InvalidTwoBoards),
}

impl ReadTwoBoardsError {
    /// Returns each message with the string and carets under its place.
    pub fn render(&self, text: &[u8]) -> String {
        match self {
            ReadTwoBoardsError::Text(error) => error.render(text),
            ReadTwoBoardsError::Invalid(invalid) => {
                let on_board = |(id, rule, span)| (format!("board {id}: {rule}"), span);
                render_all(text, invalid.violations(text).map(on_board))
            }
        }
    }
}

impl fmt::Display for ReadTwoBoardsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadTwoBoardsError::Text(error) => error.fmt(f),
            ReadTwoBoardsError::Invalid(invalid) => invalid.fmt(f),
        }
    }
}

impl core::error::Error for ReadTwoBoardsError {}

impl TwoBoards {
    /// Reads and validates two boards, and returns the leniencies that were needed.
    ///
    /// # Errors
    /// Points at the part that is wrong, or lists every violation on either board.
    pub fn read(text: &[u8], options: &ReadOptions) -> Result<(TwoBoards, Leniencies), ReadTwoBoardsError> {
        let read = read(text, options).map_err(ReadTwoBoardsError::Text)?;
        read.build(options).map_err(ReadTwoBoardsError::Invalid)
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
        self.joined(|id, out| self.board(id).append_bfen(out, &FenStyle::default()))
    }

    /// Returns both boards as plain FEN, without clocks, reserves and promoted markers.
    pub fn to_fen(&self) -> String {
        self.joined(|id, out| self.board(id).append_fen(out, &FenStyle::default()))
    }

    /// Returns two-board FEN with clocks, which are 0 if they are not known, and without counters. To choose
    /// a style or keep an order of the reserves, use [`Board::append_thief`].
    ///
    /// Low clocks in whole seconds look like counters. To read the string, use [`LastFields::Clocks`].
    pub fn to_thief(&self) -> String {
        self.joined(|id, out| {
            let clocks = self.clocks[id as usize].unwrap_or_default();
            self.board(id).append_thief(out, &FenStyle::default(), clocks, "");
        })
    }

    fn joined(&self, append: impl Fn(BoardId, &mut String)) -> String {
        let mut out = String::new();
        append(BoardId::A, &mut out);
        out.push_str(" | ");
        append(BoardId::B, &mut out);
        out
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
    type Err = ReadTwoBoardsError;

    fn from_str(text: &str) -> Result<TwoBoards, ReadTwoBoardsError> {
        TwoBoards::read(text.as_bytes(), &ReadOptions::default()).map(|(both, _)| both)
    }
}
