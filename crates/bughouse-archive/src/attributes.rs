//! The attributes of games that queries use most, in memory: one array per attribute.

use std::collections::HashMap;
use std::mem::take;
use std::ops::{Range, RangeInclusive};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;

use bughouse_chess::{Position, TwoBoards};

use crate::column::UNKNOWN;
use crate::day::days_of;
use crate::error::ArchiveError;
use crate::hot::GameBrief;
use crate::schema::GAMES;
use crate::table::{Found, TableFile};

/// The columns of players, by seat.
pub(crate) const PLAYERS: [&str; 4] = ["white_a", "black_a", "white_b", "black_b"];
/// The columns of ratings, by seat.
pub(crate) const RATINGS: [&str; 4] =
    ["rating_white_a", "rating_black_a", "rating_white_b", "rating_black_b"];

/// Attributes of all games, indexed by game id.
#[derive(Debug, Default)]
pub(crate) struct Attributes {
    /// Player ids by seat; [`UNKNOWN`] if there is no name.
    pub(crate) players: [Vec<i32>; 4],
    /// Ratings by seat; -1 if unknown.
    pub(crate) ratings: [Vec<i16>; 4],
    /// Day numbers; [`UNKNOWN`] if the date is missing or partial.
    pub(crate) days: Vec<i32>,
    /// Games with a partial date, and the days that it covers.
    spans: Vec<(i32, RangeInclusive<i32>)>,
    /// Time controls, as indexes into [`Attributes::controls`]; -1 if unknown.
    pub(crate) control: Vec<i32>,
    /// The time controls that occur: base and increment in milliseconds.
    pub(crate) controls: Vec<(i32, i32)>,
    control_numbers: HashMap<(i32, i32), i32>,
    /// 0 and 1 are the teams, 2 is a draw, -1 is unknown.
    pub(crate) winners: Vec<i8>,
    /// How games ended, as indexes into [`Attributes::ends`]; -1 if unknown.
    pub(crate) end: Vec<i8>,
    /// The names of the endings that occur.
    pub(crate) ends: Vec<String>,
    pub(crate) sources: Vec<i32>,
    /// How many half-moves were played.
    pub(crate) half_moves: Vec<i32>,
    /// 0 is ok, 1 repaired, 2 broken.
    pub(crate) states: Vec<i8>,
    /// The start positions of games that don't begin with the standard one.
    pub(crate) starts: HashMap<i32, Position>,
}

impl Attributes {
    /// Reads the attributes of all games.
    pub(crate) fn load(files: &[Arc<TableFile>]) -> Result<Attributes, ArchiveError> {
        let mut all = Attributes::default();
        all.reserve(files.iter().map(|file| file.rows() as usize).sum());
        for file in files {
            for group in 0..file.groups() {
                all.add(file, &Found { group, rows: 0..file.group_rows(group) })?;
            }
        }
        Ok(all)
    }

    /// Reserves room for exactly this many games.
    fn reserve(&mut self, games: usize) {
        self.players.iter_mut().for_each(|players| players.reserve_exact(games));
        self.ratings.iter_mut().for_each(|ratings| ratings.reserve_exact(games));
        for numbers in [&mut self.days, &mut self.control, &mut self.sources, &mut self.half_moves] {
            numbers.reserve_exact(games);
        }
        for numbers in [&mut self.winners, &mut self.end, &mut self.states] {
            numbers.reserve_exact(games);
        }
    }

    fn add(&mut self, file: &TableFile, found: &Found) -> Result<(), ArchiveError> {
        // The columns of seats take as long as all others together, so read both in parallel.
        let (mut players, mut ratings) = (take(&mut self.players), take(&mut self.ratings));
        let (of_seats, others) = thread::scope(|scope| {
            let of_seats = scope.spawn(|| add_seats(file, found, &mut players, &mut ratings));
            let others = self.add_others(file, found);
            (of_seats.join().unwrap_or_else(|panic| resume_unwind(panic)), others)
        });
        (self.players, self.ratings) = (players, ratings);
        of_seats.and(others)
    }

