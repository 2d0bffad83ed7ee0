//! Splits any bytes into BPGN tokens. It never fails.
//!
//! Anything that is not a token is [`TokenKind::Junk`]. White space separates tokens and is needed only where two would
//! run together. A no-break space is a token of its own. A comment ends at its `}`. An unclosed comment ends where a
//! line begins with a tag pair, such as `[Event "x"]`, because the next game begins there. A tag never continues on the
//! next line.

pub(crate) mod fast_path;

use bughouse_chess::{Seat, Span};

use crate::lexer::fast_path::fast_tag;
use crate::types::label::{Label, MAX_DIGITS};
use crate::types::tags::GameResult;

/// A token: its kind and its span.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// The kind of the token.
    pub kind: TokenKind,
    /// The span, with braces, brackets and dots.
    pub span: Span,
}

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TokenKind {
    /// A tag: `[Event "x"]`. [`tag_parts`] returns its parts.
    Tag(TagForm),
    /// A label: `47A.`
    Label(Label),
    /// A word, such as a move.
    Word,
    /// A result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    Result(GameResult),
    /// A comment. [`Token::comment_text`] returns its span without braces.
    Comment(CommentStyle),
    /// A NAG: `!`, `?`, `!?`, `$14`.
    Nag,
    /// `(`
    Open,
    /// `)`
    Close,
    /// A no-break space, in UTF-8 or in Latin-1.
    NoBreakSpace,
    /// Anything else.
    Junk,
}

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

/// How a comment is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CommentStyle {
    /// `{text}`
    Braces,
    /// `{text` up to a tag at the start of a line, or to the end of the file.
    Unclosed,
    /// `;text` up to the end of the line.
    Line,
    /// `%text` in the first column, up to the end of the line.
    Escape,
}

impl Token {
    /// Returns the span of a comment's text, without braces or the first character.
    #[inline]
    pub fn comment_text(&self) -> Span {
        let end = match self.kind {
            TokenKind::Comment(CommentStyle::Braces) => self.span.end - 1,
            _ => self.span.end,
        };
        Span::new(self.span.start + 1, end)
    }
}

/// Splits a text into tokens.
///
/// ```
/// use bpgn::lexer::{TokenKind, tokens};
///
/// let text = b"1A. e4{119.9} 1-0";
/// let words: Vec<&[u8]> = tokens(text).map(|token| &text[token.span.start..token.span.end]).collect();
/// assert_eq!(words, [&b"1A."[..], b"e4", b"{119.9}", b"1-0"]);
/// ```
pub fn tokens(text: &[u8]) -> impl Iterator<Item = Token> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        at = skip_space(text, at);
        let token = next(text, at, true)?;
        at = token.span.end;
        Some(token)
    })
}

/// The class of a byte.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Space,
    /// Part of a word.
    Word,
    /// A digit, which may begin a label.
    Digit,
    /// A token of its own, or the beginning of one.
    Special,
    /// A no-break space or a part of one, or else part of a word.
    High,
}

static CLASSES: [Class; 256] = {
    let mut classes = [Class::Word; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c => Class::Space,
            b'0'..=b'9' => Class::Digit,
            b'{' | b'}' | b'(' | b')' | b'[' | b']' | b';' | b'!' | b'?' => Class::Special,
            0xa0 | 0xc2 => Class::High,
            _ => Class::Word,
        };
        byte += 1;
    }
    classes
};

#[inline]
fn class(byte: u8) -> Class {
    CLASSES[byte as usize]
}

/// Returns `true` if a byte can't be part of a word.
#[inline(always)]
pub(crate) fn ends_word(byte: u8) -> bool {
    matches!(class(byte), Class::Space | Class::Special)
}

/// Returns the first index from `at` on that is not white space.
#[inline]
pub fn skip_space(text: &[u8], mut at: usize) -> usize {
    while at < text.len() && class(text[at]) == Class::Space {
        at += 1;
    }
    at
}

