//! Reading POSITION: an argument or a line of stdin, with what is wrong with it or what was forgiven.

use std::ffi::OsStr;
use std::fmt;
use std::io::{self, Write};

use bughouse_chess::notation::fen::read_board;
use bughouse_chess::{
    Board, BrokenRule, FenErrorKind, FenOptions, Leniencies, ReadBoardError, Span, TextError,
};

use crate::json;
use crate::lines::Lines;
use crate::report;

/// The most bytes that a position's text may have. No position needs 300; a stray file has more.
pub(crate) const MAX_TEXT: usize = 1 << 16;

/// A position that was read.
pub(crate) struct Position {
    /// The text, with a mark for each broken piece of UTF-8.
    pub(crate) input: String,
    pub(crate) board: Board,
    /// What was accepted beyond the standard.
    pub(crate) used: Leniencies,
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

/// What is wrong with a text, and where.
pub(crate) type Fault = TextError<FaultKind>;

/// What is wrong with a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FaultKind {
    /// There is nothing to read.
    Empty,
    /// The text is longer than [`MAX_TEXT`].
    TooLong,
    /// The text is not FEN or BFEN.
    Fen(FenErrorKind),
    /// The position breaks a rule.
    Rule(BrokenRule),
    /// A row of perft counts does not have three fields.
    RowFields(usize),
    /// The depth of a row is not a number in range.
    RowDepth,
    /// The count of a row is not a number in range.
    RowNodes,
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FaultKind::Empty => f.write_str("expected a position, the text is empty"),
            FaultKind::TooLong => write!(f, "longer than {MAX_TEXT} bytes, which is no position"),
            FaultKind::Fen(kind) => kind.fmt(f),
            FaultKind::Rule(rule) => rule.fmt(f),
            FaultKind::RowFields(count) => {
                let s = if *count == 1 { "" } else { "s" };
                write!(f, "{count} field{s} found, expected three: bfen;depth;nodes")
            }
            FaultKind::RowDepth => {
                write!(f, "expected a depth, a number from 0 to {}", crate::cli::MAX_DEPTH)
            }
            FaultKind::RowNodes => f.write_str("expected the count of nodes, a number"),
        }
    }
}

/// Reads a position, or lists all that is wrong with it.
pub(crate) fn read(text: &[u8], options: &FenOptions) -> Result<(Board, Leniencies), Vec<Fault>> {
    if text.is_empty() {
        return Err(vec![Fault::new(FaultKind::Empty, Span::new(0, 0))]);
    }
    if text.len() > MAX_TEXT {
        return Err(vec![Fault::new(FaultKind::TooLong, Span::new(MAX_TEXT, MAX_TEXT))]);
    }
    if matches!(text, b"start" | b"startpos") {
        return Ok((Board::default(), Leniencies::NONE));
    }
    read_board(text, options).map_err(|error| match error {
        ReadBoardError::Text(error) => vec![Fault::new(FaultKind::Fen(*error.kind()), error.span())],
        ReadBoardError::Invalid(invalid) => {
            invalid.broken(text).map(|(rule, span)| Fault::new(FaultKind::Rule(rule), span)).collect()
        }
    })
}

/// Reads the only POSITION of a call and reports what is wrong with it or was forgiven.
///
/// `None` says that there is no position, and that the reason has been told.
pub(crate) fn read_only(
    argument: &OsStr,
    options: &FenOptions,
    json: bool,
    out: &mut impl Write,
) -> io::Result<Option<Position>> {
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
    match read(&text, options) {
        Ok((board, used)) => {
            if !json {
                used.iter().for_each(report::note);
            }
            Ok(Some(Position { input: visible(&text), board, used }))
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
