//! The games of an archive: their attributes and texts.

use std::io::Write;
use std::sync::Arc;

use bughouse_chess::{BySeat, Seat};
use bytes::Bytes;

use crate::archive::Archive;
use crate::column::UNKNOWN;
use crate::day::day_text;
use crate::error::ArchiveError;
use crate::hot::seat_of;
use crate::manifest::Continuation;
use crate::schema::{GAMES, RECORDS, REFUSED};
use crate::stored_texts::StoredTexts;
use crate::table::{Found, TableFile};

/// A game of an archive.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ArchivedGame {
    /// Its id.
    pub id: i32,
    /// The number of its source in the manifest.
    pub source: i32,
    /// Its number in the source, from 1.
    pub number: i32,
    /// Its first line in the source, from 1.
    pub line: i64,
    /// The offset of its first byte in the source, decompressed.
    pub byte: i64,
    /// Its length in bytes.
    pub length: i32,
    /// By seat, the player's name.
    pub players: BySeat<Option<String>>,
    /// By seat, the player's rating.
    pub ratings: BySeat<Option<i32>>,
    /// The date, possibly partial: `2010.05.??`.
    pub date: Option<String>,
    /// The time control in milliseconds: base and increment.
    pub control: Option<(i32, i32)>,
    /// The result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: Option<String>,
    /// Who won: `team1`, `team2` or `draw`.
    pub winner: Option<String>,
    /// How it ended, as a short name.
    pub end: Option<String>,
    /// The seat that lost.
    pub loser: Option<Seat>,
    /// The number of half-moves played.
    pub half_moves: i32,
    /// Its state: `ok`, `repaired` or `broken`.
    pub state: String,
    /// Why it could not be replayed to its end, as a short name.
    pub stop: Option<String>,
    pub(crate) record: i64,
    pub(crate) first_move: i64,
}

/// A game or piece of text that is not in the archive, or only in part, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SkippedGame {
    /// The number of its source in the manifest.
    pub source: i32,
    /// Its number in the source, from 1.
    pub number: i32,
    /// Its first line in the source, from 1.
    pub line: i64,
    /// The offset of its first byte in the source, decompressed.
    pub byte: i64,
    /// Its length in bytes.
    pub length: i32,
    /// The reason as a short name: `duplicate`, `no-game`, `bad-start`, or why a half-move could not be played.
    pub reason: String,
    /// The message for the user.
    pub message: String,
    /// The id of the game that it duplicates, or of the part that was kept.
    pub game: Option<i32>,
}

impl Archive {
    /// Returns the game with an id; `None` if there is no such game.
    ///
    /// # Errors
    /// A file of the archive cannot be read.
    pub fn game(&self, id: i32) -> Result<Option<ArchivedGame>, ArchiveError> {
        let Ok(row) = u64::try_from(id) else { return Ok(None) };
        let Some((file, found)) = find(&self.games, row) else { return Ok(None) };
        Ok(self.read_games(file, &found)?.pop())
    }

