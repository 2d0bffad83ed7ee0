//! `feen`: prints the canonical form of FEEN strings, or checks that they are canonical.

use std::fmt;
use std::io::{self, Write};

use ::feen::{DumpError, Error, ErrorKind, Options, Position, dump_with, parse_with};
use bughouse_chess::{Span, TextError};

use crate::batch::{Answer, Batch};
use crate::cli::FeenArgs;
use crate::json;
use crate::position::Origin;
use crate::report::Verdict;

/// Processes each argument, or each line of stdin.
pub(crate) fn run(args: &FeenArgs, out: &mut impl Write) -> io::Result<Verdict> {
    let options = args.options();
    let batch = Batch {
        arguments: &args.string,
        // The parser rejects longer strings.
        max_text: options.limits.text_length,
        json: args.json,
        failed: if args.check { "failed the check" } else { "couldn't be parsed" },
        parsing: None,
    };
    batch.run(out, |origin, text, out| one(args, &options, origin, text, out))
}

/// Prints the canonical form of one string.
fn one(
    args: &FeenArgs,
    options: &Options,
    origin: Origin<'_>,
    text: &[u8],
    out: &mut impl Write,
) -> Answer<FeenErrorKind> {
    let (position, canonical) = match read(text, options, args.check) {
        Ok(read) => read,
        Err(error) => return Ok(Err(vec![error])),
    };
    if args.json {
        json::write(out, &json::Feen::new(origin, text, &position, &canonical, options.order))?;
    } else {
        writeln!(out, "{canonical}")?;
    }
    Ok(Ok(()))
}

/// An error in a FEEN string, and its place.
type FeenError = TextError<FeenErrorKind>;

/// An error in a FEEN string.
#[derive(Debug)]
enum FeenErrorKind {
    /// The string is not FEEN.
    Text(ErrorKind),
    /// The string is valid but not canonical.
    NotCanonical(ErrorKind, String),
    /// The position can't be written.
    Dump(DumpError),
}

impl fmt::Display for FeenErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FeenErrorKind::Text(kind) => kind.fmt(f),
            FeenErrorKind::NotCanonical(kind, canonical) => {
                write!(f, "{kind}; the canonical form is {}", Short(canonical))
            }
            FeenErrorKind::Dump(error) => error.fmt(f),
        }
    }
}

/// Parses a string and returns its canonical form.
fn read(text: &[u8], options: &Options, check: bool) -> Result<(Position, String), FeenError> {
    let located = |error: Error, kind| FeenError::new(kind, Span::new(error.span().start, error.span().end));
    let position =
        parse_with(text, options).map_err(|error| located(error, FeenErrorKind::Text(*error.kind())))?;
    let canonical = dump_with(&position, options)
        .map_err(|error| FeenError::new(FeenErrorKind::Dump(error), Span::new(0, text.len())))?;
    if check {
        // The string is valid, so the only possible error is that it isn't canonical.
        parse_with(text, &options.canonical_only(true))
            .map_err(|error| located(error, FeenErrorKind::NotCanonical(*error.kind(), canonical.clone())))?;
    }
    Ok((position, canonical))
}

/// The maximum length of a canonical form in a message, in bytes.
const MESSAGE_LENGTH: usize = 200;

/// Writes a canonical form for a message: a long one without its board, which is always canonical.
struct Short<'a>(&'a str);

impl fmt::Display for Short<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let canonical = self.0;
        if canonical.len() <= MESSAGE_LENGTH {
            return f.write_str(canonical);
        }
        let hands = canonical.split_once(' ').map_or(canonical, |(_, rest)| rest);
        match hands.get(..MESSAGE_LENGTH) {
            Some(start) => write!(f, "... {start}..."),
            None => write!(f, "... {hands}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_forms_are_truncated() {
        let short = |board: &str, hands: &str| Short(&format!("{board} {hands}/ A/b")).to_string();
        assert_eq!(short("K", "3PK"), "K 3PK/ A/b");
        assert_eq!(short(&"K".repeat(1000), "3PK"), "... 3PK/ A/b");
        let cut = short("K", &"P".repeat(1000));
        assert_eq!(cut, format!("... {}...", "P".repeat(MESSAGE_LENGTH)));
    }

    #[test]
    fn a_check_reports_invalid_strings_first() {
        let error = read(b"K KPPP/ A/B", &Options::default(), true).unwrap_err();
        assert!(matches!(error.kind(), FeenErrorKind::Text(ErrorKind::Style(_))), "{error}");
    }
}
