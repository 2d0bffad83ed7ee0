//! Two boards in one text: `board A | board B`.
//!
//! Each board is FEN, BFEN or the slash form with clocks; the two may differ. One space stands on each side of
//! the bar. [`crate::notation::board_text`] tells when the last two fields are clocks and when counters; they
//! mean the same on both boards.
//!
//! Accepted by a named option of [`TwoBoardsOptions`], and reported: a bar without its spaces, and all that
//! [`FenOptions`] names.
//!
//! Written: both boards as BFEN with counters, as plain FEN, or in the slash form with clocks.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::board::Board;
use crate::chess_move::BughouseMove;
use crate::color::Color;
use crate::game::{BoardId, Clocks, InvalidMatch, Match, Millis, Seat};
use crate::invalid_board::Violation;
use crate::leniency::{Leniencies, Leniency};
use crate::notation::board_text::{BoardText, BoardTextErrorKind, LastFields, OpenText, meaning};
use crate::notation::error::{Span, TextError, render_all};
use crate::notation::fen::{FenErrorKind, FenOptions, Field, ReserveForm};
use crate::notation::fen_writer::FenStyle;
use crate::notation::invalid_text::InvalidText;
use crate::notation::seconds::Seconds;
use crate::position::Position;
use crate::rules::Rules;

/// The positions of both boards at a moment, with the clocks if they are known.
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
    /// Board A and board B.
    pub position: Position,
    /// White's and Black's clock on board A and on board B, if they are known.
    pub clocks: [Option<[Seconds; 2]>; 2],
}

/// What a reader of two boards accepts, and how it takes the last two fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct TwoBoardsOptions {
    /// What is accepted of each board.
    pub fen: FenOptions,
    /// What the last two fields mean.
    pub last_fields: LastFields,
    /// Accepts a bar without a space on each side.
    pub tight_bar: bool,
}

impl TwoBoardsOptions {
    /// Sets what is accepted of each board.
    #[must_use]
    pub const fn fen(mut self, fen: FenOptions) -> TwoBoardsOptions {
        self.fen = fen;
        self
    }

    /// Sets what the last two fields mean.
    #[must_use]
    pub const fn last_fields(mut self, last_fields: LastFields) -> TwoBoardsOptions {
        self.last_fields = last_fields;
        self
    }

    /// Sets whether a bar without a space on each side is accepted.
    #[must_use]
    pub const fn tight_bar(mut self, tight_bar: bool) -> TwoBoardsOptions {
        self.tight_bar = tight_bar;
        self
    }
}

/// What a text of two boards says, and how it says it.
///
/// As text, it is written back in the dialect it had: the form of each reserve, the order of its letters, the
/// decimals of the clocks. What says nothing is not kept: the order of castling rights, `-` in an empty reserve,
/// zeros before a number, and what was skipped or filled up because an option allowed it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TwoBoardsText {
    /// Board A and board B.
    pub boards: [BoardText; 2],
    /// What the last two fields were taken for: clocks or counters.
    pub last_fields: LastFields,
    /// The leniencies that were needed.
    pub used: Leniencies,
}

/// What is wrong with a text of two boards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum TwoBoardsErrorKind {
    /// There is no text.
    Empty,
    /// There is no bar, so there is one board at most.
    OneBoard,
    /// There are more bars than one.
    ManyBoards(usize),
    /// A space is missing beside the bar.
    TightBar,
    /// The text of a board is wrong.
    Board(BoardId, BoardTextErrorKind),
}

impl fmt::Display for TwoBoardsErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TwoBoardsErrorKind::Empty => f.write_str("expected two boards, the text is empty"),
            TwoBoardsErrorKind::OneBoard => f.write_str("one board found, expected ' | ' and a second board"),
            TwoBoardsErrorKind::ManyBoards(count) => write!(f, "{count} boards found, expected two"),
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

/// What is wrong with a text of two boards, and where.
pub type TwoBoardsError = TextError<TwoBoardsErrorKind>;

