//! Search for games in an index.

use std::ops::RangeInclusive;

use bpgn::Winner;
use bpgn::end_reason::{DrawBy, EndKind, How, NoResultBy};
use bughouse_chess::{Seat, Team};
use serde_json::{Value, json};

use crate::api::params::{Param, is_plain_number};
use crate::api::query::{Kind, TRIMMED, in_format, one_of, or, query};
use crate::api::rejection::Rejection;
use crate::texts::index::{Entry, Index};
use crate::texts::order::{SORT, Sort};

query! {
    /// A page of a list.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Page {
        /// The key of a file to search in. By default, all files.
        "file" pub file: Option<String> = TRIMMED,
        /// The number of games to skip.
        "offset" pub offset: usize = Kind {
            read: |param| Ok(number(param, "a number", OFFSETS)?.unwrap_or(0)),
            values: || or(numbers(OFFSETS), 0),
        },
        /// The maximum number of games to return.
        "limit" pub limit: usize = Kind {
            read: |param| Ok(number(param, "a number", LIMITS)?.unwrap_or(100)),
            values: || or(numbers(LIMITS), 100),
        },
    }
}

query! {
    /// The games to list, and their order. Missing values don't restrict the games.
    #[derive(Clone, Debug)]
    pub struct SearchQuery {
        /// Part of a player's name, ignoring case. In quotes, the whole name.
        "player" player: Option<String> = TRIMMED,
        /// Part of the partner's name. With `player`, the two must be partners; otherwise any player matches.
        "partner" partner: Option<String> = TRIMMED,
        /// The minimum rating: of `player` if it is given, otherwise the mean of the known ratings in the game.
        "min_rating" min_rating: Option<usize> = RATING,
        /// The maximum rating, as in `min_rating`.
        "max_rating" max_rating: Option<usize> = RATING,
        /// The first day: YYYY, YYYY-MM or YYYY-MM-DD, separated by `-` or `.`.
        "from" from: Option<u32> = Kind { read: |param| day(param, "00"), values: || in_format("day") },
        /// The last day, in the same formats.
        "to" to: Option<u32> = Kind { read: |param| day(param, "99"), values: || in_format("day") },
        /// Who won, like the field `winner`: `1-0` the team of WhiteA, `0-1` the team of BlackA, `1/2-1/2` a draw, `*`
        /// unknown. `won` and `lost` are from the view of `player`.
        "result" result: Option<Wanted> =
            Kind { read: |param| param.trimmed().one_of(&RESULTS), values: || one_of(&RESULTS) },
        /// Why the game ended, as one of the `end_reasons` of `GET /api/files`. It is taken from a mate on the boards,
        /// the end reason after the moves, or the `Termination` tag, in this order. `other` if unknown.
        "end" end: Option<String> = END,
        /// The sort order; with a `-` before it, the greatest first. `rating` is the mean of the known ratings,
        /// `player` the name of WhiteA, then of BlackB. Games without the value come last. By default, games are in
        /// file order.
        "sort" pub sort: Option<Sort> = SORT,
    }
}

const OFFSETS: RangeInclusive<usize> = 0..=usize::MAX;
const LIMITS: RangeInclusive<usize> = 1..=500;
const RATINGS: RangeInclusive<usize> = 0..=9999;

const RATING: Kind<Option<usize>> =
    Kind { read: |param| number(param, "a rating", RATINGS), values: || numbers(RATINGS) };

/// One of the [`end_reasons`].
const END: Kind<Option<String>> = Kind {
    read: |param| {
        let end = (TRIMMED.read)(param)?;
        match end.as_deref().is_none_or(|end| end_reasons().contains(&end)) {
            true => Ok(end),
            false => Err(param.trimmed().expected(format_args!("one of {}", end_reasons().join(", ")))),
        }
    },
    values: || in_format("end-reason"),
};

/// The result of a game, or of the player in it.
#[derive(Clone, Copy, Debug)]
enum Wanted {
    /// Who won the game; `None` if unknown.
    Winner(Option<Winner>),
    /// Whether the player's team won.
    Won(bool),
}

const RESULTS: [(&str, Wanted); 6] = [
    ("1-0", Wanted::Winner(Some(Winner::Team(Team::One)))),
    ("0-1", Wanted::Winner(Some(Winner::Team(Team::Two)))),
    ("1/2-1/2", Wanted::Winner(Some(Winner::Draw))),
    ("*", Wanted::Winner(None)),
    ("won", Wanted::Won(true)),
    ("lost", Wanted::Won(false)),
];

