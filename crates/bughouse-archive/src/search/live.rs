//! Which games of a block still matter while a query is answered part by part.

use std::ops::Range;
use std::rc::Rc;

/// Games are left out if at most one in this many is left.
const SPARED: usize = 8;

/// Games of a block that matter. Results for other games are ignored, so nothing is read for them.
#[derive(Clone, Debug, Default)]
pub(super) struct Live(Option<Rc<[bool]>>);

impl Live {
    /// Returns those games that matter by what is known now; the same if that would spare little.
    ///
    /// To read a few rows here and there costs more for each row than to read all.
    pub(super) fn narrowed(&self, holds: impl Iterator<Item = bool>) -> Live {
        let games: Rc<[bool]> = holds.enumerate().map(|(game, holds)| holds && self.has(game)).collect();
        let live = games.iter().filter(|&&live| live).count();
        let before = self.0.as_ref().map_or(games.len(), |games| games.iter().filter(|&&live| live).count());
        if live * SPARED <= before { Live(Some(games)) } else { self.clone() }
    }

    /// Returns `true` if every game matters.
    pub(super) fn is_all(&self) -> bool {
        self.0.is_none()
    }

    /// Returns `true` if a game matters, by its number in the block.
    pub(super) fn has(&self, game: usize) -> bool {
        self.0.as_ref().is_none_or(|games| games.get(game).copied().unwrap_or(false))
    }

    /// Returns `true` if what was read for these games is all that others need.
    pub(super) fn covers(&self, other: &Live) -> bool {
        match (&self.0, &other.0) {
            (None, _) => true,
            (Some(own), Some(other)) => own.iter().zip(other.iter()).all(|(&own, &other)| own || !other),
            (Some(_), None) => false,
        }
    }

    /// Returns the rows of these games, of all games with their rows. Rows that lie together come together.
    pub(super) fn rows(&self, games: impl Iterator<Item = Range<usize>>) -> Vec<Range<usize>> {
        let mut all: Vec<Range<usize>> = Vec::new();
        for (_, rows) in games.enumerate().filter(|(game, _)| self.has(*game)) {
            match all.last_mut() {
                Some(last) if last.end == rows.start => last.end = rows.end,
                _ => all.push(rows),
            }
        }
        all
    }
}
