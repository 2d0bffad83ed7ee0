//! Which games count.

use std::ops::RangeInclusive;

use bughouse_chess::{Color, Seat};

use crate::archive::{Archive, Names};
use crate::attributes::Attributes;
use crate::error::ArchiveError;
use crate::hot::{seat_of, team_of};

/// Which games count, and who played in them. The default counts all.
///
/// ```
/// use bughouse_archive::Filter;
/// use bughouse_chess::Seat;
///
/// let filter = Filter::default().player("mird").seat(Seat::BLACK_A).rating(2000..=3000);
/// assert!(!filter.is_empty());
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Filter {
    /// Who played the half-move: a name, whatever its case.
    pub player: Option<String>,
    /// Who is the partner of that player.
    pub partner: Option<String>,
    /// Who is one of the two opponents.
    pub against: Option<String>,
    /// The seat that played the half-move.
    pub seat: Option<Seat>,
    /// The colour that played the half-move.
    pub color: Option<Color>,
    /// The rating of who played the half-move.
    pub rating: Option<RangeInclusive<i16>>,
    /// Days since 1 January 1970.
    pub days: Option<RangeInclusive<i32>>,
    /// Base and increment in milliseconds.
    pub control: Option<(i32, i32)>,
    /// What came of it for the team that played the half-move.
    pub result: Option<ForTeam>,
    /// How the game ended, as a short name: `checkmate`, `resignation`, `time` or `flag`.
    pub end: Option<String>,
    /// The number of the source.
    pub source: Option<i32>,
}

/// What came of a game for a team.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ForTeam {
    /// It won.
    Won,
    /// Nobody won.
    Drawn,
    /// It lost.
    Lost,
}

impl Filter {
    /// Tells whether all games count.
    pub fn is_empty(&self) -> bool {
        *self == Filter::default()
    }

    /// Returns the same with a player who made the half-move.
    #[must_use]
    pub fn player(self, name: impl Into<String>) -> Filter {
        Filter { player: Some(name.into()), ..self }
    }

    /// Returns the same with a partner of who made the half-move.
    #[must_use]
    pub fn partner(self, name: impl Into<String>) -> Filter {
        Filter { partner: Some(name.into()), ..self }
    }

    /// Returns the same with an opponent of who made the half-move, on either board.
    #[must_use]
    pub fn against(self, name: impl Into<String>) -> Filter {
        Filter { against: Some(name.into()), ..self }
    }

    /// Returns the same with a seat.
    #[must_use]
    pub fn seat(self, seat: Seat) -> Filter {
        Filter { seat: Some(seat), ..self }
    }

    /// Returns the same with a colour.
    #[must_use]
    pub fn color(self, color: Color) -> Filter {
        Filter { color: Some(color), ..self }
    }

    /// Returns the same with ratings of who made the half-move.
    #[must_use]
    pub fn rating(self, rating: RangeInclusive<i16>) -> Filter {
        Filter { rating: Some(rating), ..self }
    }

    /// Returns the same with days since 1 January 1970.
    #[must_use]
    pub fn days(self, days: RangeInclusive<i32>) -> Filter {
        Filter { days: Some(days), ..self }
    }

    /// Returns the same with a time control: base and increment in milliseconds.
    #[must_use]
    pub fn control(self, base_ms: i32, increment_ms: i32) -> Filter {
        Filter { control: Some((base_ms, increment_ms)), ..self }
    }

    /// Returns the same with a result for the team that made the half-move.
    #[must_use]
    pub fn result(self, result: ForTeam) -> Filter {
        Filter { result: Some(result), ..self }
    }

    /// Returns the same with a way in which games ended.
    #[must_use]
    pub fn end(self, end: impl Into<String>) -> Filter {
        Filter { end: Some(end.into()), ..self }
    }

    /// Returns the same with a source, by its number.
    #[must_use]
    pub fn source(self, source: i32) -> Filter {
        Filter { source: Some(source), ..self }
    }
}

