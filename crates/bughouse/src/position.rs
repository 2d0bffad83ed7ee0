//! Reading POSITION: an argument or a line of stdin, with error messages and hints.

use std::ffi::OsStr;
use std::fmt;
use std::io::{self, Write};
use std::path::Path;

use bpgn::detect::BYTE_ORDER_MARK;
use bughouse_chess::{Leniencies, Material, ReadOptions};
use bughouse_files::sources;
use bughouse_review::position::{MAX_TEXT, MatchVerdict, Read, visible};
use serde::Serialize;

use crate::cli_options::ReadingArgs;
use crate::json;
use crate::lines::Lines;
use crate::next_step;
use crate::report;

/// A parsed position.
pub(crate) struct Position<T> {
    /// The input, with U+FFFD for invalid UTF-8.
    pub(crate) input: String,
    /// One board, or one or two.
    pub(crate) found: T,
    /// The relaxations that were needed.
    pub(crate) used: Leniencies,
}

/// Where a string comes from. Displayed, it is the prefix of a message: `line 3: `.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin<'a> {
    /// The only position, which needs no name.
    Only,
    /// One of several arguments, counted from 1.
    Argument(usize),
    /// A half-move to play, counted from 1.
    HalfMove(usize),
    /// A line of stdin, counted from 1.
    Line(u64),
    /// A line of a file, counted from 1.
    File(&'a FileName, u64),
}

/// The name of a file, for people and for machines.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct FileName {
    /// The name of the file.
    #[serde(rename = "file")]
    pub(crate) json: String,
    /// The bytes of the file name, if they are not UTF-8, with `\xff` for a byte that is not ASCII.
    #[serde(rename = "file_bytes", skip_serializing_if = "Option::is_none")]
    pub(crate) bytes: Option<String>,
    /// For messages, without control characters.
    #[serde(skip)]
    pub(crate) shown: String,
}

impl FileName {
    pub(crate) fn of(path: &Path) -> FileName {
        let (json, bytes) = (sources::json_name(path), sources::name_bytes(path));
        FileName { json, bytes, shown: sources::name(path) }
    }
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl fmt::Display for Origin<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Only => Ok(()),
            Origin::Argument(number) => write!(f, "position {number}: "),
            Origin::HalfMove(number) => write!(f, "half-move {number}: "),
            Origin::Line(number) => write!(f, "line {number}: "),
            Origin::File(name, number) => write!(f, "{name}:{number}: "),
        }
    }
}

/// Reads the only POSITION of a command, and reports errors, relaxations that were needed, or how to fix it.
///
/// Returns `None` if there is no position; the reason has been reported.
pub(crate) fn read_only<T>(
    argument: &OsStr,
    json: bool,
    out: &mut impl Write,
    (reading, material): (&ReadingArgs, Material),
    read: impl Fn(&[u8], &ReadOptions) -> Read<T>,
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
        let text = argument.as_encoded_bytes();
        text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text).to_vec()
    };
    match read(&text, &reading.options(material)) {
        Ok((found, used)) => {
            if !json {
                used.iter().for_each(report::note);
            }
            Ok(Some(Position { input: visible(&text), found, used }))
        }
        Err(errors) => {
            let path = Path::new(argument);
            let misplaced = next_step::for_position(path).or_else(|| next_step::for_word(path));
            if let Some(message) = misplaced.filter(|_| argument != "-") {
                match json {
                    true => json::write(out, &json::Wrong::whole(Origin::Only, &text, message))?,
                    false => report::error(message),
                }
            } else if json {
                json::write(out, &json::Wrong::new(Origin::Only, &text, &errors))?;
            } else {
                report::errors(Origin::Only, &text, &errors);
                if let Some(flags) = reading.missing_flags(&text, material, read) {
                    report::hint(format_args!("use {flags}"));
                }
            }
            Ok(None)
        }
    }
}

/// Prints a note if a match is over or impossible.
pub(crate) fn note_verdict(verdict: &MatchVerdict) {
    if verdict.name().is_some() {
        report::note(verdict);
    }
}
