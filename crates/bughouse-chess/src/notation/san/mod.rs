//! SAN, the move notation of people and game files.
//!
//! Standard: `e4`, `exd5`, `Nf3`, `Nbd7`, `N1f3`, `Qh4e1`, `e8=Q`, `exd8=N`, `O-O`, `O-O-O`, `N@f3`, `P@e4`,
//! each optionally followed by `+`, `++` or `#`. The reader doesn't check that the check sign is right, nor
//! that a capture by a piece has an `x`.
//!
//! [`San::read`] also accepts, if the [`Leniency`](crate::Leniency) is in a set, and reports: `@e4` (a pawn),
//! `n@f3`, `$146@g4` (a mangled `N@g4`), `xe6`, `e2e4`, `e2-e4`, `d4xe5`, `g7h8=Q`, `Nb1-c3`, `o-o`, `0-0`,
//! `e8Q`, `exd6e.p.`, `exd6ep`, and a move given only by its squares, `g8f6`, for any piece.
//!
//! If the rules have other promotions: `e8=Qd1` takes the queen from d1 of the other board, `e8=.` discards
//! the pawn.
//!
//! Written: the least disambiguation, `x` for captures, `=Q`, drops with their letter (`P@e4`), and `+` or
//! `#`, where `#` means mate in the sense of [`Board::status`].

pub mod board_san;
mod error;
mod read;
mod resolve;
mod write;

pub use error::{MoveError, MoveErrorKind, SanMismatch};
pub(crate) use write::write_action;

use core::str::FromStr;

use crate::board::Board;
use crate::notation::san::read::read_common;
use crate::notation::san::resolve::resolve;
use crate::types::castle_rights::CastlingSide;
use crate::types::chess_move::BughouseMove;
use crate::types::leniency::Leniencies;
use crate::types::piece::Piece;
use crate::types::square::{File, Rank, Square};

/// A SAN move that has not been looked up on a board yet.
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
    /// The move, castling or drop.
    pub action: SanAction,
    /// The check sign after it.
    pub check_sign: Option<CheckSign>,
}

/// The move, castling or drop of a SAN move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SanAction {
    /// A piece moves.
    Move {
        /// The piece that moves.
        piece: Piece,
        /// The file it comes from, if the move names it.
        file: Option<File>,
        /// The rank it comes from, if the move names it.
        rank: Option<Rank>,
        /// `true` if the move has an `x`.
        capture: bool,
        /// The destination.
        to: Square,
        /// The promotion of a pawn on the last rank.
        promotion: Option<SanPromotion>,
    },
    /// The king castles.
    Castle(CastlingSide),
    /// A piece is dropped.
    Drop {
        /// The piece that is dropped.
        piece: Piece,
        /// The square it is dropped on.
        square: Square,
    },
}

/// What happens to a pawn on the last rank, as written in SAN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SanPromotion {
    /// It becomes this piece: `=Q`.
    To(Piece),
    /// It is exchanged for a piece on a square of the other board: `=Qd1`.
    Stolen(Piece, Square),
    /// It is discarded: `=.`.
    Discarded,
}

/// The check sign at the end of a SAN move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CheckSign {
    /// `+`
    Check,
    /// `#`
    Mate,
}

impl San {
    /// Reads a move, and returns the leniencies that were needed.
    ///
    /// ```
    /// use bughouse_chess::{Leniencies, Leniency, San};
    ///
    /// let (san, used) = San::read(b"e8Q", Leniencies::SAN)?;
    /// assert_eq!(san.to_string(), "e8=Q");
    /// assert!(used.contains(Leniency::PromotionWithoutSign));
    ///
    /// let error = San::read(b"e8Q", Leniencies::NONE).unwrap_err();
    /// assert_eq!(error.kind().leniency(), Some(Leniency::PromotionWithoutSign));
    /// # Ok::<(), bughouse_chess::MoveError>(())
    /// ```
    ///
    /// # Errors
    /// Points at the part that is not a move, or names a leniency that was needed and is not accepted.
    #[inline]
    pub fn read(text: &[u8], accept: Leniencies) -> Result<(San, Leniencies), MoveError> {
        match read_common(text) {
            Some(san) => Ok((san, Leniencies::NONE)),
            None => San::read_any(text, accept),
        }
    }

    /// Finds the move on a board, under the standard rules. That is so even for a board of a position, because a
    /// [`Ruled`](crate::Ruled) derefs to a [`Board`]. Under other rules, use
    /// [`Position::resolve`](crate::Position::resolve).
    ///
    /// ```
    /// use bughouse_chess::{Board, San};
    ///
    /// let san: San = "Nd2".parse()?;
    /// let board: Board = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1".parse()?;
    /// assert_eq!(san.resolve(&board).unwrap_err().to_string(), "the knights on b1 and f3 can go to d2, say which one");
    /// assert_eq!("Nbd2".parse::<San>()?.resolve(&board)?.to_string(), "b1d2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns why there is no such legal move, or the pieces that could make it.
    #[inline]
    pub fn resolve(&self, board: &Board) -> Result<BughouseMove, SanMismatch> {
        resolve(self.action, board)
    }

    /// Returns `true` if the move has more disambiguation than this board needs.
    pub fn is_over_disambiguated(&self, board: &Board) -> bool {
        let named = |action| match action {
            SanAction::Move { file, rank, .. } => file.is_some() as u8 + rank.is_some() as u8,
            _ => 0,
        };
        self.resolve(board).is_ok_and(|mv| named(self.action) > named(write_action(board, mv)))
    }
}

/// Parses a move in standard SAN. [`San::read`] accepts more.
impl FromStr for San {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<San, MoveError> {
        San::read(text.as_bytes(), Leniencies::NONE).map(|(san, _)| san)
    }
}
