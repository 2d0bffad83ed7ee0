//! Checks that the tables of an archive and its manifest agree with each other.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::archive::{Archive, Run};
use crate::attributes::Attributes;
use crate::collect::PAIR_PLIES;
use crate::column::UNKNOWN;
use crate::compact;
use crate::error::ArchiveError;
use crate::manifest::{FileEntry, Manifest, batch_number};
use crate::schema::{GAMES, MOVES, PAIRS, PLAYERS, POSITIONS, RECORDS, REFUSED, TABLES, TableSpec};
use crate::table::{Found, TableFile};

/// How many rows are checked at a time.
const ROWS: usize = 1 << 16;

impl Archive {
    /// Compares the numbers and the order of rows with the manifest, as far as the metadata of the files says.
    pub(crate) fn check_counts(&self) -> Result<(), ArchiveError> {
        let manifest = self.manifest();
        let (games, players) = (manifest.games as u64, manifest.players as u64);
        self.check_total("games", games, rows(&self.games))?;
        self.check_total("players", players, rows(&self.players))?;
        self.check_ids(&self.games, GAMES.column("game"))?;
        self.check_ids(&self.players, PLAYERS.column("player"))?;
        self.check_order(&self.moves, MOVES.column("game"))?;
        self.check_order(&self.records, RECORDS.column("game"))?;
        let of_game = RECORDS.column("game");
        let texts: Option<u64> =
            self.records.iter().map(|file| Some(file.rows() - file.nulls(of_game)?.min(file.rows()))).sum();
        if let Some(texts) = texts {
            self.check_total("texts of games", if manifest.texts { games } else { 0 }, texts)?;
        }
        Ok(())
    }

    /// Compares the number of skipped games with the manifest, as far as the metadata of the files says.
    pub(crate) fn check_skipped(&self) -> Result<(), ArchiveError> {
        let manifest = self.manifest();
        // A game that stops early is also listed among the skipped ones.
        let stopped: Option<u64> = self
            .games
            .iter()
            .map(|file| Some(file.rows() - file.nulls(GAMES.column("stop"))?.min(file.rows())))
            .sum();
        if let Some(stopped) = stopped {
            let is_skipped = |outcome: &str| !["ok", "repaired", "broken"].contains(&outcome);
            let counts = manifest.counts.iter().filter(|(outcome, _)| is_skipped(outcome));
            let skipped = counts.fold(stopped, |sum, (_, games)| sum.saturating_add(*games));
            self.check_total("skipped games", skipped, rows(&self.skipped))?;
        }
        Ok(())
    }

    /// Compares the games with the numbers of half-moves and of pairs of boards.
    pub(crate) fn check_lengths(&self, attributes: &Attributes) -> Result<(), ArchiveError> {
        let lengths = attributes.half_moves.iter().map(|&length| length.max(0) as u64);
        self.check_total("half-moves", lengths.sum(), rows(&self.moves))?;
        for (what, runs, expected) in [
            ("rows of positions", &self.positions, self.position_rows(attributes)),
            ("rows of pairs", &self.pairs, self.pair_rows(attributes)),
        ] {
            let expected = expected.iter().map(|&rows| rows as u64).sum();
            self.check_total(what, expected, runs.iter().map(|run| run.rows.rows()).sum())?;
        }
        Ok(())
    }

    /// Returns the number of rows in `positions` that each game has: one per half-move, and one per board at the end.
    fn position_rows(&self, attributes: &Attributes) -> Vec<i32> {
        self.run_rows(attributes, |half_moves| half_moves + 2)
    }

    /// Returns the number of rows in `pairs` that each game has.
    fn pair_rows(&self, attributes: &Attributes) -> Vec<i32> {
        self.run_rows(attributes, |half_moves| (half_moves + 1).min(PAIR_PLIES as i32))
    }

    fn run_rows(&self, attributes: &Attributes, rows: impl Fn(i32) -> i32) -> Vec<i32> {
        let mut all: Vec<i32> = attributes.half_moves.iter().map(|&length| rows(length.max(0))).collect();
        for superseded in self.manifest().superseded.iter().filter(|superseded| superseded.removed) {
            all[superseded.game as usize] = 0;
        }
        all
    }

