//! Tokens are in order and cover all of the text. They are the same as those of a slow and simple lexer, and the same
//! for the beginning of a text.

use bpgn::Label;
use bpgn::lexer::{CommentStyle, TagForm, TagParts, Token, TokenKind, next, skip_space, tag_parts, tokens};
use bpgn::tags::GameResult;
use bughouse_chess::Span;

/// Checks the tokens of a text, and of its beginnings that end at `cuts`.
pub fn check(text: &[u8], cuts: impl IntoIterator<Item = usize>) {
    let all: Vec<Token> = tokens(text).collect();
    let mut end = 0;
    for token in &all {
        let Token { kind, span } = *token;
        assert!(
            end <= span.start && span.start < span.end && span.end <= text.len(),
            "{token:?} after {end}"
        );
        assert!(text[end..span.start].iter().all(|&byte| is_space(byte)), "left out before {token:?}");
        end = span.end;
        let parts = tag_parts(text, token);
        assert_eq!(parts.is_some(), matches!(kind, TokenKind::Tag(_)), "{token:?}");
        if let Some(parts) = parts {
            assert!(span.start < parts.name.start && parts.name.end <= parts.value.start, "{token:?}");
            assert!(parts.name.start < parts.name.end && parts.value.end <= span.end, "{token:?}");
        }
        if let TokenKind::Comment(_) = kind {
            let inside = token.comment_text();
            assert!(span.start < inside.start && inside.start <= inside.end && inside.end <= span.end);
        }
    }
    assert!(text[end..].iter().all(|&byte| is_space(byte)), "left out at {end}");

    let slow = slow_tokens(text);
    for (token, (slow, parts)) in all.iter().zip(&slow) {
        assert_eq!(token, slow);
        assert_eq!(tag_parts(text, token), *parts);
    }
    assert_eq!(all.len(), slow.len());

    for cut in cuts {
        let cut = cut.min(text.len());
        for token in &all[..check_beginning(&text[..cut], &all)] {
            assert!(token.span.end <= cut, "{token:?} of {cut} bytes");
        }
    }
}

/// Checks that the tokens of a beginning are those of the whole, and returns how many there are.
fn check_beginning(text: &[u8], all: &[Token]) -> usize {
    let mut at = skip_space(text, 0);
    let mut count = 0;
    while let Some(token) = next(text, at, false) {
        assert_eq!(Some(&token), all.get(count), "of the first {} bytes", text.len());
        at = skip_space(text, token.span.end);
        count += 1;
    }
    count
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c)
}

fn is_word(byte: u8) -> bool {
    !is_space(byte) && !b"{}()[];!?".contains(&byte)
}

/// Returns the length of a no-break space: in UTF-8, or in Latin-1 after ASCII or where a token begins.
fn slow_no_break(text: &[u8], at: usize, begins_token: bool) -> Option<usize> {
    let before = if at == 0 { b' ' } else { text[at - 1] };
    if text[at..].starts_with(b"\xc2\xa0") {
        return Some(2);
    }
    let is_one = text[at..].starts_with(b"\xa0") && (before < 0x80 || (begins_token && before == 0xa0));
    is_one.then_some(1)
}

/// Returns the tokens of a text with the parts of tags, by applying one rule after the other.
fn slow_tokens(text: &[u8]) -> Vec<(Token, Option<TagParts>)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        if is_space(text[at]) {
            at += 1;
            continue;
        }
        let (kind, length, parts) = slow_token(text, at);
        found.push((Token { kind, span: Span::new(at, at + length) }, parts));
        at += length;
    }
    found
}

fn slow_token(text: &[u8], at: usize) -> (TokenKind, usize, Option<TagParts>) {
    let rest = &text[at..];
    let line = rest.split(|&byte| byte == b'\n').next().unwrap_or(rest);
    let count = |of: fn(&u8) -> bool| rest.iter().take_while(|byte| of(byte)).count();
    let to_line_end = line.strip_suffix(b"\r").filter(|line| !line.is_empty()).unwrap_or(line).len();
    match rest[0] {
        b'{' => {
            let (style, length) = slow_comment(rest);
            (TokenKind::Comment(style), length, None)
        }
        b'[' => match slow_tag(line, at) {
            Some((form, length, parts)) => (TokenKind::Tag(form), length, Some(parts)),
            None => (TokenKind::Junk, 1, None),
        },
        b'(' => (TokenKind::Open, 1, None),
        b')' => (TokenKind::Close, 1, None),
        b'}' | b']' => (TokenKind::Junk, 1, None),
        b'!' | b'?' => (TokenKind::Nag, count(|byte| matches!(byte, b'!' | b'?')), None),
        b';' => (TokenKind::Comment(CommentStyle::Line), to_line_end, None),
        b'%' if at == 0 || text[at - 1] == b'\n' => {
            (TokenKind::Comment(CommentStyle::Escape), to_line_end, None)
        }
        _ if slow_no_break(text, at, true).is_some() => {
            (TokenKind::NoBreakSpace, slow_no_break(text, at, true).unwrap_or(1), None)
        }
        _ => match slow_label(text, at) {
            Some((label, length)) => (TokenKind::Label(label), length, None),
            None => {
                let is_in = |&end: &usize| is_word(text[end]) && slow_no_break(text, end, false).is_none();
                let length = 1 + (at + 1..text.len()).take_while(is_in).count();
                let length_of_nag =
                    1 + rest[1..length].iter().take_while(|byte| byte.is_ascii_digit()).count();
                let after = &rest[length_of_nag..length];
                if rest[0] == b'$' && length_of_nag > 1 && (after == b"*" || after.starts_with(b"$")) {
                    return (TokenKind::Nag, length_of_nag, None);
                }
                (slow_word(&rest[..length]), length, None)
            }
        },
    }
}

