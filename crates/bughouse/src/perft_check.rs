//! `perft --check`: compares the counts of a file with ours.
//!
//! A row is `bfen;depth;nodes`. Lines that start with `#` and blank lines are skipped. A row that can't be parsed is
//! reported and counts as one that doesn't match. The rest is still checked.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::time::Instant;

use bughouse_chess::perft::perft;
use bughouse_chess::{Board, Leniencies, ReadOptions, Span};
use bughouse_review::PositionErrorKind;
use bughouse_review::position::{self};

use crate::cli::MAX_DEPTH;
use crate::json;
use crate::lines::Lines;
use crate::perft::Speed;
use crate::position::{FileName, Origin};
use crate::report::{self, Verdict};
use crate::row_error::{self, RowError, RowErrorKind};

/// Checks every row of a file; `-` is stdin.
pub(crate) fn run(
    file: &Path,
    options: &ReadOptions,
    json: bool,
    out: &mut impl Write,
) -> io::Result<Verdict> {
    let name = FileName::of(file);
    if file.as_os_str() == "-" {
        return check(&name, io::stdin().lock(), options, json, out);
    }
    match File::open(file) {
        Ok(reader) => check(&name, reader, options, json, out),
        Err(error) => {
            report::error(format_args!("cannot read {name}: {error}"));
            Ok(Verdict::Wrong)
        }
    }
}

fn check(
    name: &FileName,
    reader: impl Read,
    options: &ReadOptions,
    json: bool,
    out: &mut impl Write,
) -> io::Result<Verdict> {
    let start = Instant::now();
    let (mut rows, mut matching, mut nodes) = (0, 0, 0);
    let mut whole = true;
    let mut lines = Lines::new(reader, position::MAX_TEXT);
    loop {
        let (number, text) = match lines.next() {
            Ok(Some(line)) => line,
            Ok(None) => break,
            Err(error) => {
                report::error(format_args!("cannot read {name}: {error}"));
                whole = false;
                break;
            }
        };
        if text.starts_with(b"#") || text.trim_ascii().is_empty() {
            continue;
        }
        rows += 1;
        let origin = Origin::File(name, number);
        let row = match Row::read(text, options) {
            Ok(row) => row,
            Err(errors) if json => {
                json::write(out, &json::Wrong::new(origin, text, &errors))?;
                continue;
            }
            Err(errors) => {
                out.flush()?;
                report::errors(origin, text, &errors);
                continue;
            }
        };
        let counted = perft(&row.board, row.depth);
        nodes += counted;
        matching += (counted == row.nodes) as u64;
        if json {
            json::write(out, &json::Row::new(name, number, text, &row, counted))?;
            continue;
        }
        row.used.iter().for_each(|leniency| report::note(format_args!("{origin}{leniency}")));
        if counted != row.nodes {
            writeln!(out, "{origin}expected {}, counted {counted}: {}", row.nodes, position::visible(text))?;
        }
    }
    let speed = Speed { nodes, time: start.elapsed() };
    if json {
        json::write(out, &json::Rows::new(name, rows, matching, &speed))?;
    } else {
        writeln!(out, "{matching} of {rows} rows match")?;
        out.flush()?;
        report::say(format_args!("{speed}"));
    }
    if rows == 0 && whole {
        report::error(format_args!("{name} has no rows; expected lines such as `bfen;depth;nodes`"));
    }
    Ok(if whole && rows > 0 && matching == rows { Verdict::Fine } else { Verdict::Wrong })
}

/// One row of a file.
pub(crate) struct Row {
    board: Board,
    pub(crate) used: Leniencies,
    pub(crate) depth: u8,
    pub(crate) nodes: u64,
}

impl Row {
    fn read(text: &[u8], options: &ReadOptions) -> Result<Row, Vec<RowError>> {
        if text.len() > position::MAX_TEXT {
            let end = Span::new(position::MAX_TEXT, position::MAX_TEXT);
            return Err(vec![RowError::new(RowErrorKind::Position(PositionErrorKind::TooLong), end)]);
        }
        let fields: Vec<&[u8]> = text.split(|&byte| byte == b';').collect();
        let &[bfen, depth, nodes] = &fields[..] else {
            let whole = Span::new(0, text.len());
            return Err(vec![RowError::new(RowErrorKind::RowFields(fields.len()), whole)]);
        };
        let depth_at = bfen.len() + 1;
        let nodes_at = depth_at + depth.len() + 1;
        let wrong =
            |kind, start, field: &[u8]| vec![RowError::new(kind, Span::new(start, start + field.len()))];
        let (board, used) = position::read_board(bfen, options)
            .map_err(|errors| errors.iter().map(row_error::of_position).collect::<Vec<_>>())?;
        let depth = number(depth)
            .and_then(|number| u8::try_from(number).ok())
            .filter(|&number| number <= MAX_DEPTH)
            .ok_or_else(|| wrong(RowErrorKind::RowDepth, depth_at, depth))?;
        let nodes = number(nodes).ok_or_else(|| wrong(RowErrorKind::RowNodes, nodes_at, nodes))?;
        Ok(Row { board, used, depth, nodes })
    }
}

/// Parses a decimal number: digits only.
fn number(text: &[u8]) -> Option<u64> {
    let digits = text.iter().all(u8::is_ascii_digit);
    std::str::from_utf8(text).ok().filter(|_| digits)?.parse().ok()
}