impl Archive {
    /// Tells what a filter names that no game of the archive has, in words: no game can pass it.
    ///
    /// # Errors
    /// A file of the archive cannot be read.
    pub fn unknown_in_filter(&self, filter: &Filter) -> Result<Vec<String>, ArchiveError> {
        let names = self.names()?;
        let mut unknown: Vec<String> = [&filter.player, &filter.partner, &filter.against]
            .into_iter()
            .flatten()
            .filter(|name| names.ids(name).is_empty())
            .map(|name| format!("nobody here is called {name}"))
            .collect();
        if let Some(end) = &filter.end {
            let games = self.attributes()?;
            let name = end_name(end);
            if !games.ends.contains(&name) {
                let mut known = games.ends.clone();
                known.sort_unstable();
                unknown.push(format!("no game here ends with {end}, they end with {}", known.join(", ")));
            }
        }
        if let Some(source) = filter.source {
            let sources = self.manifest().sources.len();
            if usize::try_from(source).map_or(true, |source| source >= sources) {
                unknown.push(format!(
                    "there is no source {source}, they are 0 to {}",
                    sources.saturating_sub(1)
                ));
            }
        }
        Ok(unknown)
    }
}

/// Returns the name that the tables have for how a game ends, which people may call otherwise.
pub(crate) fn end_name(text: &str) -> String {
    let name = text.to_ascii_lowercase();
    match name.as_str() {
        "flag" => "time".to_owned(),
        "mate" => "checkmate".to_owned(),
        "resign" | "resigns" => "resignation".to_owned(),
        _ => name,
    }
}

/// A filter whose names were looked up.
#[derive(Debug)]
pub(crate) struct Prepared<'a> {
    filter: &'a Filter,
    games: &'a Attributes,
    player: Option<Vec<i32>>,
    partner: Option<Vec<i32>>,
    against: Option<Vec<i32>>,
    /// A number of [`Attributes::controls`]; one that no game has matches nothing.
    control: Option<i32>,
    end: Option<i8>,
}

impl<'a> Prepared<'a> {
    /// Looks names up among those of all players.
    pub(crate) fn new(filter: &'a Filter, games: &'a Attributes, names: &Names) -> Prepared<'a> {
        let ids = |name: &Option<String>| name.as_deref().map(|name| names.ids(name).to_vec());
        let control = filter.control.map(|control| {
            games.controls.iter().position(|other| *other == control).map_or(i32::MIN, |at| at as i32)
        });
        let end = filter
            .end
            .as_deref()
            .map(end_name)
            .map(|end| games.ends.iter().position(|other| *other == end).map_or(i8::MIN, |at| at as i8));
        Prepared {
            filter,
            games,
            player: ids(&filter.player),
            partner: ids(&filter.partner),
            against: ids(&filter.against),
            control,
            end,
        }
    }

    /// Tells whether a half-move of a seat in a game counts.
    pub(crate) fn counts(&self, game: i32, seat: i8) -> bool {
        let (filter, games) = (self.filter, self.games);
        let (at, number) = (game as usize, seat as usize & 3);
        if game < 0 || at >= games.len() {
            return false;
        }
        let is_one = |ids: &Option<Vec<i32>>, seats: &[usize]| {
            ids.as_ref().is_none_or(|ids| seats.iter().any(|&seat| ids.contains(&games.players[seat][at])))
        };
        // Partners sit across: WhiteA with BlackB, BlackA with WhiteB.
        let partner = 3 - number;
        let opponents = [number ^ 1, partner ^ 1];
        is_one(&self.player, &[number])
            && is_one(&self.partner, &[partner])
            && is_one(&self.against, &opponents)
            && filter.seat.is_none_or(|seat| seat_of(number as i32) == Some(seat))
            && filter.color.is_none_or(|color| (number & 1 == 1) == (color == Color::Black))
            && filter.rating.as_ref().is_none_or(|range| range.contains(&games.ratings[number][at]))
            && filter.days.as_ref().is_none_or(|range| games.is_within(at, range))
            && self.control.is_none_or(|control| games.control[at] == control)
            && self.end.is_none_or(|end| games.end[at] == end)
            && filter.source.is_none_or(|source| games.sources[at] == source)
            && filter.result.is_none_or(|result| {
                let (winner, team) = (games.winners[at], team_of(seat));
                match result {
                    ForTeam::Won => winner == team,
                    ForTeam::Drawn => winner == 2,
                    ForTeam::Lost => winner == 1 - team,
                }
            })
    }
}
