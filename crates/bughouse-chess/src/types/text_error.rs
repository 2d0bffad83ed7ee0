//! Errors in strings: what is wrong, and where.

use alloc::string::String;
use core::fmt;

/// A range of bytes in a string.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last one, or the same as `start` if something is missing.
    pub end: usize,
}

impl Span {
    /// Creates a span.
    #[inline]
    pub const fn new(start: usize, end: usize) -> Span {
        Span { start, end }
    }

    /// Returns the same span in a string with `offset` more bytes at the start.
    #[inline]
    pub const fn shifted(self, offset: usize) -> Span {
        Span { start: self.start + offset, end: self.end + offset }
    }
}

/// What is wrong with a string, and where.
///
/// The message is one lower-case line. [`TextError::render`] shows the place in the string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextError<K> {
    kind: K,
    span: Span,
}

impl<K> TextError<K> {
    /// Creates an error.
    #[inline]
    pub const fn new(kind: K, span: Span) -> TextError<K> {
        TextError { kind, span }
    }

    /// Creates an error about a whole string.
    #[inline]
    pub const fn whole(kind: K, text: &[u8]) -> TextError<K> {
        TextError { kind, span: Span::new(0, text.len()) }
    }

    /// Returns what is wrong.
    pub const fn kind(&self) -> &K {
        &self.kind
    }

    /// Returns where it is wrong.
    pub const fn span(&self) -> Span {
        self.span
    }

    /// Returns the same error in a string with `offset` more bytes at the start.
    pub fn shifted(self, offset: usize) -> TextError<K> {
        TextError { kind: self.kind, span: self.span.shifted(offset) }
    }
}

impl<K: fmt::Display> TextError<K> {
    /// Returns the message, the line of the string it refers to, and a caret under the place.
    ///
    /// ```
    /// use bughouse_chess::BoardBuilder;
    ///
    /// let text = "8/8/8/8/8/8/8 w - - 0 1";
    /// let error = text.parse::<BoardBuilder>().unwrap_err();
    /// assert_eq!(
    ///     error.render(text.as_bytes()),
    ///     "found 7 ranks, expected 8\n  8/8/8/8/8/8/8 w - - 0 1\n               ^"
    /// );
    /// ```
    pub fn render(&self, text: &[u8]) -> String {
        render_all(text, core::iter::once((&self.kind, self.span)))
    }
}

/// The error for a short string that can't be parsed, such as a square, a time or a move in UCI. Its kind is the
/// message: what was expected, with examples.
///
/// ```
/// use bughouse_chess::{Span, Square};
///
/// let error = "e9".parse::<Square>().unwrap_err();
/// assert_eq!((*error.kind(), error.span()), ("expected a square, a1 to h8", Span::new(0, 2)));
/// assert_eq!(error.render(b"e9"), "expected a square, a1 to h8\n  e9\n  ^^");
/// ```
pub type ParseError = TextError<&'static str>;

/// Returns several messages, each with the line it refers to and a caret under the place.
pub(crate) fn render_all(text: &[u8], messages: impl Iterator<Item = (impl fmt::Display, Span)>) -> String {
    let mut out = String::new();
    for (message, span) in messages {
        if !out.is_empty() {
            out.push('\n');
        }
        // Writing to a string cannot fail.
        let _ = fmt::Write::write_fmt(&mut out, format_args!("{message}\n"));
        point(&mut out, text, span);
    }
    out
}

/// The most characters of a line to show on each side of a place.
const CONTEXT: usize = 120;

/// Appends the line that contains a span, with carets under the span.
fn point(out: &mut String, text: &[u8], span: Span) {
    let start = span.start.min(text.len());
    let end = span.end.clamp(start, text.len());
    let mut from = text[..start].iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
    let mut to = text[start..].iter().position(|&b| b == b'\n').map_or(text.len(), |i| start + i);
    let (mut cut_before, mut cut_after) = ("", "");
    if start - from > CONTEXT {
        from = start - CONTEXT;
        cut_before = "...";
    }
    if to - start > CONTEXT {
        to = start + CONTEXT;
        cut_after = "...";
    }
    out.push_str("  ");
    out.push_str(cut_before);
    let indent = 2 + cut_before.len() + push_visible(out, &text[from..start]);
    let width = push_visible(out, &text[start..end.min(to)]);
    push_visible(out, &text[end.min(to)..to]);
    out.push_str(cut_after);
    out.push('\n');
    out.extend(core::iter::repeat_n(' ', indent));
    out.extend(core::iter::repeat_n('^', width.max(1)));
}

/// Appends bytes as text, with a placeholder for each control character or invalid UTF-8 sequence. Returns
/// the number of characters.
fn push_visible(out: &mut String, bytes: &[u8]) -> usize {
    let mut count = 0;
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            out.push(if c.is_control() { char::REPLACEMENT_CHARACTER } else { c });
            count += 1;
        }
        if !chunk.invalid().is_empty() {
            out.push(char::REPLACEMENT_CHARACTER);
            count += 1;
        }
    }
    count
}

/// Writes the message and the position of the first byte, counted from 1.
impl<K: fmt::Display> fmt::Display for TextError<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at byte {})", self.kind, self.span.start + 1)
    }
}

impl<K: fmt::Display + fmt::Debug> core::error::Error for TextError<K> {}
