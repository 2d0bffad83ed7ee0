//! A batch: the files that an import adds to an archive in one commit.

use std::path::{Path, PathBuf};

use bpgn::tags::Rating;
use bpgn::{Facts, Winner};
use bughouse_chess::Team;

use crate::collect::{GameFacts, MoveRow, PositionRow};
use crate::column::{Rows, UNKNOWN};
use crate::day::day_number;
use crate::error::ArchiveError;
use crate::fingerprint::folded;
use crate::hot::{self, GameBrief, HotRow, Sums};
use crate::manifest::{FileEntry, SPILLS};
use crate::part::Part;
use crate::schema::{GAMES, HOT, MOVES, PAIRS, PLAYERS, POSITIONS, RECORDS, REFUSED, TableSpec};
use crate::spill::Spill;

/// Writes the files of a batch. They become part of the archive once the manifest lists them.
pub(crate) struct Batch {
    folder: PathBuf,
    number: u32,
    first_game: i32,
    briefs: Vec<GameBrief>,
    games: Part,
    moves: Part,
    records: Part,
    skipped: Part,
    players: Part,
    positions: Spill,
    pairs: Spill,
}

/// Where a game is in its source.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    pub(crate) source: i32,
    pub(crate) byte: i64,
    pub(crate) length: i32,
    pub(crate) line: i64,
    /// Its number in the source.
    pub(crate) number: i32,
    /// The row in `records` that holds its text; -1 if texts are not kept.
    pub(crate) record: i64,
}

/// A game to add, with the ids that the archive assigned.
pub(crate) struct NewGame<'a> {
    pub(crate) place: Spot,
    pub(crate) facts: &'a GameFacts,
    /// Player ids by seat.
    pub(crate) players: [Option<i32>; 4],
    /// The row of its first half-move in `moves`.
    pub(crate) first_move: i64,
}

impl Batch {
    /// Starts a batch. Files are created when their first row is added.
    pub(crate) fn new(folder: &Path, number: u32, first_game: i32) -> Batch {
        let name = format!("{number:06}.parquet");
        let part = |spec: &'static TableSpec| Part::new(folder, spec, name.clone());
        Batch {
            folder: folder.to_owned(),
            number,
            first_game,
            briefs: Vec::new(),
            games: part(&GAMES),
            moves: part(&MOVES),
            records: part(&RECORDS),
            skipped: part(&REFUSED),
            players: part(&PLAYERS),
            positions: Spill::new(folder.join(SPILLS), POSITIONS.name),
            pairs: Spill::new(folder.join(SPILLS), PAIRS.name),
        }
    }

    /// Returns the number of games added.
    pub(crate) fn games(&self) -> usize {
        self.briefs.len()
    }

    /// Returns `true` if nothing was added.
    pub(crate) fn is_empty(&self) -> bool {
        [&self.games, &self.records, &self.skipped, &self.players].iter().all(|part| part.is_empty())
    }

    /// Adds a game, without its half-moves and positions. Returns its id.
    pub(crate) fn add_game(&mut self, new: &NewGame<'_>) -> Result<i32, ArchiveError> {
        let id = self.first_game + self.briefs.len() as i32;
        let facts = &new.facts.facts;
        self.briefs.push(brief_of(facts));
        self.games.push(|rows| push_game(rows, id, new))?;
        Ok(id)
    }

    /// Adds the half-moves of a game.
    pub(crate) fn add_moves(&mut self, game: i32, moves: &[MoveRow]) -> Result<(), ArchiveError> {
        self.moves.push(|rows| push_moves(rows, game, moves))
    }

    /// Adds the positions of a game.
    pub(crate) fn add_positions(
        &mut self,
        game: i32,
        positions: &[PositionRow],
        pairs: &[PositionRow],
    ) -> Result<(), ArchiveError> {
        for row in positions {
            self.positions.push(&PositionRow { game, ..*row })?;
        }
        for row in pairs {
            self.pairs.push(&PositionRow { game, ..*row })?;
        }
        Ok(())
    }

    /// Adds a piece of a source's text.
    pub(crate) fn add_record(
        &mut self,
        source: i32,
        byte: i64,
        game: Option<i32>,
        text: &[u8],
    ) -> Result<(), ArchiveError> {
        self.records.push(|rows| push_record(rows, source, byte, game, text))
    }

