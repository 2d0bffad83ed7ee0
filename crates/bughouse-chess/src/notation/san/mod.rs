//! SAN, the notation of moves that people and game records use.
//!
//! Read by the standard: `e4`, `exd5`, `Nf3`, `Nbd7`, `N1f3`, `Qh4e1`, `e8=Q`, `exd8=N`, `O-O`, `O-O-O`,
//! `N@f3`, `P@e4`, each with `+`, `++`, `#` or nothing after it. Whether the mark is right is not validated,
//! nor whether `x` is there for a piece.
//!
//! Read by [`San::read`] and reported as a [`Leniency`](crate::Leniency): `@e4` (a pawn), `n@f3`, `$146@g4` (a mangled
//! `N@g4`), `xe6`, `e2e4`, `e2-e4`, `d4xe5`, `g7h8=Q`, `Nb1-c3`, `o-o`, `0-0`, `e8Q`, `exd6e.p.`,
//! `exd6ep`, and a move by its squares alone, `g8f6`, whatever stands there.
//!
//! Under rules with other promotions: `e8=Qd1` takes the queen from d1 of the other board, `e8=.` gives the pawn away.
//!
//! Written: the least disambiguation, `x` for captures, `=Q`, drops with their letter (`P@e4`), and `+` or
//! `#`, which means mate by the rule of [`Board::status`].

mod error;
mod read;
mod resolve;
mod write;

pub use error::{SanError, SanErrorKind, SanMismatch};
pub(crate) use write::write_action;

use core::str::FromStr;

use crate::board::Board;
use crate::castle_rights::CastlingSide;
use crate::chess_move::BughouseMove;
use crate::illegal::IllegalMove;
use crate::leniency::Leniencies;
use crate::notation::error::Span;
use crate::notation::san::read::read_common;
use crate::notation::san::resolve::resolve;
use crate::piece::Piece;
use crate::square::{File, Rank, Square};

/// A move as SAN writes it, not yet looked up on a board.
///
/// ```
/// use bughouse_chess::{Board, San};
///
/// let board = Board::default();
/// let mv = "Nf3".parse::<San>()?.resolve(&board)?;
/// assert_eq!(mv.to_string(), "g1f3");
/// assert_eq!(board.san(mv)?.to_string(), "Nf3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct San {
    /// What is played.
    pub action: SanAction,
    /// The mark after it.
    pub check_sign: Option<CheckSign>,
}

/// What a SAN move does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SanAction {
    /// A piece moves.
    Move {
        /// What moves.
        piece: Piece,
        /// The file it comes from, if that is told.
        file: Option<File>,
        /// The rank it comes from, if that is told.
        rank: Option<Rank>,
        /// Whether a capture is told.
        capture: bool,
        /// Where it goes.
        to: Square,
        /// What a pawn does on the last rank.
        promotion: Option<SanPromotion>,
    },
    /// The king castles.
    Castle(CastlingSide),
    /// A piece is dropped.
    Drop {
        /// What is dropped.
        piece: Piece,
        /// Where it lands.
        square: Square,
    },
}

/// What a pawn does on the last rank, as SAN writes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SanPromotion {
    /// It becomes this: `=Q`.
    To(Piece),
    /// It is exchanged for a piece on a square of the other board: `=Qd1`.
    Stolen(Piece, Square),
    /// It is given away: `=.`.
    Discarded,
}

/// The mark after a SAN move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CheckSign {
    /// `+`
    Check,
    /// `#`
    Mate,
}

impl San {
    /// Reads a move with all leniencies, and tells which of them it needed.
    ///
    /// # Errors
    /// Tells the place that is not part of a move.
    #[inline]
    pub fn read(text: &[u8]) -> Result<(San, Leniencies), SanError> {
        match read_common(text) {
            Some(san) => Ok((san, Leniencies::NONE)),
            None => San::read_any(text),
        }
    }

    /// Reads a move by the standard alone.
    pub(crate) fn read_strictly(text: &[u8]) -> Result<San, SanError> {
        let (san, used) = San::read(text)?;
        match used.iter().next() {
            None => Ok(san),
            Some(leniency) => {
                Err(SanError::new(SanErrorKind::NotStandard(leniency), Span::new(0, text.len())))
            }
        }
    }

    /// Finds the move on a board.
    ///
    /// # Errors
    /// Tells why there is no such legal move, or which pieces it could be.
    #[inline]
    pub fn resolve(&self, board: &Board) -> Result<BughouseMove, SanMismatch> {
        resolve(self.action, board)
    }

    /// Returns how a legal move is written on a board; the same as [`Board::san`].
    ///
    /// # Errors
    /// An illegal move is rejected with the reason.
    pub fn of(board: &Board, mv: BughouseMove) -> Result<San, IllegalMove> {
        board.san(mv)
    }

    /// Returns `true` if the move names more of its origin than this board needs.
    #[must_use]
    pub fn is_over_disambiguated(&self, board: &Board) -> bool {
        let named = |action| match action {
            SanAction::Move { file, rank, .. } => file.is_some() as u8 + rank.is_some() as u8,
            _ => 0,
        };
        self.resolve(board).is_ok_and(|mv| named(self.action) > named(write_action(board, mv)))
    }
}

/// Reads a move by the standard alone; [`San::read`] reads more.
impl FromStr for San {
    type Err = SanError;

    fn from_str(text: &str) -> Result<San, SanError> {
        San::read_strictly(text.as_bytes())
    }
}
