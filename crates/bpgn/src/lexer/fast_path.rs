//! The fast path: reads half-moves and tags in their most common form in one step.
//!
//! Whatever the fast path reads, the lexer reads the same way. Everything else is left to the lexer, as is anything
//! near the end of the text. The lengths of moves, clocks and values can't be predicted, so their ends are found
//! without a branch per byte: eight bytes are compared at once as one number, where each matching byte gets its highest
//! bit set.

use bughouse_chess::{BoardId, Color, Seat, Span};

use crate::lexer::{LONGEST_TAG, TagParts, ends_word};
use crate::types::label::Label;

/// A half-move in its most common form, `47a. Nxf7+{119.5}` or `47a. Nxf7+ {119}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FastHalfMove {
    pub(crate) label: Label,
    /// Where the label ends.
    pub(crate) label_end: usize,
    pub(crate) san: Span,
    /// Where the comment after the move is, with its braces, if it fits on one line.
    pub(crate) comment: Option<Span>,
}

/// The most digits of a label that [`fast_half_move`] reads.
const DIGITS: usize = 4;

/// The most bytes that [`fast_half_move`] looks at: digits, a letter, a dot, a space, two words.
const WINDOW: usize = DIGITS + 3 + 16;

/// Reads a half-move in its most common form.
#[inline(always)]
pub(crate) fn fast_half_move(text: &[u8], at: usize) -> Option<FastHalfMove> {
    let near: &[u8; WINDOW] = text.get(at..)?.first_chunk()?;
    let digit = |byte: u8| u32::from(byte.wrapping_sub(b'0'));
    let mut number = digit(near[0]);
    if number > 9 {
        return None;
    }
    // Numbers grow slowly, so the branch predictor guesses the number of digits.
    let mut i = 1;
    while i < DIGITS && digit(near[i]) < 10 {
        number = number * 10 + digit(near[i]);
        i += 1;
    }
    let label = Label { number, seat: seat_of(near[i])? };
    if near[i + 1] != b'.' {
        return None;
    }
    // The same goes for the space: computing it would be slower than predicting it.
    match near[i + 2] {
        b' ' => fast_move(text, near, at, label, i + 2, i + 3),
        _ => fast_move(text, near, at, label, i + 2, i + 2),
    }
}

/// Reads the move after a label, and the comment after it if it fits on one line.
#[inline(always)]
fn fast_move(
    text: &[u8],
    near: &[u8; WINDOW],
    at: usize,
    label: Label,
    label_end: usize,
    start: usize,
) -> Option<FastHalfMove> {
    let (first, second) = two_words(near, start)?;
    // Results and castling with zeros begin with a digit, some NAGs with `$`.
    if !near[start].is_ascii_alphabetic() {
        return None;
    }
    let beyond = beyond_move(first);
    if beyond == 0 {
        return None;
    }
    let end = beyond.trailing_zeros() as usize / 8;
    let from = at + start;
    let (label_end, san) = (at + label_end, Span::new(from, from + end));
    let open = match (first >> (8 * end)) as u8 {
        b'{' => end,
        b' ' if near[start + end + 1] == b'{' => end + 1,
        byte if ends_word(byte) => return Some(FastHalfMove { label, label_end, san, comment: None }),
        _ => return None,
    };
    // No brace closes before one opens, so this need not wait for the end of the move.
    let stop = |word| equal(word, b'}') | less(word, b'\n' + 1);
    let mut close = from + position(stop(first), stop(second));
    if close == from + 16 {
        close += memchr::memchr2(b'}', b'\n', &text[close..]).unwrap_or(0);
    }
    let comment = (text.get(close) == Some(&b'}')).then(|| Span::new(from + open, close + 1));
    Some(FastHalfMove { label, label_end, san, comment })
}

/// Returns the seat of a letter like [`Label::seat_of`], without a branch for each.
#[inline(always)]
fn seat_of(letter: u8) -> Option<Seat> {
    let board = (letter | 0x20).wrapping_sub(b'a');
    if board > 1 {
        return None;
    }
    let board = if board == 0 { BoardId::A } else { BoardId::B };
    let color = if letter & 0x20 == 0 { Color::White } else { Color::Black };
    Some(Seat { board, color })
}

