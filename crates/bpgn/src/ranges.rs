//! Finds where games begin near any place of a file, so that several programs can each read a range of it.

use std::io::{self, Read, Seek, SeekFrom};

use crate::lexer::{self, LONGEST_TAG};

/// How many bytes before a place are looked at, to see what stands there.
const BEFORE: u64 = 4096;
/// How much is read at a time.
const PIECE: usize = 64 << 10;
/// What a game begins with, and the line break before it.
const EVENT: &[u8] = b"\n[Event ";

/// Returns where the first game begins, at a place of a plain text or after it, that shows it by an `Event` tag in the
/// first column after anything but a tag. The start of the text counts as one, and so does its end.
///
/// A reader begins a game at every such place, whatever comes before. So whoever reads from the start of one range to
/// the start of the next gets the same games as one who reads the whole text, wherever it is cut.
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
/// Passes on errors of the source.
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
            // No more is looked at than everyone sees, whatever place he comes from.
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
        // What may be needed to validate the next place is kept.
        let after = undecided.map_or(EVENT.len(), |at| text.len() - at + 1);
        let gone = text.len().saturating_sub(after.min(LONGEST_TAG + PIECE) + BEFORE as usize);
        text.drain(..gone);
        first += gone as u64;
    }
}

/// Returns `true` if what stands before a place is certainly no tag. A file that is damaged may have more white space than
/// is looked at, or a mark of UTF-8.
pub(crate) fn follows_no_tag(before: &[u8]) -> bool {
    !matches!(before.trim_ascii_end().last(), None | Some(b']' | 0x0b | 0xbf))
}
