//! Splits any bytes into BPGN tokens. It never fails.
//!
//! Anything that is not a token is [`TokenKind::Junk`]. White space separates tokens and is needed only where two would
//! run together. A no-break space is a token of its own. A comment ends at its `}`. An unclosed comment ends where a
//! line begins with a tag pair, such as `[Event "x"]`, because the next game begins there. A tag never continues on the
//! next line.

mod bytes;
pub(crate) mod half_move;
pub(crate) mod tag;

use bughouse_chess::{Seat, Span};

use crate::lexer::bytes::{Class, class, ends_word};
use crate::lexer::tag::{Bracket, bracket, is_tag_pair};
use crate::types::label::{Label, MAX_DIGITS};
use crate::types::tags::GameResult;

pub use crate::lexer::tag::{LONGEST_TAG, TagForm, TagParts};

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
