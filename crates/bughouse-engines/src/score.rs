//! How good a board is for somebody.

use core::fmt;
use core::ops::Neg;

use bughouse_mate::Strength;

/// How good a board is for a seat.
///
/// A mate is one that was proved. What an engine says without a proof is a claim: with a piece that arrives it may be none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// A mate that was proved.
    Mate {
        /// Whether the seat mates; otherwise it is mated.
        wins: bool,
        /// How many moves the one who mates makes; 0 if the seat is mated already.
        moves: u32,
        /// Whether something that arrives could stop it.
        strength: Strength,
    },
    /// A mate that the engine announces, and that was not proved.
    ClaimedMate {
        /// Whether the seat mates; otherwise it is mated.
        wins: bool,
        /// How many moves the one who mates makes, as the engine says.
        moves: u32,
    },
}

impl Score {
    /// The most that a board counts for the team, in hundredths of a pawn.
    pub const MOST: i32 = 3000;

    /// Returns hundredths of a pawn, at most [`Score::MOST`] either way. Mates count as the most, claimed ones too.
    #[must_use]
    pub fn clipped(self) -> i32 {
        match self {
            Score::Centipawns(value) => value.clamp(-Score::MOST, Score::MOST),
            Score::Mate { wins: true, .. } | Score::ClaimedMate { wins: true, .. } => Score::MOST,
            Score::Mate { wins: false, .. } | Score::ClaimedMate { wins: false, .. } => -Score::MOST,
        }
    }

    /// Returns `true` if it is a mate that was proved.
    #[must_use]
    pub const fn is_mate(self) -> bool {
        matches!(self, Score::Mate { .. })
    }
}

/// The score as the opponent sees it.
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

/// Writes `+1.20`, `mate in 3, hard`, `mated in 2, soft`, `mated, hard`, or `mate in 5, claimed`.
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
                f.write_str(", claimed")
            }
        }
    }
}
