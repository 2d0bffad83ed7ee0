//! What was played in a line, and the way back to any half-move of it, for the variations that hang there.

use std::collections::{BTreeMap, HashMap};

use bughouse_chess::{BughouseMove, San};

use crate::label::Label;
use crate::replay::replayer::Replayer;

/// How many half-moves are between two places that are kept.
const STEP: usize = 64;

/// Finds the half-move of a line that a label means, which is where a variation hangs.
///
/// It is the last one with that label. Of a half-move that is there twice, the first.
#[derive(Clone, Default, Debug)]
pub(crate) struct LabelIndex {
    found: HashMap<Label, usize>,
    known: usize,
}

impl LabelIndex {
    /// Returns how many half-moves it knows.
    pub(crate) fn len(&self) -> usize {
        self.known
    }

    /// Takes the next half-move in. It may be the one before on its board again.
    pub(crate) fn push(&mut self, label: Label, is_repeat: bool) {
        if !is_repeat {
            self.found.insert(label, self.known);
        }
        self.known += 1;
    }

    /// Returns the index of the half-move that a label means.
    pub(crate) fn find(&self, label: Label) -> Option<usize> {
        self.found.get(&label).copied()
    }

    fn clear(&mut self) {
        self.found.clear();
        self.known = 0;
    }
}

/// The half-moves that were played in a line.
#[derive(Clone, Debug)]
pub(crate) struct History {
    /// Where the line begins.
    start: Replayer,
    made: Vec<(Label, San, BughouseMove)>,
    labels: LabelIndex,
    /// How things stood before some half-moves, by index, so that each variation takes a short way.
    places: BTreeMap<usize, Replayer>,
}

impl History {
    pub(crate) fn new(start: Replayer) -> History {
        History { start, made: Vec::new(), labels: LabelIndex::default(), places: BTreeMap::new() }
    }

    /// Forgets all, and begins again.
    pub(crate) fn restart(&mut self, start: Replayer) {
        self.start = start;
        self.made.clear();
        if self.labels.known > 0 {
            self.labels.clear();
            self.places.clear();
        }
    }

    /// Takes note of a half-move that was played.
    #[inline]
    pub(crate) fn push(&mut self, label: Label, san: San, mv: BughouseMove) {
        self.made.push((label, san, mv));
    }

    /// Returns how many half-moves were played.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.made.len()
    }

    /// Returns the index of the half-move that a label means, and how things stood before it.
    pub(crate) fn before(&mut self, label: Label) -> Option<(usize, Replayer)> {
        for &(label, ..) in &self.made[self.labels.len()..] {
            self.labels.push(label, false);
        }
        let wanted = self.labels.find(label)?;
        let (mut index, mut replayer) = match self.places.range(..=wanted).next_back() {
            Some((&index, replayer)) => (index, *replayer),
            None => (0, self.start),
        };
        while index < wanted {
            let (label, san, mv) = self.made[index];
            replayer.make_again(label, san, mv);
            index += 1;
            if index % STEP == 0 {
                self.places.insert(index, replayer);
            }
        }
        Some((wanted, replayer))
    }
}
