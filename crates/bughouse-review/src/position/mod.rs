//! Reads positions of one or two boards in any notation.
//!
//! A position is one board, or two boards separated by ` | `. A board is FEN, BFEN, FEN with clocks, or FEEN, which is
//! recognized by the slash in its second field. FEEN can't be mixed with other notations.
//!
//! `start` or `startpos` is the starting position, as a single board or as one of two boards with any notation for the
//! other. Spaces and tabs around these words and around their bar are ignored.

pub mod adjourned;
pub(crate) mod error;
pub mod format;
pub mod play;
pub(crate) mod queries;
pub mod two_boards;

use std::fmt;

use bughouse_chess::matches::InvalidMatch;
use bughouse_chess::notation::position::{FenErrorKind, ParsedBoard, ParsedTwoBoards, ReserveForm, Split};
use bughouse_chess::{
    Board, BoardId, Leniencies, Leniency, Material, Millis, Outcome, ReadError, ReadErrorKind, ReadOptions,
    Rules, Seconds, Span, TextError, TwoBoards,
};

use crate::position::error::{PositionError, PositionErrorKind};

/// The maximum length of a position in bytes. No position needs more than 600.
pub const MAX_TEXT: usize = 1 << 16;

/// The boards of a position.
#[derive(Clone, Debug)]
pub enum ReadBoards {
    /// One board.
    One(ReadBoard),
    /// Both boards of a match, A and B.
    Two([ReadBoard; 2]),
}

/// Whether a match of two boards is possible and ongoing.
#[derive(Clone, Debug)]
pub enum MatchVerdict {
    /// Two full sets of pieces can't lead to these boards.
    Impossible(InvalidMatch),
    /// A player is mated.
    Over(Outcome),
    /// The match is ongoing.
    Ongoing,
}

/// Writes a message; empty if the match is ongoing.
impl fmt::Display for MatchVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchVerdict::Impossible(why) => {
                write!(f, "two full sets of pieces can't lead to this position: {why}")
            }
            MatchVerdict::Over(outcome) => write!(f, "the match is over: {outcome}"),
            MatchVerdict::Ongoing => Ok(()),
        }
    }
}

impl MatchVerdict {
    /// Returns the name used in JSON; `None` if the match is ongoing.
    pub fn name(&self) -> Option<&'static str> {
        match self {
            MatchVerdict::Impossible(_) => Some("no-match"),
            MatchVerdict::Over(_) => Some("match-over"),
            MatchVerdict::Ongoing => None,
        }
    }
}

/// A board, and what its notation had in addition.
#[derive(Clone, Debug)]
pub struct ReadBoard {
    /// The board.
    pub board: Board,
    /// White's and Black's clock.
    pub clocks: Option<[Seconds; 2]>,
    /// Whether its counters are known.
    pub counters: Counters,
    /// The letters of the reserves after a slash, in their original order; otherwise empty.
    pub holdings: String,
    /// The styles of a FEEN, if they aren't those of bughouse.
    pub styles: Option<String>,
}

/// Whether a board's counters are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counters {
    /// The string has them.
    Known,
    /// The string lacks them, which was accepted as a relaxation.
    Missing,
    /// The notation doesn't have them.
    Unknown,
    /// The notation doesn't have them, and half-moves played since were counted from 0 1.
    Counted,
}

impl ReadBoards {
    /// Returns the one board or both.
    pub fn list(&self) -> &[ReadBoard] {
        match self {
            ReadBoards::One(read) => std::slice::from_ref(read),
            ReadBoards::Two(sides) => sides,
        }
    }

    /// Returns both boards; `None` if there is a single board.
    pub fn both(&self) -> Option<TwoBoards> {
        match self {
            ReadBoards::One(_) => None,
            ReadBoards::Two([a, b]) => Some(TwoBoards {
                position: bughouse_chess::Position::new(a.board, b.board, Rules::standard()),
                clocks: [a.clocks, b.clocks],
            }),
        }
    }

    /// Returns whether the match is possible and ongoing; `None` if there is a single board.
    pub fn verdict(&self) -> Option<MatchVerdict> {
        self.verdict_under(Rules::standard())
    }

    /// Returns whether the match is possible and ongoing under some rules; `None` if there is a single board.
    pub fn verdict_under(&self, rules: Rules) -> Option<MatchVerdict> {
        Some(match self.both()?.to_match(rules, Millis::ZERO) {
            Err(invalid) => MatchVerdict::Impossible(invalid),
            Ok(game) => game.outcome().map_or(MatchVerdict::Ongoing, MatchVerdict::Over),
        })
    }

    /// Iterates over the boards with their names; `None` for a single board.
    pub fn named(&self) -> impl Iterator<Item = (Option<BoardId>, &ReadBoard)> {
        let two = matches!(self, ReadBoards::Two(_));
        BoardId::ALL.into_iter().zip(self.list()).map(move |(id, read)| (two.then_some(id), read))
    }
}

