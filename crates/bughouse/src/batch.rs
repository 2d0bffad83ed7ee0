//! Texts one after another: the arguments of a call, or stdin line by line.

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, Write};

use bpgn::detect::MARK;
use bughouse_chess::TextError;
use bughouse_review::position::one_line;
use bughouse_review::words;

use crate::json;
use crate::lines::Lines;
use crate::position::{Origin, suggest_replay};
use crate::report::{self, Verdict};

/// What came of one text: its result has been written, or this is wrong with it.
pub(crate) type Answer<K> = io::Result<Result<(), Vec<TextError<K>>>>;

/// The texts of a call.
pub(crate) struct Batch<'a> {
    /// The arguments; `-` stands for the lines of stdin, and so does an empty list.
    pub(crate) arguments: &'a [OsString],
    /// The greatest length of a line. A longer one is cut, but stays too long.
    pub(crate) max_text: usize,
    /// What is wrong is told as JSON.
    pub(crate) json: bool,
    /// What is said of lines that are wrong, after `2 of 3 lines `.
    pub(crate) failed: &'static str,
}

impl Batch<'_> {
    /// Hands each text to `one`, which writes one line, and tells what is wrong.
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
                    let text = text.strip_prefix(MARK).unwrap_or(text);
                    let verdict = self.argument(origin, text, out, &mut one)?;
                    if verdict == Verdict::Wrong && !self.json {
                        suggest_replay(argument);
                    }
                    verdict
                }
            };
            if one_verdict == Verdict::Wrong {
                verdict = Verdict::Wrong;
            }
        }
        Ok(verdict)
    }

    /// Takes one argument. What is wrong with it goes to stderr, so that stdout holds results alone.
    fn argument<W: Write, K: Display>(
        &self,
        origin: Origin<'_>,
        text: &[u8],
        out: &mut W,
        one: &mut impl FnMut(Origin<'_>, &[u8], &mut W) -> Answer<K>,
    ) -> io::Result<Verdict> {
        let Err(faults) = one(origin, text, out)? else { return Ok(Verdict::Fine) };
        if self.json {
            json::write(out, &json::Wrong::new(origin, text, &faults))?;
        } else {
            report::faults(origin, text, &faults);
        }
        Ok(Verdict::Wrong)
    }

    /// Takes stdin line by line. A line that is wrong gives a line too, so that both sides stay in step.
    fn stdin<W: Write, K: Display>(
        &self,
        out: &mut W,
        one: &mut impl FnMut(Origin<'_>, &[u8], &mut W) -> Answer<K>,
    ) -> io::Result<Verdict> {
        let mut lines = Lines::new(io::stdin().lock(), self.max_text);
        let (mut wrong, mut total) = (0, 0);
        let mut verdict = Verdict::Fine;
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
            if let Err(faults) = one(origin, text, out)? {
                wrong += 1;
                if self.json {
                    json::write(out, &json::Wrong::new(origin, text, &faults))?;
                } else {
                    writeln!(out, "error: {}", one_line(&faults))?;
                }
            }
        }
        if wrong > 0 {
            verdict = Verdict::Wrong;
            if !self.json {
                out.flush()?;
                report::error(format_args!("{wrong} of {} {}", words::count(total, "line"), self.failed));
            }
        }
        Ok(verdict)
    }
}
