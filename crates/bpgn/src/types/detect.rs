//! Detects what a text is: BPGN, chess.com JSON, a list of UCI moves, or a position. And its encoding, for each game.
//!
//! A game whose bytes are valid UTF-8 is UTF-8. Any other is Latin-1, where each byte is a character. So every text can
//! be decoded, and encoded to the same bytes again.

use std::borrow::Cow;

/// The kind of a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum TextKind {
    /// BPGN of any dialect. Also the answer for text that is nothing else.
    Bpgn,
    /// JSON from chess.com: one board, or a list of boards.
    Json,
    /// Half-moves as a board digit and UCI: `1e2e4 2P@f7`. Each line is a game.
    Uci,
    /// A position of one or two boards, in any notation, or `start` for a board in the starting position.
    Position,
}

/// The longest text, in bytes, that can be a position.
const MAX_POSITION: usize = 2000;

/// The byte-order mark of UTF-8, which a file may begin with. It is not part of a game.
pub const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

impl TextKind {
    /// How many bytes of the start of a text are needed to detect its kind.
    pub const START: usize = 4096;

    /// Detects the kind of a text from its first [`START`](TextKind::START) bytes, or all of it if it is shorter.
    ///
    /// ```
    /// use bpgn::detect::TextKind;
    ///
    /// assert_eq!(TextKind::of(b"[Event \"x\"]\n1A. e4 *"), TextKind::Bpgn);
    /// assert_eq!(TextKind::of(b"1e2e4 2d2d4"), TextKind::Uci);
    /// assert_eq!(TextKind::of(b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), TextKind::Position);
    /// ```
    pub fn of(start: &[u8]) -> TextKind {
        let start = start.strip_prefix(BYTE_ORDER_MARK).unwrap_or(start).trim_ascii_start();
        match start {
            [b'{', rest @ ..] if rest.trim_ascii_start().starts_with(b"\"") => TextKind::Json,
            [b'[', rest @ ..] if rest.trim_ascii_start().starts_with(b"{") => TextKind::Json,
            [b'1' | b'2', b'a'..=b'h', b'1'..=b'8', ..]
            | [b'1' | b'2', b'P' | b'N' | b'B' | b'R' | b'Q', b'@', ..] => TextKind::Uci,
            _ if is_position(start) => TextKind::Position,
            _ => TextKind::Bpgn,
        }
    }
}

/// Returns `true` if a text looks like a position: its first word has eight ranks or is `start`, and nothing follows
/// but a second board.
fn is_position(text: &[u8]) -> bool {
    let text = text.trim_ascii();
    let mut words =
        text.split(|byte| byte.is_ascii_whitespace() || *byte == b'|').filter(|word| !word.is_empty());
    let has_ranks = |word: &[u8]| word.iter().filter(|&&byte| byte == b'/').count() >= 7;
    let is_start = |word: &[u8]| matches!(word, b"start" | b"startpos");
    let is_board = match words.next() {
        Some(first) if is_start(first) => words.next().is_none_or(|word| is_start(word) || has_ranks(word)),
        first => first.is_some_and(has_ranks),
    };
    text.len() <= MAX_POSITION && is_board
}

/// A character encoding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Encoding {
    /// UTF-8, which includes ASCII.
    #[default]
    Utf8,
    /// ISO 8859-1: each byte is the character of that number.
    Latin1,
}

impl Encoding {
    /// Returns the encoding of a game's bytes.
    pub fn of(bytes: &[u8]) -> Encoding {
        match std::str::from_utf8(bytes) {
            Ok(_) => Encoding::Utf8,
            Err(_) => Encoding::Latin1,
        }
    }

    /// Decodes bytes. Invalid UTF-8 becomes U+FFFD.
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        match self {
            Encoding::Utf8 => String::from_utf8_lossy(bytes),
            Encoding::Latin1 if bytes.is_ascii() => String::from_utf8_lossy(bytes),
            Encoding::Latin1 => bytes.iter().map(|&byte| char::from(byte)).collect(),
        }
    }

    /// Encodes a text. Returns `false` and writes nothing if a character is not in Latin-1.
    pub fn encode(self, text: &str, out: &mut Vec<u8>) -> bool {
        match self {
            Encoding::Utf8 => out.extend_from_slice(text.as_bytes()),
            Encoding::Latin1 => {
                let before = out.len();
                for character in text.chars() {
                    let Ok(byte) = u8::try_from(character) else {
                        out.truncate(before);
                        return false;
                    };
                    out.push(byte);
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_detected_by_the_start() {
        assert_eq!(TextKind::of(b" {\n \"game\": {"), TextKind::Json);
        assert_eq!(TextKind::of(b"[ {\"game\": {"), TextKind::Json);
        assert_eq!(TextKind::of(b"\n1e2e4 2d2d4"), TextKind::Uci);
        assert_eq!(TextKind::of(b"2P@e4"), TextKind::Uci);
        assert_eq!(TextKind::of(b"\xef\xbb\xbf 2P@e4"), TextKind::Uci);
        for bpgn in [&b"[Event \"x\"]"[..], b"1A. e4", b"1a. e5", b"{C: \"x\"}", b"{x resigns} 1-0", b""] {
            assert_eq!(TextKind::of(bpgn), TextKind::Bpgn, "{}", bpgn.escape_ascii());
        }
    }

    #[test]
    fn a_position_is_short_and_has_eight_ranks() {
        let position = b"4k3/8/8/8/8/8/8/4K3[Np] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3 w - - 0 1";
        assert_eq!(TextKind::of(position), TextKind::Position);
        assert_eq!(TextKind::of(b"4k3/8/8/8/8/8/4K3 w - - 0 1"), TextKind::Bpgn);
        for start in ["start", " startpos\n", "start | start", "start\t|\tstartpos", "start|start"] {
            assert_eq!(TextKind::of(start.as_bytes()), TextKind::Position, "{start}");
        }
        for bar in [" | ", "|", "\n"] {
            let both = [b"start", bar.as_bytes(), position].concat();
            assert_eq!(TextKind::of(&both), TextKind::Position, "{bar:?}");
        }
        assert_eq!(TextKind::of(b"start of the match 1A. e4"), TextKind::Bpgn);
        let long = [&position[..], &[b'x'; MAX_POSITION]].concat();
        assert_eq!(TextKind::of(&long), TextKind::Bpgn);
    }
}
