//! What a text is: BPGN, JSON of chess.com, half-moves in UCI, or a position.

/// What a text is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum TextKind {
    /// BPGN of any dialect, and all that is nothing else.
    Bpgn,
    /// JSON, as chess.com gives a board: a document, or a list of them.
    Json,
    /// Half-moves as a board digit and UCI: `1e2e4 2P@f7`. Blank lines part games.
    Uci,
    /// A position of one board or two, in any notation.
    Position,
}

/// The most bytes of a text that is looked at as a position.
const MOST_POSITION: usize = 2000;

/// The mark of UTF-8 at the start of a text.
pub const MARK: &[u8] = b"\xef\xbb\xbf";

impl TextKind {
    /// How many bytes at the start of a text tell what it is.
    pub const START: usize = 4096;

    /// Tells what a text is by its first [`START`](TextKind::START) bytes, or all of it if it is shorter.
    ///
    /// ```
    /// use bpgn::TextKind;
    ///
    /// assert_eq!(TextKind::of(b"[Event \"x\"]\n1A. e4 *"), TextKind::Bpgn);
    /// assert_eq!(TextKind::of(b"1e2e4 2d2d4"), TextKind::Uci);
    /// assert_eq!(TextKind::of(b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), TextKind::Position);
    /// ```
    pub fn of(start: &[u8]) -> TextKind {
        let start = start.strip_prefix(MARK).unwrap_or(start).trim_ascii_start();
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

/// Tells whether a text looks like a position: its first word has eight ranks.
fn is_position(text: &[u8]) -> bool {
    let text = text.trim_ascii();
    let word = text.split(|byte| byte.is_ascii_whitespace()).next().unwrap_or_default();
    text.len() <= MOST_POSITION && word.iter().filter(|&&byte| byte == b'/').count() >= 7
}

/// Cuts a text at blank lines. Returns where each part begins, and the part.
///
/// ```
/// assert_eq!(bpgn::detect::blocks(b"1e2e4\n\n2d2d4"), [(0, &b"1e2e4\n"[..]), (7, b"2d2d4")]);
/// ```
pub fn blocks(text: &[u8]) -> Vec<(usize, &[u8])> {
    let mut found: Vec<(usize, &[u8])> = Vec::new();
    let mut start = None;
    let mut at = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let end = at + line.len();
        match (line.trim_ascii().is_empty(), start) {
            (false, None) => start = Some(at),
            (true, Some(from)) => {
                found.push((from, &text[from..at]));
                start = None;
            }
            _ => {}
        }
        at = end;
    }
    found.extend(start.map(|from| (from, &text[from..])));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_told_by_its_start() {
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
        let long = [&position[..], &[b'x'; MOST_POSITION]].concat();
        assert_eq!(TextKind::of(&long), TextKind::Bpgn);
    }

    #[test]
    fn blank_lines_end_a_part() {
        let text = b"\n1e2e4\n1e7e5\n \r\n\n2d2d4";
        assert_eq!(blocks(text), [(1, &b"1e2e4\n1e7e5\n"[..]), (17, b"2d2d4")]);
        assert_eq!(blocks(b" \n"), []);
    }
}
