//! Rows of positions that were read, kept in memory for those that many games came to.

use std::ops::{Deref, RangeInclusive};
use std::sync::{Arc, Mutex, PoisonError};

use crate::explore::Row;

/// How many rows are kept at most: 128 MB.
const MOST_ROWS: usize = 8 << 20;
/// Fewer rows are read again as quickly.
const LEAST_ROWS: usize = 4096;

/// How many rows a stretch has.
const STRETCH: usize = 1 << 12;

/// Rows, in stretches that may be skipped. Rows of a run are sorted by game, so a stretch of a board that many
/// games came to has games that lie near each other.
#[derive(Debug, Default)]
pub(crate) struct RowList {
    rows: Vec<Row>,
    /// By stretch: the least game and the greatest.
    games: Vec<RangeInclusive<i32>>,
}

impl RowList {
    /// Looks at the games of each stretch.
    pub(crate) fn new(rows: Vec<Row>) -> RowList {
        let bounds = |stretch: &[Row]| {
            let games = || stretch.iter().map(|row| row.game);
            games().min().unwrap_or(0)..=games().max().unwrap_or(0)
        };
        let games = rows.chunks(STRETCH).map(bounds).collect();
        RowList { rows, games }
    }

    /// Returns the stretches, each with the least game and the greatest.
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

/// Which rows they are: of one board or of both, the number of the run, and the key.
type Of = (bool, usize, i64);

/// Rows by what they are of, those that were asked for last at the end.
#[derive(Debug, Default)]
pub(crate) struct Decoded(Mutex<Vec<(Of, Arc<RowList>)>>);

impl Decoded {
    /// Returns rows that are kept, or reads them.
    pub(crate) fn get<E>(
        &self,
        of: Of,
        read: impl FnOnce() -> Result<Vec<Row>, E>,
    ) -> Result<Arc<RowList>, E> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        {
            let mut kept = lock();
            if let Some(at) = kept.iter().position(|(other, _)| *other == of) {
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
            if !kept.iter().any(|(other, _)| *other == of) {
                kept.push((of, Arc::clone(&rows)));
                while kept.iter().map(|(_, rows)| rows.len()).sum::<usize>() > MOST_ROWS {
                    kept.remove(0);
                }
            }
            return Ok(rows);
        }
        Ok(Arc::new(RowList::new(rows)))
    }
}