    /// Adds a skipped game or piece of text.
    pub(crate) fn add_skipped(&mut self, skipped: &Skipped<'_>) -> Result<(), ArchiveError> {
        self.skipped.push(|rows| push_skipped(rows, skipped))
    }

    /// Adds the name of a player.
    pub(crate) fn add_player(&mut self, player: i32, name: &str) -> Result<(), ArchiveError> {
        self.players.push(|rows| push_player(rows, player, name))
    }

    /// Writes the remaining rows. Returns the entries of the files, which [`Manifest::commit`] publishes.
    ///
    /// [`Manifest::commit`]: crate::manifest::Manifest::commit
    pub(crate) fn finish(self) -> Result<Vec<FileEntry>, ArchiveError> {
        let Batch { folder, number, first_game, briefs, positions, pairs, .. } = self;
        let brief = |game: i32| {
            let unknown = GameBrief { winner: -1, ratings: [-1; 4], day: UNKNOWN };
            usize::try_from(game - first_game).ok().and_then(|at| briefs.get(at).copied()).unwrap_or(unknown)
        };
        let mut files = Vec::new();
        for part in [self.games, self.moves, self.records, self.skipped, self.players] {
            part.finish(&mut files)?;
        }
        let mut hot = write_sorted(&folder, number, [positions, pairs], brief, &mut files)?;
        hot.sort_unstable_by_key(|row| (row.key, row.kind, row.mv));
        let mut part = Part::new(&folder, &HOT, format!("{number:06}.parquet"));
        if !hot.is_empty() {
            part.push(|columns| hot.iter().for_each(|row| hot::push_hot(row, columns)))?;
        }
        part.finish(&mut files)?;
        Ok(files)
    }
}

/// Returns what sums need to know about a game.
pub(crate) fn brief_of(facts: &Facts) -> GameBrief {
    GameBrief {
        winner: match facts.outcome.winner {
            Some(Winner::Team(Team::One)) => 0,
            Some(Winner::Team(Team::Two)) => 1,
            Some(Winner::Draw) => 2,
            None => -1,
        },
        ratings: ratings_of(facts).map(|rating| rating.unwrap_or(-1)),
        day: day_of(facts).unwrap_or(UNKNOWN),
    }
}

/// Adds the row of a piece of a source's text.
pub(crate) fn push_record(rows: &mut Rows, source: i32, byte: i64, game: Option<i32>, text: &[u8]) {
    rows.row().int(source).long(byte).maybe(game).text(Some(text));
}

/// Adds the row of a skipped game or piece of text.
pub(crate) fn push_skipped(rows: &mut Rows, skipped: &Skipped<'_>) {
    let place = skipped.place;
    rows.row()
        .int(place.source)
        .long(place.byte)
        .int(place.length)
        .long(place.line)
        .int(place.number)
        .text(Some(skipped.reason.as_bytes()))
        .text(Some(skipped.message.as_bytes()))
        .maybe(skipped.same_as)
        .long(place.record);
}

/// Adds the row of a player.
pub(crate) fn push_player(rows: &mut Rows, player: i32, name: &str) {
    rows.row().int(player).text(Some(name.as_bytes())).text(Some(folded(name).as_bytes()));
}

/// Returns the known ratings, by seat.
fn ratings_of(facts: &Facts) -> [Option<i16>; 4] {
    facts.ratings.each_ref().into_array().map(|rating| match *rating {
        Rating::Known(rating) | Rating::Provisional(rating) => i16::try_from(rating).ok(),
        _ => None,
    })
}

/// Returns the day number, unless the date is missing or partial.
fn day_of(facts: &Facts) -> Option<i32> {
    facts.date.and_then(|date| day_number(date.year?, date.month?, date.day?))
}

