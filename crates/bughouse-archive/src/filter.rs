//! Filters: which games and seats count.

use std::ops::RangeInclusive;

use bpgn::input::Parallel;
use bughouse_chess::{Color, Seat};

use crate::archive::Archive;
use crate::attributes::Attributes;
use crate::collect::seat_number;
use crate::error::ArchiveError;
use crate::search::{Bounds, Lookup, Node, Term, Who, seats};
use crate::threads::share;

/// How many games are tested together.
const PART_GAMES: usize = 1 << 12;

/// Restricts a query to some games and players. The default accepts all.
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
    /// The name of the player who made the half-move, ignoring case.
    pub player: Option<String>,
    /// The name of that player's partner.
    pub partner: Option<String>,
    /// The name of one of the two opponents.
    pub against: Option<String>,
    /// The seat that made the half-move.
    pub seat: Option<Seat>,
    /// The color that made the half-move.
    pub color: Option<Color>,
    /// The rating of the player who made the half-move.
    pub rating: Option<RangeInclusive<i16>>,
    /// The dates, in days since 1 January 1970.
    pub days: Option<RangeInclusive<i32>>,
    /// The time control: base and increment in milliseconds.
    pub control: Option<(i32, i32)>,
    /// The result for the team that made the half-move.
    pub result: Option<ForTeam>,
    /// How the game ended, as a short name: `checkmate`, `resignation`, `time` or `flag`.
    pub end: Option<String>,
    /// The number of the source.
    pub source: Option<i32>,
}

/// The result of a game for a team.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ForTeam {
    /// The team won.
    Won,
    /// The game was drawn.
    Drawn,
    /// The team lost.
    Lost,
}

impl Filter {
    /// Returns `true` if the filter accepts all games.
    pub fn is_empty(&self) -> bool {
        *self == Filter::default()
    }

    /// Filters by the player who made the half-move.
    #[must_use]
    pub fn player(self, name: impl Into<String>) -> Filter {
        Filter { player: Some(name.into()), ..self }
    }

    /// Filters by the partner of the player who made the half-move.
    #[must_use]
    pub fn partner(self, name: impl Into<String>) -> Filter {
        Filter { partner: Some(name.into()), ..self }
    }

    /// Filters by an opponent of the player who made the half-move, on either board.
    #[must_use]
    pub fn against(self, name: impl Into<String>) -> Filter {
        Filter { against: Some(name.into()), ..self }
    }

    /// Filters by the seat that made the half-move.
    #[must_use]
    pub fn seat(self, seat: Seat) -> Filter {
        Filter { seat: Some(seat), ..self }
    }

    /// Filters by the color that made the half-move.
    #[must_use]
    pub fn color(self, color: Color) -> Filter {
        Filter { color: Some(color), ..self }
    }

    /// Filters by the rating of the player who made the half-move.
    #[must_use]
    pub fn rating(self, rating: RangeInclusive<i16>) -> Filter {
        Filter { rating: Some(rating), ..self }
    }

    /// Filters by date, in days since 1 January 1970.
    #[must_use]
    pub fn days(self, days: RangeInclusive<i32>) -> Filter {
        Filter { days: Some(days), ..self }
    }

    /// Filters by time control: base and increment in milliseconds.
    #[must_use]
    pub fn control(self, base_ms: i32, increment_ms: i32) -> Filter {
        Filter { control: Some((base_ms, increment_ms)), ..self }
    }

    /// Filters by the result for the team that made the half-move.
    #[must_use]
    pub fn result(self, result: ForTeam) -> Filter {
        Filter { result: Some(result), ..self }
    }

    /// Filters by how games ended.
    #[must_use]
    pub fn end(self, end: impl Into<String>) -> Filter {
        Filter { end: Some(end.into()), ..self }
    }

    /// Filters by the number of the source.
    #[must_use]
    pub fn source(self, source: i32) -> Filter {
        Filter { source: Some(source), ..self }
    }
}

impl Archive {
    /// Returns a message for each value of the filter that no game of the archive has.
    ///
    /// # Errors
    /// A file of the archive cannot be read.
    pub fn unknown_in_filter(&self, filter: &Filter) -> Result<Vec<String>, ArchiveError> {
        self.unknown_in(&filter.node())
    }
}

/// Returns the name that the tables use for an ending, given it or a common synonym.
pub(crate) fn end_name(text: &str) -> String {
    let name = text.to_ascii_lowercase();
    match name.as_str() {
        "flag" => "time".to_owned(),
        "mate" => "checkmate".to_owned(),
        "resign" | "resigns" => "resignation".to_owned(),
        _ => name,
    }
}

