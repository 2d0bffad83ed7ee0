//! Text for a terminal, without characters that could affect it.
//!
//! Every byte of stdout passes an [`Output`], and every line of stderr a [`Clean`].

use std::fmt::{self, Write as _};
use std::io::{self, Write};

use bughouse_files::sources::is_unsafe;

use crate::color;

/// Displays something without unsafe characters. Line breaks stay.
#[derive(Clone, Copy)]
pub(crate) struct Clean<T>(pub(crate) T);

impl<T: fmt::Display> fmt::Display for Clean<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(Filter(f), "{}", self.0)
    }
}

/// Returns a line without unsafe characters and line breaks.
pub(crate) fn clean(text: &str) -> String {
    text.chars().map(|c| if c == '\n' { char::REPLACEMENT_CHARACTER } else { shown(c) }).collect()
}

fn shown(c: char) -> char {
    if is_unsafe(c) { char::REPLACEMENT_CHARACTER } else { c }
}

struct Filter<'a, 'b>(&'a mut fmt::Formatter<'b>);

impl fmt::Write for Filter<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|c| self.0.write_char(shown(c)))
    }
}

/// What a command writes to stdout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Content {
    /// Text for people, or JSON. It never contains unsafe characters.
    Text,
    /// Games or queries for other programs. They are unchanged, except on a terminal.
    Data,
}

/// Stdout. Unsafe characters and bytes that aren't UTF-8 become U+FFFD.
pub(crate) struct Output<W> {
    out: W,
    /// Whether everything is written unchanged.
    is_raw: bool,
    /// Whether the colors of the CLI are written.
    is_colored: bool,
    /// The start of a character, of a line end or of a color.
    pending: Vec<u8>,
}

impl<W: Write> Output<W> {
    pub(crate) fn new(out: W, content: Content, is_terminal: bool, is_colored: bool) -> Output<W> {
        let is_data = content == Content::Data;
        // Data has no colors of the CLI: any color in it is from the input.
        Output {
            out,
            is_raw: is_data && !is_terminal,
            is_colored: is_colored && !is_data,
            pending: Vec::new(),
        }
    }

    /// Writes bytes after those that are pending. At the end, nothing stays pending.
    fn push(&mut self, bytes: &[u8], is_end: bool) -> io::Result<()> {
        let mut joined = std::mem::take(&mut self.pending);
        let input = if joined.is_empty() {
            bytes
        } else {
            joined.extend_from_slice(bytes);
            &joined[..]
        };
        // Bytes from `start` to `at` are unchanged.
        let (mut start, mut at) = (0, 0);
        while at < input.len() {
            match next(&input[at..], self.is_colored, is_end) {
                Next::Safe(count) => at += count,
                Next::Unsafe(count) => {
                    self.out.write_all(&input[start..at])?;
                    self.out.write_all("\u{fffd}".as_bytes())?;
                    at += count;
                    start = at;
                }
                Next::Unknown => break,
            }
        }
        self.out.write_all(&input[start..at])?;
        self.pending = input[at..].to_vec();
        Ok(())
    }
}

impl<W: Write> Write for Output<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_raw {
            return self.out.write(bytes);
        }
        self.push(bytes, false)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.pending.is_empty() {
            self.push(b"", true)?;
        }
        self.out.flush()
    }
}

/// What bytes start with.
enum Next {
    /// This number of bytes can be written.
    Safe(usize),
    /// This number of bytes is replaced.
    Unsafe(usize),
    /// More bytes are needed to decide.
    Unknown,
}

