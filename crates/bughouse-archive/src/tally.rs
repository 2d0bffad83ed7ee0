//! Counts rows of positions by move, in parallel if there are many.

use std::sync::Arc;

use bpgn::input::Parallel;

use crate::attributes::Attributes;
use crate::decoded::RowList;
use crate::explore::{Place, Row};
use crate::filter::GameTest;
use crate::game_set::GameSet;
use crate::hot::{Sum, kind_of};
use crate::threads::share;

/// Up to this many rows are counted by one thread.
const MANY: usize = 1 << 16;

/// Sums by kind and move.
#[derive(Default)]
pub(crate) struct Tally {
    /// By kind and move: the index of the sum plus 1; 0 if there is none.
    slots: Vec<u32>,
    sums: Vec<(Place, Sum)>,
    /// The games of the rows that were counted.
    games: GameSet,
}

impl Tally {
    /// Returns the sum of a move.
    fn sum(&mut self, place: Place) -> &mut Sum {
        const MOVES: usize = 1 << 15;
        if self.slots.is_empty() {
            self.slots = vec![0; 3 * (MOVES + 1)];
        }
        let (kind, mv) = place;
        let slot =
            &mut self.slots[(kind.clamp(0, 2) as usize) * (MOVES + 1) + (i32::from(mv) + 1).max(0) as usize];
        if *slot == 0 {
            self.sums.push((place, Sum::default()));
            *slot = self.sums.len() as u32;
        }
        &mut self.sums[*slot as usize - 1].1
    }

    /// Adds the sum of a move.
    pub(crate) fn merge(&mut self, place: Place, sum: &Sum) {
        self.sum(place).merge(sum);
    }

    /// Counts the rows that pass a filter.
    pub(crate) fn count(
        &mut self,
        lists: &[Arc<RowList>],
        is_pair: bool,
        passing: &GameTest<'_>,
        attributes: &Attributes,
    ) {
        let count = |tally: &mut Tally, rows: &[Row]| {
            for row in rows.iter().filter(|row| passing.counts(row.game, row.seat)) {
                let sum = tally.sum((kind_of(is_pair, i32::from(row.flags)), row.mv));
                sum.add((row.game, row.ply), row.seat, row.used, &attributes.brief(row.game));
                tally.games.insert(row.game);
            }
        };
        let stretches = lists.iter().flat_map(|list| list.stretches());
        let pieces: Vec<&[Row]> =
            stretches.filter(|(_, games)| passing.may_count(games)).map(|(rows, _)| rows).collect();
        if pieces.iter().map(|rows| rows.len()).sum::<usize>() <= MANY {
            self.games = GameSet::new(attributes.len());
            pieces.into_iter().for_each(|rows| count(self, rows));
            return;
        }
        let counted = share(Parallel::default().threads, &pieces, |pieces| {
            let mut own = Tally { games: GameSet::new(attributes.len()), ..Tally::default() };
            pieces.for_each(|(_, rows)| count(&mut own, rows));
            own
        });
        for own in counted {
            own.sums.iter().for_each(|(place, sum)| self.merge(*place, sum));
            self.games.merge(&own.games);
        }
    }

    /// Returns the number of different games in the rows that were counted.
    pub(crate) const fn games(&self) -> u64 {
        self.games.len()
    }

    /// Returns the sums, sorted by kind and move.
    pub(crate) fn sums(mut self) -> Vec<(Place, Sum)> {
        self.sums.sort_unstable_by_key(|(place, _)| *place);
        self.sums
    }
}
