//! What is wrong with the string of a position.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use crate::board::violations::Violation;
#[cfg(feature = "feen")]
use crate::notation::position::feen::FeenErrorKind;
use crate::notation::position::parsed::Field;
use crate::types::color::Color;
use crate::types::leniency::Leniency;
use crate::types::reserve::Reserve;
use crate::types::seat::BoardId;
use crate::types::square::Rank;
use crate::types::text_error::{TextError, render_all};

/// Why a string is not a valid position: one error that makes it unreadable, or every violated rule.
///
/// ```
/// use bughouse_chess::{Board, ReadErrorKind, Violation};
///
/// let text = "4k3/8/8/8/8/8/8/P7 w - - 0 1";
/// let error = text.parse::<Board>().unwrap_err();
/// assert_eq!(error.errors().len(), 2);
/// assert!(matches!(error.errors()[0].kind(), ReadErrorKind::Rule(None, Violation::PawnOnLastRank(_))));
/// assert_eq!(
///     error.render(text.as_bytes()),
///     "there is a pawn on a1, outside ranks 2 to 7
///   4k3/8/8/8/8/8/8/P7 w - - 0 1
///                   ^
/// White has no king
///   4k3/8/8/8/8/8/8/P7 w - - 0 1
///   ^^^^^^^^^^^^^^^^^^"
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError(Box<[TextError<ReadErrorKind>]>);

impl ReadError {
    /// Creates an error from violations. There must be at least one.
    pub(crate) fn of_rules(violations: impl Iterator<Item = TextError<ReadErrorKind>>) -> ReadError {
        ReadError(violations.collect())
    }

    /// Returns what is wrong, with the place of each error. There is at least one.
    pub fn errors(&self) -> &[TextError<ReadErrorKind>] {
        &self.0
    }

    /// Returns the error that makes the string unreadable, or `None` if the string is readable but violates rules.
    pub fn syntax(&self) -> Option<&TextError<ReadErrorKind>> {
        self.0.first().filter(|error| !matches!(error.kind(), ReadErrorKind::Rule(..)))
    }

    /// Iterates over the violated rules. There are none if the string is unreadable.
    pub fn violations(&self) -> impl Iterator<Item = Violation> {
        self.0.iter().filter_map(|error| match *error.kind() {
            ReadErrorKind::Rule(_, violation) => Some(violation),
            _ => None,
        })
    }

    /// Returns each message with the string and carets under its place.
    pub fn render(&self, text: &[u8]) -> String {
        render_all(text, self.0.iter().map(|error| (error.kind(), error.span())))
    }
}

impl From<TextError<ReadErrorKind>> for ReadError {
    fn from(error: TextError<ReadErrorKind>) -> ReadError {
        ReadError(Box::new([error]))
    }
}

/// Writes an unreadable part with its place, or all violations on one line.
impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut last = None;
        for (i, error) in self.0.iter().enumerate() {
            f.write_str(if i == 0 { "" } else { "; " })?;
            match error.kind() {
                // The board is named once.
                ReadErrorKind::Rule(board, violation) if i > 0 && last == Some(*board) => violation.fmt(f)?,
                ReadErrorKind::Rule(board, _) => {
                    last = Some(*board);
                    error.kind().fmt(f)?;
                }
                _ => error.fmt(f)?,
            }
        }
        Ok(())
    }
}

impl core::error::Error for ReadError {}

/// What is wrong with the string of a position. The board is `None` if there is only one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The string of two boards is empty.
    Empty,
    /// There is no bar, so there is at most one board.
    OneBoard,
    /// There is more than one bar.
    ManyBoards(usize),
    /// A space is missing next to the bar.
    TightBar,
    /// A board is not FEN, BFEN or FEN with clocks.
    Fen(Option<BoardId>, FenErrorKind),
    /// A board is not FEEN.
    #[cfg(feature = "feen")]
    Feen(Option<BoardId>, FeenErrorKind),
    /// A position violates a rule.
    Rule(Option<BoardId>, Violation),
}

impl ReadErrorKind {
    /// Returns the leniency that accepts this, if there is one.
    pub const fn leniency(&self) -> Option<Leniency> {
        match self {
            ReadErrorKind::TightBar => Some(Leniency::TightBar),
            ReadErrorKind::Fen(_, kind) => kind.leniency(),
            #[cfg(feature = "feen")]
            ReadErrorKind::Feen(_, kind) => kind.leniency(),
            ReadErrorKind::Rule(_, violation) => violation.leniency(),
            _ => None,
        }
    }

    /// Returns the same error about a board of two.
    pub const fn on_board(self, id: BoardId) -> ReadErrorKind {
        match self {
            ReadErrorKind::Fen(_, kind) => ReadErrorKind::Fen(Some(id), kind),
            #[cfg(feature = "feen")]
            ReadErrorKind::Feen(_, kind) => ReadErrorKind::Feen(Some(id), kind),
            ReadErrorKind::Rule(_, violation) => ReadErrorKind::Rule(Some(id), violation),
            other => other,
        }
    }
}

