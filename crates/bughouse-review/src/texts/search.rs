//! Search for games in an index.

use std::ops::RangeInclusive;

use bpgn::Winner;
use bpgn::end_reason::{DrawBy, EndKind, How, NoResultBy};
use bughouse_chess::{Seat, Team};

use crate::api::params::{Params, is_plain_number};
use crate::api::rejection::Rejection;
use crate::texts::index::{Entry, Index};
use crate::texts::order::Sort;

/// The parameters of a search as given in a query string. Empty parameters don't restrict the search.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Search {
    /// The key of a file to search in.
    pub file: String,
    /// The number of games to skip.
    pub offset: String,
    /// The maximum number of games to list, from 1 to 500.
    pub limit: String,
    /// Part of a player's name, ignoring case. In quotes, the whole name.
    pub player: String,
    /// Part of the partner's name. Without `player`, any player matches.
    pub partner: String,
    /// The minimum rating: of `player` if it is set, otherwise the mean of the known ratings in the game.
    pub min_rating: String,
    /// The maximum rating.
    pub max_rating: String,
    /// The first day: YYYY, YYYY-MM or YYYY-MM-DD, separated by `-` or `.`.
    pub from: String,
    /// The last day, in the same formats.
    pub to: String,
    /// Who won, like `winner` of a row: `1-0` the team of WhiteA, `0-1` the team of BlackA, `1/2-1/2` a draw, `*`
    /// unknown. `won` and `lost` are from the view of `player`.
    pub result: String,
    /// Why the game ended, as one of [`end_reasons`].
    pub end: String,
    /// The sort order: `date`, `rating`, `player` or `plies`; with a `-` before it, the greatest first. Empty for file
    /// order.
    pub sort: String,
}

/// A page of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// The key of a file to search in.
    pub file: Option<String>,
    /// The number of games to skip.
    pub offset: usize,
    /// The maximum number of games to list.
    pub limit: usize,
    /// The sort order; `None` for file order.
    pub sort: Option<Sort>,
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

/// A search, parsed and validated.
#[derive(Clone, Debug)]
pub struct SearchQuery {
    player: Option<String>,
    partner: Option<String>,
    ratings: Option<(u32, u32)>,
    days: Option<(u32, u32)>,
    result: Option<Wanted>,
    end: Option<String>,
}

