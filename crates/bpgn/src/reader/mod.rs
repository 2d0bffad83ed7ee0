//! Reads games from any source, one at a time, in bounded memory.
//!
//! The source is read into a buffer that holds one game. `game_end.rs` decides where it ends.

pub(crate) mod chunks;
pub(crate) mod end_finder;
mod game_end;
pub(crate) mod game_reader;
pub(crate) mod next_game;
pub(crate) mod parallel;
pub(crate) mod visitor;

use std::io::{self, Read};

use bughouse_chess::Span;

use crate::lexer;
use crate::reader::game_reader::{GameReader, Step};
use crate::reader::next_game::{TagLine, column_after, is_complete, next_tag_line};
use crate::reader::visitor::{Place, RawGame, Visitor};
use crate::types::detect::BYTE_ORDER_MARK;
use crate::types::syntax_error::{SyntaxError, SyntaxErrorKind};

/// The limits of a reader, which also hold for hostile input.
///
/// A tag has at most [`LONGEST_TAG`](crate::lexer::LONGEST_TAG) bytes, 64 KiB, whatever the limits are.
///
/// ```
/// let limits = bpgn::Limits::default().game_bytes(1 << 20).depth(3);
/// assert_eq!((limits.game_bytes, limits.depth, limits.errors), (1 << 20, 3, 100));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
#[must_use]
pub struct Limits {
    /// The most bytes of a game. A longer one is cut off.
    pub game_bytes: usize,
    /// How deep variations may be nested. Deeper ones are skipped.
    pub depth: usize,
    /// The most syntax errors reported for a game.
    pub errors: usize,
}

/// 16 MiB per game, 64 levels of variations, 100 errors.
impl Default for Limits {
    fn default() -> Limits {
        Limits { game_bytes: 16 << 20, depth: 64, errors: 100 }
    }
}

impl Limits {
    /// Sets the most bytes of a game.
    pub const fn game_bytes(self, game_bytes: usize) -> Limits {
        Limits { game_bytes, ..self }
    }

    /// Sets how deep variations may be nested.
    pub const fn depth(self, depth: usize) -> Limits {
        Limits { depth, ..self }
    }

    /// Sets the most syntax errors reported for a game.
    pub const fn errors(self, errors: usize) -> Limits {
        Limits { errors, ..self }
    }
}

/// Reads games from a source.
///
/// ```
/// use bpgn::{Flow, RawGame, RawHalfMove, Reader, Visitor};
///
/// /// Counts the half-moves of each game.
/// #[derive(Default)]
/// struct Count(usize);
///
/// impl Visitor for Count {
///     type Output = usize;
///
///     fn half_move(&mut self, _: RawHalfMove<'_>) -> Flow {
///         self.0 += 1;
///         Flow::Continue
///     }
///
///     fn end_game(&mut self, _: RawGame<'_>) -> usize {
///         std::mem::take(&mut self.0)
///     }
/// }
///
/// let text = "[Event \"x\"]\n1A. e4 {179} 1a. e5 {178} {Bob resigns} 1-0\n[Event \"y\"]\n1A. d4 *\n";
/// let mut count = Count::default();
/// let mut reader = Reader::new(text.as_bytes());
/// let counts: Vec<usize> = reader.read_games(&mut count).collect::<Result<_, _>>()?;
/// assert_eq!(counts, [2, 1]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    source: R,
    limits: Limits,
    buffer: Vec<u8>,
    /// How much of the buffer is text.
    filled: usize,
    /// Where the game begins in the buffer. The byte before it is kept.
    start: usize,
    /// Where the next token begins.
    at: usize,
    /// The offset in the source of the first byte of the buffer.
    offset: u64,
    /// The line of `start`.
    line: u64,
    /// The column of `start`.
    column: u64,
    /// How many games were read.
    games: u64,
    /// Whether the source has ended.
    ended: bool,
    /// The error of the source, until it is returned.
    broken: Option<io::Error>,
}

/// The size of the first read. Most texts in memory are one game.
const FIRST_PIECE: usize = 8 << 10;
/// The size of reads of a source that fills all of them.
const PIECE: usize = 128 << 10;
/// The minimum size of other reads.
const LEAST_PIECE: usize = 1 << 10;

impl<R: Read> Reader<R> {
    /// Creates a reader of plain text. For compressed text, use [`decompress`](crate::decompress).
    pub fn new(source: R) -> Reader<R> {
        Reader::with_limits(source, Limits::default())
    }

    /// Creates a reader with other limits.
    pub fn with_limits(source: R, limits: Limits) -> Reader<R> {
        Reader {
            source,
            limits,
            buffer: Vec::new(),
            filled: 0,
            start: 0,
            at: 0,
            offset: 0,
            line: 1,
            column: 1,
            games: 0,
            ended: false,
            broken: None,
        }
    }

    /// Sets where in a file the source begins, and how many games come before it.
    pub fn starting_at(mut self, byte: u64, line: u64, games: u64) -> Reader<R> {
        (self.offset, self.line, self.games) = (byte, line, games);
        self
    }

    /// Sets the column in which the source begins.
    pub fn in_column(mut self, column: u64) -> Reader<R> {
        self.column = column;
        self
    }

