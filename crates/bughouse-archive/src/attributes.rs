//! What is asked of games most, in memory: one array for each attribute.

use std::collections::HashMap;
use std::ops::{Range, RangeInclusive};

use bughouse_chess::{Position, TwoBoards};

use crate::column::UNKNOWN;
use crate::day::days_of;
use crate::error::ArchiveError;
use crate::hot::GameBrief;
use crate::schema::GAMES;
use crate::table::{Found, TableFile};

/// Attributes of all games, by their ids.
#[derive(Debug, Default)]
pub(crate) struct Attributes {
    /// By seat: players; [`UNKNOWN`] without a name.
    pub(crate) players: [Vec<i32>; 4],
    /// By seat: ratings; -1 if one is unknown.
    pub(crate) ratings: [Vec<i16>; 4],
    /// Days; [`UNKNOWN`] if one is.
    pub(crate) days: Vec<i32>,
    /// Games whose day is not known, but the year: the first and the last day it can be.
    spans: Vec<(i32, RangeInclusive<i32>)>,
    /// Time controls, as numbers of [`Attributes::controls`]; -1 for none.
    pub(crate) control: Vec<i32>,
    /// Base and increment in milliseconds.
    pub(crate) controls: Vec<(i32, i32)>,
    control_numbers: HashMap<(i32, i32), i32>,
    /// 0 and 1 are the teams, 2 a draw, -1 nobody knows.
    pub(crate) winners: Vec<i8>,
    /// How games ended, as numbers of [`Attributes::ends`]; -1 if nothing tells it.
    pub(crate) end: Vec<i8>,
    /// Names for how games end.
    pub(crate) ends: Vec<String>,
    /// Seats that lost; -1 if none is known.
    pub(crate) losers: Vec<i8>,
    pub(crate) sources: Vec<i32>,
    /// How many half-moves were played.
    pub(crate) half_moves: Vec<i32>,
    /// How games came through: 0 ok, 1 repaired, 2 broken.
    pub(crate) states: Vec<i8>,
    /// Those games that begin with a position of their own, and that position.
    pub(crate) starts: HashMap<i32, Position>,
}

impl Attributes {
    /// Reads the attributes of all games.
    pub(crate) fn load(files: &[TableFile]) -> Result<Attributes, ArchiveError> {
        let mut all = Attributes::default();
        for file in files {
            for group in 0..file.groups() {
                all.add(file, &Found { group, rows: 0..file.group_rows(group) })?;
            }
        }
        Ok(all)
    }

    fn add(&mut self, file: &TableFile, found: &Found) -> Result<(), ArchiveError> {
        let ints = |name: &str| {
            let mut values = Vec::with_capacity(found.rows.len());
            file.ints(found, GAMES.column(name), &mut values).map(|()| values)
        };
        for (players, name) in self.players.iter_mut().zip(["white_a", "black_a", "white_b", "black_b"]) {
            players.append(&mut ints(name)?);
        }
        let names = ["rating_white_a", "rating_black_a", "rating_white_b", "rating_black_b"];
        for (ratings, name) in self.ratings.iter_mut().zip(names) {
            ratings.extend(ints(name)?.into_iter().map(|rating| i16::try_from(rating).unwrap_or(-1).max(-1)));
        }
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
        let texts = |name: &str| {
            let mut values = Vec::with_capacity(found.rows.len());
            file.texts(found, GAMES.column(name), &mut values).map(|()| values)
        };
        self.winners.extend(texts("winner")?.into_iter().map(|winner| match winner.as_deref() {
            Some(b"team1") => 0,
            Some(b"team2") => 1,
            Some(b"draw") => 2,
            _ => -1,
        }));
        for end in texts("end")? {
            let end = end.map(|end| String::from_utf8_lossy(&end).into_owned());
            self.end.push(number_of(&mut self.ends, end).min(i16::from(i8::MAX)) as i8);
        }
        self.losers.extend(ints("loser")?.into_iter().map(|seat| i8::try_from(seat).unwrap_or(-1)));
        self.sources.append(&mut ints("source")?);
        let first = self.half_moves.len();
        for (at, start) in texts("start")?.into_iter().enumerate() {
            let Some(start) = start else { continue };
            let read = String::from_utf8_lossy(&start).parse::<TwoBoards>();
            let read =
                read.map_err(|error| ArchiveError::damaged(file.path(), format!("a start: {error}")))?;
            self.starts.insert((first + at) as i32, read.position);
        }
        self.half_moves.append(&mut ints("half_moves")?);
        self.states.extend(texts("state")?.into_iter().map(|state| match state.as_deref() {
            Some(b"ok") => 0,
            Some(b"repaired") => 1,
            _ => 2,
        }));
        Ok(())
    }

    /// Returns how many games there are.
    pub(crate) fn len(&self) -> usize {
        self.days.len()
    }

    /// Returns those of some games whose day is not known, and whose month or year lies within some days.
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

    /// Returns how many half-moves a game has.
    pub(crate) fn length(&self, game: usize) -> usize {
        self.half_moves[game].max(0) as usize
    }

    /// Returns what sums count a game by.
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

/// Returns the number of a value in a list of few, to which it may be added; -1 for none.
fn number_of<T: PartialEq>(known: &mut Vec<T>, value: Option<T>) -> i16 {
    let Some(value) = value else { return -1 };
    let at = known.iter().position(|other| *other == value).unwrap_or_else(|| {
        known.push(value);
        known.len() - 1
    });
    i16::try_from(at).unwrap_or(-1)
}