fn slow_word(word: &[u8]) -> TokenKind {
    match word {
        b"1-0" => TokenKind::Result(GameResult::Team1),
        b"0-1" => TokenKind::Result(GameResult::Team2),
        b"1/2-1/2" => TokenKind::Result(GameResult::Draw),
        b"*" => TokenKind::Result(GameResult::None),
        [b'$', digits @ ..] if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) => TokenKind::Nag,
        _ => TokenKind::Word,
    }
}

/// Reads up to nine digits and a letter, followed by dots, the end of a word, or nothing.
fn slow_label(text: &[u8], at: usize) -> Option<(Label, usize)> {
    let rest = &text[at..];
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number: u32 = std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()?;
    let seat = Label::seat_of(*rest.get(digits)?)?;
    let after = &rest[digits + 1..];
    let dots = after.iter().take_while(|&&byte| byte == b'.').count();
    let ends = dots > 0
        || after.first().is_none_or(|&byte| !is_word(byte))
        || slow_no_break(text, at + digits + 1, false).is_some();
    (digits <= 9 && ends).then_some((Label { number, seat }, digits + 1 + dots))
}

fn slow_comment(rest: &[u8]) -> (CommentStyle, usize) {
    for end in 1..rest.len() {
        if rest[end] == b'}' {
            return (CommentStyle::Braces, end + 1);
        }
        if rest[end] == b'\n' && rest[end + 1..].starts_with(b"[") {
            let line = rest[end + 1..].split(|&byte| byte == b'\n').next().unwrap_or_default();
            if let Some((TagForm::Quoted, ..)) = slow_tag(line, 0) {
                return (CommentStyle::Unclosed, end + 1);
            }
        }
    }
    (CommentStyle::Unclosed, rest.len())
}

/// Reads the tag that a line begins with. Spans are counted from `base`.
fn slow_tag(line: &[u8], base: usize) -> Option<(TagForm, usize, TagParts)> {
    let blanks = |at: usize| line[at..].iter().take_while(|&&byte| byte == b' ' || byte == b'\t').count();
    let name = 1 + blanks(1);
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let name_end = name + line[name..].iter().take_while(|byte| is_name(byte)).count();
    let value = name_end + blanks(name_end);
    if !line.get(name)?.is_ascii_alphabetic() {
        return None;
    }
    let parts = |start: usize, end: usize| TagParts {
        name: Span::new(base + name, base + name_end),
        value: Span::new(base + start, base + end),
    };
    let trimmed = |end: usize| {
        let spaces = line[value..end].iter().rev().take_while(|&&byte| is_space(byte)).count();
        end - spaces
    };
    if line.get(value) != Some(&b'"') {
        let close = line[value..].iter().position(|byte| matches!(byte, b']' | b'[')).map(|at| value + at)?;
        let is_tag = value > name_end && line[close] == b']';
        return is_tag.then(|| (TagForm::Unquoted, close + 1, parts(value, trimmed(close))));
    }
    // A backslash escapes the character after it, unless that leaves the tag unclosed.
    for escapes in [true, false] {
        let mut at = value + 1;
        while at < line.len() {
            let close = at + 1 + line.get(at + 1..).map_or(0, |_| blanks(at + 1));
            if line[at] == b'"' && line.get(close) == Some(&b']') {
                return Some((TagForm::Quoted, close + 1, parts(value + 1, at)));
            }
            at += if escapes && line[at] == b'\\' { 2 } else { 1 };
        }
    }
    let end = trimmed(line.len());
    Some((TagForm::Unclosed, end, parts((value + 1).min(end), end)))
}
