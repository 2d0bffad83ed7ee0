//! Finds where games begin near any offset of a file, so several programs can each read a range of it.

use std::io::{self, Read, Seek, SeekFrom};

use crate::lexer::{self, LONGEST_TAG};

/// How many bytes before an offset are examined.
const BEFORE: u64 = 4096;
/// The size of a read.
const PIECE: usize = 64 << 10;
/// The beginning of a game, with the line break before it.
const EVENT: &[u8] = b"\n[Event ";

/// Returns the offset of the first game at or after `offset` in a plain text that starts with an `Event` tag in the
/// first column, following anything but a tag. The start and the end of the text also count.
///
/// A reader begins a game at every such place, whatever comes before. So reading from the start of one range to the
/// start of the next gives the same games as reading the whole text, wherever it is split.
///
/// ```
/// use std::io::Cursor;
///
/// let text = "[Event \"x\"]\n1A. e4 *\n\n[Event \"y\"]\n1A. d4 *\n";
/// let start = |offset| bpgn::game_start(&mut Cursor::new(text), offset);
/// assert_eq!((start(0)?, start(1)?, start(22)?, start(23)?), (0, 22, 22, text.len() as u64));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Returns an error if the source can't be read.
pub fn game_start(source: &mut (impl Read + Seek), offset: u64) -> io::Result<u64> {
    if offset == 0 {
        return Ok(0);
    }
    let mut first = offset.saturating_sub(BEFORE);
    source.seek(SeekFrom::Start(first))?;
    let mut text = Vec::new();
    loop {
        let read = source.by_ref().take(PIECE as u64).read_to_end(&mut text)?;
        let ended = read < PIECE;
        let mut undecided = None;
        for at in memchr::memmem::find_iter(&text, EVENT).map(|at| at + 1) {
            // Every reader examines the same bytes, whatever offset it starts from.
            let before = &text[at.saturating_sub(BEFORE as usize)..at];
            if first + (at as u64) < offset || !follows_no_tag(before) {
                continue;
            }
            match lexer::is_tag_pair(&text, at, ended) {
                Some(true) => return Ok(first + at as u64),
                Some(false) => {}
                None => {
                    undecided = Some(at);
                    break;
                }
            }
        }
        if ended {
            return Ok(first + text.len() as u64);
        }
        // Keep what may be needed to check the next place.
        let after = undecided.map_or(EVENT.len(), |at| text.len() - at + 1);
        let removed = text.len().saturating_sub(after.min(LONGEST_TAG + PIECE) + BEFORE as usize);
        text.drain(..removed);
        first += removed as u64;
    }
}

/// Returns `true` if the text before a place certainly doesn't end with a tag. A damaged file may have more white space
/// than is examined, or a byte-order mark.
pub(crate) fn follows_no_tag(before: &[u8]) -> bool {
    !matches!(before.trim_ascii_end().last(), None | Some(b']' | 0x0b | 0xbf))
}