/// Reads a tag in its most common form, `[Event "x"]`. Returns its parts and where it ends.
#[inline(always)]
pub(crate) fn fast_tag(text: &[u8], at: usize) -> Option<(TagParts, usize)> {
    let name = at + 1;
    let near: &[u8; 18] = text.get(name..)?.first_chunk()?;
    let (first, second) = two_words(near, 0)?;
    let length = position(beyond_letters(first), beyond_letters(second));
    let end = name + length;
    if length == 0 || length == 16 || near[length] != b' ' || near[length + 1] != b'"' {
        return None;
    }
    let value = end + 2;
    let (first, second) = two_words(text, value)?;
    let stop = |word| equal(word, b'"') | equal(word, b'\\') | less(word, b'\n' + 1);
    let mut close = value + position(stop(first), stop(second));
    if close == value + 16 {
        close += memchr::memchr3(b'"', b'\\', b'\n', &text[close..])?;
    }
    if close + 2 - at > LONGEST_TAG || text[close] != b'"' || text.get(close + 1) != Some(&b']') {
        return None;
    }
    Some((TagParts { name: Span::new(name, end), value: Span::new(value, close) }, close + 2))
}

/// The lowest bit of each byte.
const LOW: u64 = u64::MAX / 255;

/// The highest bit of each byte.
const HIGH: u64 = LOW << 7;

/// Returns a byte repeated eight times.
const fn every(byte: u8) -> u64 {
    LOW * byte as u64
}

/// Reads sixteen bytes as two numbers, the first byte lowest.
#[inline(always)]
fn two_words(text: &[u8], at: usize) -> Option<(u64, u64)> {
    let &[first, second] = text.get(at..)?.first_chunk::<16>()?.as_chunks::<8>().0 else { return None };
    Some((u64::from_le_bytes(first), u64::from_le_bytes(second)))
}

/// Returns the index of the first byte whose highest bit is set in either word, or 16 if there is none.
#[inline(always)]
fn position(first: u64, second: u64) -> usize {
    let both = u128::from(first & HIGH) | u128::from(second & HIGH) << 64;
    (both.trailing_zeros() / 8) as usize
}

// In the functions below, bytes after the first match may be flagged by mistake. The first match is always correct,
// even if several searches are combined.

/// Flags bytes equal to `byte`.
#[inline(always)]
fn equal(word: u64, byte: u8) -> u64 {
    let zero = word ^ every(byte);
    zero.wrapping_sub(LOW) & !zero
}

/// Flags bytes less than `byte`, which is at most 128.
#[inline(always)]
fn less(word: u64, byte: u8) -> u64 {
    word.wrapping_sub(every(byte)) & !word
}

/// Flags bytes that are rare in moves: all that can end a word, the mate sign, and others.
#[inline(always)]
fn beyond_move(word: u64) -> u64 {
    // Moves have letters up to `x`. In lower case, brackets are braces.
    let lower = word | every(0x20);
    let above = lower.wrapping_add(every(0x80 - b'y')) | word;
    // White space, `!`, `(` and `)`, then `;` and `?`, which differ in one bit.
    let below = less(word, b'+');
    let between = equal(word & every(!4), b';');
    (above | below | between) & HIGH
}