fn next(bytes: &[u8], is_colored: bool, is_end: bool) -> Next {
    let is_safe = |&byte: &u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    let run = bytes.iter().position(|byte| !is_safe(byte)).unwrap_or(bytes.len());
    if run > 0 {
        return Next::Safe(run);
    }
    let incomplete = if is_end { Next::Unsafe(1) } else { Next::Unknown };
    match bytes {
        [b'\r', b'\n', ..] => Next::Safe(2),
        [b'\r'] => incomplete,
        [b'\x1b', rest @ ..] if is_colored => match color::sequence(rest) {
            color::Sequence::Ours(count) => Next::Safe(1 + count),
            color::Sequence::Start => incomplete,
            color::Sequence::Other => Next::Unsafe(1),
        },
        [0..0x80, ..] | [] => Next::Unsafe(1),
        _ => {
            let start = &bytes[..bytes.len().min(4)];
            let (valid, error) = match std::str::from_utf8(start) {
                Ok(text) => (text, None),
                Err(error) => {
                    (std::str::from_utf8(&start[..error.valid_up_to()]).unwrap_or_default(), Some(error))
                }
            };
            match (valid.chars().next(), error) {
                (Some(c), _) if is_unsafe(c) => Next::Unsafe(c.len_utf8()),
                (Some(c), _) => Next::Safe(c.len_utf8()),
                // The character goes on, unless this is the end.
                (None, Some(error)) => match error.error_len() {
                    Some(count) => Next::Unsafe(count),
                    None if is_end => Next::Unsafe(bytes.len()),
                    None => Next::Unknown,
                },
                (None, None) => Next::Unsafe(1),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes chunks, and returns what comes out.
    fn written(chunks: &[&[u8]], content: Content, is_terminal: bool, is_colored: bool) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut out = Output::new(&mut bytes, content, is_terminal, is_colored);
        chunks.iter().for_each(|chunk| out.write_all(chunk).unwrap());
        out.flush().unwrap();
        bytes
    }

    const HOSTILE: &str =
        "a\x1b]0;title\x07b\u{9b}2J\u{202e}c\u{200b}\u{2028}\r\x1b[8m\x7f\u{e0041}é♞\t\r\nend";
    const SAFE: &str = "a\u{fffd}]0;title\u{fffd}b\u{fffd}2J\u{fffd}c\u{fffd}\u{fffd}\u{fffd}\u{fffd}[8m\u{fffd}\u{fffd}é♞\t\r\nend";

    #[test]
    fn text_never_has_unsafe_characters() {
        for (is_terminal, is_colored) in [(false, false), (false, true), (true, false), (true, true)] {
            let whole = written(&[HOSTILE.as_bytes()], Content::Text, is_terminal, is_colored);
            assert_eq!(String::from_utf8(whole).unwrap(), SAFE);
        }
    }

    #[test]
    fn it_makes_no_difference_how_text_is_cut() {
        let bytes = HOSTILE.as_bytes();
        for at in 0..=bytes.len() {
            let cut = written(&[&bytes[..at], &bytes[at..]], Content::Text, false, true);
            assert_eq!(String::from_utf8(cut).unwrap(), SAFE, "cut at {at}");
        }
        let single: Vec<&[u8]> = bytes.chunks(1).collect();
        assert_eq!(String::from_utf8(written(&single, Content::Text, false, true)).unwrap(), SAFE);
    }

    #[test]
    fn data_is_unchanged_except_on_a_terminal() {
        let bytes = [HOSTILE.as_bytes(), b"\xff\x9b\x00"].concat();
        assert_eq!(written(&[&bytes], Content::Data, false, false), bytes);
        let shown = written(&[&bytes], Content::Data, true, true);
        assert_eq!(String::from_utf8(shown).unwrap(), format!("{SAFE}\u{fffd}\u{fffd}\u{fffd}"));
        // A color of the CLI in a game is not from the CLI.
        assert_eq!(written(&[b"\x1b[1;31mx"], Content::Data, true, true), "\u{fffd}[1;31mx".as_bytes());
    }

    #[test]
    fn incomplete_characters_at_the_end_are_replaced() {
        for end in [&b"\xe2"[..], b"\xe2\x99", b"\xf0\x9f\x92", b"\r", b"\x1b"] {
            let shown = written(&[b"x", end], Content::Text, true, true);
            assert_eq!(String::from_utf8(shown).unwrap(), "x\u{fffd}", "{end:?}");
        }
    }

    #[test]
    fn colors_of_the_cli_are_written() {
        let error = color::Word { word: "error", colored: true }.to_string();
        assert_eq!(written(&[error.as_bytes()], Content::Text, true, true), error.as_bytes());
        let single: Vec<&[u8]> = error.as_bytes().chunks(1).collect();
        assert_eq!(written(&single, Content::Text, true, true), error.as_bytes());
        // Without colors, nothing may color text.
        let plain = "\u{fffd}[1;31merror\u{fffd}[0m";
        assert_eq!(written(&[error.as_bytes()], Content::Text, true, false), plain.as_bytes());
    }
}
