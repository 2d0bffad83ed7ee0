//! A cache of decoded rows for positions that many games reached.

use std::ops::{Deref, RangeInclusive};
use std::sync::{Arc, Mutex, PoisonError};

use crate::explore::Row;

/// The most rows in the cache: 128 MB.
const MOST_ROWS: usize = 8 << 20;
/// Fewer rows are not worth caching: reading them is as fast.
const LEAST_ROWS: usize = 4096;

/// The number of rows of a stretch.
const STRETCH: usize = 1 << 12;

/// Rows, divided into stretches that a filter can skip. The rows of a board are mostly sorted by game, so a stretch
/// covers a small range of games.
#[derive(Debug, Default)]
pub(crate) struct RowList {
    rows: Vec<Row>,
    /// The smallest and the largest game id of each stretch.
    games: Vec<RangeInclusive<i32>>,
}

impl RowList {
    /// Computes the range of games of each stretch.
    pub(crate) fn new(rows: Vec<Row>) -> RowList {
        let bounds = |stretch: &[Row]| {
            let games = || stretch.iter().map(|row| row.game);
            games().min().unwrap_or(0)..=games().max().unwrap_or(0)
        };
        let games = rows.chunks(STRETCH).map(bounds).collect();
        RowList { rows, games }
    }

    /// Returns the stretches, each with its range of games.
    pub(crate) fn stretches(&self) -> impl Iterator<Item = (&[Row], &RangeInclusive<i32>)> {
        self.rows.chunks(STRETCH).zip(&self.games)
    }
}

impl Deref for RowList {
    type Target = [Row];

    fn deref(&self) -> &[Row] {
        &self.rows
    }
}

/// Identifies a list of rows: whether it is for both boards, the index of the run, and the key.
type CacheKey = (bool, usize, i64);

/// An LRU cache of row lists, most recently used last.
#[derive(Debug, Default)]
pub(crate) struct Decoded(Mutex<Vec<(CacheKey, Arc<RowList>)>>);

impl Decoded {
    /// Returns cached rows, or reads them.
    pub(crate) fn get<E>(
        &self,
        key: CacheKey,
        read: impl FnOnce() -> Result<Vec<Row>, E>,
    ) -> Result<Arc<RowList>, E> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        {
            let mut kept = lock();
            if let Some(at) = kept.iter().position(|(other, _)| *other == key) {
                let found = kept.remove(at);
                let rows = Arc::clone(&found.1);
                kept.push(found);
                return Ok(rows);
            }
        }
        let mut rows = read()?;
        if (LEAST_ROWS..=MOST_ROWS).contains(&rows.len()) {
            rows.shrink_to_fit();
            let rows = Arc::new(RowList::new(rows));
            let mut kept = lock();
            if !kept.iter().any(|(other, _)| *other == key) {
                kept.push((key, Arc::clone(&rows)));
                while kept.iter().map(|(_, rows)| rows.len()).sum::<usize>() > MOST_ROWS {
                    kept.remove(0);
                }
            }
            return Ok(rows);
        }
        Ok(Arc::new(RowList::new(rows)))
    }
}
