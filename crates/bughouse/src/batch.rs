//! Strings one after another: the arguments, or stdin line by line.

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use bpgn::detect::BYTE_ORDER_MARK;
use bughouse_chess::{Material, TextError};
use bughouse_review::position::{self, one_line};
use bughouse_review::words;

use crate::cli_options::ReadingArgs;
use crate::json;
use crate::lines::Lines;
use crate::next_step;
use crate::position::Origin;
use crate::report::{self, Verdict};

/// The result for one string: it was written, or these are the errors.
pub(crate) type Answer<K> = io::Result<Result<(), Vec<TextError<K>>>>;

/// The strings to process.
pub(crate) struct Batch<'a> {
    /// The arguments. `-` and an empty list mean the lines of stdin.
    pub(crate) arguments: &'a [OsString],
    /// The maximum length of a line. A longer one is truncated, but stays too long.
    pub(crate) max_text: usize,
    /// Whether errors are printed as JSON.
    pub(crate) json: bool,
    /// What happened to lines with errors, after `2 of 3 lines `.
    pub(crate) failed: &'static str,
    /// The options for positions, if the strings are positions.
    pub(crate) parsing: Option<(&'a ReadingArgs, Material)>,
}

impl Batch<'_> {
    /// Calls `one` for each string, which writes one line, and reports errors.
    pub(crate) fn run<W: Write, K: Display>(
        &self,
        out: &mut W,
        mut one: impl FnMut(Origin<'_>, &[u8], &mut W) -> Answer<K>,
    ) -> io::Result<Verdict> {
        let mut verdict = Verdict::Fine;
        if self.arguments.is_empty() {
            verdict = self.stdin(out, &mut one)?;
        }
        for (i, argument) in self.arguments.iter().enumerate() {
            let origin = if self.arguments.len() == 1 { Origin::Only } else { Origin::Argument(i + 1) };
            let one_verdict = match argument.as_encoded_bytes() {
                b"-" => self.stdin(out, &mut one)?,
                text => {
                    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
                    self.argument(origin, text, out, &mut one)?
                }
            };
            if one_verdict == Verdict::Wrong {
                verdict = Verdict::Wrong;
            }
        }
        Ok(verdict)
    }

    /// Processes one argument. Errors go to stderr, so stdout has only results.
    fn argument<W: Write, K: Display>(
        &self,
        origin: Origin<'_>,
        text: &[u8],
        out: &mut W,
        one: &mut impl FnMut(Origin<'_>, &[u8], &mut W) -> Answer<K>,
    ) -> io::Result<Verdict> {
        let Err(errors) = one(origin, text, out)? else { return Ok(Verdict::Fine) };
        if let Some(message) = self.misplaced(text) {
            match self.json {
                true => json::write(out, &json::Wrong::whole(origin, text, message))?,
                false => report::error(format_args!("{origin}{message}")),
            }
        } else if self.json {
            json::write(out, &json::Wrong::new(origin, text, &errors))?;
        } else {
            report::errors(origin, text, &errors);
            if let Some(flags) = self.missing_flags(text) {
                report::hint(format_args!("{origin}use {flags}"));
            }
        }
        Ok(Verdict::Wrong)
    }

    /// Returns an error message for an argument that is plainly not a position, such as a file.
    fn misplaced(&self, text: &[u8]) -> Option<String> {
        let path = Path::new(std::str::from_utf8(text).ok()?);
        // FEEN strings may be words.
        let for_word = |path| self.parsing.and_then(|_| next_step::for_word(path));
        next_step::for_position(path).or_else(|| for_word(path))
    }

    /// Returns the flags that would make a position valid.
    fn missing_flags(&self, text: &[u8]) -> Option<String> {
        let (reading, material) = self.parsing?;
        reading.missing_flags(text, material, position::read)
    }

    /// Processes stdin line by line. A line with errors also gives one line, so input and output stay aligned.
    fn stdin<W: Write, K: Display>(
        &self,
        out: &mut W,
        one: &mut impl FnMut(Origin<'_>, &[u8], &mut W) -> Answer<K>,
    ) -> io::Result<Verdict> {
        let mut lines = Lines::new(io::stdin().lock(), self.max_text);
        let (mut wrong, mut total) = (0, 0);
        let mut verdict = Verdict::Fine;
        let mut hint = None;
        loop {
            if lines.must_wait() {
                out.flush()?;
            }
            let (number, text) = match lines.next() {
                Ok(Some(line)) => line,
                Ok(None) => break,
                Err(error) => {
                    report::error(format_args!("cannot read stdin: {error}"));
                    verdict = Verdict::Wrong;
                    break;
                }
            };
            total += 1;
            let origin = Origin::Line(number);
            if let Err(errors) = one(origin, text, out)? {
                wrong += 1;
                if wrong == 1 {
                    hint = self.missing_flags(text).map(|flags| format!("{origin}use {flags}"));
                }
                if self.json {
                    json::write(out, &json::Wrong::new(origin, text, &errors))?;
                } else {
                    writeln!(out, "error: {}", one_line(&errors))?;
                }
            }
        }
        if wrong > 0 {
            verdict = Verdict::Wrong;
            if !self.json {
                out.flush()?;
                report::error(format_args!("{wrong} of {} {}", words::count(total, "line"), self.failed));
                hint.iter().for_each(report::hint);
            }
        }
        Ok(verdict)
    }
}
