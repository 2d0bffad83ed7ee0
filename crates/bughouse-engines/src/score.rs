//! The score of a board.

use core::fmt;
use core::ops::Neg;

use bughouse_mate::Strength;

/// The score of a board for a seat.
///
/// Only proven mates count as mates. If an engine reports a mate without a proof, it is unverified: a piece
/// that arrives could stop it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// A proven mate.
    Mate {
        /// `true` if the seat mates, `false` if it is mated.
        wins: bool,
        /// The number of moves of the side that mates; 0 if the seat is already mated.
        moves: u32,
        /// Whether a received piece could stop it.
        strength: Strength,
    },
    /// A mate that the engine reports and that was not proven.
    ClaimedMate {
        /// `true` if the seat mates, `false` if it is mated.
        wins: bool,
        /// The number of moves of the side that mates, as reported by the engine.
        moves: u32,
    },
}

impl Score {
    /// The most that a board counts for a team, in hundredths of a pawn.
    pub const MOST: i32 = 3000;

    /// Returns hundredths of a pawn, limited to [`Score::MOST`] in both directions. Mates count as the
    /// maximum, including unverified ones.
    #[must_use]
    pub fn clipped(self) -> i32 {
        match self {
            Score::Centipawns(value) => value.clamp(-Score::MOST, Score::MOST),
            Score::Mate { wins: true, .. } | Score::ClaimedMate { wins: true, .. } => Score::MOST,
            Score::Mate { wins: false, .. } | Score::ClaimedMate { wins: false, .. } => -Score::MOST,
        }
    }

    /// Returns `true` if this is a proven mate.
    #[must_use]
    pub const fn is_mate(self) -> bool {
        matches!(self, Score::Mate { .. })
    }
}

/// Returns the score for the opponent.
impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        match self {
            Score::Centipawns(value) => Score::Centipawns(value.saturating_neg()),
            Score::Mate { wins, moves, strength } => Score::Mate { wins: !wins, moves, strength },
            Score::ClaimedMate { wins, moves } => Score::ClaimedMate { wins: !wins, moves },
        }
    }
}

/// Writes `+1.20`, `mate in 3, hard`, `mated in 2, soft`, `mated, hard`, or `mate in 5, unverified`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mate = |f: &mut fmt::Formatter<'_>, wins, moves| match (wins, moves) {
            (false, 0) => f.write_str("mated"),
            (true, _) => write!(f, "mate in {moves}"),
            (false, _) => write!(f, "mated in {moves}"),
        };
        match *self {
            Score::Centipawns(value) => write!(f, "{:+.2}", f64::from(value) / 100.0),
            Score::Mate { wins, moves, strength } => {
                mate(f, wins, moves)?;
                write!(f, ", {strength}")
            }
            Score::ClaimedMate { wins, moves } => {
                mate(f, wins, moves)?;
                f.write_str(", unverified")
            }
        }
    }
}
