//! Tracks which games of a block can still match while a query is evaluated part by part.

use std::ops::Range;
use std::rc::Rc;

/// Games are skipped only if at most one in this many can still match.
const SPARED: usize = 8;

/// The games of a block that can still match. Results for other games are ignored, so their rows need not be read.
#[derive(Clone, Debug, Default)]
pub(super) struct Live(Option<Rc<[bool]>>);

impl Live {
    /// Returns the games that can still match; `self` unchanged if that would skip too few.
    ///
    /// Scattered reads cost more per row than reading everything.
    pub(super) fn narrowed(&self, holds: impl Iterator<Item = bool>) -> Live {
        let games: Rc<[bool]> = holds.enumerate().map(|(game, holds)| holds && self.has(game)).collect();
        let live = games.iter().filter(|&&live| live).count();
        let before = self.0.as_ref().map_or(games.len(), |games| games.iter().filter(|&&live| live).count());
        if live * SPARED <= before { Live(Some(games)) } else { self.clone() }
    }

    /// Returns `true` if no game is skipped.
    pub(super) fn is_all(&self) -> bool {
        self.0.is_none()
    }

    /// Returns `true` if the game with this index in the block can still match.
    pub(super) fn has(&self, game: usize) -> bool {
        self.0.as_ref().is_none_or(|games| games.get(game).copied().unwrap_or(false))
    }

    /// Returns `true` if these games include all of `other`.
    pub(super) fn covers(&self, other: &Live) -> bool {
        match (&self.0, &other.0) {
            (None, _) => true,
            (Some(own), Some(other)) => own.iter().zip(other.iter()).all(|(&own, &other)| own || !other),
            (Some(_), None) => false,
        }
    }

    /// Returns the rows of these games, given the rows of all games. Adjacent ranges are merged.
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
