//! Cuts a source into pieces of whole games, so that several threads can read it.

use std::io::{self, Read};

use crate::lexer;
use crate::reader::{Limits, last_game_start};

/// Some games of a source, one after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Their bytes.
    pub bytes: Vec<u8>,
    /// The offset of the first byte.
    pub byte: u64,
    /// The line of the first byte, from 1.
    pub line: u64,
}

/// Cuts a source into pieces, each of which begins where a game begins.
///
/// Reading the pieces one by one gives the same games as reading the source.
#[derive(Debug)]
pub struct Pieces<R> {
    source: R,
    limits: Limits,
    size: usize,
    /// What was read and not handed out.
    rest: Vec<u8>,
    byte: u64,
    line: u64,
    ended: bool,
    /// The piece before ended in a game that is too long, and what follows belongs to it.
    skipping: bool,
    broken: Option<io::Error>,
}

impl<R: Read> Pieces<R> {
    /// Makes pieces of about so many bytes.
    pub fn new(source: R, limits: Limits, size: usize) -> Pieces<R> {
        Pieces {
            source,
            limits,
            size: size.max(1),
            rest: Vec::new(),
            byte: 0,
            line: 1,
            ended: false,
            skipping: false,
            broken: None,
        }
    }

    /// Returns the next piece; `None` at the end.
    ///
    /// # Errors
    /// An error of the source is told once all that came before it was handed out.
    pub fn next_piece(&mut self) -> io::Result<Option<Piece>> {
        let mut wanted = self.size;
        loop {
            self.fill(wanted);
            if self.skipping && !self.skip() {
                continue;
            }
            let space = lexer::skip_space(&self.rest, 0);
            if space >= self.size {
                self.hand_out(space);
                continue;
            }
            if self.ended {
                if self.rest.is_empty() {
                    return self.broken.take().map_or(Ok(None), Err);
                }
                return Ok(Some(self.hand_out(self.rest.len())));
            }
            if let Some(cut) = last_event(&self.rest).or_else(|| last_game_start(&self.rest, self.limits)) {
                return Ok(Some(self.hand_out(cut)));
            }
            let most = self.limits.game_bytes.saturating_add(self.size);
            if self.rest.len() >= most {
                self.skipping = true;
                return Ok(Some(self.hand_out(self.rest.len())));
            }
            wanted = (self.rest.len() * 2).min(most);
        }
    }

    /// Reads until there are so many bytes, or the source ends.
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

    /// Leaves out what belongs to a game that is too long. Returns `false` if it may go on.
    fn skip(&mut self) -> bool {
        let mut kept = self.rest.len();
        let mut from = 0;
        while let Some(length) = memchr::memchr(b'\n', &self.rest[from..]) {
            from += length + 1;
            match lexer::is_tag_pair(&self.rest, from, self.ended) {
                Some(true) => {
                    self.skipping = false;
                    kept = from;
                    break;
                }
                Some(false) => {}
                // The line break is looked at again with more text.
                None => {
                    kept = from - 1;
                    break;
                }
            }
        }
        if kept > 0 {
            self.hand_out(kept);
        }
        if self.skipping && kept == 0 {
            // A tag that fills all that was read: more of it is needed.
            let wanted = self.rest.len() + self.size;
            self.fill(wanted);
        }
        !self.skipping || self.ended
    }

    fn hand_out(&mut self, length: usize) -> Piece {
        let rest = self.rest.split_off(length);
        let bytes = std::mem::replace(&mut self.rest, rest);
        let piece = Piece { byte: self.byte, line: self.line, bytes };
        self.byte += length as u64;
        self.line += memchr::memchr_iter(b'\n', &piece.bytes).count() as u64;
        piece
    }
}

/// Returns where the last game begins that shows it by an `Event` tag in the first column, behind anything but a
/// tag. A reader begins a game at every such place, whatever comes before.
fn last_event(text: &[u8]) -> Option<usize> {
    memchr::memmem::rfind_iter(text, b"\n[Event ").map(|at| at + 1).find(|&at| {
        let before = text[..at].trim_ascii_end();
        !before.is_empty()
            && before.last() != Some(&b']')
            && lexer::is_tag_pair(text, at, false) == Some(true)
    })
}
