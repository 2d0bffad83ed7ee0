//! Who won.

use bpgn::GameOutcome;
use serde::Serialize;

use crate::shapes::names::{Seat, Winner};

/// Who won, according to everything in the game: tags, moves and comments.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outcome {
    /// Who won; null for a game without a result.
    pub winner: Option<Winner>,
    /// Why the game ended, as a short name; null if unknown.
    pub by: Option<&'static str>,
    /// The seat that lost, if it was mated or is named.
    pub loser_seat: Option<Seat>,
}

impl From<&GameOutcome> for Outcome {
    fn from(outcome: &GameOutcome) -> Outcome {
        Outcome { winner: outcome.winner.map(Winner), by: outcome.by(), loser_seat: outcome.loser.map(Seat) }
    }
}