/// Reads the token at an index that is not white space.
///
/// Returns `None` at the end of the text and, unless the text is `complete`, where more text could make the token
/// longer. The byte before `at`, if there is one, says whether `at` begins a line.
#[inline]
pub fn next(text: &[u8], at: usize, complete: bool) -> Option<Token> {
    let &first = text.get(at)?;
    match class(first) {
        Class::Digit => label_or_word(text, at, complete),
        Class::Word if first == b'%' && starts_line(text, at) => {
            line(text, at, complete, CommentStyle::Escape)
        }
        Class::Word => word(text, at, at + 1, complete),
        Class::Special => special(text, at, first, complete),
        Class::High => high(text, at, complete),
        // Callers skip white space before. If they don't, it is junk.
        Class::Space => Some(Token { kind: TokenKind::Junk, span: Span::new(at, at + 1) }),
    }
}

/// Returns the length of the no-break space at an index, or `None` if there is none.
///
/// In Latin-1 it is one byte. In UTF-8 this byte only continues a character, so it never follows an ASCII byte.
fn no_break_space(text: &[u8], at: usize, begins_token: bool) -> Option<usize> {
    let before = at.checked_sub(1).map_or(b' ', |before| text[before]);
    match text[at] {
        0xc2 if text.get(at + 1) == Some(&0xa0) => Some(2),
        0xa0 if before.is_ascii() || (begins_token && before == 0xa0) => Some(1),
        _ => None,
    }
}

/// Reads a no-break space, or a word that begins like one.
#[cold]
fn high(text: &[u8], at: usize, complete: bool) -> Option<Token> {
    if let Some(length) = no_break_space(text, at, true) {
        return Some(Token { kind: TokenKind::NoBreakSpace, span: Span::new(at, at + length) });
    }
    word(text, at, at + 1, complete)
}

/// Returns `true` if the token at an index follows a word without a space.
pub(crate) fn follows_word(text: &[u8], at: usize) -> bool {
    at.checked_sub(1).is_some_and(|before| matches!(class(text[before]), Class::Word | Class::Digit))
}

#[inline]
fn special(text: &[u8], at: usize, first: u8, complete: bool) -> Option<Token> {
    let one = |kind| Some(Token { kind, span: Span::new(at, at + 1) });
    match first {
        b'{' => comment(text, at, complete),
        b'[' => Some(match bracket(text, at, complete)? {
            Bracket::Tag(_, end, form) => Token { kind: TokenKind::Tag(form), span: Span::new(at, end) },
            Bracket::Junk => Token { kind: TokenKind::Junk, span: Span::new(at, at + 1) },
        }),
        b'(' => one(TokenKind::Open),
        b')' => one(TokenKind::Close),
        b'!' | b'?' => {
            let end = text[at..].iter().position(|byte| !matches!(byte, b'!' | b'?'));
            let end = match end {
                Some(length) => at + length,
                None if complete => text.len(),
                None => return None,
            };
            Some(Token { kind: TokenKind::Nag, span: Span::new(at, end) })
        }
        b';' => line(text, at, complete, CommentStyle::Line),
        _ => one(TokenKind::Junk),
    }
}

/// Returns `true` if an index is at the start of a line.
#[inline]
fn starts_line(text: &[u8], at: usize) -> bool {
    at == 0 || text[at - 1] == b'\n'
}

/// Reads up to the end of the line.
fn line(text: &[u8], at: usize, complete: bool, style: CommentStyle) -> Option<Token> {
    let end = match memchr::memchr(b'\n', &text[at..]) {
        Some(length) => at + length,
        None if complete => text.len(),
        None => return None,
    };
    let end = if end > at + 1 && text[end - 1] == b'\r' { end - 1 } else { end };
    Some(Token { kind: TokenKind::Comment(style), span: Span::new(at, end) })
}

