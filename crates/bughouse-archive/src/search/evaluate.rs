//! Answers a question: games are cut into blocks, threads look at them, and games come out in order.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::Query;
use super::games::{Lookup, blocks};
use super::scan::Scan;
use crate::archive::Archive;
use crate::error::ArchiveError;
use crate::table::Found;

/// How a search is done.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SearchOptions {
    /// How many games are listed at most; all are counted.
    pub limit: usize,
    /// How many games are passed over before those that are listed.
    pub skip: usize,
    /// How many threads work.
    pub threads: usize,
}

/// 100 games, as many threads as the machine has.
impl Default for SearchOptions {
    fn default() -> SearchOptions {
        SearchOptions { limit: 100, skip: 0, threads: bpgn::Parallel::default().threads }
    }
}

impl SearchOptions {
    /// Returns the same, listing at most so many games.
    #[must_use]
    pub const fn limit(self, limit: usize) -> SearchOptions {
        SearchOptions { limit, ..self }
    }

    /// Returns the same, passing over so many games before those that are listed.
    #[must_use]
    pub const fn skip(self, skip: usize) -> SearchOptions {
        SearchOptions { skip, ..self }
    }

    /// Returns the same with another number of threads.
    #[must_use]
    pub const fn threads(self, threads: usize) -> SearchOptions {
        SearchOptions { threads, ..self }
    }
}

/// The answer to a question.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Searched {
    /// How many games there are.
    pub games: u64,
    /// Those that are listed, in the order of their ids.
    pub hits: Vec<Hit>,
}

/// A game that was found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Hit {
    /// The game's id.
    pub game: i32,
    /// The number of the first half-move that was asked for, from 1; `None` if the question is about the game alone.
    pub ply: Option<i32>,
}

impl Archive {
    /// Finds the games that a question is about.
    ///
    /// # Errors
    /// A file of the archive cannot be read.
    pub fn search(&self, query: &Query, options: &SearchOptions) -> Result<Searched, ArchiveError> {
        let attributes = self.attributes()?;
        let names = self.names()?;
        let lookup = Lookup::new(self, &query.node, &attributes, &names)?;
        let blocks = blocks(&query.node, &attributes, &lookup);
        // How many of a block are passed over is not known before those ahead of it are done.
        let most = options.skip.saturating_add(options.limit);
        let next = AtomicUsize::new(0);
        let failed = AtomicBool::new(false);
        let done: Mutex<Vec<Option<Result<Searched, ArchiveError>>>> =
            Mutex::new((0..blocks.len()).map(|_| None).collect());
        std::thread::scope(|scope| {
            for _ in 0..options.threads.max(1).min(blocks.len().max(1)) {
                scope.spawn(|| {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(block) = blocks.get(index) else { return };
                        if failed.load(Ordering::Relaxed) {
                            return;
                        }
                        let scan = Scan::new(self, &attributes, &lookup, block);
                        let found = scan.hits(&query.node, most);
                        failed.fetch_or(found.is_err(), Ordering::Relaxed);
                        done.lock().unwrap_or_else(PoisonError::into_inner)[index] = Some(found);
                    }
                });
            }
        });
        let mut all = Searched::default();
        let mut skip = options.skip;
        let mut error = None;
        for found in done.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().flatten() {
            match found {
                Ok(found) => {
                    all.games += found.games;
                    let (passed, room) = (skip.min(found.hits.len()), options.limit - all.hits.len());
                    skip -= passed;
                    all.hits.extend(found.hits.into_iter().skip(passed).take(room));
                }
                Err(failed) => error = error.or(Some(failed)),
            }
        }
        match error {
            Some(error) => Err(error),
            None => Ok(all),
        }
    }

    /// Reads a column of half-moves for rows that are counted through all files.
    pub(crate) fn move_ints(&self, column: usize, rows: Range<u64>) -> Result<Vec<i32>, ArchiveError> {
        let mut out = Vec::with_capacity((rows.end - rows.start) as usize);
        let mut before = 0;
        for file in &self.moves {
            for group in 0..file.groups() {
                let length = file.group_rows(group) as u64;
                let (start, end) = (rows.start.max(before), rows.end.min(before + length));
                if start < end {
                    let found = Found { group, rows: (start - before) as usize..(end - before) as usize };
                    file.ints(&found, column, &mut out)?;
                }
                before += length;
            }
        }
        if out.len() as u64 != rows.end - rows.start {
            let what = "the table of half-moves has fewer rows than the games say";
            return Err(ArchiveError::damaged(self.folder(), what));
        }
        Ok(out)
    }
}
