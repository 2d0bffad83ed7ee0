//! Splits a source into chunks of whole games for several threads, and finds where games begin near any offset.

use std::io::{self, Read, Seek, SeekFrom};

use crate::lexer::tag::is_tag_pair;
use crate::lexer::{self, LONGEST_TAG};
use crate::reader::Limits;
use crate::reader::next_game::{LastGame, TagLine, column_after, last_game, next_tag_line, without_cut_off};

/// Consecutive games of a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chunk {
    /// The bytes of the games.
    pub bytes: Vec<u8>,
    /// The offset of the first byte.
    pub byte: u64,
    /// The line of the first byte, from 1.
    pub line: u64,
    /// The column of the first byte, from 1. Nearly all chunks begin in column 1.
    pub column: u64,
}

impl Chunk {
    /// Returns the offset of the end of the chunk.
    pub fn end(&self) -> u64 {
        self.byte + self.bytes.len() as u64
    }

    /// Returns the line that the chunk ends in.
    pub fn last_line(&self) -> u64 {
        self.line + memchr::memchr_iter(b'\n', &self.bytes).count() as u64
    }
}

/// Splits a source into chunks, each of which begins where a game begins.
///
/// Reading the chunks one by one gives the same games as reading the source.
#[derive(Debug)]
pub struct Chunks<R> {
    source: R,
    limits: Limits,
    size: usize,
    /// What was read but not yet returned.
    rest: Vec<u8>,
    byte: u64,
    line: u64,
    column: u64,
    ended: bool,
    /// Whether the chunk before ended in a game that is too long, and what follows belongs to it.
    skipping: bool,
    broken: Option<io::Error>,
}

impl<R: Read> Chunks<R> {
    /// Splits a source into chunks of about `size` bytes.
    pub fn new(source: R, limits: Limits, size: usize) -> Chunks<R> {
        Chunks {
            source,
            limits,
            size: size.max(1),
            rest: Vec::new(),
            byte: 0,
            line: 1,
            column: 1,
            ended: false,
            skipping: false,
            broken: None,
        }
    }

    /// Returns the next chunk, or `None` at the end.
    ///
    /// # Errors
    /// Returns an error of the source after all chunks before it were returned. They don't include a game that the error
    /// cuts off.
    pub fn next_chunk(&mut self) -> io::Result<Option<Chunk>> {
        let mut wanted = self.size;
        loop {
            self.fill(wanted);
            if self.skipping && !self.skip() {
                wanted = self.rest.len() + self.size;
                continue;
            }
            let space = lexer::skip_space(&self.rest, 0);
            if space > self.size {
                // Keep the last byte of the space: it shows whether a line begins after it.
                self.split_off(space - 1);
                wanted = self.rest.len() + self.size;
                continue;
            }
            if self.ended {
                if self.broken.is_some() {
                    self.rest.truncate(without_cut_off(&self.rest, self.limits));
                }
                if self.rest.is_empty() {
                    return self.broken.take().map_or(Ok(None), Err);
                }
                return Ok(Some(self.split_off(self.rest.len())));
            }
            if let Some(cut) = self.find_cut() {
                return Ok(Some(self.split_off(cut)));
            }
            // This stops at the latest after the longest game and the tag after it.
            wanted = self.rest.len() * 2 + 1;
        }
    }

    /// Finds the end of the next chunk in what was read.
    fn find_cut(&mut self) -> Option<usize> {
        // No game that ends here is near the limit.
        let near = &self.rest[..self.rest.len().min(self.limits.game_bytes)];
        if let Some(cut) = last_event(near) {
            return Some(cut);
        }
        match last_game(&self.rest, self.limits) {
            LastGame::At(cut) => Some(cut),
            LastGame::Unknown => None,
            // No other game begins between the limit and here, and the reader must see that this one continues.
            LastGame::TooLong(limit) => match next_tag_line(&self.rest, limit, false) {
                TagLine::NotBefore(cut) if cut > lexer::skip_space(&self.rest, limit) => {
                    self.skipping = true;
                    Some(cut)
                }
                _ => None,
            },
        }
    }

    /// Reads until there are `wanted` bytes, or the source ends.
    fn fill(&mut self, wanted: usize) {
        let missing = wanted.saturating_sub(self.rest.len());
        if self.ended || missing == 0 {
            return;
        }
        match self.source.by_ref().take(missing as u64).read_to_end(&mut self.rest) {
            Ok(read) => self.ended = read < missing,
            Err(error) => {
                self.broken = Some(error);
                self.ended = true;
            }
        }
    }

    /// Skips the rest of a game that is too long. Returns `false` if the game may continue.
    fn skip(&mut self) -> bool {
        let end = match next_tag_line(&self.rest, 0, self.ended) {
            TagLine::At(next) => {
                self.skipping = false;
                next
            }
            TagLine::NotBefore(end) => end,
        };
        self.split_off(end);
        !self.skipping || self.ended
    }

    /// Removes the first bytes of the rest and returns them.
    fn split_off(&mut self, length: usize) -> Chunk {
        let rest = self.rest.split_off(length);
        let bytes = std::mem::replace(&mut self.rest, rest);
        let chunk = Chunk { byte: self.byte, line: self.line, column: self.column, bytes };
        self.byte = chunk.end();
        self.line = chunk.last_line();
        self.column = column_after(self.column, &chunk.bytes);
        chunk
    }
}

/// Returns where the last game begins that starts with an `Event` tag in the first column, following anything but a
/// tag. A reader begins a game at every such place, whatever comes before.
fn last_event(text: &[u8]) -> Option<usize> {
    memchr::memmem::rfind_iter(text, b"\n[Event ")
        .map(|at| at + 1)
        .find(|&at| follows_no_tag(&text[..at]) && is_tag_pair(text, at, false) == Some(true))
}

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
/// let start = |offset| bpgn::input::game_start(&mut Cursor::new(text), offset);
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
            match is_tag_pair(&text, at, ended) {
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
/// than is examined, a byte-order mark, or a no-break space.
pub(crate) fn follows_no_tag(before: &[u8]) -> bool {
    !matches!(before.trim_ascii_end().last(), None | Some(b']' | 0x0b | 0xa0 | 0xbf))
}
