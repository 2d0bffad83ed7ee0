//! The half-moves played in a line, with a way back to each of them for variations.

use std::collections::{BTreeMap, HashMap};

use bughouse_chess::{BughouseMove, San};

use crate::replay::replayer::Replayer;
use crate::types::label::Label;

/// How many half-moves are between two saved positions.
const STEP: usize = 64;

/// Finds the half-move that a label refers to, which is where a variation belongs.
///
/// It is the last half-move with that label or, if that one is repeated, the first of them.
#[derive(Clone, Default, Debug)]
pub(crate) struct LabelIndex {
    found: HashMap<Label, usize>,
    known: usize,
}

impl LabelIndex {
    /// Returns how many half-moves were added.
    pub(crate) fn len(&self) -> usize {
        self.known
    }

    /// Adds the next half-move, which may repeat the one before it on its board.
    pub(crate) fn push(&mut self, label: Label, is_repeat: bool) {
        if !is_repeat {
            self.found.insert(label, self.known);
        }
        self.known += 1;
    }

    /// Returns the index of the half-move that a label refers to.
    pub(crate) fn find(&self, label: Label) -> Option<usize> {
        self.found.get(&label).copied()
    }

    fn clear(&mut self) {
        self.found.clear();
        self.known = 0;
    }
}

/// The half-moves played in a line.
#[derive(Clone, Debug)]
pub(crate) struct History {
    /// Where the line begins.
    start: Replayer,
    made: Vec<(Label, San, BughouseMove)>,
    labels: LabelIndex,
    /// Saved positions before some half-moves, by index, so a variation only replays a few.
    places: BTreeMap<usize, Replayer>,
}

impl History {
    pub(crate) fn new(start: Replayer) -> History {
        History { start, made: Vec::new(), labels: LabelIndex::default(), places: BTreeMap::new() }
    }

    /// Clears the history, and begins again.
    pub(crate) fn restart(&mut self, start: Replayer) {
        self.start = start;
        self.made.clear();
        if self.labels.known > 0 {
            self.labels.clear();
            self.places.clear();
        }
    }

    /// Adds a half-move that was played.
    #[inline]
    pub(crate) fn push(&mut self, label: Label, san: San, mv: BughouseMove) {
        self.made.push((label, san, mv));
    }

    /// Returns how many half-moves were played.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.made.len()
    }

    /// Returns the index of the half-move that a label refers to, and the position before it.
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
