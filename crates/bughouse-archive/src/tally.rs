//! Counts rows of positions by move; many are counted by several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use bpgn::Parallel;

use crate::attributes::Attributes;
use crate::explore::{Place, Row};
use crate::filter::Passing;
use crate::hot::{Sum, kind_of};

/// How many rows a thread takes at a time. Fewer are counted by one.
const PIECE: usize = 1 << 16;

/// Sums by kind and move.
#[derive(Default)]
pub(crate) struct Tally {
    /// By kind and move: one more than the place of its sum; 0 if it has none.
    slots: Vec<u32>,
    sums: Vec<(Place, Sum)>,
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

    /// Counts rows that pass.
    pub(crate) fn count(
        &mut self,
        lists: &[Arc<Vec<Row>>],
        is_pair: bool,
        passing: &Passing<'_>,
        attributes: &Attributes,
    ) {
        let count = |tally: &mut Tally, rows: &[Row]| {
            for row in rows.iter().filter(|row| passing.counts(row.game, row.seat)) {
                let sum = tally.sum((kind_of(is_pair, i32::from(row.flags)), row.mv));
                sum.add((row.game, row.ply), row.seat, row.used, &attributes.brief(row.game));
            }
        };
        let pieces: Vec<&[Row]> = lists.iter().flat_map(|list| list.chunks(PIECE)).collect();
        if pieces.len() <= 1 {
            pieces.into_iter().for_each(|rows| count(self, rows));
            return;
        }
        let next = AtomicUsize::new(0);
        let all = Mutex::new(self);
        std::thread::scope(|scope| {
            for _ in 0..Parallel::default().threads.min(pieces.len()) {
                scope.spawn(|| {
                    let mut own = Tally::default();
                    while let Some(rows) = pieces.get(next.fetch_add(1, Ordering::Relaxed)) {
                        count(&mut own, rows);
                    }
                    let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
                    own.sums.iter().for_each(|(place, sum)| all.merge(*place, sum));
                });
            }
        });
    }

    /// Returns the sums, by kind and move.
    pub(crate) fn sums(mut self) -> Vec<(Place, Sum)> {
        self.sums.sort_unstable_by_key(|(place, _)| *place);
        self.sums
    }
}
