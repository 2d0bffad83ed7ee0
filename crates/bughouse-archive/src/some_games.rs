//! Reads many games by id; games with nearby rows are read together.

use std::collections::HashMap;

use crate::archive::Archive;
use crate::error::ArchiveError;
use crate::games::ArchivedGame;
use crate::table::{Found, TableFile};

/// Games less than this many rows apart are read together: about a page.
const NEAR: u64 = 2_048;

impl Archive {
    /// Returns games in the order of `ids`. Unknown and repeated ids are skipped.
    ///
    /// # Errors
    /// A file of the archive cannot be read.
    pub fn games_of(&self, ids: &[i32]) -> Result<Vec<ArchivedGame>, ArchiveError> {
        let mut read: HashMap<i32, ArchivedGame> = HashMap::with_capacity(ids.len());
        self.near_games(ids, |file, found, some| {
            let games = self.read_some_games(file, found, some.iter().copied())?;
            read.extend(games.into_iter().map(|game| (game.id, game)));
            Ok(())
        })?;
        Ok(ids.iter().filter_map(|id| read.remove(id)).collect())
    }

    /// Calls `each` with ranges of rows of the table of games, and the indexes in them of the games with some ids.
    pub(crate) fn near_games(
        &self,
        ids: &[i32],
        mut each: impl FnMut(&TableFile, &Found, &[usize]) -> Result<(), ArchiveError>,
    ) -> Result<(), ArchiveError> {
        let mut rows: Vec<u64> = ids.iter().filter_map(|&id| u64::try_from(id).ok()).collect();
        rows.sort_unstable();
        rows.dedup();
        let (mut rest, mut before) = (&rows[..], 0);
        for file in &self.games {
            for group in 0..file.groups() {
                let end = before + file.group_rows(group) as u64;
                let (here, later) = rest.split_at(rest.partition_point(|&row| row < end));
                for near in here.chunk_by(|one, other| other - one < NEAR) {
                    let place = |row: u64| (row - before) as usize;
                    let (Some(&first), Some(&last)) = (near.first(), near.last()) else { continue };
                    let found = Found { group, rows: place(first)..place(last) + 1 };
                    let some: Vec<usize> = near.iter().map(|&row| place(row) - place(first)).collect();
                    each(file, &found, &some)?;
                }
                (rest, before) = (later, end);
            }
        }
        Ok(())
    }
}
