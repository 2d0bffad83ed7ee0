//! Reads tags: `[Event "x"]`.

use std::borrow::Cow;

use bughouse_chess::Span;

use crate::lexer::bytes::{Class, class};

/// The parts of a tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TagParts {
    /// The name.
    pub name: Span,
    /// The value without its quotes. Escapes are not resolved.
    pub value: Span,
}

/// How a tag is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TagForm {
    /// `[Round "-1-"]`
    Quoted,
    /// `[Round -1-]`
    Unquoted,
    /// The line ends before the tag is closed.
    Unclosed,
}

/// A token that begins with `[`.
pub(crate) enum Bracket {
    /// A tag, where it ends, and how it is written.
    Tag(TagParts, usize, TagForm),
    /// Not a tag.
    Junk,
}

/// The most bytes of a tag. A longer one is cut off.
pub const LONGEST_TAG: usize = 1 << 16;

/// By byte, whether it may be part of a tag name.
static NAME_BYTES: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = (byte as u8).is_ascii_alphanumeric() || byte as u8 == b'_';
        byte += 1;
    }
    table
};

/// Reads a tag in any form, or junk that begins with `[`.
pub(crate) fn bracket(text: &[u8], at: usize, complete: bool) -> Option<Bracket> {
    // The rest of the text doesn't matter, so this counts as its end.
    let clipped = text.len() > at + LONGEST_TAG;
    let text = &text[..text.len().min(at + LONGEST_TAG)];
    let complete = complete || clipped;
    let skip_blanks = |mut at: usize| {
        while matches!(text.get(at), Some(b' ' | b'\t')) {
            at += 1;
        }
        at
    };
    let name_at = skip_blanks(at + 1);
    let mut name_end = name_at;
    while name_end < text.len() && NAME_BYTES[usize::from(text[name_end])] {
        name_end += 1;
    }
    let value_at = skip_blanks(name_end);
    if value_at >= text.len() && !complete {
        return None;
    }
    let is_quoted = text.get(value_at) == Some(&b'"');
    let has_name = name_end > name_at && text[name_at].is_ascii_alphabetic();
    if !has_name || (value_at == name_end && !is_quoted) {
        return Some(Bracket::Junk);
    }
    let name = Span::new(name_at, name_end);
    let tag = |value, end, form| Some(Bracket::Tag(TagParts { name, value }, end, form));
    let trimmed = |end: usize| {
        let kept = text[value_at..end].iter().rposition(|&byte| class(byte) != Class::Space);
        value_at + kept.map_or(0, |last| last + 1)
    };
    if is_quoted {
        return match close_of(text, value_at, true) {
            Close::At(value, end) => tag(value, end, TagForm::Quoted),
            Close::Nowhere(text_end) if text_end == text.len() && !complete => None,
            Close::Nowhere(line_end) => match close_of(&text[..line_end], value_at, false) {
                Close::At(value, end) => tag(value, end, TagForm::Quoted),
                Close::Nowhere(_) => {
                    let end = trimmed(line_end);
                    tag(Span::new((value_at + 1).min(end), end), end, TagForm::Unclosed)
                }
            },
        };
    }
    match memchr::memchr3(b']', b'[', b'\n', &text[value_at..]) {
        Some(length) if text[value_at + length] == b']' => {
            let end = value_at + length;
            tag(Span::new(value_at, trimmed(end)), end + 1, TagForm::Unquoted)
        }
        None if !complete => None,
        _ => Some(Bracket::Junk),
    }
}

/// Where a quoted value and its tag end.
enum Close {
    /// The value, and where its tag ends.
    At(Span, usize),
    /// There is no end before the end of the line or the text, which is here.
    Nowhere(usize),
}

/// Finds the end of a quoted value and its tag, with or without `\` as an escape.
fn close_of(text: &[u8], quote: usize, escapes: bool) -> Close {
    let mut from = quote + 1;
    while let Some(length) = text.get(from..).and_then(|rest| memchr::memchr3(b'"', b'\\', b'\n', rest)) {
        let at = from + length;
        from = at + 1;
        match text[at] {
            b'\n' => return Close::Nowhere(at),
            // The character after the backslash is part of the value, but a line break always ends the line.
            b'\\' if escapes && text.get(at + 1) != Some(&b'\n') => from = at + 2,
            b'"' => {
                let mut bracket = at + 1;
                while matches!(text.get(bracket), Some(b' ' | b'\t')) {
                    bracket += 1;
                }
                match text.get(bracket) {
                    Some(b']') => return Close::At(Span::new(quote + 1, at), bracket + 1),
                    // More text may close it.
                    None => return Close::Nowhere(text.len()),
                    // An unescaped quote inside a value.
                    Some(_) => {}
                }
            }
            _ => {}
        }
    }
    Close::Nowhere(text.len())
}

/// Returns `true` if there is a whole tag pair, `[Name "value"]`, at an index, or `None` if that depends on more text.
pub(crate) fn is_tag_pair(text: &[u8], at: usize, complete: bool) -> Option<bool> {
    match text.get(at) {
        None if complete => Some(false),
        None => None,
        Some(b'[') => {
            bracket(text, at, complete).map(|tag| matches!(tag, Bracket::Tag(_, _, TagForm::Quoted)))
        }
        Some(_) => Some(false),
    }
}

/// Resolves `\"` and `\\` in the value of a tag. Any other backslash is a plain character.
pub fn unescape(value: &str) -> String {
    // Escapes are ASCII, so characters stay whole.
    String::from_utf8_lossy(&unescape_bytes(value.as_bytes())).into_owned()
}

/// Resolves `\"` and `\\` in bytes of any encoding. All of them include ASCII.
pub(crate) fn unescape_bytes(value: &[u8]) -> Cow<'_, [u8]> {
    let Some(first) = memchr::memchr(b'\\', value) else { return Cow::Borrowed(value) };
    let mut out = value[..first].to_vec();
    let mut bytes = value[first..].iter().peekable();
    while let Some(&byte) = bytes.next() {
        match (byte, bytes.peek()) {
            (b'\\', Some(&&next @ (b'"' | b'\\'))) => {
                out.push(next);
                bytes.next();
            }
            _ => out.push(byte),
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::{Bracket, LONGEST_TAG, TagForm, bracket};

    #[test]
    fn tags_are_read_up_to_the_longest() {
        // One byte more used to be accepted if there was enough text after the tag.
        for length in LONGEST_TAG - 2..LONGEST_TAG + 3 {
            for after in ["", "                "] {
                let text = format!("[A \"{}\"]{after}", "x".repeat(length - 6));
                let end = match bracket(text.as_bytes(), 0, true) {
                    Some(Bracket::Tag(_, end, TagForm::Quoted)) => Some(end),
                    _ => None,
                };
                assert_eq!(end, (length <= LONGEST_TAG).then_some(length));
            }
        }
    }
}
