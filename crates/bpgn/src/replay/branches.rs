//! The way back to any half-move of a line, for the variations that hang on it.

use std::collections::{BTreeMap, HashMap};

use crate::label::Label;
use crate::replay::player::Player;

/// How many half-moves are between two places that are kept.
const STEP: usize = 64;

/// What was found on the way to variations of a line, so that however many there are, and wherever they hang, each
/// takes a short way.
#[derive(Clone, Default, Debug)]
pub(crate) struct Branches {
    /// The last half-move with a label, by index, among the first `known` of the line.
    labels: HashMap<Label, usize>,
    known: usize,
    /// Players before some half-moves, by index.
    places: BTreeMap<usize, Player>,
}

impl Branches {
    /// Returns a player that goes on from before the last half-move with a label; `None` if there is none.
    pub(crate) fn before(&mut self, line: &Player, label: Label) -> Option<Player> {
        for (index, played) in line.played().iter().enumerate().skip(self.known) {
            self.labels.insert(played.label, index);
        }
        self.known = line.played().len();
        let wanted = *self.labels.get(&label)?;
        let (mut index, mut player) = match self.places.range(..=wanted).next_back() {
            Some((&index, player)) => (index, player.clone()),
            None => (0, line.at_start()),
        };
        while index < wanted {
            let needs_history = line.step_again(&mut player, index);
            index += 1;
            if needs_history {
                player = line.before(index).branch();
            }
            if needs_history || index % STEP == 0 {
                self.places.insert(index, player.clone());
            }
        }
        Some(player.branch())
    }

    /// Forgets all, for another line.
    pub(crate) fn clear(&mut self) {
        self.labels.clear();
        self.known = 0;
        self.places.clear();
    }
}
