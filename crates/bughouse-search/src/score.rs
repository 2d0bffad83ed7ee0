//! Scores: for callers, and as numbers for the search.

use std::fmt;

use bughouse_mate::Strength;

/// The score of a position for the side to move on the searched board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Score {
    /// Hundredths of a pawn, including the value of captures to the partner.
    Centipawns(i32),
    /// The side to move mates.
    Mates {
        /// The number of its moves.
        moves: u32,
        /// Whether a piece that arrives could stop it.
        strength: Strength,
    },
    /// The side to move is mated.
    Mated {
        /// The number of moves of the opponent; 0 if it is already mated.
        moves: u32,
        /// Whether a piece that arrives could stop it.
        strength: Strength,
    },
}

impl Score {
    /// Returns a number to order scores: hundredths of a pawn, or much more or less for a mate.
    #[must_use]
    pub fn value(self) -> i32 {
        let mate = |moves: u32, strength: Strength| {
            let top = if strength == Strength::Hard { 2 * MATE } else { MATE };
            top - i32::try_from(moves.min(1000)).unwrap_or(1000)
        };
        match self {
            Score::Centipawns(value) => value,
            Score::Mates { moves, strength } => mate(moves, strength),
            Score::Mated { moves, strength } => -mate(moves, strength),
        }
    }

    /// Converts a number of the search. A mate that the search finds is soft, because it doesn't know what
    /// may arrive.
    pub(crate) fn from_value(value: i32) -> Score {
        let moves = |plies: i32| u32::try_from(plies.max(0)).unwrap_or(0);
        match value {
            MATE_BOUND.. => Score::Mates { moves: moves((MATE - value + 1) / 2), strength: Strength::Soft },
            _ if value <= -MATE_BOUND => {
                Score::Mated { moves: moves((MATE + value) / 2), strength: Strength::Soft }
            }
            _ => Score::Centipawns(value),
        }
    }
}

/// Writes `+1.25`, `mate in 3` or `mated in 2`, followed by `, soft` if a piece could stop the mate.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, moves, strength) = match *self {
            Score::Centipawns(value) => {
                let sign = if value < 0 { '-' } else { '+' };
                let value = value.unsigned_abs();
                return write!(f, "{sign}{}.{:02}", value / 100, value % 100);
            }
            Score::Mates { moves, strength } => ("mate", moves, strength),
            Score::Mated { moves, strength } => ("mated", moves, strength),
        };
        write!(f, "{word} in {moves}")?;
        if strength == Strength::Soft { f.write_str(", soft") } else { Ok(()) }
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