/// Flags bytes that are not letters.
#[inline(always)]
fn beyond_letters(word: u64) -> u64 {
    let lower = word | every(0x20);
    less(lower, b'a') | lower.wrapping_add(every(0x80 - b'{')) | word
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq, proptest};
    use proptest::sample::Index;

    use super::{
        FastHalfMove, HIGH, LONGEST_TAG, Label, Span, WINDOW, beyond_letters, beyond_move, ends_word, equal,
        fast_half_move, fast_tag, less, position, seat_of, two_words,
    };
    use crate::lexer::{Bracket, CommentStyle, TagForm, TokenKind, any_bracket, next, skip_space};

    /// The bytes that moves are written with, except the mate sign.
    const MOVE: &[u8] = b"abcdefghx12345678NBRQKPO-=@+";

    /// Finds the first byte of some kind among eight, one by one.
    fn slow(bytes: [u8; 8], is: impl Fn(u8) -> bool) -> Option<usize> {
        bytes.iter().position(|&byte| is(byte))
    }

    fn fast(mask: u64) -> Option<usize> {
        match mask & HIGH {
            0 => None,
            mask => Some(mask.trailing_zeros() as usize / 8),
        }
    }

    #[test]
    fn beyond_move_flags_word_ends_and_no_bytes_of_moves() {
        for byte in 0..=255 {
            let is_beyond = fast(beyond_move(u64::from_le_bytes([byte; 8]))).is_some();
            assert!(is_beyond || !ends_word(byte), "{byte}");
            assert!(!is_beyond || !MOVE.contains(&byte), "{byte}");
        }
    }

    #[test]
    fn seat_of_agrees_with_label() {
        for letter in 0..=255 {
            assert_eq!(seat_of(letter), Label::seat_of(letter), "{letter}");
        }
    }

    #[test]
    fn tags_are_read_up_to_the_longest() {
        for length in LONGEST_TAG - 2..LONGEST_TAG + 3 {
            let text = format!("[A \"{}\"]                  ", "x".repeat(length - 6));
            let end = fast_tag(text.as_bytes(), 0).map(|(_, end)| end);
            assert_eq!(end, (length <= LONGEST_TAG).then_some(length));
        }
    }

    /// Reads a half-move and the comment after it token by token.
    fn slow_half_move(text: &[u8]) -> Option<FastHalfMove> {
        let label_token = next(text, 0, true)?;
        let TokenKind::Label(label) = label_token.kind else { return None };
        let label_end = label_token.span.end;
        let word = next(text, skip_space(text, label_end), true)?;
        if word.kind != TokenKind::Word {
            return None;
        }
        let after = next(text, skip_space(text, word.span.end), true);
        let comment = after.filter(|token| token.kind == TokenKind::Comment(CommentStyle::Braces));
        Some(FastHalfMove { label, label_end, san: word.span, comment: comment.map(|token| token.span) })
    }

    /// Parts that half-moves are made of, the common ones first.
    const NUMBERS: [&str; 7] = ["1", "12", "123", "4567", "98765", "0", ""];
    const LETTERS: [&str; 7] = ["A", "a", "B", "b", "c", "AA", ""];
    const DOTS: [&str; 7] = [". ", ".", "...", " ", ".  ", ".\n", ""];
    const MOVES: [&str; 14] = [
        "e4",
        "Nf3",
        "exd5",
        "P@e4+",
        "Nbxd7+",
        "gxf1=Q+",
        "O-O-O+",
        "Qh4xe1++",
        "exd8=Q#",
        "0-0",
        "$14",
        "e4;",
        "e4~\u{e4}",
        "",
    ];
    const COMMENTS: [&str; 14] = [
        "{298.210}",
        " {7}",
        " {119}",
        " ",
        "{}",
        "{[%clk 0:01:02.5]}",
        " {[ts=1185.070]}",
        " {C: a\tb}",
        "{a\nb}",
        " {a\n[Event \"x\"]\n}",
        "!",
        "?!{5}",
        ")",
        "",
    ];

    /// Parts that tags are made of, the common ones first.
    const NAMES: [&str; 6] = ["Event", "WhiteAElo", "BughouseDBGame", "X", "Odd_1", ""];
    const QUOTES: [&str; 4] = [" \"", "\"", "  \"", " "];
    const VALUES: [&str; 8] = ["", "x", "2005.03.01", "FICS - freechess.org", "\u{e4}", "a\\\"b", "\"", "\t"];
    const ENDS: [&str; 5] = ["\"]", "\" ]", "\"", "]", "\n"];

    /// Chooses a part. If `is_common` is set, it is one of the first `common`.
    fn part(all: &'static [&'static str], common: usize, is_common: bool, index: Index) -> &'static str {
        let choice = if is_common { &all[..common] } else { all };
        choice[index.index(choice.len())]
    }

    /// Makes a half-move, and says whether it is in the most common form.
    fn half_move() -> impl Strategy<Value = (String, bool)> {
        (any::<bool>(), any::<[Index; 5]>()).prop_map(|(is_common, [number, letter, dots, san, comment])| {
            let text = [
                part(&NUMBERS, 4, is_common, number),
                part(&LETTERS, 4, is_common, letter),
                part(&DOTS, 2, is_common, dots),
                part(&MOVES, 7, is_common, san),
                part(&COMMENTS, 7, is_common, comment),
            ];
            (text.concat(), is_common)
        })
    }

    /// Makes a tag, and says whether it is in the most common form.
    fn tag() -> impl Strategy<Value = (String, bool)> {
        let values = vec(any::<Index>(), 0..3);
        (any::<bool>(), any::<[Index; 3]>(), values).prop_map(|(is_common, [name, quote, end], values)| {
            let value = |value| part(&VALUES, 5, is_common, value);
            let text = [
                "[",
                part(&NAMES, 4, is_common, name),
                part(&QUOTES, 1, is_common, quote),
                &values.into_iter().map(value).collect::<String>(),
                part(&ENDS, 1, is_common, end),
            ];
            (text.concat(), is_common)
        })
    }

    proptest! {
        #[test]
        fn the_fast_path_reads_half_moves_like_the_lexer(
            (text, is_common) in half_move(),
            after in "[ 0-9A-Za-z.{}\n]{0,40}",
            change in any::<Option<(Index, u8)>>(),
        ) {
            let mut bytes = [text.as_bytes(), after.as_bytes()].concat();
            let is_common = is_common && change.is_none();
            if let Some((index, byte)) = change && !bytes.is_empty() {
                let at = index.index(bytes.len());
                bytes[at] = byte;
            }
            let found = fast_half_move(&bytes, 0);
            if let Some(found) = found {
                let slow = slow_half_move(&bytes).unwrap();
                prop_assert_eq!((found.label, found.label_end, found.san), (slow.label, slow.label_end, slow.san));
                prop_assert!(found.comment.is_none_or(|comment| slow.comment == Some(comment)));
            }
            let is_apart = text.ends_with(['}', ' ']) && !after.starts_with('{');
            if is_common && is_apart && bytes.len() >= WINDOW {
                let comment = text.find('{').map(|open| Span::new(open, text.len()));
                prop_assert_eq!(found.map(|found| found.comment), Some(comment), "{}", text);
            }
        }

        #[test]
        fn the_fast_path_reads_tags_like_the_lexer(
            (text, is_common) in tag(),
            after in "[ 0-9A-Za-z\"\\]\n]{0,40}",
            change in any::<Option<(Index, u8)>>(),
        ) {
            let mut bytes = [text.as_bytes(), after.as_bytes()].concat();
            let is_common = is_common && change.is_none();
            if let Some((index, byte)) = change {
                let at = 1 + index.index(bytes.len() - 1);
                bytes[at] = byte;
            }
            let found = fast_tag(&bytes, 0);
            if let Some((parts, end)) = found {
                let Some(Bracket::Tag(slow, slow_end, TagForm::Quoted)) = any_bracket(&bytes, 0, false) else {
                    panic!("no tag: {}", bytes.escape_ascii());
                };
                prop_assert_eq!((parts, end), (slow, slow_end));
            }
            if is_common && after.len() >= 18 {
                prop_assert_eq!(found.map(|(_, end)| end), Some(text.len()), "{}", text);
            }
        }

        #[test]
        fn the_first_byte_is_found(bytes in any::<[u8; 8]>(), byte in any::<u8>(), limit in 0u8..=128) {
            let word = u64::from_le_bytes(bytes);
            prop_assert_eq!(fast(equal(word, byte)), slow(bytes, |one| one == byte));
            prop_assert_eq!(fast(less(word, limit)), slow(bytes, |one| one < limit));
            prop_assert_eq!(fast(beyond_letters(word)), slow(bytes, |one| !one.is_ascii_alphabetic()));
            let alone = |one: u8| beyond_move(u64::from_le_bytes([one; 8])) != 0;
            prop_assert_eq!(fast(beyond_move(word)), slow(bytes, alone));
        }

        #[test]
        fn the_first_byte_of_two_words_is_found(bytes in any::<[u8; 16]>(), few in 0u8..4) {
            let bytes = bytes.map(|byte| byte % 4);
            let (first, second) = two_words(&bytes, 0).unwrap();
            let slow = bytes.iter().position(|&byte| byte == few).unwrap_or(16);
            prop_assert_eq!(position(equal(first, few), equal(second, few)), slow);
        }
    }
}
