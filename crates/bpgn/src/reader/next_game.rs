//! Finds where games begin in a text, without reporting their contents.

use crate::lexer;
use crate::lexer::tag::is_tag_pair;
use crate::reader::Limits;
use crate::reader::game_reader::{GameReader, Step};
use crate::reader::visitor::IgnoreAll;
use crate::types::detect::BYTE_ORDER_MARK;

/// Returns the column after a text that begins in a column. Continuation bytes of UTF-8 don't count.
pub(crate) fn column_after(column: u64, text: &[u8]) -> u64 {
    let (first, line) = match memchr::memrchr(b'\n', text) {
        Some(end) => (1, &text[end + 1..]),
        None => (column, text),
    };
    first + line.iter().filter(|&&byte| byte & 0xc0 != 0x80).count() as u64
}

/// Where a line that begins with a tag pair is.
pub(crate) enum TagLine {
    /// At this index.
    At(usize),
    /// Not before this index. More text may be needed after it.
    NotBefore(usize),
}

/// Finds the next line that begins with a tag pair. A game begins there, whatever comes before.
pub(crate) fn next_tag_line(text: &[u8], mut from: usize, ended: bool) -> TagLine {
    while let Some(length) = memchr::memchr(b'\n', &text[from..]) {
        from += length;
        match is_tag_pair(text, from + 1, ended) {
            Some(true) => return TagLine::At(from + 1),
            Some(false) => from += 1,
            None => return TagLine::NotBefore(from),
        }
    }
    TagLine::NotBefore(text.len())
}

/// What is known about the last game of a text that may continue.
pub(crate) enum LastGame {
    /// It begins at this index, after other games.
    At(usize),
    /// The first game is longer than the limit, which is at this index.
    TooLong(usize),
    /// There is at most one game.
    Unknown,
}

/// Returns where the last game of a text begins.
pub(crate) fn last_game(text: &[u8], limits: Limits) -> LastGame {
    let first = skip_blank(text, 0);
    let mut start = first;
    loop {
        let mut at = start;
        let next = match GameReader::new(limits).read_within(text, start, &mut at, false, &mut IgnoreAll) {
            Step::Done => Some(at),
            Step::More => None,
            Step::TooLong => {
                let limit = start + limits.game_bytes;
                match next_tag_line(text, limit, false) {
                    TagLine::At(next) => Some(next),
                    TagLine::NotBefore(_) if start == first => return LastGame::TooLong(limit),
                    TagLine::NotBefore(_) => None,
                }
            }
        };
        match next {
            Some(next) => start = skip_blank(text, next),
            None if start == first => return LastGame::Unknown,
            None => return LastGame::At(start),
        }
    }
}

/// Returns `true` if a game that ends with its text is complete, also if more text should follow: it has a result, and
/// its last line ends.
pub(crate) fn is_complete(game: &GameReader, text: &[u8]) -> bool {
    let end = text.trim_ascii_end().len();
    game.has_result() && text[end..].contains(&b'\n')
}

/// Returns how much of a text is left without its last game, if an error of the source cut that off.
pub(crate) fn without_cut_off(text: &[u8], limits: Limits) -> usize {
    let mut start = match last_game(text, limits) {
        LastGame::At(start) => start,
        LastGame::TooLong(_) | LastGame::Unknown => 0,
    };
    loop {
        start = skip_blank(text, start);
        let (mut at, mut game) = (start, GameReader::new(limits));
        // As a reader does it, which learns last that the text ends.
        let mut step = Step::More;
        for ended in [false, true] {
            if matches!(step, Step::More) {
                step = game.read_within(text, start, &mut at, ended, &mut IgnoreAll);
            }
        }
        let next = match step {
            Step::TooLong => match next_tag_line(text, start + limits.game_bytes, true) {
                TagLine::At(next) => next,
                TagLine::NotBefore(_) => return text.len(),
            },
            Step::Done | Step::More => at,
        };
        if skip_blank(text, next) < text.len() && next > start {
            start = next;
        } else if is_complete(&game, text) {
            return text.len();
        } else {
            return start;
        }
    }
}

/// Skips white space and byte-order marks.
fn skip_blank(text: &[u8], mut at: usize) -> usize {
    loop {
        at = lexer::skip_space(text, at);
        match text[at..].starts_with(BYTE_ORDER_MARK) {
            true => at += BYTE_ORDER_MARK.len(),
            false => return at,
        }
    }
}
