//! The text of a game, and places in it.

use bpgn::detect::{BYTE_ORDER_MARK, Encoding};
use bpgn::input::Chunk;
use bpgn::{Place, Record, Report};
use bughouse_chess::Span;

use crate::shapes::place::{SourceText, Spot};

/// The text of a game. Spans are counted from the first byte of the game.
#[derive(Clone, Copy, Debug)]
pub struct GameText<'a> {
    lines: SourceText<'a>,
    /// The offset of the game in the lines.
    start: usize,
}

/// The maximum number of bytes before a game in its first line that excerpts show.
const MOST_BEFORE: usize = 512;

impl<'a> GameText<'a> {
    /// Creates the text of a game. Excerpts show only the game.
    pub fn new(place: Place, bytes: &'a [u8]) -> GameText<'a> {
        let Place { line: first_line, column: first_column, .. } = place;
        let lines = SourceText { bytes, first_line, first_column, encoding: Encoding::of(bytes) };
        GameText { lines, start: 0 }
    }

    /// Creates the text of a game. Excerpts show only the game.
    pub fn of(record: &'a Record) -> GameText<'a> {
        GameText::new(record.place, &record.bytes)
    }

    /// Creates the text of a game in a chunk of a file. Excerpts also show the text before the game in its first line.
    pub fn within(chunk: &'a Chunk, report: &Report<'_>) -> GameText<'a> {
        let game = (report.place.byte - chunk.byte) as usize;
        // Only as much of a long line is needed as can be shown.
        let from = game.saturating_sub(MOST_BEFORE);
        let line =
            chunk.bytes[from..game].iter().rposition(|&byte| byte == b'\n').map_or(from, |at| from + at + 1);
        // A byte-order mark at the start of a file is invisible.
        let has_byte_order_mark = chunk.byte == 0
            && line == 0
            && game >= BYTE_ORDER_MARK.len()
            && chunk.bytes.starts_with(BYTE_ORDER_MARK);
        let line = if has_byte_order_mark { BYTE_ORDER_MARK.len() } else { line };
        let encoding = report.encoding();
        let before = encoding.decode(&chunk.bytes[line..game]).chars().count() as u64;
        let lines = SourceText {
            bytes: &chunk.bytes[line..game + report.bytes.len()],
            first_line: report.place.line,
            first_column: report.place.column.saturating_sub(before).max(1),
            encoding,
        };
        GameText { lines, start: game - line }
    }

    /// Returns the bytes of the game.
    pub fn bytes(&self) -> &'a [u8] {
        &self.lines.bytes[self.start..]
    }

    /// Returns the encoding.
    pub fn encoding(&self) -> Encoding {
        self.lines.encoding
    }

    /// Returns the line and the column of a byte.
    pub fn spot(&self, at: usize) -> Spot {
        self.lines.spot(self.start + at)
    }

    /// Returns the line of a place, with carets below the place.
    pub fn excerpt(&self, span: Span) -> String {
        self.lines.excerpt(span.shifted(self.start))
    }
}