    /// Returns how many games were read. Stray text doesn't count.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns the offset of the end of what was read so far.
    pub fn byte(&self) -> u64 {
        self.offset + self.start as u64
    }

    /// Reads one game, or one piece of stray text. Returns the output of the visitor, or `None` at the end.
    ///
    /// # Errors
    /// Returns an error of the source after all games before it were read. If the error cuts off a game,
    /// [`Visitor::end_game`] isn't called for it.
    pub fn read_game<V: Visitor>(&mut self, visitor: &mut V) -> io::Result<Option<V::Output>> {
        if !self.find_start() {
            return self.broken.take().map_or(Ok(None), Err);
        }
        let place = Place { number: self.games + 1, byte: self.byte(), line: self.line, column: self.column };
        let mut game = GameReader::new(self.limits);
        game.begin(&place, visitor);
        let too_long = loop {
            let text = &self.buffer[..self.filled];
            match game.read_within(text, self.start, &mut self.at, self.ended, visitor) {
                Step::Done => break false,
                Step::TooLong => break true,
                Step::More => self.fill(),
            }
        };
        let text = &self.buffer[..self.filled];
        if self.broken.is_some()
            && !too_long
            && lexer::skip_space(text, self.at) == text.len()
            && !is_complete(&game, text)
            && let Some(error) = self.broken.take()
        {
            self.move_start_to(self.filled);
            return Err(error);
        }
        let end = if too_long { self.start + self.limits.game_bytes } else { self.at };
        game.finish(end - self.start, too_long, visitor);
        if too_long {
            let span = Span::new(self.limits.game_bytes, self.limits.game_bytes);
            visitor.syntax_error(SyntaxError::new(SyntaxErrorKind::TooLong(self.limits.game_bytes), span));
        }
        let is_game = game.is_game();
        let output = visitor.end_game(RawGame { place, bytes: &self.buffer[self.start..end], is_game });
        self.games += u64::from(is_game);
        self.move_start_to(end);
        if too_long {
            self.find_next_game();
        }
        Ok(Some(output))
    }

    /// Iterates over the remaining games, including stray text, and yields the output of the visitor for each.
    pub fn read_games<V: Visitor>(&mut self, visitor: &mut V) -> impl Iterator<Item = io::Result<V::Output>> {
        std::iter::from_fn(move || self.read_game(visitor).transpose())
    }

    /// Reads all remaining games.
    ///
    /// # Errors
    /// Returns an error of the source after all games before it were read. If the error cuts off a game,
    /// [`Visitor::end_game`] isn't called for it.
    pub fn read_all<V: Visitor>(&mut self, visitor: &mut V) -> io::Result<()> {
        while self.read_game(visitor)?.is_some() {}
        Ok(())
    }

    /// Moves to the first token of the next game. Returns `false` at the end.
    fn find_start(&mut self) -> bool {
        loop {
            let at = lexer::skip_space(&self.buffer[..self.filled], self.at);
            self.move_start_to(at);
            let rest = &self.buffer[at..self.filled];
            if rest.starts_with(BYTE_ORDER_MARK) {
                // The byte-order mark has no width.
                let column = self.column;
                self.move_start_to(at + BYTE_ORDER_MARK.len());
                self.column = column;
            } else if BYTE_ORDER_MARK.starts_with(rest) && !self.ended {
                self.fill();
            } else {
                return !rest.is_empty();
            }
        }
    }

    /// After a game that is too long, moves to the next line that begins with a tag pair, or to the end.
    fn find_next_game(&mut self) {
        loop {
            match next_tag_line(&self.buffer[..self.filled], self.start, self.ended) {
                TagLine::At(at) => return self.move_start_to(at),
                TagLine::NotBefore(end) => {
                    self.move_start_to(end);
                    if self.ended {
                        return;
                    }
                    self.fill();
                }
            }
        }
    }

    /// Moves the start of the game to an index.
    fn move_start_to(&mut self, at: usize) {
        let passed = &self.buffer[self.start..at];
        self.line += memchr::memchr_iter(b'\n', passed).count() as u64;
        self.column = column_after(self.column, passed);
        self.start = at;
        self.at = at;
    }

    /// Reads more text into the buffer, or sets `ended`.
    fn fill(&mut self) {
        let piece = match self.filled == self.buffer.len() {
            true => (self.buffer.len() * 2).clamp(FIRST_PIECE, PIECE),
            false => LEAST_PIECE,
        };
        if self.start > 1 {
            let kept = self.start - 1;
            self.buffer.copy_within(kept..self.filled, 0);
            self.filled -= kept;
            self.at -= kept;
            self.start = 1;
            self.offset += kept as u64;
        }
        if self.buffer.len() - self.filled < piece {
            // Keeps only a little more than the longest game.
            let most = self.limits.game_bytes.saturating_add(piece).max(self.filled + piece);
            self.buffer.resize((self.filled + piece).max(self.filled * 2).min(most), 0);
        }
        loop {
            match self.source.read(&mut self.buffer[self.filled..]) {
                Ok(0) => self.ended = true,
                Ok(length) => self.filled += length,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.broken = Some(error);
                    self.ended = true;
                }
            }
            return;
        }
    }
}
