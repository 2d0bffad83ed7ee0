//! Half-moves as a board digit and UCI: `1e2e4 2P@f7 2b2c1q`.
//!
//! Reads words separated by white space, in the order of play. The digit 1 is board A and 2 is board B. The rest is a
//! move as [`bughouse_chess::notation::uci`] reads it, with castling in either notation.
//!
//! In a file each line is a game, see [`UciReader`].

use core::fmt;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};

use bughouse_chess::notation::uci::read as read_move;
use bughouse_chess::{BoardId, Match, MatchError, Span, TextError};

use crate::import::Import;
use crate::types::detect::BYTE_ORDER_MARK;
use crate::types::tags::GameResult;

/// What is wrong with a list of half-moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum UciListErrorKind {
    /// A word does not begin with a board digit.
    NoBoard,
    /// The text after the digit is not a move: what was expected, with examples.
    Move(&'static str),
    /// The half-move is illegal.
    Illegal(MatchError),
    /// The game has more half-moves than the limit.
    TooLong(usize),
}

/// The most half-moves of a game. The longest games ever played have a few hundred. Each takes about 300 bytes of
/// memory.
pub const MAX_HALF_MOVES: usize = 100_000;

impl fmt::Display for UciListErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UciListErrorKind::NoBoard => f.write_str("expected 1 or 2, the board, before the move"),
            UciListErrorKind::Move(expected) => f.write_str(expected),
            UciListErrorKind::Illegal(reason) => reason.fmt(f),
            UciListErrorKind::TooLong(limit) => {
                write!(f, "the game is too long, expected at most {limit} half-moves on a line")
            }
        }
    }
}

/// What is wrong with a list of half-moves, and where.
pub type UciListError = TextError<UciListErrorKind>;

/// Reads half-moves from the starting position.
///
/// ```
/// let import = bpgn::import::uci::read(b"1e2e4 2d2d4 1d7d5 1e4d5 2d7d5 2c1f4 2P@e6")?;
/// let last = &import.game.main.half_moves[6];
/// assert_eq!(format!("{}. {}", last.label, last.san), "2b. P@e6");
/// # Ok::<(), bpgn::import::uci::UciListError>(())
/// ```
///
/// # Errors
/// Returns an error for the first word that is not a half-move, is illegal, or exceeds [`MAX_HALF_MOVES`].
pub fn read(text: &[u8]) -> Result<Import, UciListError> {
    read_from(Match::default(), text)
}

/// Reads half-moves that continue a match.
///
/// The game gets no tag for its start.
///
/// # Errors
/// Returns an error for the first word that is not a half-move, is illegal, or exceeds [`MAX_HALF_MOVES`].
pub fn read_from(start: Match, text: &[u8]) -> Result<Import, UciListError> {
    let mut game = Import::new(start);
    let mut end = 0;
    while let Some(skipped) = text[end..].iter().position(|byte| !byte.is_ascii_whitespace()) {
        let start = end + skipped;
        end = text[start..].iter().position(u8::is_ascii_whitespace).map_or(text.len(), |len| start + len);
        if game.game.main.half_moves.len() == MAX_HALF_MOVES {
            let kind = UciListErrorKind::TooLong(MAX_HALF_MOVES);
            return Err(UciListError::new(kind, Span::new(start, end)));
        }
        let board = match text[start] {
            b'1' => BoardId::A,
            b'2' => BoardId::B,
            _ => return Err(UciListError::new(UciListErrorKind::NoBoard, Span::new(start, start + 1))),
        };
        let mv = read_move(&text[start + 1..end]).map_err(|error| {
            UciListError::new(UciListErrorKind::Move(error.kind()), error.span().shifted(start + 1))
        })?;
        game.play(board, mv, None)
            .map_err(|reason| UciListError::new(UciListErrorKind::Illegal(reason), Span::new(start, end)))?;
    }
    let result = match game.played.outcome() {
        Some(outcome) => outcome.winner.map_or(GameResult::Draw, GameResult::won_by),
        None => GameResult::None,
    };
    game.set_result(result);
    Ok(game)
}

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