impl fmt::Display for ReadErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let on_board =
            |f: &mut fmt::Formatter<'_>, board: &Option<BoardId>, kind: &dyn fmt::Display| match board {
                Some(board) => write!(f, "board {board}: {kind}"),
                None => kind.fmt(f),
            };
        match self {
            ReadErrorKind::Empty => f.write_str("expected two boards, but the string is empty"),
            ReadErrorKind::OneBoard => f.write_str("found one board, expected ' | ' and a second board"),
            ReadErrorKind::ManyBoards(count) => write!(f, "found {count} boards, expected two"),
            ReadErrorKind::TightBar => f.write_str("expected one space on each side of '|'"),
            ReadErrorKind::Fen(Some(board), FenErrorKind::Empty) => {
                write!(f, "board {board} is missing, expected a position")
            }
            ReadErrorKind::Fen(Some(board), FenErrorKind::Missing(field)) => {
                write!(f, "board {board} ends here, expected ")?;
                match field {
                    Field::HalfmoveClock | Field::MoveNumber => f.write_str("two clocks or two counters"),
                    _ => field.fmt(f),
                }
            }
            ReadErrorKind::Fen(board, kind) => on_board(f, board, kind),
            #[cfg(feature = "feen")]
            ReadErrorKind::Feen(board, kind) => on_board(f, board, kind),
            ReadErrorKind::Rule(board, violation) => on_board(f, board, violation),
        }
    }
}

/// What is wrong with a board in FEN, BFEN or FEN with clocks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FenErrorKind {
    /// The string is empty.
    Empty,
    /// A byte that has no meaning in a placement.
    UnknownPiece,
    /// A rank doesn't have eight squares.
    RankLength {
        /// The rank.
        rank: Rank,
        /// The number of squares it has.
        squares: usize,
    },
    /// The placement doesn't have eight ranks.
    RankCount(usize),
    /// Two digits in a row instead of their sum.
    TwoDigits,
    /// A `~` that doesn't follow a queen, rook, bishop or knight.
    MisplacedMarker,
    /// A king in reserve.
    KingInReserve,
    /// A byte that has no meaning in a reserve.
    UnknownReserve,
    /// More pieces than a reserve can hold.
    ReserveFull,
    /// A reserve without its closing bracket.
    UnclosedReserve,
    /// Something between the reserve and the next field.
    AfterReserve,
    /// A field is missing.
    Missing(Field),
    /// A field is malformed.
    Malformed(Field),
    /// A castling right appears twice.
    RepeatedCastling,
    /// A number is too large.
    TooLarge(Field),
    /// A clock is not a valid time, with what was expected.
    Clock(Color, &'static str),
    /// An extra space.
    ExtraSpace,
    /// Something after the last field.
    TrailingText,
}

impl FenErrorKind {
    /// Returns the leniency that accepts this, if there is one.
    pub const fn leniency(&self) -> Option<Leniency> {
        match self {
            FenErrorKind::RankLength { squares: ..8, .. } => Some(Leniency::ShortRank),
            FenErrorKind::Missing(Field::Castling) => Some(Leniency::MissingFields),
            FenErrorKind::Missing(Field::HalfmoveClock) => Some(Leniency::MissingCounters),
            FenErrorKind::ExtraSpace => Some(Leniency::ExtraSpaces),
            _ => None,
        }
    }
}

impl fmt::Display for FenErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            FenErrorKind::Empty => f.write_str("expected a position, but the string is empty"),
            FenErrorKind::UnknownPiece => f.write_str("expected a piece letter, a digit 1 to 8 or '/'"),
            FenErrorKind::RankLength { rank, squares } => {
                write!(
                    f,
                    "rank {rank} has {squares} square{}, expected 8",
                    if squares == 1 { "" } else { "s" }
                )
            }
            FenErrorKind::RankCount(ranks) => {
                write!(f, "found {ranks} rank{}, expected 8", if ranks == 1 { "" } else { "s" })
            }
            FenErrorKind::TwoDigits => f.write_str("two digits in a row, expected their sum"),
            FenErrorKind::MisplacedMarker => f.write_str("'~' must follow a queen, rook, bishop or knight"),
            FenErrorKind::KingInReserve => f.write_str("a king can't be in reserve"),
            FenErrorKind::UnknownReserve => f.write_str("expected a reserve letter, one of QRBNPqrbnp"),
            FenErrorKind::ReserveFull => {
                write!(f, "a reserve can hold at most {} pieces", Reserve::MAX_TOTAL)
            }
            FenErrorKind::UnclosedReserve => f.write_str("expected ']' at the end of the reserves"),
            FenErrorKind::AfterReserve => f.write_str("expected a space after the reserves"),
            FenErrorKind::Missing(field) => write!(f, "the string ends here, expected {field}"),
            FenErrorKind::Malformed(field) => write!(f, "expected {field}"),
            FenErrorKind::RepeatedCastling => f.write_str("this castling right appears twice"),
            FenErrorKind::TooLarge(field) => write!(f, "number too large for {}", field.name()),
            FenErrorKind::Clock(color, expected) => write!(f, "{}'s clock: {expected}", color.side_name()),
            FenErrorKind::ExtraSpace => f.write_str("extra space, expected one between two fields"),
            FenErrorKind::TrailingText => f.write_str("expected the end of the position"),
        }
    }
}