impl ReadBoard {
    /// Returns `true` if the string has counters.
    pub fn has_counters(&self) -> bool {
        self.counters == Counters::Known
    }

    /// Wraps a board without clocks.
    pub fn of(board: Board) -> ReadBoard {
        ReadBoard { board, clocks: None, counters: Counters::Known, holdings: String::new(), styles: None }
    }

    /// Combines a board with what its string says.
    fn from_parsed(board: Board, parsed: &ParsedBoard<'_>) -> ReadBoard {
        let slash = parsed.reserve_form == ReserveForm::Slash;
        ReadBoard {
            board,
            clocks: parsed.clocks,
            counters: match parsed.clocks {
                Some(_) => Counters::Unknown,
                None if parsed.has_counters() => Counters::Known,
                None => Counters::Missing,
            },
            holdings: if slash { parsed.reserve_letters() } else { String::new() },
            styles: None,
        }
    }
}

/// Returns options that accept positions as found on web sites, with any number of pieces.
pub fn lenient() -> ReadOptions {
    let accept =
        Leniencies::NONE.with(Leniency::MissingCounters).with(Leniency::ExtraSpaces).with(Leniency::TightBar);
    ReadOptions::default().accept(accept).material(Material::Any)
}

/// The boards and the relaxations that were needed to read them, or all errors.
pub type Read<T> = Result<(T, Leniencies), Vec<PositionError>>;

/// Reads one or two boards.
///
/// ```
/// use bughouse_chess::{Leniencies, Leniency, ReadOptions};
/// use bughouse_review::position::{ReadBoards, read};
///
/// let text = b"r3k2r/8/8/8/8/8/8/R3K2R / BUGHOUSE/bughouse";
/// let accept = Leniencies::NONE.with(Leniency::AssumedCastling);
/// let (boards, used) = read(text, &ReadOptions::default().accept(accept)).unwrap();
/// assert!(matches!(boards, ReadBoards::One(_)));
/// assert_eq!(used, accept);
/// ```
///
/// # Errors
/// Returns all errors.
pub fn read(text: &[u8], options: &ReadOptions) -> Read<ReadBoards> {
    if text.is_empty() {
        let kind = ReadErrorKind::Fen(None, FenErrorKind::Empty);
        return Err(listed(&TextError::new(kind, Span::new(0, 0)).into()));
    }
    if text.len() > MAX_TEXT {
        return Err(vec![PositionError::new(PositionErrorKind::TooLong, Span::new(MAX_TEXT, MAX_TEXT))]);
    }
    match Split::of(text) {
        _ if is_start(text) => Ok((ReadBoards::One(start()), Leniencies::NONE)),
        _ if !text.contains(&b'|') => one(text, options).map(|(board, used)| (ReadBoards::One(board), used)),
        Ok(split) if split.boards.into_iter().any(is_start) => two_with_start(text, split.bar, options),
        Ok(split) if split.boards.into_iter().any(is_feen) => two_feen(&split, options),
        _ => two(text, options),
    }
    .map_err(|mut errors| {
        errors.sort_by_key(|error| error.span().start);
        errors
    })
}

/// Reads a single board.
///
/// # Errors
/// Returns all errors.
pub fn read_board(text: &[u8], options: &ReadOptions) -> Read<Board> {
    match read(text, options)? {
        (ReadBoards::One(read), used) => Ok((read.board, used)),
        (ReadBoards::Two(_), _) => {
            let bar = text.iter().position(|&byte| byte == b'|').unwrap_or(0);
            Err(vec![PositionError::new(PositionErrorKind::OneWanted, Span::new(bar, text.len()))])
        }
    }
}

/// Returns `true` if a string is a word for the starting position.
fn is_start(text: &[u8]) -> bool {
    matches!(trim_blanks(text), b"start" | b"startpos")
}

fn start() -> ReadBoard {
    ReadBoard::of(Board::default())
}

