//! Reading POSITION: an argument or a line of stdin, with what is wrong with it or what was forgiven.
//!
//! A position is one board, or two with a bar between them. A board is FEN, BFEN, the slash form with clocks,
//! or FEEN, which is told by the slash in its second field. Both boards of two are FEEN, or none is.

use std::ffi::OsStr;
use std::fmt;
use std::io::{self, Write};

use bughouse_chess::game::InvalidMatch;
use bughouse_chess::notation::feen::{FeenOptions, ReadFeenError};
use bughouse_chess::notation::two_boards::{self, Split};
use bughouse_chess::{
    Board, BoardId, BoardText, BoardTextErrorKind, FenErrorKind, FenOptions, LastFields, Leniencies, Millis,
    Outcome, ReserveForm, Rules, Seconds, Span, TwoBoards, TwoBoardsErrorKind, TwoBoardsOptions,
};

use crate::fault::{Fault, FaultKind};
use crate::json;
use crate::lines::Lines;
use crate::report;

/// The most bytes that a position's text may have. No position needs 600; a stray file has more.
pub(crate) const MAX_TEXT: usize = 1 << 16;

/// What was read of a text.
pub(crate) struct Position<T> {
    /// The text, with a mark for each broken piece of UTF-8.
    pub(crate) input: String,
    /// One board, or one or two.
    pub(crate) found: T,
    /// What was accepted beyond the standard.
    pub(crate) used: Leniencies,
}

/// The boards of a position.
pub(crate) enum Boards {
    One(ReadBoard),
    Two([ReadBoard; 2]),
}

/// How a match of two boards stands.
pub(crate) enum MatchVerdict {
    /// Two full sets cannot come to these boards.
    Impossible(InvalidMatch),
    /// A board is mated.
    Over(Outcome),
    GoesOn,
}

/// As a person wants to know it; nothing if the match goes on.
impl fmt::Display for MatchVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchVerdict::Impossible(fault) => write!(f, "two full sets cannot come to this: {fault}"),
            MatchVerdict::Over(outcome) => write!(f, "the match is over: {outcome}"),
            MatchVerdict::GoesOn => Ok(()),
        }
    }
}

impl MatchVerdict {
    /// Returns a short name for machines; `None` if there is nothing to say.
    pub(crate) fn name(&self) -> Option<&'static str> {
        match self {
            MatchVerdict::Impossible(_) => Some("no-match"),
            MatchVerdict::Over(_) => Some("match-over"),
            MatchVerdict::GoesOn => None,
        }
    }

    /// Says on stderr what there is to say.
    pub(crate) fn note(&self) {
        if self.name().is_some() {
            report::note(self);
        }
    }
}

/// One board, and what its text said beside the position.
#[derive(Clone)]
pub(crate) struct ReadBoard {
    pub(crate) board: Board,
    /// White's and Black's clock.
    pub(crate) clocks: Option<[Seconds; 2]>,
    pub(crate) counters: Counters,
    /// The letters of the reserves in the order they had after a slash; else nothing.
    pub(crate) holdings: String,
    /// The styles of a FEEN, if they are others than those of bughouse.
    pub(crate) styles: Option<String>,
}

/// What is known of a board's counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Counters {
    /// The text has them.
    Known,
    /// The text lacks them, which was forgiven and noted.
    Missing,
    /// The notation has no place for them.
    Unknown,
}

impl Boards {
    /// Lists one board or both.
    pub(crate) fn list(&self) -> &[ReadBoard] {
        match self {
            Boards::One(read) => std::slice::from_ref(read),
            Boards::Two(sides) => sides,
        }
    }

    /// Returns both boards; `None` if there is one.
    pub(crate) fn both(&self) -> Option<TwoBoards> {
        match self {
            Boards::One(_) => None,
            Boards::Two([a, b]) => Some(TwoBoards {
                position: bughouse_chess::Position::new(a.board, b.board),
                clocks: [a.clocks, b.clocks],
            }),
        }
    }

    /// Returns how a match of two boards stands; `None` if there is one board.
    pub(crate) fn verdict(&self) -> Option<MatchVerdict> {
        Some(match self.both()?.to_match(Rules::documents(), Millis::ZERO) {
            Err(fault) => MatchVerdict::Impossible(fault),
            Ok(game) => game.outcome().map_or(MatchVerdict::GoesOn, MatchVerdict::Over),
        })
    }

    /// Lists the boards with their names, `None` for a board that stands alone.
    pub(crate) fn named(&self) -> impl Iterator<Item = (Option<BoardId>, &ReadBoard)> {
        let two = matches!(self, Boards::Two(_));
        BoardId::ALL.into_iter().zip(self.list()).map(move |(id, read)| (two.then_some(id), read))
    }
}