/// Parses a number in a range, ignoring spaces around it; `None` if it is missing or empty.
fn number(param: Param<'_>, what: &str, range: RangeInclusive<usize>) -> Result<Option<usize>, Rejection> {
    let param = param.trimmed();
    let text = param.text();
    if text.is_empty() {
        return Ok(None);
    }
    match text.parse().ok().filter(|number| is_plain_number(text) && range.contains(number)) {
        Some(number) => Ok(Some(number)),
        None if *range.end() == usize::MAX => Err(param.expected(what)),
        None => Err(param.expected(format_args!("{what} from {} to {}", range.start(), range.end()))),
    }
}

/// Describes numbers in a range.
fn numbers(range: RangeInclusive<usize>) -> Value {
    let schema = json!({ "type": "integer", "minimum": range.start(), "maximum": range.end() });
    json!({ "schema": schema, "allowEmptyValue": true })
}

/// Parses a date whose month and day may be missing, and fills those with a pair of digits.
fn day(param: Param<'_>, fill: &str) -> Result<Option<u32>, Rejection> {
    let param = param.trimmed();
    if param.text().is_empty() {
        return Ok(None);
    }
    let parts: Vec<&str> = param.text().split(['-', '.']).collect();
    let is_number = |(part, length): (&&str, &usize)| {
        part.len() == *length && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    if parts.len() > 3 || !parts.iter().zip(&[4, 2, 2]).all(is_number) {
        return Err(param.expected("a day as YYYY, YYYY-MM or YYYY-MM-DD"));
    }
    let part = |index: usize| parts.get(index).and_then(|part| part.parse::<u32>().ok());
    let (year, month) = (part(0).unwrap_or(0), part(1));
    let none = |what: &str| param.rejected(format_args!("there is no such {what}, found {}", param.text()));
    if month.is_some_and(|month| !(1..=12).contains(&month)) {
        return Err(none("month"));
    }
    if part(2).zip(month).is_some_and(|(day, month)| !(1..=days_of(year, month)).contains(&day)) {
        return Err(none("day"));
    }
    let digits = parts.concat() + &fill.repeat(3 - parts.len());
    Ok(digits.parse().ok())
}

/// Picks the games of a page, file by file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Picker<'a> {
    page: &'a Page,
    query: &'a SearchQuery,
    /// The number of games so far.
    pub total: usize,
    /// The number of games so far that match the query.
    pub matched: usize,
    picked: usize,
}

impl<'a> Picker<'a> {
    /// Starts a page.
    pub fn new(page: &'a Page, query: &'a SearchQuery) -> Picker<'a> {
        Picker { page, query, total: 0, matched: 0, picked: 0 }
    }

    /// Returns the numbers of the games of the next file in the range, counted from 1.
    pub fn pick(&mut self, index: &Index) -> Vec<u64> {
        let room = self.page.limit.saturating_sub(self.picked);
        let skip = self.page.offset.saturating_sub(self.matched);
        let picked: Vec<u64> = if self.query.wants_all() {
            self.matched += index.len();
            (skip.min(index.len())..index.len()).take(room).map(|number| number as u64 + 1).collect()
        } else {
            let found = self.query.find(index);
            self.matched += found.len();
            found.iter().skip(skip).take(room).map(|&number| u64::from(number) + 1).collect()
        };
        self.total += index.len();
        self.picked += picked.len();
        picked
    }
}

/// Returns the names of the reasons why games end, those for won games first.
pub fn end_reasons() -> Vec<&'static str> {
    let won = How::ALL.iter().map(|by| by.name());
    let drawn = DrawBy::ALL.iter().map(|by| by.name());
    let broken_off = NoResultBy::ALL.iter().map(|by| by.name());
    let mut words = Vec::new();
    for word in won.chain(drawn).chain(broken_off).chain([EndKind::Other.name()]) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