/// Reads two boards without judging them.
///
/// # Errors
/// Tells the first place where the text deviates from what the options accept, and on which board.
pub fn read(text: &[u8], options: &TwoBoardsOptions) -> Result<TwoBoardsText, TwoBoardsError> {
    if text.is_empty() {
        return Err(TwoBoardsError::new(TwoBoardsErrorKind::Empty, Span::new(0, 0)));
    }
    let split = Split::of(text)?;
    let ([a, b], start_b) = (split.boards, split.start_b);
    let open = |id, text, start| {
        OpenText::read(text, &options.fen).map_err(|error| on_board(id, error.shifted(start)))
    };
    let opened = [open(BoardId::A, a, 0)?, open(BoardId::B, b, start_b)?];
    split.demand_spaces(options.tight_bar)?;

    let last_fields = meaning(&opened, options.last_fields);
    let close = |id, opened: OpenText<'_>, start| {
        let closed = opened.close(last_fields).map_err(|error| on_board(id, error.shifted(start)))?;
        Ok(closed.shifted(start))
    };
    let [a, b] = opened;
    let boards = [close(BoardId::A, a, 0)?, close(BoardId::B, b, start_b)?];

    let used = boards[0].fen.used.union(boards[1].fen.used).union(split.used());
    Ok(TwoBoardsText { boards, last_fields, used })
}

/// A text split at its bar: two boards in any notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Split<'a> {
    /// The text of board A and of board B, without the space beside the bar.
    pub boards: [&'a [u8]; 2],
    /// Where the text of board B begins.
    pub start_b: usize,
    /// Where the bar is.
    pub bar: usize,
    /// Whether a space is missing beside the bar.
    pub tight: bool,
}

impl<'a> Split<'a> {
    /// Splits a text.
    ///
    /// # Errors
    /// There is no bar, or more than one.
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

    /// Rejects a bar that lacks a space, unless that is allowed.
    ///
    /// # Errors
    /// A space is missing.
    pub fn demand_spaces(&self, tight_bar: bool) -> Result<(), TwoBoardsError> {
        if self.tight && !tight_bar {
            let span = Span::new(self.bar, self.bar + 1);
            return Err(TwoBoardsError::new(TwoBoardsErrorKind::TightBar, span));
        }
        Ok(())
    }

    /// Returns the leniency that was needed, if one was.
    #[must_use]
    pub fn used(&self) -> Leniencies {
        let mut used = Leniencies::NONE;
        if self.tight {
            used.insert(Leniency::TightBar);
        }
        used
    }
}

/// Says of an error on which board it is.
fn on_board(id: BoardId, error: TextError<BoardTextErrorKind>) -> TwoBoardsError {
    TwoBoardsError::new(TwoBoardsErrorKind::Board(id, *error.kind()), error.span())
}

impl TwoBoardsText {
    /// Validates both positions and tells which leniencies were needed, those of the reading included.
    ///
    /// # Errors
    /// Lists every rule that either board breaks and no option forgives.
    pub fn build(&self, options: &TwoBoardsOptions) -> Result<(TwoBoards, Leniencies), InvalidTwoBoards> {
        let [a, b] = self.boards.each_ref().map(|board| board.build(&options.fen.build));
        let (a, b) = match (a, b) {
            (Ok(a), Ok(b)) => (a, b),
            (a, b) => return Err(InvalidTwoBoards(Box::new([a.err(), b.err()]))),
        };
        let clocks = self.boards.each_ref().map(|board| board.clocks);
        Ok((TwoBoards { position: Position::new(a.0, b.0), clocks }, self.used.union(a.1).union(b.1)))
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

/// The rules that the boards of a text break.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvalidTwoBoards(Box<[Option<InvalidText>; 2]>);

impl InvalidTwoBoards {
    /// Returns what is wrong with one board; `None` if nothing is.
    #[must_use]
    pub fn board(&self, board: BoardId) -> Option<&InvalidText> {
        self.0[board as usize].as_ref()
    }

    /// Lists every violation with its board and the place in the text it is about.
    pub fn violations<'a>(&'a self, text: &'a [u8]) -> impl Iterator<Item = (BoardId, Violation, Span)> + 'a {
        BoardId::ALL.into_iter().flat_map(move |id| {
            let invalid = self.board(id).into_iter();
            invalid.flat_map(move |invalid| invalid.violations(text).map(move |(rule, span)| (id, rule, span)))
        })
    }
}

/// Lists all violations on one line, each with its board.
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

/// Why a text is not two boards: it cannot be read, or what it says breaks rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadTwoBoardsError {
    /// The text cannot be read.
    Text(TwoBoardsError),
    /// The positions break rules.
    Invalid(InvalidTwoBoards),
}

impl ReadTwoBoardsError {
    /// Shows each message with the text and carets under the place it is about.
    #[must_use]
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
    /// Reads and validates two boards, and tells which leniencies were needed.
    ///
    /// # Errors
    /// Tells the place where the text is wrong, or lists every rule that either board breaks.
    pub fn read(
        text: &[u8],
        options: &TwoBoardsOptions,
    ) -> Result<(TwoBoards, Leniencies), ReadTwoBoardsError> {
        let read = read(text, options).map_err(ReadTwoBoardsError::Text)?;
        read.build(options).map_err(ReadTwoBoardsError::Invalid)
    }