impl ReadBoard {
    /// Tells whether the text has counters.
    pub(crate) fn has_counters(&self) -> bool {
        self.counters == Counters::Known
    }

    /// Makes a side of a board alone.
    pub(crate) fn of(board: Board) -> ReadBoard {
        ReadBoard { board, clocks: None, counters: Counters::Known, holdings: String::new(), styles: None }
    }

    /// Makes a side of a board and the text that said it.
    fn said(board: Board, text: BoardText) -> ReadBoard {
        let slash = text.fen.reserve_form == ReserveForm::Slash;
        ReadBoard {
            board,
            clocks: text.clocks,
            counters: match text.clocks {
                Some(_) => Counters::Unknown,
                None if text.has_counters() => Counters::Known,
                None => Counters::Missing,
            },
            holdings: if slash { text.holdings } else { String::new() },
            styles: None,
        }
    }
}

/// How positions are read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReadOptions {
    pub(crate) two_boards: TwoBoardsOptions,
    pub(crate) assume_castling: bool,
}

impl ReadOptions {
    fn fen(&self) -> &FenOptions {
        &self.two_boards.fen
    }

    fn last_fields(&self) -> LastFields {
        self.two_boards.last_fields
    }

    fn feen(&self) -> FeenOptions {
        FeenOptions { assume_castling: self.assume_castling, build: self.fen().build }
    }
}

/// Where a text comes from. As text, it is what stands before a message: `line 3: `.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin<'a> {
    /// The only position of the call, which needs no name.
    Only,
    /// One of several arguments, counted from 1.
    Argument(usize),
    /// A line of stdin, counted from 1.
    Line(u64),
    /// A line of a file, counted from 1.
    File(&'a str, u64),
}

impl fmt::Display for Origin<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Only => Ok(()),
            Origin::Argument(number) => write!(f, "position {number}: "),
            Origin::Line(number) => write!(f, "line {number}: "),
            Origin::File(name, number) => write!(f, "{name}:{number}: "),
        }
    }
}

/// What reading comes to: the boards and the leniencies that were needed, or all that is wrong.
type Read<T> = Result<(T, Leniencies), Vec<Fault>>;

/// Reads one board or two, or lists all that is wrong.
pub(crate) fn read(text: &[u8], options: &ReadOptions) -> Read<Boards> {
    if text.is_empty() {
        return Err(vec![Fault::new(FaultKind::Empty, Span::new(0, 0))]);
    }
    if text.len() > MAX_TEXT {
        return Err(vec![Fault::new(FaultKind::TooLong, Span::new(MAX_TEXT, MAX_TEXT))]);
    }
    let start = || ReadBoard::of(Board::default());
    match text {
        b"start" | b"startpos" => return Ok((Boards::One(start()), Leniencies::NONE)),
        b"start | start" => return Ok((Boards::Two([start(), start()]), Leniencies::NONE)),
        _ => {}
    }
    match Split::of(text) {
        _ if !text.contains(&b'|') => one(text, options).map(|(board, used)| (Boards::One(board), used)),
        Ok(split) if split.boards.into_iter().any(is_feen) => two_feen(&split, options),
        _ => two(text, options),
    }
    .map_err(|mut faults| {
        faults.sort_by_key(|fault| fault.span().start);
        faults
    })
}

/// Reads a text that must be one board.
pub(crate) fn read_board(text: &[u8], options: &ReadOptions) -> Read<Board> {
    match read(text, options)? {
        (Boards::One(read), used) => Ok((read.board, used)),
        (Boards::Two(_), _) => {
            let bar = text.iter().position(|&byte| byte == b'|').unwrap_or(0);
            Err(vec![Fault::new(FaultKind::OneWanted, Span::new(bar, text.len()))])
        }
    }
}

/// Tells whether a text is meant as FEEN: its second field, the hands, has a slash.
fn is_feen(text: &[u8]) -> bool {
    let mut fields = text.split(|&byte| byte == b' ').filter(|field| !field.is_empty());
    fields.nth(1).is_some_and(|field| field.contains(&b'/'))
}

fn one(text: &[u8], options: &ReadOptions) -> Read<ReadBoard> {
    if is_feen(text) {
        return one_feen(text, None, options);
    }
    let said = BoardText::read(text, options.fen(), options.last_fields())
        .map_err(|error| vec![Fault::new(FaultKind::Board(*error.kind()), error.span())])?;
    match said.build(&options.fen().build) {
        Ok((board, used)) => Ok((ReadBoard::said(board, said), used)),
        Err(invalid) => {
            let broken = invalid.broken(text);
            Err(broken.map(|(rule, span)| Fault::new(FaultKind::Rule(None, rule), span)).collect())
        }
    }
}