    /// Iterates over all games, in the order of their ids.
    pub fn games(&self) -> impl Iterator<Item = Result<ArchivedGame, ArchiveError>> + '_ {
        let groups = self.games.iter().flat_map(|file| (0..file.groups()).map(move |group| (file, group)));
        groups.flat_map(move |(file, group)| {
            let found = Found { group, rows: 0..file.group_rows(group) };
            let (games, error) = match self.read_games(file, &found) {
                Ok(mut games) => {
                    games.retain(|game| !self.is_superseded(game.id));
                    (games, None)
                }
                Err(error) => (Vec::new(), Some(Err(error))),
            };
            games.into_iter().map(Ok).chain(error)
        })
    }

    fn read_games(&self, file: &TableFile, found: &Found) -> Result<Vec<ArchivedGame>, ArchiveError> {
        self.read_some_games(file, found, 0..found.rows.len())
    }

    /// Reads a range of rows, and returns the games at the given indexes in it.
    pub(crate) fn read_some_games(
        &self,
        file: &TableFile,
        found: &Found,
        some: impl Iterator<Item = usize>,
    ) -> Result<Vec<ArchivedGame>, ArchiveError> {
        let ints = |name: &str| {
            let mut values = Vec::new();
            file.ints(found, GAMES.column(name), &mut values).map(|()| values)
        };
        let longs = |name: &str| {
            let mut values = Vec::new();
            file.longs(found, GAMES.column(name), &mut values).map(|()| values)
        };
        let texts = |name: &str| {
            let mut values = Vec::new();
            file.texts(found, GAMES.column(name), &mut values).map(|()| values)
        };
        let names = self.names()?;
        let (ids, sources, numbers) = (ints("game")?, ints("source")?, ints("number")?);
        let (lines, bytes, lengths) = (longs("line")?, longs("byte")?, ints("length")?);
        let (records, first_moves) = (longs("record")?, longs("first_move")?);
        let players = [ints("white_a")?, ints("black_a")?, ints("white_b")?, ints("black_b")?];
        let ratings = [
            ints("rating_white_a")?,
            ints("rating_black_a")?,
            ints("rating_white_b")?,
            ints("rating_black_b")?,
        ];
        let (years, months, days) = (ints("year")?, ints("month")?, ints("day")?);
        let (bases, increments) = (ints("base_ms")?, ints("increment_ms")?);
        let (results, winners, ends) = (texts("result")?, texts("winner")?, texts("end")?);
        let (losers, half_moves) = (ints("loser")?, ints("half_moves")?);
        let (states, stops) = (texts("state")?, texts("stop")?);
        let name = |id: i32| names.name(id).map(str::to_owned);
        let games = some.map(|at| ArchivedGame {
            id: ids[at],
            source: sources[at],
            number: numbers[at],
            line: lines[at],
            byte: bytes[at],
            length: lengths[at],
            players: BySeat::new(players.each_ref().map(|players| name(players[at]))),
            ratings: BySeat::new(ratings.each_ref().map(|ratings| known(ratings[at]))),
            date: date_text(known(years[at]), known(months[at]), known(days[at])),
            control: known(bases[at]).zip(known(increments[at])),
            result: text(&results[at]),
            winner: text(&winners[at]),
            end: text(&ends[at]),
            loser: seat_of(losers[at]),
            half_moves: half_moves[at],
            state: text(&states[at]).unwrap_or_default(),
            stop: text(&stops[at]),
            record: records[at],
            first_move: first_moves[at],
        });
        Ok(games.collect())
    }

    /// Returns the original text of a game; `None` if the archive doesn't keep texts.
    ///
    /// # Errors
    /// A file of the archive cannot be read.
    pub fn text(&self, game: &ArchivedGame) -> Result<Option<Vec<u8>>, ArchiveError> {
        let Ok(row) = u64::try_from(game.record) else { return Ok(None) };
        let Some((file, found)) = find(&self.records, row) else {
            let what = format!("game {} refers to record {row}, which doesn't exist", game.id);
            return Err(ArchiveError::damaged(self.folder(), what));
        };
        let (mut bytes, mut texts) = (Vec::new(), Vec::new());
        file.longs(&found, RECORDS.column("byte"), &mut bytes)?;
        file.texts(&found, RECORDS.column("text"), &mut texts)?;
        let piece = texts.pop().flatten().unwrap_or_default();
        let start = usize::try_from(game.byte - bytes.first().copied().unwrap_or(0)).unwrap_or(usize::MAX);
        let end = start.saturating_add(usize::try_from(game.length).unwrap_or(0));
        match piece.get(start..end) {
            Some(text) => Ok(Some(text.to_vec())),
            None => Err(ArchiveError::damaged(
                file.path(),
                format!("the record {row} is shorter than game {} says", game.id),
            )),
        }
    }

    /// Writes the original text of a source, or all texts of the archive. Returns the number of bytes written.
    ///
    /// A source is written exactly as it was. All texts are written once: duplicates with the same text and games that
    /// were cut off are left out.
    ///
    /// # Errors
    /// A file of the archive cannot be read, or the writer fails.
    pub fn export(&self, source: Option<i32>, out: &mut dyn Write) -> Result<u64, ArchiveError> {
        let mut written = 0;
        let mut write = |text: &[u8]| {
            written += text.len() as u64;
            out.write_all(text).map_err(|error| ArchiveError::Output { error })
        };
        if let Some(source) = source {
            let mut texts = StoredTexts::default();
            for row in self.texts_of(source, u64::MAX)? {
                let missing = || ArchiveError::damaged(self.folder(), format!("there is no text {row}"));
                write(texts.get(&self.records, row)?.ok_or_else(missing)?)?;
            }
            return Ok(written);
        }
        for file in &self.records {
            for group in 0..file.groups() {
                let found = Found { group, rows: 0..file.group_rows(group) };
                let mut games = Vec::new();
                file.ints(&found, RECORDS.column("game"), &mut games)?;
                let (mut games, mut result) = (games.into_iter(), Ok(()));
                file.each_text(&found, RECORDS.column("text"), |text| {
                    let is_superseded = games.next().is_some_and(|game| self.is_superseded(game));
                    if result.is_ok() && !is_superseded {
                        result = write(text.unwrap_or_default());
                    }
                })?;
                result?;
            }
        }
        Ok(written)
    }

    /// Returns the rows of a source's texts that start before a byte, in order.
    fn texts_of(&self, source: i32, end: u64) -> Result<Vec<u64>, ArchiveError> {
        let continues =
            usize::try_from(source).ok().and_then(|at| self.manifest().sources.get(at)?.continues);
        let mut rows = match continues {
            Some(Continuation { source, byte }) => self.texts_of(source as i32, byte.min(end))?,
            None => Vec::new(),
        };
        let mut places = Vec::new();
        let mut is_game = Vec::new();
        for file in &self.records {
            for group in 0..file.groups() {
                let found = Found { group, rows: 0..file.group_rows(group) };
                let (mut sources, mut bytes, mut games) = (Vec::new(), Vec::new(), Vec::new());
                file.ints(&found, RECORDS.column("source"), &mut sources)?;
                file.longs(&found, RECORDS.column("byte"), &mut bytes)?;
                file.ints(&found, RECORDS.column("game"), &mut games)?;
                for ((of, byte), game) in sources.into_iter().zip(bytes).zip(games) {
                    if of == source {
                        places.push((byte, is_game.len() as u64));
                    }
                    is_game.push(game != UNKNOWN);
                }
            }
        }
        for file in &self.skipped {
            for group in 0..file.groups() {
                let found = Found { group, rows: 0..file.group_rows(group) };
                let (mut sources, mut bytes, mut rows) = (Vec::new(), Vec::new(), Vec::new());
                file.ints(&found, REFUSED.column("source"), &mut sources)?;
                file.longs(&found, REFUSED.column("byte"), &mut bytes)?;
                file.longs(&found, REFUSED.column("record"), &mut rows)?;
                let mut all = sources.into_iter().zip(bytes).zip(rows);
                file.each_text(&found, REFUSED.column("reason"), |reason| {
                    let Some(((of, byte), row)) = all.next() else { return };
                    let row =
                        usize::try_from(row).ok().filter(|_| of == source && reason == Some(b"duplicate"));
                    // A duplicate with the same text refers to the text of the game.
                    let row = row.filter(|row| is_game.get(*row) == Some(&true));
                    places.extend(row.map(|row| (byte, row as u64)));
                })?;
            }
        }
        places.sort_unstable();
        rows.extend(places.into_iter().filter(|(byte, _)| (*byte as u64) < end).map(|(_, row)| row));
        Ok(rows)
    }

    /// Iterates over everything that was skipped, or kept only in part, in the order of import.
    pub fn skipped(&self) -> impl Iterator<Item = Result<SkippedGame, ArchiveError>> + '_ {
        let groups = self.skipped.iter().flat_map(|file| (0..file.groups()).map(move |group| (file, group)));
        groups.flat_map(move |(file, group)| {
            let found = Found { group, rows: 0..file.group_rows(group) };
            let (skipped, error) = match read_skipped(file, &found) {
                Ok(skipped) => (skipped, None),
                Err(error) => (Vec::new(), Some(Err(error))),
            };
            skipped.into_iter().map(Ok).chain(error)
        })
    }
}

