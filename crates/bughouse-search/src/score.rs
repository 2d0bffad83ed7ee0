//! Scores: for callers, and as numbers for the search.

use std::fmt;
use std::ops::Neg;

use bughouse_mate::Strength;

/// The score of a board for a seat.
///
/// A mate without a proof is one that an engine reports or that only a search found: a piece that arrives could
/// stop it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// A mate.
    Mate {
        /// `true` if the seat mates, `false` if it is mated.
        wins: bool,
        /// The number of moves of the side that mates; 0 if the seat is already mated.
        moves: u32,
        /// Whether a received piece could stop it, if the solver proved it.
        proof: Option<Strength>,
    },
}

impl Score {
    /// The most that a board counts for a team, in hundredths of a pawn.
    pub const MOST: i32 = 3000;

    /// Returns hundredths of a pawn, limited to [`Score::MOST`] in both directions. Mates count as the
    /// maximum, proved or not.
    #[must_use]
    pub fn clipped(self) -> i32 {
        match self {
            Score::Centipawns(value) => value.clamp(-Score::MOST, Score::MOST),
            Score::Mate { wins: true, .. } => Score::MOST,
            Score::Mate { wins: false, .. } => -Score::MOST,
        }
    }

    /// Returns a number to order scores: hundredths of a pawn, or much more or less for a mate.
    #[must_use]
    pub fn value(self) -> i32 {
        match self {
            Score::Centipawns(value) => value,
            Score::Mate { wins, moves, proof } => {
                let top = if proof == Some(Strength::Hard) { 2 * MATE } else { MATE };
                let value = top - i32::try_from(moves.min(1000)).unwrap_or(1000);
                if wins { value } else { -value }
            }
        }
    }

    /// Converts a number of the search. It proves no mate, because it doesn't know what may arrive.
    pub(crate) fn from_value(value: i32) -> Score {
        let moves = |plies: i32| u32::try_from(plies.max(0)).unwrap_or(0);
        match value {
            MATE_BOUND.. => Score::Mate { wins: true, moves: moves((MATE - value + 1) / 2), proof: None },
            _ if value <= -MATE_BOUND => {
                Score::Mate { wins: false, moves: moves((MATE + value) / 2), proof: None }
            }
            _ => Score::Centipawns(value),
        }
    }
}

/// Returns the score for the opponent.
impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        match self {
            Score::Centipawns(value) => Score::Centipawns(value.saturating_neg()),
            Score::Mate { wins, moves, proof } => Score::Mate { wins: !wins, moves, proof },
        }
    }
}

/// Writes `+1.20`, `mate in 3, hard`, `mated in 2, soft`, `mated, hard`, or `mate in 5, unverified`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let proof = match *self {
            Score::Centipawns(value) => return write!(f, "{:+.2}", f64::from(value) / 100.0),
            Score::Mate { wins, moves, proof } => {
                match (wins, moves) {
                    (false, 0) => f.write_str("mated")?,
                    (true, _) => write!(f, "mate in {moves}")?,
                    (false, _) => write!(f, "mated in {moves}")?,
                }
                proof
            }
        };
        write!(f, ", {}", proof.map_or("unverified", Strength::name))
    }
}

/// The value of a mate on the searched board, less one for each half-move.
pub(crate) const MATE: i32 = 31_000;
/// From here on, a number is a mate.
pub(crate) const MATE_BOUND: i32 = MATE - 300;
/// More than any score.
pub(crate) const INFINITE: i32 = 32_000;
/// The highest evaluation.
pub(crate) const MOST: i32 = 20_000;

/// Returns the value of being mated after a number of half-moves.
#[inline]
pub(crate) fn mated_in(ply: usize) -> i32 {
    -MATE + i32::try_from(ply).unwrap_or(300)
}
