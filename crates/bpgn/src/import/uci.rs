//! Half-moves as a board digit and UCI: `1e2e4 2P@f7 2b2c1q`.
//!
//! Reads words separated by white space, in the order of play. The digit 1 is board A and 2 is board B. The rest is a
//! move as [`bughouse_chess::notation::uci`] reads it, with castling in either notation.
//!
//! In a file each line is a game, see [`UciReader`].

use core::fmt;

use bughouse_chess::notation::uci::read as read_move;
use bughouse_chess::{BoardId, Match, MatchError, Span, TextError};

use crate::import::Import;
use crate::types::tags::GameResult;

pub use crate::import::uci_reader::{MAX_LINE, UciLine, UciReader};

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
