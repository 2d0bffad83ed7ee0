//! Runs a search: threads scan blocks of games, and the results are merged in order.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::Query;
use super::games::{Lookup, candidates};
use super::prepared::prepared;
use super::scan::Scan;
use crate::archive::Archive;
use crate::blocks::{BLOCKS_TOGETHER, blocks};
use crate::error::ArchiveError;
use crate::move_columns::MoveColumns;
use crate::threads::share;

/// Options for a search.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SearchOptions {
    /// How many games to list at most. All matching games are counted.
    pub limit: usize,
    /// How many games to skip before the first one listed.
    pub skip: usize,
    /// The number of threads.
    pub threads: usize,
    /// The time limit.
    pub time: Option<Duration>,
}

/// 100 games, one thread per CPU, no time limit.
impl Default for SearchOptions {
    fn default() -> SearchOptions {
        let threads = bpgn::input::Parallel::default().threads;
        SearchOptions { limit: 100, skip: 0, threads, time: None }
    }
}

impl SearchOptions {
    /// Sets how many games to list at most.
    #[must_use]
    pub const fn limit(self, limit: usize) -> SearchOptions {
        SearchOptions { limit, ..self }
    }

    /// Sets how many games to skip before the first one listed.
    #[must_use]
    pub const fn skip(self, skip: usize) -> SearchOptions {
        SearchOptions { skip, ..self }
    }

    /// Sets the number of threads.
    #[must_use]
    pub const fn threads(self, threads: usize) -> SearchOptions {
        SearchOptions { threads, ..self }
    }

    /// Sets a time limit, after which the search fails.
    #[must_use]
    pub const fn time(self, time: Duration) -> SearchOptions {
        SearchOptions { time: Some(time), ..self }
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Searched {
    /// The number of matching games.
    pub games: u64,
    /// The listed games, in the order of their ids.
    pub hits: Vec<Hit>,
}

/// A matching game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Hit {
    /// The game's id.
    pub game: i32,
    /// The number of the first matching half-move, from 1; `None` if the query is only about the game.
    pub ply: Option<i32>,
}

impl Archive {
    /// Finds the games that match a query.
    ///
    /// # Errors
    /// A file of the archive cannot be read, or the time limit is exceeded.
    pub fn search(&self, query: &Query, options: &SearchOptions) -> Result<Searched, ArchiveError> {
        self.search_until(query, options, &AtomicBool::new(false))
    }

    /// Finds the games that match a query, unless another thread sets `stop`.
    ///
    /// # Errors
    /// A file of the archive cannot be read, the time limit is exceeded, or the search was stopped, which is also
    /// [`ArchiveError::TooLong`].
    pub fn search_until(
        &self,
        query: &Query,
        options: &SearchOptions,
        stop: &AtomicBool,
    ) -> Result<Searched, ArchiveError> {
        let begun = Instant::now();
        let is_over =
            || stop.load(Ordering::Relaxed) || options.time.is_some_and(|most| begun.elapsed() > most);
        let attributes = self.attributes()?;
        let names = self.names()?;
        let query_node = self.without_superseded(&query.node);
        let node = prepared(&query_node);
        let lookup = Lookup::new(self, &query_node, &attributes, &names)?;
        let blocks = blocks(&attributes, candidates(&query_node, &attributes, &lookup));
        // How many hits of a block will be skipped depends on the blocks before it.
        let most = options.skip.saturating_add(options.limit);
        let failed = AtomicBool::new(false);
        let stretches: Vec<_> = blocks.chunks(BLOCKS_TOGETHER).collect();
        let parts = share(options.threads, &stretches, |stretches| {
            let mut done = Vec::new();
            let columns = RefCell::new(MoveColumns::new(self));
            for (stretch, blocks) in stretches {
                for (number, block) in blocks.iter().enumerate() {
                    if failed.load(Ordering::Relaxed) || is_over() {
                        return done;
                    }
                    let found = Scan::new(&columns, &attributes, &lookup, block).hits(&node, most);
                    failed.fetch_or(found.is_err(), Ordering::Relaxed);
                    done.push(((stretch, number), found));
                }
            }
            done
        });
        let mut done: Vec<_> = parts.into_iter().flatten().collect();
        done.sort_unstable_by_key(|(number, _)| *number);
        let mut all = Searched::default();
        let mut skip = options.skip;
        let mut error = None;
        let mut scanned = 0;
        for (_, found) in done {
            scanned += 1;
            match found {
                Ok(found) => {
                    all.games += found.games;
                    let (skipped, room) = (skip.min(found.hits.len()), options.limit - all.hits.len());
                    skip -= skipped;
                    all.hits.extend(found.hits.into_iter().skip(skipped).take(room));
                }
                Err(failed) => error = error.or(Some(failed)),
            }
        }
        match error {
            Some(error) => Err(error),
            None if scanned < blocks.len() => Err(ArchiveError::TooLong {
                after: options.time.map_or(begun.elapsed(), |most| most.min(begun.elapsed())),
                percent: (scanned * 100 / blocks.len()) as u8,
            }),
            None => Ok(all),
        }
    }
}
