//! Who won.

use bpgn::GameOutcome;
use serde::Serialize;

use crate::names::{Seat, Winner};

/// Who won, by all that the record says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outcome {
    /// Who won; null for a game without a result.
    pub winner: Option<Winner>,
    /// Why the game ended, in one word; null if that is not told.
    pub by: Option<&'static str>,
    /// The seat that lost, if one is mated or named.
    pub loser_seat: Option<Seat>,
}

impl From<&GameOutcome> for Outcome {
    fn from(outcome: &GameOutcome) -> Outcome {
        Outcome { winner: outcome.winner.map(Winner), by: outcome.by(), loser_seat: outcome.loser.map(Seat) }
    }
}
