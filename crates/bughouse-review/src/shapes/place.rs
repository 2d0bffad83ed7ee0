//! Places in a text for messages: line, column, and the line itself with carets below the place.

use bpgn::detect::Encoding;
use bughouse_chess::Span;

/// The maximum number of characters shown on each side of a place.
const CONTEXT: usize = 60;

/// The maximum number of bytes that these characters take on both sides.
const MOST_BYTES: usize = 2 * 4 * (CONTEXT + 1);

/// A line and a column of a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Spot {
    /// The line, counted from 1.
    pub line: u64,
    /// The column in characters, counted from 1.
    pub column: u64,
}

/// A text, or a part of one, that messages refer to.
#[derive(Clone, Copy, Debug)]
pub struct SourceText<'a> {
    /// The bytes.
    pub bytes: &'a [u8],
    /// The line of the first byte.
    pub first_line: u64,
    /// The column of the first byte.
    pub first_column: u64,
    /// The encoding.
    pub encoding: Encoding,
}

impl<'a> SourceText<'a> {
    /// Creates a text that begins in the first column of the first line.
    pub fn new(bytes: &'a [u8]) -> SourceText<'a> {
        SourceText { bytes, first_line: 1, first_column: 1, encoding: Encoding::of(bytes) }
    }

    /// Returns the line and column of a byte.
    pub fn spot(&self, at: usize) -> Spot {
        let before = &self.bytes[..at.min(self.bytes.len())];
        let line = self.first_line + before.iter().filter(|&&byte| byte == b'\n').count() as u64;
        let column = match self.encoding {
            Encoding::Latin1 => line_before(before).len(),
            // Each character has one byte that isn't a continuation byte.
            Encoding::Utf8 => line_before(before).iter().filter(|&&byte| byte & 0xc0 != 0x80).count(),
        };
        let first = if line == self.first_line { self.first_column } else { 1 };
        Spot { line, column: column as u64 + first }
    }

    /// Returns the line of a place, shortened if it is long, with carets below the place. Both lines are indented.
    pub fn excerpt(&self, span: Span) -> String {
        let start = span.start.min(self.bytes.len());
        let end = span.end.clamp(start, self.bytes.len());
        let rest = &self.bytes[start..];
        let line_end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        // Only as much of a long line is decoded as can be shown.
        let first = |bytes: &'a [u8]| &bytes[..bytes.len().min(MOST_BYTES)];
        let inside = self.visible(first(&rest[..line_end.min(end - start)]));
        let after = self.visible(first(rest[..line_end].get(end - start..).unwrap_or(&[])));
        let before = line_before(&self.bytes[..start]);
        let last = before.len().saturating_sub(MOST_BYTES);
        let before = self.visible(&before[last..]);

        let skipped = before.chars().count().saturating_sub(CONTEXT);
        let shown_before: String = before.chars().skip(skipped).collect();
        let cut_before = if skipped > 0 { "..." } else { "" };
        let shown: String = inside.chars().take(2 * CONTEXT).collect();
        let room = if shown.len() < inside.len() { 0 } else { CONTEXT };
        let shown_after: String = after.trim_end().chars().take(room).collect();
        let cut_after = if room == 0 || after.trim_end().chars().count() > room { "..." } else { "" };
        let indent = 2 + cut_before.len() + shown_before.chars().count();
        format!(
            "  {cut_before}{shown_before}{shown}{shown_after}{cut_after}\n{}{}",
            " ".repeat(indent),
            "^".repeat(shown.chars().count().max(1)),
        )
    }

    /// Decodes bytes, with a replacement character for each invisible one.
    fn visible(&self, bytes: &'a [u8]) -> String {
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        let replaced = |character: char| match character {
            '\t' => ' ',
            _ if character.is_control() => '\u{fffd}',
            _ => character,
        };
        self.encoding.decode(bytes).chars().map(replaced).collect()
    }
}

/// Returns the last line of a text.
fn line_before(text: &[u8]) -> &[u8] {
    let start = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    &text[start..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> SourceText<'_> {
        SourceText { bytes, first_line: 10, first_column: 1, encoding: Encoding::of(bytes) }
    }

    #[test]
    fn lines_and_columns_count_from_one() {
        let bytes = "ab\ncdé f".as_bytes();
        assert_eq!(text(bytes).spot(0), Spot { line: 10, column: 1 });
        assert_eq!(text(bytes).spot(4), Spot { line: 11, column: 2 });
        assert_eq!(text(bytes).spot(bytes.len() - 1), Spot { line: 11, column: 5 });
    }

    #[test]
    fn carets_are_below_the_place() {
        assert_eq!(text(b"one\r\ntwo three\r\n").excerpt(Span::new(9, 14)), "  two three\n      ^^^^^");
        assert_eq!(text(b"one").excerpt(Span::new(3, 3)), "  one\n     ^");
        // Latin-1.
        assert_eq!(text(b"caf\xe9 x").excerpt(Span::new(5, 6)), "  café x\n       ^");
    }

    #[test]
    fn long_lines_are_cut_on_both_sides() {
        let long = [vec![b'a'; 500], b"X".to_vec(), vec![b'b'; 500]].concat();
        let shown = text(&long).excerpt(Span::new(500, 501));
        let (line, caret) = shown.split_once('\n').unwrap();
        assert_eq!(line.len(), 2 + 3 + 60 + 1 + 60 + 3);
        assert_eq!(caret.find('^'), line.find('X'));
        let all = text(&long).excerpt(Span::new(0, long.len()));
        assert!(all.lines().all(|line| line.len() < 130), "{all}");
    }
}
