//! What sums need to know about the games of an archive, without the games before the first one of interest.

use std::path::Path;

use crate::attributes::{RATINGS, by_seat, ints, rating_of, winner_of};
use crate::column::UNKNOWN;
use crate::error::ArchiveError;
use crate::hot::GameBrief;
use crate::manifest::Manifest;
use crate::schema::GAMES;
use crate::table::{Found, TableFile};

/// What sums need to know about consecutive games.
pub(crate) struct Briefs {
    /// The id of the first game.
    first: i32,
    briefs: Vec<GameBrief>,
}

impl Briefs {
    /// Reads the games since `first`. Groups of rows are read as a whole, so there may be earlier ones.
    pub(crate) fn load(folder: &Path, manifest: &Manifest, first: i32) -> Result<Briefs, ArchiveError> {
        let mut all = Briefs { first: 0, briefs: Vec::new() };
        let mut before = 0;
        for file in manifest.files_of(GAMES.name) {
            if before + file.rows as i64 <= i64::from(first) {
                before += file.rows as i64;
                continue;
            }
            let table = TableFile::open(folder, file, &GAMES)?;
            for group in 0..table.groups() {
                let rows = table.group_rows(group);
                if before + rows as i64 > i64::from(first) {
                    if all.briefs.is_empty() {
                        all.first = before as i32;
                    }
                    all.add(&table, &Found { group, rows: 0..rows })?;
                }
                before += rows as i64;
            }
        }
        Ok(all)
    }

    fn add(&mut self, file: &TableFile, found: &Found) -> Result<(), ArchiveError> {
        let ratings = by_seat(file, found, RATINGS)?;
        let days = ints(file, found, "day")?;
        let mut rows = (0..).zip(days);
        file.each_text(found, GAMES.column("winner"), |winner| {
            let Some((at, day)) = rows.next() else { return };
            let ratings = ratings.each_ref().map(|ratings| rating_of(ratings[at]));
            self.briefs.push(GameBrief { winner: winner_of(winner), ratings, day });
        })
    }

    /// Returns what is known about a game.
    pub(crate) fn of(&self, game: i32) -> GameBrief {
        let at = game.checked_sub(self.first).and_then(|at| usize::try_from(at).ok());
        let unknown = GameBrief { winner: -1, ratings: [-1; 4], day: UNKNOWN };
        at.and_then(|at| self.briefs.get(at)).copied().unwrap_or(unknown)
    }
}
