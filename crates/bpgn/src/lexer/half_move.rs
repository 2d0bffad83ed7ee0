//! The fast path: reads a half-move in its most common form in one step.
//!
//! Whatever it reads, the lexer reads the same way. Everything else is left to the lexer, as is anything near the end of
//! the text. Without it, the row `records, all events` of the benchmarks takes 2.6 times as long, and `records checked`
//! 1.4 times.

use bughouse_chess::{BoardId, Color, Seat, Span};

use crate::lexer::bytes::{beyond_move, ends_word, equal, less, position, two_words};
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

#[cfg(test)]
mod tests {
    use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq, proptest};
    use proptest::sample::Index;

    use super::{FastHalfMove, Label, Span, WINDOW, fast_half_move, seat_of};
    use crate::lexer::bytes::tests::part;
    use crate::lexer::{CommentStyle, TokenKind, next, skip_space};

    #[test]
    fn seat_of_agrees_with_label() {
        for letter in 0..=255 {
            assert_eq!(seat_of(letter), Label::seat_of(letter), "{letter}");
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
    }
}