/// Adds the row of a game.
pub(crate) fn push_game(rows: &mut Rows, id: i32, new: &NewGame<'_>) {
    let (place, game) = (new.place, new.facts);
    let facts = &game.facts;
    let (date, outcome) = (facts.date, &facts.outcome);
    let loser = outcome.loser.map(|seat| i32::from(crate::collect::seat_number(seat)));
    let mut row = rows.row();
    row.int(id)
        .int(place.source)
        .int(place.number)
        .long(place.line)
        .long(place.byte)
        .int(place.length)
        .long(place.record)
        .long(new.first_move);
    new.players.into_iter().for_each(|player| {
        row.maybe(player);
    });
    ratings_of(facts).into_iter().for_each(|rating| {
        row.maybe(rating.map(i32::from));
    });
    row.maybe(date.and_then(|date| date.year).map(i32::from))
        .maybe(date.and_then(|date| date.month).map(i32::from))
        .maybe(day_of(facts))
        .maybe(game.control.map(|(base, _)| base))
        .maybe(game.control.map(|(_, increment)| increment))
        .text(facts.result.map(|result| result.as_str().as_bytes()))
        .text(outcome.winner_name().map(str::as_bytes))
        .text(outcome.by().map(str::as_bytes))
        .maybe(loser)
        .text(Some(outcome.evidence.name().as_bytes()))
        .int(game.half_moves as i32)
        .int(game.written as i32)
        .text(Some(game.state.name().as_bytes()))
        .text(game.stop.map(str::as_bytes))
        .int(game.notes)
        .int(facts.conflicts.len() as i32)
        .int(game.events)
        .text(game.start.as_deref().map(str::as_bytes))
        .int(game.frozen.min(i32::from(i16::MAX)))
        .int(game.sits.min(i32::from(i16::MAX)))
        .int(game.longest_sit);
    for value in game.extremes.into_iter().flatten() {
        row.int(value);
    }
    for value in game.most_reserves {
        row.int(value);
    }
    row.maybe(game.last.map(|(mv, _)| i32::from(mv)))
        .maybe(game.last.map(|(_, seat)| i32::from(seat)))
        .long((game.fingerprint >> 64) as i64)
        .long(game.fingerprint as i64);
}

/// Adds the rows of a game's half-moves, column by column.
pub(crate) fn push_moves(rows: &mut Rows, game: i32, moves: &[MoveRow]) {
    let mut rows = rows.many(moves);
    rows.ints(|_| game)
        .ints(|row| row.ply)
        .ints(|row| row.seat.into())
        .ints(|row| row.mv.into())
        .ints(|row| row.piece.into())
        .ints(|row| row.capture)
        .ints(|row| row.flags)
        .ints(|row| row.clock)
        .ints(|row| row.used)
        .ints(|row| row.sit);
    for which in 0..2 {
        rows.ints(|row| row.diagonals[which]);
    }
    for seat in 0..4 {
        rows.ints(|row| row.reserves[seat]);
    }
}

/// Sorts and writes positions and pairs of boards. Returns the sums of the frequent ones.
fn write_sorted(
    folder: &Path,
    number: u32,
    spills: [Spill; 2],
    brief: impl Fn(i32) -> GameBrief,
    files: &mut Vec<FileEntry>,
) -> Result<Vec<HotRow>, ArchiveError> {
    let mut hot = Vec::new();
    for (spec, spill) in [&POSITIONS, &PAIRS].into_iter().zip(spills) {
        let mut part = Part::new(folder, spec, format!("{number:06}.parquet"));
        let mut sums = Sums::new(spec.name == PAIRS.name);
        spill.sorted(|rows| {
            rows.iter().for_each(|row| sums.add(row, |row: &PositionRow| brief(row.game)));
            // In small chunks, to hold no more than about one row group in memory.
            for some in rows.chunks(crate::schema::GROUP_ROWS / 8) {
                part.push(|columns| some.iter().for_each(|row| push_position(spec, row, columns)))?;
            }
            Ok(())
        })?;
        hot.extend(sums.finish());
        part.finish(files)?;
    }
    Ok(hot)
}

/// Adds a row to columns of positions or of pairs.
pub(crate) fn push_position(spec: &TableSpec, row: &PositionRow, columns: &mut Rows) {
    let mut into = columns.row();
    into.long(row.key)
        .long(row.reserves)
        .int(row.game)
        .int(row.ply)
        .int(i32::from(row.seat))
        .int(i32::from(row.mv))
        .int(i32::from(row.flags))
        .int(row.used);
    if spec.name == PAIRS.name {
        into.long(row.other_reserves);
    }
}

/// A game or piece of text that is not in `games`, or only in part, and why.
pub(crate) struct Skipped<'a> {
    pub(crate) place: Spot,
    pub(crate) reason: &'a str,
    pub(crate) message: &'a str,
    /// The game that it duplicates, or the id of the kept part of a broken game.
    pub(crate) same_as: Option<i32>,
}
