//! Rows of positions that were read, kept in memory for those that many games came to.

use std::sync::{Arc, Mutex, PoisonError};

use crate::explore::Row;

/// How many rows are kept at most: 128 MB.
const MOST_ROWS: usize = 8 << 20;
/// Fewer rows are read again as quickly.
const LEAST_ROWS: usize = 4096;

/// Which rows they are: of one board or of both, the number of the run, and the key.
type Of = (bool, usize, i64);

/// Rows by what they are of, those that were asked for last at the end.
#[derive(Debug, Default)]
pub(crate) struct Decoded(Mutex<Vec<(Of, Arc<Vec<Row>>)>>);

impl Decoded {
    /// Returns rows that are kept, or reads them.
    pub(crate) fn get<E>(
        &self,
        of: Of,
        read: impl FnOnce() -> Result<Vec<Row>, E>,
    ) -> Result<Arc<Vec<Row>>, E> {
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
            let rows = Arc::new(rows);
            let mut kept = lock();
            if !kept.iter().any(|(other, _)| *other == of) {
                kept.push((of, Arc::clone(&rows)));
                while kept.iter().map(|(_, rows)| rows.len()).sum::<usize>() > MOST_ROWS {
                    kept.remove(0);
                }
            }
            return Ok(rows);
        }
        Ok(Arc::new(rows))
    }
}