impl Filter {
    /// Converts the filter to a query about games and seats.
    fn node(&self) -> Node {
        let named = |name: &Option<String>| name.clone().map(Who::Named);
        let colors = self.color.map(|color| if color == Color::White { 0b0101 } else { 0b1010 });
        let seats = self.seat.map(|seat| 1 << seat_number(seat));
        let ratings = self
            .rating
            .as_ref()
            .map(|range| Bounds { least: i32::from(*range.start()), most: i32::from(*range.end()) });
        let terms = [
            named(&self.player).map(Term::Player),
            named(&self.partner).map(Term::Partner),
            named(&self.against).map(Term::Against),
            seats.map(Term::By),
            colors.map(Term::By),
            ratings.map(Term::Rating),
            self.days.clone().map(Term::Days),
            self.control.map(|(base, increment)| Term::Control(base, increment)),
            self.result.map(|result| match result {
                ForTeam::Won => Term::Won,
                ForTeam::Drawn => Term::Drawn,
                ForTeam::Lost => Term::Lost,
            }),
            self.end.as_deref().map(|end| Term::End(end_name(end))),
            self.source.map(Term::Source),
        ];
        Node::All(terms.into_iter().flatten().map(Node::Term).collect())
    }
}

/// A filter with its names resolved to ids.
pub(crate) struct Prepared<'a> {
    node: Node,
    lookup: Lookup,
    games: &'a Attributes,
    lets_all_pass: bool,
}

impl<'a> Prepared<'a> {
    /// Resolves the names of a filter.
    pub(crate) fn new(
        filter: &Filter,
        archive: &Archive,
        games: &'a Attributes,
    ) -> Result<Prepared<'a>, ArchiveError> {
        let node = archive.without_superseded(&filter.node());
        let lookup = Lookup::new(archive, &node, games, archive.names()?.as_ref())?;
        let lets_all_pass = node == Node::All(Vec::new());
        Ok(Prepared { node, lookup, games, lets_all_pass })
    }

    /// Returns a test for games that is fast for about this many rows.
    pub(crate) fn passing(&self, rows: usize) -> GameTest<'_> {
        if self.lets_all_pass {
            return GameTest::All;
        }
        // Testing all games in bulk is faster than testing many one by one.
        if rows < self.games.len() / 64 {
            return GameTest::Few(self);
        }
        let starts: Vec<usize> = (0..self.games.len()).step_by(PART_GAMES).collect();
        let parts = share(Parallel::default().threads, &starts, |starts| {
            let bits = |(number, &start): (usize, &usize)| {
                let games = start..(start + PART_GAMES).min(self.games.len());
                (number, seats(&self.node, games, self.games, &self.lookup))
            };
            starts.map(bits).collect::<Vec<_>>()
        });
        let mut parts: Vec<(usize, Vec<u8>)> = parts.into_iter().flatten().collect();
        parts.sort_unstable_by_key(|(number, _)| *number);
        let any = parts.iter().map(|(_, bits)| bits.iter().any(|&bits| bits != 0)).collect();
        let bits: Vec<Vec<u8>> = parts.into_iter().map(|(_, bits)| bits).collect();
        GameTest::Bits { bits: bits.concat(), any }
    }
}

/// Tests which seats of which games pass a filter.
pub(crate) enum GameTest<'a> {
    /// All pass.
    All,
    /// Games are tested on demand.
    Few(&'a Prepared<'a>),
    /// One bit per seat for each game; and for each part of [`PART_GAMES`] games, whether any seat passes.
    Bits { bits: Vec<u8>, any: Vec<bool> },
}

impl GameTest<'_> {
    /// Returns `true` if a half-move of a seat in a game counts.
    pub(crate) fn counts(&self, game: i32, seat: i8) -> bool {
        let at = game as usize;
        let bits = match self {
            GameTest::All => return true,
            GameTest::Bits { bits, .. } => bits.get(at).copied(),
            GameTest::Few(filter) if at < filter.games.len() => {
                seats(&filter.node, at..at + 1, filter.games, &filter.lookup).first().copied()
            }
            GameTest::Few(_) => None,
        };
        bits.is_some_and(|bits| bits >> (seat & 3) & 1 == 1)
    }

    /// Returns `false` if no half-move of these games counts.
    pub(crate) fn may_count(&self, games: &RangeInclusive<i32>) -> bool {
        let part = |game: i32| game.max(0) as usize / PART_GAMES;
        match self {
            GameTest::All | GameTest::Few(_) => true,
            GameTest::Bits { any, .. } => {
                let (first, last) = (part(*games.start()), part(*games.end()));
                any.iter().take(last + 1).skip(first).any(|&any| any)
            }
        }
    }
}
