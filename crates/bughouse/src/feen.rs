//! `feen`: writes any FEEN in its canonical form, or checks that it is in it.

use std::fmt;
use std::io::{self, Write};

use ::feen::{DumpError, Error, ErrorKind, Options, Position, dump_with, parse_with};
use bughouse_chess::{Span, TextError};

use crate::batch::{Answer, Batch};
use crate::cli::FeenArgs;
use crate::json;
use crate::position::Origin;
use crate::report::Verdict;

/// Takes each argument, or each line of stdin.
pub(crate) fn run(args: &FeenArgs, out: &mut impl Write) -> io::Result<Verdict> {
    let options = args.options();
    let batch = Batch {
        arguments: &args.string,
        // The reader rejects a longer text by itself.
        max_text: options.limits.text_length,
        json: args.json,
        failed: if args.check { "failed the check" } else { "could not be read" },
    };
    batch.run(out, |origin, text, out| one(args, &options, origin, text, out))
}

/// Writes one text in canonical form.
fn one(
    args: &FeenArgs,
    options: &Options,
    origin: Origin<'_>,
    text: &[u8],
    out: &mut impl Write,
) -> Answer<FaultKind> {
    let (position, canonical) = match read(text, options, args.check) {
        Ok(read) => read,
        Err(fault) => return Ok(Err(vec![fault])),
    };
    if args.json {
        json::write(out, &json::Feen::new(origin, text, &position, &canonical, options.order))?;
    } else {
        writeln!(out, "{canonical}")?;
    }
    Ok(Ok(()))
}

/// What is wrong with a FEEN, and where.
type Fault = TextError<FaultKind>;

/// What is wrong with a FEEN.
#[derive(Debug)]
enum FaultKind {
    /// The text cannot be read.
    Text(ErrorKind),
    /// The text can be read, but deviates from its canonical form.
    NotCanonical(ErrorKind, String),
    /// The position cannot be written.
    Dump(DumpError),
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FaultKind::Text(kind) => kind.fmt(f),
            FaultKind::NotCanonical(kind, canonical) => {
                write!(f, "{kind}; the canonical form is {}", Short(canonical))
            }
            FaultKind::Dump(error) => error.fmt(f),
        }
    }
}

/// Reads a text and writes it in canonical form.
fn read(text: &[u8], options: &Options, check: bool) -> Result<(Position, String), Fault> {
    let fault = |error: Error, kind| Fault::new(kind, Span::new(error.span().start, error.span().end));
    let position = parse_with(text, options).map_err(|error| fault(error, FaultKind::Text(*error.kind())))?;
    let canonical = dump_with(&position, options)
        .map_err(|error| Fault::new(FaultKind::Dump(error), Span::new(0, text.len())))?;
    if check {
        // The text can be read, so that all there is to reject is where it deviates.
        parse_with(text, &options.canonical_only(true))
            .map_err(|error| fault(error, FaultKind::NotCanonical(*error.kind(), canonical.clone())))?;
    }
    Ok((position, canonical))
}

/// The most bytes of a canonical form that a message holds.
const MESSAGE_LENGTH: usize = 200;

/// Writes a canonical form as a message holds it: a long one without its board, which is never at fault.
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
    fn long_forms_are_cut() {
        let short = |board: &str, hands: &str| Short(&format!("{board} {hands}/ A/b")).to_string();
        assert_eq!(short("K", "3PK"), "K 3PK/ A/b");
        assert_eq!(short(&"K".repeat(1000), "3PK"), "... 3PK/ A/b");
        let cut = short("K", &"P".repeat(1000));
        assert_eq!(cut, format!("... {}...", "P".repeat(MESSAGE_LENGTH)));
    }

    #[test]
    fn a_check_prefers_what_cannot_be_read() {
        let error = read(b"K KPPP/ A/B", &Options::default(), true).unwrap_err();
        assert!(matches!(error.kind(), FaultKind::Text(ErrorKind::Style(_))), "{error}");
    }
}
