//! The outcome of a match.

use core::fmt;

use crate::types::seat::{Seat, Team};

/// The outcome of a match: the winner, the cause, and the seat that decided it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Outcome {
    /// The team that won, or `None` for a draw or a match without a result.
    pub winner: Option<Team>,
    /// Why the match ended.
    pub cause: Cause,
    /// The seat that lost or aborted the match. For a repetition, fifty moves or a stalemate: the side to
    /// move on the board where it happened.
    pub seat: Option<Seat>,
}

/// Why a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Cause {
    /// A king is mated, and no piece from the partner could help.
    Checkmate,
    /// A player resigned.
    Resignation,
    /// A player ran out of time.
    Flag,
    /// Players of both teams ran out of time.
    BothFlags,
    /// The teams agreed on a draw.
    Agreement,
    /// A position occurred three times on a board.
    Repetition,
    /// Fifty moves passed on a board without a capture or pawn move.
    FiftyMoves,
    /// A player has no legal move, and the rules make that a draw.
    Stalemate,
    /// The match was aborted without a result.
    Abort,
}

/// Writes the cause in a few words: `checkmate`, `out of time`, `threefold repetition`.
impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Cause::Checkmate => "checkmate",
            Cause::Resignation => "resignation",
            Cause::Flag => "out of time",
            Cause::BothFlags => "both teams out of time",
            Cause::Agreement => "agreement",
            Cause::Repetition => "threefold repetition",
            Cause::FiftyMoves => "fifty-move rule",
            Cause::Stalemate => "stalemate",
            Cause::Abort => "aborted",
        })
    }
}

impl Outcome {
    /// Returns the outcome where a seat's team loses.
    pub(crate) const fn lost_by(seat: Seat, cause: Cause) -> Outcome {
        Outcome { winner: Some(seat.team().other()), cause, seat: Some(seat) }
    }

    /// Returns an outcome without a winner.
    pub(crate) const fn without_winner(cause: Cause, seat: Option<Seat>) -> Outcome {
        Outcome { winner: None, cause, seat }
    }

    /// Returns `true` if the match was drawn.
    pub const fn is_draw(self) -> bool {
        self.winner.is_none() && !matches!(self.cause, Cause::Abort)
    }

    /// Returns the result as BPGN writes it, for WhiteA's team: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub const fn result(self) -> &'static str {
        match (self.winner, self.cause) {
            (Some(Team::One), _) => "1-0",
            (Some(Team::Two), _) => "0-1",
            (None, Cause::Abort) => "*",
            (None, _) => "1/2-1/2",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.cause, self.seat) {
            (Cause::Checkmate, Some(seat)) => write!(f, "{seat} is checkmated")?,
            (Cause::Resignation, Some(seat)) => write!(f, "{seat} resigned")?,
            (Cause::Flag, Some(seat)) => write!(f, "{seat} ran out of time")?,
            (Cause::Stalemate, Some(seat)) => write!(f, "{seat} is stalemated")?,
            (Cause::Repetition, Some(seat)) => {
                write!(f, "a position on board {} occurred three times", seat.board)?
            }
            (Cause::FiftyMoves, Some(seat)) => {
                write!(f, "fifty moves passed on board {} without a capture or pawn move", seat.board)?
            }
            (Cause::FiftyMoves, None) => f.write_str("fifty moves passed without a capture or pawn move")?,
            (Cause::Checkmate, None) => f.write_str("checkmate")?,
            (Cause::Resignation, None) => f.write_str("resignation")?,
            (Cause::Flag, None) => f.write_str("out of time")?,
            (Cause::Stalemate, None) => f.write_str("stalemate")?,
            (Cause::Repetition, None) => f.write_str("a position occurred three times")?,
            (Cause::BothFlags, _) => f.write_str("both teams ran out of time")?,
            (Cause::Agreement, _) => f.write_str("the teams agreed on a draw")?,
            (Cause::Abort, _) => f.write_str("the match was aborted")?,
        }
        match self.winner {
            Some(team) => write!(f, ", {team} wins"),
            None => Ok(()),
        }
    }
}
