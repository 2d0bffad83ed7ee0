//! Reads games as UCI half-moves from a stream, one game per line.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};

use bughouse_chess::Span;

use crate::import::Import;
use crate::import::uci::{MAX_HALF_MOVES, UciListError, UciListErrorKind, read};
use crate::types::detect::BYTE_ORDER_MARK;

/// The most bytes of a line. The longest game needs fewer, with one space between half-moves.
pub const MAX_LINE: usize = 1 << 20;

/// Reads games from a stream: each line with anything but white space is a game from the starting position.
///
/// It holds only one game in memory, however long the stream and its lines are.
///
/// ```
/// use bpgn::import::uci::UciReader;
///
/// let mut reader = UciReader::new(&b"1e2e4 2d2d4\n\n1d2d4 1e2e4\n"[..]);
/// let first = reader.read_game()?.expect("a game");
/// assert_eq!(first.game.expect("all is legal").game.main.half_moves.len(), 2);
/// let second = reader.read_game()?.expect("a line");
/// assert_eq!((second.line, second.game.unwrap_err().span().start), (3, 6));
/// assert!(reader.read_game()?.is_none());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct UciReader<R> {
    source: BufReader<R>,
    line: Vec<u8>,
    number: u64,
}

/// A line of a stream and its game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct UciLine<'a> {
    /// The number of the line, from 1.
    pub line: u64,
    /// The line, cut after [`MAX_LINE`] bytes, without a byte-order mark.
    pub text: &'a [u8],
    /// The game, or what is wrong with it and where in the line.
    pub game: Result<Import, UciListError>,
}

impl<R: Read> UciReader<R> {
    /// Creates a reader that starts at line 1.
    pub fn new(source: R) -> UciReader<R> {
        UciReader { source: BufReader::with_capacity(1 << 16, source), line: Vec::new(), number: 0 }
    }

    /// Reads the next line with a game, or returns `None` at the end.
    ///
    /// # Errors
    /// Returns an error if the stream can't be read. An error in a game doesn't prevent reading the next one.
    pub fn read_game(&mut self) -> io::Result<Option<UciLine<'_>>> {
        loop {
            let Some(is_whole) = self.next_line()? else { return Ok(None) };
            if is_whole && self.line.trim_ascii().is_empty() {
                continue;
            }
            let game = if is_whole { read(&self.line) } else { Err(too_long(&self.line)) };
            return Ok(Some(UciLine { line: self.number, text: &self.line, game }));
        }
    }

    /// Reads a line. Returns whether all of it was kept, or `None` at the end.
    fn next_line(&mut self) -> io::Result<Option<bool>> {
        self.line.clear();
        let (mut found, mut is_whole) = (false, true);
        loop {
            let chunk = match self.source.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                chunk => chunk?,
            };
            if chunk.is_empty() {
                break;
            }
            found = true;
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let text = &chunk[..end.unwrap_or(chunk.len())];
            let kept = text.len().min(MAX_LINE - self.line.len());
            is_whole &= kept == text.len();
            self.line.extend_from_slice(&text[..kept]);
            let used = text.len() + usize::from(end.is_some());
            self.source.consume(used);
            if end.is_some() {
                break;
            }
        }
        if !found {
            return Ok(None);
        }
        self.number += 1;
        if self.number == 1 && self.line.starts_with(BYTE_ORDER_MARK) {
            self.line.drain(..BYTE_ORDER_MARK.len());
        }
        Ok(Some(is_whole))
    }
}

/// Returns the error for a line that was cut: at the first half-move over the limit or, if white space fills the line,
/// at the cut.
fn too_long(line: &[u8]) -> UciListError {
    let is_blank = |at: usize| line[at].is_ascii_whitespace();
    let mut starts = (0..line.len()).filter(|&at| !is_blank(at) && (at == 0 || is_blank(at - 1)));
    let start = starts.nth(MAX_HALF_MOVES).unwrap_or(line.len());
    let end = (start..line.len()).find(|&at| is_blank(at)).unwrap_or(line.len());
    UciListError::new(UciListErrorKind::TooLong(MAX_HALF_MOVES), Span::new(start, end))
}