    /// Returns one board.
    #[must_use]
    pub fn board(&self, board: BoardId) -> &Board {
        self.position.board(board)
    }

    /// Returns what a seat's clock shows, if it is known.
    #[must_use]
    pub fn clock(&self, seat: Seat) -> Option<Millis> {
        self.clocks[seat.board as usize].map(|clocks| clocks[seat.color as usize].time())
    }

    /// Lists the captures on the other board that would free the side to move on a board, if it is frozen and
    /// its partner is to move.
    #[must_use]
    pub fn freeing_captures(&self, board: BoardId, rules: &Rules) -> Vec<BughouseMove> {
        self.position.freeing_captures(board, rules)
    }

    /// Makes a match of the position. Its clocks stand still, at zero if they are not known.
    ///
    /// # Errors
    /// Lists what makes a match impossible, see [`Match::from_position`].
    pub fn to_match(&self, rules: Rules, increment: Millis) -> Result<Match, InvalidMatch> {
        let left = Seat::ALL.map(|seat| self.clock(seat).unwrap_or(Millis::ZERO));
        Match::from_position(self.position, rules, Clocks::from_left(left, increment))
    }

    /// Returns both boards as BFEN with counters. Clocks have no place in it.
    #[must_use]
    pub fn to_bfen(&self) -> String {
        self.joined(|id, out| self.board(id).append_bfen(out, &FenStyle::default()))
    }

    /// Returns both boards as plain FEN. Clocks, reserves and promoted marks have no place in it.
    #[must_use]
    pub fn to_fen(&self) -> String {
        self.joined(|id, out| self.board(id).append_fen(out, &FenStyle::default()))
    }

    /// Returns both boards in the slash form with clocks, 0 if they are not known. Counters have no place in
    /// it. [`Board::append_thief`] takes a style, and an order of the holdings to keep.
    ///
    /// Low clocks in whole seconds look like counters: read the text with [`LastFields::Clocks`].
    #[must_use]
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
    /// Returns both boards and the clocks as they stand at a moment, to be written as text.
    #[must_use]
    pub fn two_boards(&self, now: Millis) -> TwoBoards {
        let clock = |board, color| self.clock(Seat { board, color }, now).into();
        TwoBoards {
            position: *self.position(),
            clocks: BoardId::ALL.map(|id| Some(Color::ALL.map(|color| clock(id, color)))),
        }
    }
}

/// Reads two boards by the standard alone; the last fields mean what they look like.
impl FromStr for TwoBoards {
    type Err = ReadTwoBoardsError;

    fn from_str(text: &str) -> Result<TwoBoards, ReadTwoBoardsError> {
        TwoBoards::read(text.as_bytes(), &TwoBoardsOptions::default()).map(|(both, _)| both)
    }
}