/// Returns the number of days of a month.
fn days_of(year: u32, month: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl SearchQuery {
    /// Rejects a result from the view of a player if no player is given.
    pub(crate) fn require_player(&self) -> Result<(), Rejection> {
        match (self.result, &self.player) {
            (Some(Wanted::Won(_)), None) => {
                Err(Rejection::bad_request("result: `won` and `lost` need a `player`"))
            }
            _ => Ok(()),
        }
    }

    /// Returns the games that match, by their position in the index.
    pub fn find(&self, index: &Index) -> Vec<u32> {
        let fitting = |wanted: &Option<String>| wanted.as_ref().map(|wanted| index.names.matching(wanted));
        let (player, partner) = (fitting(&self.player), fitting(&self.partner));
        let fits = |entry: &Entry| self.fits(entry, player.as_deref(), partner.as_deref());
        let entries = index.entries.iter().enumerate();
        entries.filter(|(_, entry)| fits(entry)).map(|(number, _)| number as u32).collect()
    }

    /// Returns `true` if every game matches.
    pub fn wants_all(&self) -> bool {
        self.player.is_none()
            && self.partner.is_none()
            && self.min_rating.is_none()
            && self.max_rating.is_none()
            && self.from.is_none()
            && self.to.is_none()
            && self.result.is_none()
            && self.end.is_none()
    }

    fn fits(&self, entry: &Entry, player: Option<&[bool]>, partner: Option<&[bool]>) -> bool {
        let (first, last) = (self.from.unwrap_or(1), self.to.unwrap_or(u32::MAX));
        let has_days = self.from.is_some() || self.to.is_some();
        if has_days && (entry.date == 0 || !(first..=last).contains(&entry.date)) {
            return false;
        }
        if self.end.as_deref().is_some_and(|end| entry.end.name() != end) {
            return false;
        }
        if let Some(Wanted::Winner(winner)) = self.result
            && entry.winner != winner
        {
            return false;
        }
        let sits = |seat: Seat, fitting: &[bool]| fitting[entry.players[seat.to_index()].to_index()];
        match (player, partner) {
            (None, None) => self.fits_rating(mean(entry)),
            // A single name can be in any seat.
            (Some(player), None) | (None, Some(player)) => {
                Seat::ALL.into_iter().any(|seat| sits(seat, player) && self.fits_seat(entry, seat))
            }
            (Some(player), Some(partner)) => Seat::ALL.into_iter().any(|seat| {
                sits(seat, player) && sits(seat.partner(), partner) && self.fits_seat(entry, seat)
            }),
        }
    }

    /// Returns `true` if the rating and the result match for the player in this seat.
    fn fits_seat(&self, entry: &Entry, seat: Seat) -> bool {
        let rating = u32::from(entry.ratings[seat.to_index()]);
        let result_fits = match self.result {
            Some(Wanted::Won(won)) => match entry.winner {
                Some(Winner::Team(team)) => won == (seat.team() == team),
                Some(Winner::Draw) | None => false,
            },
            _ => true,
        };
        result_fits && self.fits_rating(rating)
    }

    /// Returns `true` if a rating is in the range; 0 is unknown.
    fn fits_rating(&self, rating: u32) -> bool {
        let least = self.min_rating.unwrap_or(*RATINGS.start());
        let most = self.max_rating.unwrap_or(*RATINGS.end());
        let is_any = self.min_rating.is_none() && self.max_rating.is_none();
        is_any || (rating != 0 && (least..=most).contains(&(rating as usize)))
    }
}

/// Returns the mean of the known ratings; 0 if none is known.
pub(crate) fn mean(entry: &Entry) -> u32 {
    let known = || entry.ratings.iter().map(|&rating| u32::from(rating)).filter(|&rating| rating > 0);
    known().sum::<u32>().checked_div(known().count() as u32).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::params::Params;

    #[test]
    fn impossible_dates_are_rejected() {
        let day = |text: &str| day(Params::read(&format!("from={text}")).get("from"), "00");
        for (text, number) in [
            ("2000", 20000000),
            ("2000-12", 20001200),
            ("2000.02.29", 20000229),
            ("2004-02-29", 20040229),
            ("1999-12-31", 19991231),
        ] {
            assert_eq!(day(text), Ok(Some(number)), "{text}");
        }
        for text in
            ["2000-13-45", "2000-13", "2000-00", "2000-01-00", "2000-01-32", "2001-02-29", "1900.02.29"]
        {
            let rejected = day(text).unwrap_err();
            assert!(rejected.message().contains("there is no such"), "{text}: {}", rejected.message());
        }
        for text in ["200", "2000-1", "2000-01-01-01", "2000/01", "x"] {
            assert!(day(text).is_err(), "{text}");
        }
    }
}