    fn check_total(&self, what: &str, expected: u64, found: u64) -> Result<(), ArchiveError> {
        match expected == found {
            true => Ok(()),
            false => Err(self.contradiction(format!("its files have {found} {what}, expected {expected}"))),
        }
    }

    fn contradiction(&self, what: String) -> ArchiveError {
        ArchiveError::damaged(&self.folder().join("manifest.json"), what)
    }

    /// Checks that the files of a table with consecutive ids follow each other.
    fn check_ids(&self, files: &[Arc<TableFile>], column: usize) -> Result<(), ArchiveError> {
        let mut next = 0;
        for file in files {
            let rows = i64::try_from(file.rows()).unwrap_or(i64::MAX);
            if let Some((first, last)) = file.int_bounds(column)
                && (i64::from(first), i64::from(last)) != (next, next + rows - 1)
            {
                return Err(self.misplaced(file));
            }
            next += rows;
        }
        Ok(())
    }

    /// Checks that the games of a file come after those of the files before.
    fn check_order(&self, files: &[Arc<TableFile>], column: usize) -> Result<(), ArchiveError> {
        let mut last = -1;
        for file in files {
            let Some((first, now)) = file.int_bounds(column) else { continue };
            if first <= last {
                return Err(self.misplaced(file));
            }
            last = now;
        }
        Ok(())
    }

    fn misplaced(&self, file: &TableFile) -> ArchiveError {
        self.contradiction(format!(
            "{} is listed in the wrong place, or a file before it is missing",
            file.path().display()
        ))
    }

    /// Reads all tables and checks that they agree with each other and with the manifest.
    pub(crate) fn cross_check(&self) -> Result<(), ArchiveError> {
        let manifest = self.manifest();
        manifest.reject_unlisted(self.folder())?;
        self.check_skipped()?;
        let attributes = self.attributes()?;
        self.check_rows(&self.players, |file, found| {
            let ids = ints(file, found, &PLAYERS, "player")?;
            Ok(numbers(found).zip(ids).all(|(row, id)| row == i64::from(id)))
        })?;
        let records = self.check_games(&attributes)?;
        self.check_records(&records)?;
        self.check_moves(&attributes)?;
        self.check_runs(&self.positions, &POSITIONS, &self.position_rows(&attributes))?;
        self.check_runs(&self.pairs, &PAIRS, &self.pair_rows(&attributes))?;
        self.check_outcomes()?;
        self.check_file_order()?;
        self.check_superseded()
    }

    /// Checks that the files of each table are listed in the order in which they were written.
    fn check_file_order(&self) -> Result<(), ArchiveError> {
        let manifest = self.manifest();
        for table in &TABLES {
            let files = || manifest.files_of(table.name);
            // In a larger table, files that were merged into a new one can come before files that were not.
            if files().map(|file| file.bytes).fold(0, u64::saturating_add) > compact::MOST_BYTES {
                continue;
            }
            let key = |file: &FileEntry| (batch_number(&file.name), file.name.clone());
            if let Some((_, file)) = files().zip(files().skip(1)).find(|(one, next)| key(one) >= key(next)) {
                return Err(self.contradiction(format!(
                    "{} is listed in the wrong place",
                    Manifest::path(self.folder(), file).display()
                )));
            }
        }
        Ok(())
    }

    /// Calls `check` with pieces of a table. `Found::rows` are those of the group; `numbers` gives those of the table.
    fn check_rows(
        &self,
        files: &[Arc<TableFile>],
        mut check: impl FnMut(&TableFile, &Piece) -> Result<bool, ArchiveError>,
    ) -> Result<(), ArchiveError> {
        let mut first = 0;
        for file in files {
            for group in 0..file.groups() {
                let rows = file.group_rows(group);
                for start in (0..rows).step_by(ROWS) {
                    let end = (start + ROWS).min(rows);
                    let piece = Piece { first, found: Found { group, rows: start..end } };
                    if !check(file, &piece)? {
                        let what = format!(
                            "rows {first} to {} contradict other tables",
                            first + (end - start) as i64 - 1
                        );
                        return Err(ArchiveError::damaged(file.path(), what));
                    }
                    first += (end - start) as i64;
                }
            }
        }
        Ok(())
    }