fn is_blank(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Trims spaces and tabs.
fn trim_blanks(text: &[u8]) -> &[u8] {
    let Some(from) = text.iter().position(|byte| !is_blank(byte)) else { return &[] };
    let to = text.iter().rposition(|byte| !is_blank(byte)).map_or(from, |last| last + 1);
    &text[from..to]
}

/// Returns `true` if a string is meant as FEEN: its second field has a slash.
fn is_feen(text: &[u8]) -> bool {
    let mut fields = text.split(|&byte| byte == b' ').filter(|field| !field.is_empty());
    fields.nth(1).is_some_and(|field| field.contains(&b'/'))
}

/// Returns the errors of a string.
fn listed(error: &ReadError) -> Vec<PositionError> {
    let errors = error.errors().iter();
    errors.map(|error| PositionError::new(PositionErrorKind::Read(*error.kind()), error.span())).collect()
}

/// Creates the error for a board of two that is missing.
fn missing(id: BoardId, span: Span) -> Vec<PositionError> {
    listed(&TextError::new(ReadErrorKind::Fen(Some(id), FenErrorKind::Empty), span).into())
}

/// Turns errors about a single board into those about a board of two, which starts at `start`.
fn on_board(errors: Vec<PositionError>, id: BoardId, start: usize) -> Vec<PositionError> {
    let on_board = |error: PositionError| PositionError::new(error.kind().on_board(id), error.span());
    errors.into_iter().map(|error| on_board(error).shifted(start)).collect()
}

fn one(text: &[u8], options: &ReadOptions) -> Read<ReadBoard> {
    if is_feen(text) {
        return one_feen(text, options);
    }
    let read = || -> Result<_, ReadError> {
        let parsed = ParsedBoard::read(text, options)?;
        let (board, used) = parsed.build(options)?;
        Ok((ReadBoard::from_parsed(board, &parsed), used))
    };
    read().map_err(|error| listed(&error))
}

fn two(text: &[u8], options: &ReadOptions) -> Read<ReadBoards> {
    let read = || -> Result<_, ReadError> {
        let parsed = ParsedTwoBoards::read(text, options)?;
        let (both, used) = parsed.build(options)?;
        let [a, b] =
            BoardId::ALL.map(|id| ReadBoard::from_parsed(*both.board(id), &parsed.boards[id.to_index()]));
        Ok((ReadBoards::Two([a, b]), used))
    };
    read().map_err(|error| listed(&error))
}

/// Reads a board in FEEN.
fn one_feen(text: &[u8], options: &ReadOptions) -> Read<ReadBoard> {
    let (board, used) = Board::read_feen(text, options).map_err(|error| listed(&error))?;
    let styles = text.rsplit(|&byte| byte == b' ').next().unwrap_or_default();
    let is_bughouse = styles.eq_ignore_ascii_case(b"bughouse/bughouse");
    let styles = (!is_bughouse).then(|| visible(styles));
    Ok((ReadBoard { counters: Counters::Unknown, styles, ..ReadBoard::of(board) }, used))
}

/// Reads two boards in FEEN.
fn two_feen(split: &Split<'_>, options: &ReadOptions) -> Read<ReadBoards> {
    let read = |id: BoardId, start: usize| {
        let text = split.boards[id.to_index()];
        let span = Span::new(start, start + text.len());
        if text.trim_ascii().is_empty() {
            Err(missing(id, span))
        } else if is_feen(text) {
            one_feen(text, options).map_err(|errors| on_board(errors, id, start))
        } else {
            Err(vec![PositionError::new(PositionErrorKind::MixedNotations(id), span)])
        }
    };
    let (a, b) = match (read(BoardId::A, 0), read(BoardId::B, split.start_b)) {
        (Ok(a), Ok(b)) => (a, b),
        (a, b) => {
            return Err([a.err(), b.err()].into_iter().flatten().flatten().collect::<Vec<PositionError>>());
        }
    };
    let tight = split.check_spaces(options.accept).map_err(|error| listed(&error.into()))?;
    Ok((ReadBoards::Two([a.0, b.0]), a.1.union(b.1).union(tight)))
}

/// Reads two boards where at least one is a word for the starting position. The other one is read like a single board.
fn two_with_start(text: &[u8], bar: usize, options: &ReadOptions) -> Read<ReadBoards> {
    let (a, b) = (&text[..bar], &text[bar + 1..]);
    let tight = !a.last().is_some_and(is_blank) || !b.first().is_some_and(is_blank);
    // Only blanks next to the bar are skipped: at the other end, they belong to the position.
    let end_a = a.iter().rposition(|byte| !is_blank(byte)).map_or(0, |last| last + 1);
    let start_b = text.len() - b.iter().position(|byte| !is_blank(byte)).map_or(0, |first| b.len() - first);
    let read = |id: BoardId, at: usize, text: &[u8]| {
        if is_start(text) {
            Ok((start(), Leniencies::NONE))
        } else if text.is_empty() {
            Err(missing(id, Span::new(at, at)))
        } else {
            one(text, options).map_err(|errors| on_board(errors, id, at))
        }
    };
    let (a, b) = (read(BoardId::A, 0, &a[..end_a])?, read(BoardId::B, start_b, &text[start_b..])?);
    let split = Split { boards: [&text[..bar], &text[bar + 1..]], start_b, bar, tight };
    let tight = split.check_spaces(options.accept).map_err(|error| listed(&error.into()))?;
    Ok((ReadBoards::Two([a.0, b.0]), a.1.union(b.1).union(tight)))
}

/// Joins errors into one line.
pub fn one_line<K: fmt::Display>(errors: &[TextError<K>]) -> String {
    errors.iter().map(TextError::to_string).collect::<Vec<_>>().join("; ")
}

/// Converts bytes to a string, replacing what isn't UTF-8.
pub fn visible(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}