fn two(text: &[u8], options: &ReadOptions) -> Read<Boards> {
    let said = two_boards::read(text, &options.two_boards)
        .map_err(|error| vec![Fault::new(FaultKind::TwoBoards(*error.kind()), error.span())])?;
    match said.build(&options.two_boards) {
        Ok((both, used)) => {
            let ([a, b], [text_a, text_b]) = (*both.position.boards(), said.boards);
            Ok((Boards::Two([ReadBoard::said(a, text_a), ReadBoard::said(b, text_b)]), used))
        }
        Err(invalid) => {
            let broken = invalid.broken(text);
            Err(broken.map(|(id, rule, span)| Fault::new(FaultKind::Rule(Some(id), rule), span)).collect())
        }
    }
}

/// Reads a board in FEEN, which may be one of two.
fn one_feen(text: &[u8], id: Option<BoardId>, options: &ReadOptions) -> Read<ReadBoard> {
    match Board::read_feen(text, &options.feen()) {
        Ok((board, used)) => {
            let styles = text.rsplit(|&byte| byte == b' ').next().unwrap_or_default();
            let usual = styles.eq_ignore_ascii_case(b"bughouse/bughouse");
            let styles = (!usual).then(|| visible(styles));
            Ok((ReadBoard { counters: Counters::Unknown, styles, ..ReadBoard::of(board) }, used))
        }
        Err(ReadFeenError::Text(error)) => {
            Err(vec![Fault::new(FaultKind::Feen(id, *error.kind()), error.span())])
        }
        Err(ReadFeenError::Invalid(invalid)) => {
            let broken = invalid.broken(text);
            Err(broken.map(|(rule, span)| Fault::new(FaultKind::Rule(id, rule), span)).collect())
        }
    }
}

/// Reads two boards in FEEN.
fn two_feen(split: &Split<'_>, options: &ReadOptions) -> Read<Boards> {
    let text_fault = |kind, span| vec![Fault::new(FaultKind::TwoBoards(kind), span)];
    let read = |id: BoardId, start: usize| {
        let text = split.boards[id.to_index()];
        let span = Span::new(start, start + text.len());
        if text.trim_ascii().is_empty() {
            let kind = BoardTextErrorKind::Fen(FenErrorKind::Empty);
            Err(text_fault(TwoBoardsErrorKind::Board(id, kind), span))
        } else if is_feen(text) {
            one_feen(text, Some(id), options)
                .map_err(|faults| faults.into_iter().map(|fault| fault.shifted(start)).collect())
        } else {
            Err(vec![Fault::new(FaultKind::MixedNotations(id), span)])
        }
    };
    let (a, b) = match (read(BoardId::A, 0), read(BoardId::B, split.start_b)) {
        (Ok(a), Ok(b)) => (a, b),
        (a, b) => return Err([a.err(), b.err()].into_iter().flatten().flatten().collect::<Vec<Fault>>()),
    };
    split
        .demand_spaces(options.two_boards.tight_bar)
        .map_err(|error| text_fault(*error.kind(), error.span()))?;
    Ok((Boards::Two([a.0, b.0]), a.1.union(b.1).union(split.used())))
}

/// Reads the only POSITION of a call and reports what is wrong with it or was forgiven.
///
/// `None` says that there is no position, and that the reason has been told.
pub(crate) fn read_only<T>(
    argument: &OsStr,
    json: bool,
    out: &mut impl Write,
    read: impl FnOnce(&[u8]) -> Read<T>,
) -> io::Result<Option<Position<T>>> {
    let text = if argument == "-" {
        match Lines::new(io::stdin().lock(), MAX_TEXT).next() {
            Ok(line) => line.map_or(Vec::new(), |(_, line)| line.to_vec()),
            Err(error) => {
                report::error(format_args!("cannot read stdin: {error}"));
                return Ok(None);
            }
        }
    } else {
        argument.as_encoded_bytes().to_vec()
    };
    match read(&text) {
        Ok((found, used)) => {
            if !json {
                used.iter().for_each(report::note);
            }
            Ok(Some(Position { input: visible(&text), found, used }))
        }
        Err(faults) => {
            if json {
                json::write(out, &json::Wrong::new(Origin::Only, &text, &faults))?;
            } else {
                report::faults(Origin::Only, &text, &faults);
            }
            Ok(None)
        }
    }
}

/// Returns a text of any bytes as a string.
pub(crate) fn visible(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}