    /// Checks the references of games. Returns the row of `records` of each.
    fn check_games(&self, attributes: &Attributes) -> Result<Vec<i64>, ArchiveError> {
        let manifest = self.manifest();
        let (sources, stored) = (manifest.sources.len(), rows(&self.records) as i64);
        let is_player = |id: &i32| *id == UNKNOWN || (0..manifest.players).contains(id);
        if !attributes.players.iter().flatten().all(is_player) {
            return Err(self.contradiction("a game has a player who is not among the players".to_owned()));
        }
        let mut records = Vec::with_capacity(self.len());
        let mut next_move = 0;
        self.check_rows(&self.games, |file, piece| {
            let ids = ints(file, piece, &GAMES, "game")?;
            let lengths = ints(file, piece, &GAMES, "half_moves")?;
            let of_source = ints(file, piece, &GAMES, "source")?;
            let (first_moves, of_record) =
                (longs(file, piece, &GAMES, "first_move")?, longs(file, piece, &GAMES, "record")?);
            let is_right = (0..ids.len()).zip(numbers(piece)).all(|(at, row)| {
                let is_stored =
                    if manifest.texts { (0..stored).contains(&of_record[at]) } else { of_record[at] == -1 };
                let is_right = i64::from(ids[at]) == row
                    && first_moves[at] == next_move
                    && usize::try_from(of_source[at]).is_ok_and(|source| source < sources)
                    && is_stored;
                next_move += i64::from(lengths[at].max(0));
                is_right
            });
            records.extend(of_record);
            Ok(is_right)
        })?;
        Ok(records)
    }

    /// Checks that texts and games refer to each other.
    fn check_records(&self, of_games: &[i64]) -> Result<(), ArchiveError> {
        let sources = self.manifest().sources.len();
        self.check_rows(&self.records, |file, piece| {
            let of_source = ints(file, piece, &RECORDS, "source")?;
            let games = ints(file, piece, &RECORDS, "game")?;
            Ok((0..games.len()).zip(numbers(piece)).all(|(at, row)| {
                let is_game =
                    |game: i32| usize::try_from(game).ok().and_then(|game| of_games.get(game)) == Some(&row);
                usize::try_from(of_source[at]).is_ok_and(|source| source < sources)
                    && (games[at] == UNKNOWN || is_game(games[at]))
            }))
        })
    }

    /// Checks that each game has its half-moves.
    fn check_moves(&self, attributes: &Attributes) -> Result<(), ArchiveError> {
        let (mut game, mut ply) = (0, 0);
        self.check_rows(&self.moves, |file, piece| {
            let (games, plies) = (ints(file, piece, &MOVES, "game")?, ints(file, piece, &MOVES, "ply")?);
            Ok(games.into_iter().zip(plies).all(|half_move| {
                while game < attributes.len() && ply >= attributes.half_moves[game].max(0) {
                    (game, ply) = (game + 1, 0);
                }
                ply += 1;
                half_move == (game as i32, ply)
            }))
        })
    }

    /// Checks that each game has as many rows as it should.
    fn check_runs(
        &self,
        runs: &[Run],
        spec: &'static TableSpec,
        expected: &[i32],
    ) -> Result<(), ArchiveError> {
        let counts = self.count_rows(runs, spec)?;
        match (0..counts.len()).find(|&game| counts[game] != expected[game]) {
            None => Ok(()),
            Some(game) => Err(self.contradiction(format!(
                "game {game} has {} rows in {}, expected {}",
                counts[game], spec.name, expected[game]
            ))),
        }
    }