/// Reads a token that begins with a digit: a label, a result, castling with zeros, or any word.
#[inline]
fn label_or_word(text: &[u8], at: usize, complete: bool) -> Option<Token> {
    let mut end = at;
    let mut number: u32 = 0;
    // Longer numbers are not labels.
    while end < text.len() && text[end].is_ascii_digit() && end - at < MAX_DIGITS {
        number = number * 10 + u32::from(text[end] - b'0');
        end += 1;
    }
    if end + 1 >= text.len() && !complete {
        return None;
    }
    let seat: Option<Seat> = text.get(end).and_then(|&letter| Label::seat_of(letter));
    if let Some(seat) = seat {
        let after = end + 1;
        let is_label = match text.get(after) {
            None | Some(b'.') => true,
            Some(&byte) if class(byte) == Class::High => {
                if after + 1 == text.len() && !complete {
                    return None;
                }
                no_break_space(text, after, false).is_some()
            }
            Some(&byte) => ends_word(byte),
        };
        if is_label {
            let mut end = after;
            while text.get(end) == Some(&b'.') {
                end += 1;
            }
            if end == text.len() && !complete {
                return None;
            }
            return Some(Token { kind: TokenKind::Label(Label { number, seat }), span: Span::new(at, end) });
        }
    }
    let token = word(text, at, end, complete)?;
    Some(match GameResult::read(&text[token.span.start..token.span.end]) {
        Ok(result) => Token { kind: TokenKind::Result(result), span: token.span },
        Err(_) => token,
    })
}

/// Reads a word whose first part, up to `end`, is known.
#[inline]
fn word(text: &[u8], at: usize, mut end: usize, complete: bool) -> Option<Token> {
    loop {
        while end < text.len() && matches!(class(text[end]), Class::Word | Class::Digit) {
            end += 1;
        }
        let continues = end < text.len() && class(text[end]) == Class::High;
        if !continues || no_break_space(text, end, false).is_some() {
            break;
        }
        end += 1;
    }
    if end == text.len() && !complete {
        return None;
    }
    let kind = match text[at] {
        b'*' if end == at + 1 => TokenKind::Result(GameResult::None),
        b'$' if nag_length(&text[at..end]) > 0 => {
            end = at + nag_length(&text[at..end]);
            TokenKind::Nag
        }
        _ => TokenKind::Word,
    };
    Some(Token { kind, span: Span::new(at, end) })
}

/// Returns the length of the numeric NAG at the start of a word, or 0 if there is none. Another NAG or a result may
/// follow without a space.
fn nag_length(word: &[u8]) -> usize {
    let digits = word[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    match &word[1 + digits..] {
        [] | [b'$', ..] | [b'*'] if digits > 0 => 1 + digits,
        _ => 0,
    }
}

/// Reads a comment in braces.
#[inline]
fn comment(text: &[u8], at: usize, complete: bool) -> Option<Token> {
    let token = |end, style| Some(Token { kind: TokenKind::Comment(style), span: Span::new(at, end) });
    let mut from = at + 1;
    // Most comments are clocks, which are short.
    let near = text.len().min(at + 16);
    while from < near {
        match text[from] {
            b'}' => return token(from + 1, CommentStyle::Braces),
            b'\n' => break,
            _ => from += 1,
        }
    }
    while let Some(length) = memchr::memchr2(b'}', b'\n', &text[from..]) {
        from += length + 1;
        if text[from - 1] == b'}' {
            return token(from, CommentStyle::Braces);
        }
        match is_tag_pair(text, from, complete) {
            Some(false) => {}
            Some(true) => return token(from, CommentStyle::Unclosed),
            None => return None,
        }
    }
    if complete { token(text.len(), CommentStyle::Unclosed) } else { None }
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

/// Returns the parts of a tag token, or `None` for other tokens.
pub fn tag_parts(text: &[u8], token: &Token) -> Option<TagParts> {
    if !matches!(token.kind, TokenKind::Tag(_)) {
        return None;
    }
    // The token ends where the tag does.
    match bracket(&text[..token.span.end], token.span.start, true)? {
        Bracket::Tag(parts, _, _) => Some(parts),
        Bracket::Junk => None,
    }
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

/// Reads a tag, or junk that begins with `[`.
pub(crate) fn bracket(text: &[u8], at: usize, complete: bool) -> Option<Bracket> {
    match fast_tag(text, at) {
        Some((parts, end)) => Some(Bracket::Tag(parts, end, TagForm::Quoted)),
        None => any_bracket(text, at, complete),
    }
}

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
pub(crate) fn any_bracket(text: &[u8], at: usize, complete: bool) -> Option<Bracket> {
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

#[cfg(test)]
mod tests {
    use super::{Bracket, LONGEST_TAG, TagForm, bracket};

    #[test]
    fn the_fast_path_reads_the_longest_tag() {
        // The fast path used to accept one byte more. It isn't used near the end of a text.
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