    /// Adds the attributes that are not per seat.
    fn add_others(&mut self, file: &TableFile, found: &Found) -> Result<(), ArchiveError> {
        let ints = |name: &str| ints(file, found, name);
        let days = ints("day")?;
        for (at, (year, month)) in ints("year")?.into_iter().zip(ints("month")?).enumerate() {
            if days[at] == UNKNOWN && year != UNKNOWN {
                let span = days_of(year, (month != UNKNOWN).then_some(month));
                self.spans.extend(span.map(|span| ((self.days.len() + at) as i32, span)));
            }
        }
        self.days.extend(days);
        for (base, increment) in ints("base_ms")?.into_iter().zip(ints("increment_ms")?) {
            self.control.push(if base == UNKNOWN || increment == UNKNOWN {
                -1
            } else {
                let next = self.controls.len() as i32;
                let number = *self.control_numbers.entry((base, increment)).or_insert(next);
                if number == next {
                    self.controls.push((base, increment));
                }
                number
            });
        }
        let (winners, states, ends) = (&mut self.winners, &mut self.states, &mut self.ends);
        file.each_text(found, GAMES.column("winner"), |winner| {
            winners.push(winner_of(winner));
        })?;
        file.each_text(found, GAMES.column("state"), |state| {
            states.push(match state {
                Some(b"ok") => 0,
                Some(b"repaired") => 1,
                _ => 2,
            });
        })?;
        file.each_text(found, GAMES.column("end"), |end| self.end.push(number_of(ends, end)))?;
        self.sources.append(&mut ints("source")?);
        let first = self.half_moves.len();
        let (mut at, mut starts) = (first, Vec::new());
        file.each_text(found, GAMES.column("start"), |start| {
            starts.extend(start.map(|start| (at as i32, String::from_utf8_lossy(start).into_owned())));
            at += 1;
        })?;
        for (game, start) in starts {
            let read = start.parse::<TwoBoards>();
            let read =
                read.map_err(|error| ArchiveError::damaged(file.path(), format!("a start: {error}")))?;
            self.starts.insert(game, read.position);
        }
        self.half_moves.append(&mut ints("half_moves")?);
        Ok(())
    }

    /// Returns the number of games.
    pub(crate) fn len(&self) -> usize {
        self.days.len()
    }

    /// Returns the games in a range that have a partial date lying completely within `days`.
    pub(crate) fn spans_within(
        &self,
        games: Range<usize>,
        days: &RangeInclusive<i32>,
    ) -> impl Iterator<Item = usize> {
        let first = self.spans.partition_point(|(game, _)| (*game as usize) < games.start);
        let spans = self.spans[first..].iter().take_while(move |(game, _)| (*game as usize) < games.end);
        let within = |span: &RangeInclusive<i32>| days.contains(span.start()) && days.contains(span.end());
        spans.filter(move |(_, span)| within(span)).map(|(game, _)| *game as usize)
    }

    /// Returns the number of half-moves of a game.
    pub(crate) fn length(&self, game: usize) -> usize {
        self.half_moves[game].max(0) as usize
    }

    /// Returns what sums need to know about a game.
    pub(crate) fn brief(&self, game: i32) -> GameBrief {
        let at = game as usize;
        if game < 0 || at >= self.len() {
            return GameBrief { winner: -1, ratings: [-1; 4], day: UNKNOWN };
        }
        GameBrief {
            winner: self.winners[at],
            ratings: [0, 1, 2, 3].map(|seat: usize| self.ratings[seat][at]),
            day: self.days[at],
        }
    }
}

/// Adds the attributes that are per seat.
fn add_seats(
    file: &TableFile,
    found: &Found,
    players: &mut [Vec<i32>; 4],
    ratings: &mut [Vec<i16>; 4],
) -> Result<(), ArchiveError> {
    for (players, name) in players.iter_mut().zip(PLAYERS) {
        players.append(&mut ints(file, found, name)?);
    }
    for (ratings, name) in ratings.iter_mut().zip(RATINGS) {
        ratings.extend(ints(file, found, name)?.into_iter().map(rating_of));
    }
    Ok(())
}

/// Returns the number of the team that won; 2 for a draw, -1 if it is unknown.
pub(crate) fn winner_of(text: Option<&[u8]>) -> i8 {
    match text {
        Some(b"team1") => 0,
        Some(b"team2") => 1,
        Some(b"draw") => 2,
        _ => -1,
    }
}

/// Returns a rating; -1 if it is unknown.
pub(crate) fn rating_of(value: i32) -> i16 {
    i16::try_from(value).unwrap_or(-1).max(-1)
}

/// Reads the columns of the four seats.
pub(crate) fn by_seat(
    file: &TableFile,
    found: &Found,
    names: [&str; 4],
) -> Result<[Vec<i32>; 4], ArchiveError> {
    let [white_a, black_a, white_b, black_b] = names.map(|name| ints(file, found, name));
    Ok([white_a?, black_a?, white_b?, black_b?])
}

/// Reads a column of games.
pub(crate) fn ints(file: &TableFile, found: &Found, name: &str) -> Result<Vec<i32>, ArchiveError> {
    let mut values = Vec::with_capacity(found.rows.len());
    file.ints(found, GAMES.column(name), &mut values).map(|()| values)
}

/// Returns the index of a string in a short list, adding it if it is new; -1 for `None`.
fn number_of(known: &mut Vec<String>, text: Option<&[u8]>) -> i8 {
    let Some(text) = text else { return -1 };
    let at = known.iter().position(|other| other.as_bytes() == text).unwrap_or_else(|| {
        known.push(String::from_utf8_lossy(text).into_owned());
        known.len() - 1
    });
    i8::try_from(at).unwrap_or(i8::MAX)
}