    /// Counts the rows of each game, and checks that runs are sorted.
    fn count_rows(&self, runs: &[Run], spec: &'static TableSpec) -> Result<Vec<i32>, ArchiveError> {
        let mut counts = vec![0_i32; self.len()];
        for run in runs {
            let mut last = i64::MIN;
            self.check_rows(std::slice::from_ref(&run.rows), |file, piece| {
                let (keys, games) = (longs(file, piece, spec, "key")?, ints(file, piece, spec, "game")?);
                Ok(keys.into_iter().zip(games).all(|(key, game)| {
                    let is_sorted = std::mem::replace(&mut last, key) <= key;
                    let count = usize::try_from(game).ok().and_then(|game| counts.get_mut(game));
                    is_sorted && count.map(|count| *count += 1).is_some()
                }))
            })?;
        }
        Ok(counts)
    }

    /// Returns the games that have no rows in `positions`, because they were superseded and then removed.
    pub(crate) fn games_without_positions(&self) -> Result<Vec<i32>, ArchiveError> {
        let counts = self.count_rows(&self.positions, &POSITIONS)?;
        Ok((0..).zip(counts).filter(|(_, rows)| *rows == 0).map(|(game, _)| game).collect())
    }

    /// Checks the number of games of each source, by outcome.
    fn check_outcomes(&self) -> Result<(), ArchiveError> {
        let manifest = self.manifest();
        match self.outcomes()?
            == manifest.sources.iter().map(|source| source.counts.clone()).collect::<Vec<_>>()
        {
            true => Ok(()),
            false => Err(self.contradiction("the number of games of a source is wrong".to_owned())),
        }
    }

    /// Counts the games of each source by outcome, as the tables have them.
    pub(crate) fn outcomes(&self) -> Result<Vec<Outcomes>, ArchiveError> {
        let mut outcomes = vec![Outcomes::new(); self.manifest().sources.len()];
        let mut count = |source: i32, outcome: &[u8]| {
            let source = usize::try_from(source).ok().and_then(|source| outcomes.get_mut(source));
            if let Some(outcomes) = source {
                *outcomes.entry(String::from_utf8_lossy(outcome).into_owned()).or_default() += 1;
            }
        };
        self.check_rows(&self.games, |file, piece| {
            let mut sources = ints(file, piece, &GAMES, "source")?.into_iter();
            file.each_text(&piece.found, GAMES.column("state"), |state| {
                count(sources.next().unwrap_or(-1), state.unwrap_or_default());
            })?;
            Ok(true)
        })?;
        self.check_rows(&self.skipped, |file, piece| {
            let sources = ints(file, piece, &REFUSED, "source")?;
            let games = ints(file, piece, &REFUSED, "same_as")?;
            let mut rows = sources.into_iter().zip(games);
            file.each_text(&piece.found, REFUSED.column("reason"), |reason| {
                let reason = reason.unwrap_or_default();
                let (source, game) = rows.next().unwrap_or((-1, UNKNOWN));
                // A game that was kept in part is among the games.
                if game == UNKNOWN || reason == b"duplicate" {
                    count(source, reason);
                }
            })?;
            Ok(true)
        })?;
        Ok(outcomes)
    }
}

/// The number of games by outcome.
pub(crate) type Outcomes = BTreeMap<String, u64>;

/// Rows of a table that are checked together.
struct Piece {
    /// The number of the first in the table.
    first: i64,
    found: Found,
}

fn rows(files: &[Arc<TableFile>]) -> u64 {
    files.iter().map(|file| file.rows()).sum()
}

/// Returns the numbers of rows in their table.
fn numbers(piece: &Piece) -> impl Iterator<Item = i64> + use<> {
    (piece.first..).take(piece.found.rows.len())
}

fn ints(file: &TableFile, piece: &Piece, spec: &TableSpec, column: &str) -> Result<Vec<i32>, ArchiveError> {
    let mut values = Vec::with_capacity(piece.found.rows.len());
    file.ints(&piece.found, spec.column(column), &mut values).map(|()| values)
}

fn longs(file: &TableFile, piece: &Piece, spec: &TableSpec, column: &str) -> Result<Vec<i64>, ArchiveError> {
    let mut values = Vec::with_capacity(piece.found.rows.len());
    file.longs(&piece.found, spec.column(column), &mut values).map(|()| values)
}