#[derive(Clone, Copy, Debug)]
enum Wanted {
    /// Who won the game; `None` if unknown.
    Winner(Option<Winner>),
    /// Whether the player's team won.
    Won(bool),
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

/// Returns a parameter without surrounding spaces; `None` if it is empty.
fn text(text: &str) -> Option<String> {
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// Reads a number in a range.
fn number(
    name: &str,
    what: &str,
    value: &str,
    range: RangeInclusive<usize>,
) -> Result<Option<usize>, Rejection> {
    let Some(value) = text(value) else { return Ok(None) };
    match value.parse().ok().filter(|number| is_plain_number(&value) && range.contains(number)) {
        Some(number) => Ok(Some(number)),
        None => {
            let (least, most) = (range.start(), range.end());
            let bounds = if *most == usize::MAX { String::new() } else { format!(" from {least} to {most}") };
            Err(Rejection::bad_request(format!("{name}: expected {what}{bounds}, found {value}")))
        }
    }
}

impl Search {
    /// The names of the parameters.
    pub(crate) const NAMES: [&'static str; 12] = [
        "file",
        "offset",
        "limit",
        "player",
        "partner",
        "min_rating",
        "max_rating",
        "from",
        "to",
        "result",
        "end",
        "sort",
    ];

    /// Reads the parameters of a query string.
    pub(crate) fn read(query: &Params) -> Search {
        let [file, offset, limit, player, partner, min_rating, max_rating, from, to, result, end, sort] =
            Search::NAMES.map(|name| query.get(name).unwrap_or_default().to_owned());
        Search { file, offset, limit, player, partner, min_rating, max_rating, from, to, result, end, sort }
    }

    /// Parses the parameters that select a page.
    ///
    /// # Errors
    /// Returns which parameter is invalid.
    pub fn page(&self) -> Result<Page, Rejection> {
        Ok(Page {
            file: text(&self.file),
            offset: number("offset", "a number", &self.offset, 0..=usize::MAX)?.unwrap_or(0),
            limit: number("limit", "a number", &self.limit, 1..=500)?.unwrap_or(100),
            sort: Sort::read(&self.sort)?,
        })
    }

    /// Parses the parameters that select games.
    ///
    /// # Errors
    /// Returns which parameter is invalid.
    pub fn query(&self) -> Result<SearchQuery, Rejection> {
        let (player, partner) = (text(&self.player), text(&self.partner));
        let rating = |name: &str, value: &str| number(name, "a rating", value, 0..=9999);
        let least = rating("min_rating", &self.min_rating)?;
        let most = rating("max_rating", &self.max_rating)?;
        let first = day("from", &self.from, "00")?;
        let last = day("to", &self.to, "99")?;
        let result = match self.result.trim() {
            "" => None,
            "won" | "lost" if player.is_none() => {
                return Err(Rejection::bad_request("result: `won` and `lost` need a `player`"));
            }
            "won" => Some(Wanted::Won(true)),
            "lost" => Some(Wanted::Won(false)),
            "1-0" => Some(Wanted::Winner(Some(Winner::Team(Team::One)))),
            "0-1" => Some(Wanted::Winner(Some(Winner::Team(Team::Two)))),
            "1/2-1/2" => Some(Wanted::Winner(Some(Winner::Draw))),
            "*" => Some(Wanted::Winner(None)),
            result => {
                return Err(Rejection::bad_request(format!(
                    "result: expected 1-0, 0-1, 1/2-1/2, *, won or lost, found {result}"
                )));
            }
        };
        let end = text(&self.end);
        if let Some(end) = end.as_deref().filter(|end| !end_reasons().contains(end)) {
            return Err(Rejection::bad_request(format!(
                "end: expected one of {}, found {end}",
                end_reasons().join(", ")
            )));
        }
        Ok(SearchQuery {
            player,
            partner,
            ratings: (least.is_some() || most.is_some())
                .then_some((least.unwrap_or(0) as u32, most.unwrap_or(9999) as u32)),
            days: (first.is_some() || last.is_some())
                .then_some((first.unwrap_or(1), last.unwrap_or(u32::MAX))),
            result,
            end,
        })
    }
}

/// Parses a date whose month and day may be missing, and fills those with a pair of digits.
fn day(name: &str, value: &str, fill: &str) -> Result<Option<u32>, Rejection> {
    let value = value.trim();
    if value.is_empty() {
        return Ok(None);
    }
    let parts: Vec<&str> = value.split(['-', '.']).collect();
    let is_number = |(part, length): (&&str, &usize)| {
        part.len() == *length && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    if parts.len() > 3 || !parts.iter().zip(&[4, 2, 2]).all(is_number) {
        return Err(Rejection::bad_request(format!(
            "{name}: expected a day as YYYY, YYYY-MM or YYYY-MM-DD, found {value}"
        )));
    }
    let part = |index: usize| parts.get(index).and_then(|part| part.parse::<u32>().ok());
    let (year, month) = (part(0).unwrap_or(0), part(1));
    if month.is_some_and(|month| !(1..=12).contains(&month)) {
        return Err(Rejection::bad_request(format!("{name}: there is no such month, found {value}")));
    }
    if part(2).zip(month).is_some_and(|(day, month)| !(1..=days_of(year, month)).contains(&day)) {
        return Err(Rejection::bad_request(format!("{name}: there is no such day, found {value}")));
    }
    let digits = parts.concat() + &fill.repeat(3 - parts.len());
    Ok(digits.parse().ok())
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
            && self.ratings.is_none()
            && self.days.is_none()
            && self.result.is_none()
            && self.end.is_none()
    }

    fn fits(&self, entry: &Entry, player: Option<&[bool]>, partner: Option<&[bool]>) -> bool {
        if self.days.is_some_and(|(first, last)| entry.date == 0 || entry.date < first || entry.date > last) {
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
        self.ratings.is_none_or(|(least, most)| rating != 0 && (least..=most).contains(&rating))
    }
}

/// Returns the mean of the known ratings; 0 if none is known.
pub(crate) fn mean(entry: &Entry) -> u32 {
    let known = || entry.ratings.iter().map(|&rating| u32::from(rating)).filter(|&rating| rating > 0);
    known().sum::<u32>().checked_div(known().count() as u32).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::day;

    #[test]
    fn impossible_dates_are_rejected() {
        for (text, number) in [
            ("2000", 20000000),
            ("2000-12", 20001200),
            ("2000.02.29", 20000229),
            ("2004-02-29", 20040229),
            ("1999-12-31", 19991231),
        ] {
            assert_eq!(day("from", text, "00"), Ok(Some(number)), "{text}");
        }
        for text in
            ["2000-13-45", "2000-13", "2000-00", "2000-01-00", "2000-01-32", "2001-02-29", "1900.02.29"]
        {
            let rejected = day("from", text, "00").unwrap_err();
            assert!(rejected.message().contains("there is no such"), "{text}: {}", rejected.message());
        }
        for text in ["200", "2000-1", "2000-01-01-01", "2000/01", "x"] {
            assert!(day("from", text, "00").is_err(), "{text}");
        }
    }
}