fn read_skipped(file: &TableFile, found: &Found) -> Result<Vec<SkippedGame>, ArchiveError> {
    let ints = |name: &str| {
        let mut values = Vec::new();
        file.ints(found, REFUSED.column(name), &mut values).map(|()| values)
    };
    let longs = |name: &str| {
        let mut values = Vec::new();
        file.longs(found, REFUSED.column(name), &mut values).map(|()| values)
    };
    let texts = |name: &str| {
        let mut values = Vec::new();
        file.texts(found, REFUSED.column(name), &mut values).map(|()| values)
    };
    let (sources, bytes, lengths) = (ints("source")?, longs("byte")?, ints("length")?);
    let (lines, numbers) = (longs("line")?, ints("number")?);
    let (reasons, messages, games) = (texts("reason")?, texts("message")?, ints("same_as")?);
    let skipped = (0..found.rows.len()).map(|at| SkippedGame {
        source: sources[at],
        number: numbers[at],
        line: lines[at],
        byte: bytes[at],
        length: lengths[at],
        reason: text(&reasons[at]).unwrap_or_default(),
        message: text(&messages[at]).unwrap_or_default(),
        game: known(games[at]),
    });
    Ok(skipped.collect())
}

/// Finds a row by its number in the whole table.
fn find(files: &[Arc<TableFile>], row: u64) -> Option<(&TableFile, Found)> {
    let mut before = 0;
    for file in files {
        if row < before + file.rows() {
            let (group, at) = file.find_row(row - before)?;
            return Some((file, Found { group, rows: at..at + 1 }));
        }
        before += file.rows();
    }
    None
}

fn known(value: i32) -> Option<i32> {
    (value != UNKNOWN).then_some(value)
}

fn text(text: &Option<Bytes>) -> Option<String> {
    text.as_ref().map(|text| String::from_utf8_lossy(text).into_owned())
}

/// Formats a date as in a `Date` tag.
fn date_text(year: Option<i32>, month: Option<i32>, day: Option<i32>) -> Option<String> {
    match (year, month, day) {
        (_, _, Some(day)) => Some(day_text(day)),
        (None, None, None) => None,
        (year, month, None) => {
            let year = year.map_or("????".to_owned(), |year| format!("{year:04}"));
            let month = month.map_or("??".to_owned(), |month| format!("{month:02}"));
            Some(format!("{year}.{month}.??"))
        }
    }
}
