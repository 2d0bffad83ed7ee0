//! The query parameters of requests about an archive.

use bughouse_chess::{Color, Seat};

use crate::api::boards::ONE_OR_TWO_BOARDS;
use crate::api::query::{Kind, TEXT, in_format, integer, limit, one_of, or, query};
use crate::position::ReadBoards;
use crate::shapes::words;

query! {
    /// A query for the moves played from a position.
    #[derive(Clone, Debug)]
    #[non_exhaustive]
    pub struct ExploreRequest {
        /// One board in any notation, or two boards separated by ` | `. `start` is the starting position.
        "position" pub boards: ReadBoards = ONE_OR_TWO_BOARDS,
        /// How reserves must match those of the position: not at all, at least as many pieces, or exactly.
        "reserves" pub reserves: ReserveFilter = Kind {
            read: |param| Ok(param.one_of(&RESERVES)?.unwrap_or_default()),
            values: || or(one_of(&RESERVES), RESERVES[0].0),
        },
        /// How many of the highest rated games to return, and how many of the newest.
        "games" pub games: usize = limit::<5>(),
        /// The player who moved, ignoring case.
        "player" pub player: Option<String> = TEXT,
        /// The partner of the player who moved.
        "partner" pub partner: Option<String> = TEXT,
        /// An opponent of the player who moved.
        "against" pub against: Option<String> = TEXT,
        /// The seat that moved.
        "seat" pub seat: Option<Seat> = SEAT,
        /// The color that moved.
        "color" pub color: Option<Color> =
            Kind { read: |param| param.one_of(&COLORS), values: || one_of(&COLORS) },
        /// The minimum rating of the player who moved.
        "min_rating" pub min_rating: Option<i16> = RATING,
        /// The maximum rating of the player who moved.
        "max_rating" pub max_rating: Option<i16> = RATING,
        /// The first day: YYYY, YYYY-MM or YYYY-MM-DD, separated by `-` or `.`.
        "from" pub from: Option<String> = Kind { values: || in_format("day"), ..TEXT },
        /// The last day, in the same formats.
        "to" pub to: Option<String> = Kind { values: || in_format("day"), ..TEXT },
        /// The time control, such as `180+0`.
        "time_control" pub time_control: Option<String> = Kind { values: || in_format("time-control"), ..TEXT },
        /// The result for the team of the player who moved.
        "result" pub result: Option<TeamResult> =
            Kind { read: |param| param.one_of(&RESULTS), values: || one_of(&RESULTS) },
        /// How the game ended, as a short name such as `checkmate`.
        "end" pub end: Option<String> = TEXT,
        /// The number of the source file.
        "source" pub source: Option<i64> = Kind {
            read: |param| match param.integer()? {
                Some(..0) => Err(param.expected("the number of a source file")),
                number => Ok(number),
            },
            values: || integer(0, i64::MAX),
        },
    }
}

/// How reserves must match a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ReserveFilter {
    /// Reserves don't matter.
    #[default]
    Any,
    /// Players have at least the reserves of the position.
    AtLeast,
    /// Players have exactly the reserves of the position.
    Exactly,
}

/// A result for a team.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TeamResult {
    /// The team won.
    Won,
    /// The game was drawn.
    Drawn,
    /// The team lost.
    Lost,
}

/// The first one is the default.
const RESERVES: [(&str, ReserveFilter); 3] =
    [("any", ReserveFilter::Any), ("at-least", ReserveFilter::AtLeast), ("exactly", ReserveFilter::Exactly)];

const COLORS: [(&str, Color); 2] = [("white", Color::White), ("black", Color::Black)];

const RESULTS: [(&str, TeamResult); 3] =
    [("won", TeamResult::Won), ("drawn", TeamResult::Drawn), ("lost", TeamResult::Lost)];

/// The name of a seat, or its letter in BPGN.
const SEAT: Kind<Option<Seat>> = Kind {
    read: |param| match param.text() {
        "" => Ok(None),
        name => name.parse().map(Some).map_err(|_| param.expected(words::list(Seat::ALL, "or"))),
    },
    values: || one_of(&Seat::ALL.map(|seat| (seat.name(), seat))),
};

/// A rating, as archives store it.
const RATING: Kind<Option<i16>> = Kind {
    read: |param| match param.integer()?.map(i16::try_from) {
        None => Ok(None),
        Some(Ok(rating @ 0..)) => Ok(Some(rating)),
        Some(_) => Err(param.expected("a rating")),
    },
    values: || integer(0, i16::MAX),
};

query! {
    /// A search for games.
    #[derive(Clone, PartialEq, Eq, Debug)]
    #[non_exhaustive]
    pub struct SearchRequest {
        /// The query in the language of `bughouse search`. Without one, all games match.
        "q" pub query: Option<String> = Kind { values: || in_format("query"), ..TEXT },
        /// The number of games to skip.
        "offset" pub offset: usize = Kind {
            read: |param| usize::try_from(param.integer()?.unwrap_or(0)).map_err(|_| param.expected("0 or more")),
            values: || or(integer(0, i64::MAX), 0),
        },
        /// The maximum number of games to return.
        "limit" pub limit: usize = limit::<100>(),
    }
}

query! {
    /// A search for players by name.
    #[derive(Clone, PartialEq, Eq, Debug)]
    #[non_exhaustive]
    pub struct PlayersRequest {
        /// The beginning of the name, ignoring case.
        "prefix" pub prefix: Option<String> = TEXT,
        /// The maximum number of players to return.
        "limit" pub limit: usize = limit::<10>(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::params::Params;
    use crate::api::query::Query;

    fn rejected(query: &str) -> String {
        let params = Params::read(&format!("position=start&{query}"));
        ExploreRequest::read(&params).unwrap_err().message().to_owned()
    }

    #[test]
    fn values_of_an_explore_request_are_checked() {
        assert_eq!(rejected("reserves=all"), "reserves: expected any, at-least or exactly, found all");
        assert_eq!(rejected("seat=c"), "seat: expected WhiteA, BlackA, WhiteB or BlackB, found c");
        assert_eq!(rejected("color=w"), "color: expected white or black, found w");
        assert_eq!(rejected("result=win"), "result: expected won, drawn or lost, found win");
        assert_eq!(rejected("min_rating=40000"), "min_rating: expected a rating, found 40000");
        let missing = ExploreRequest::read(&Params::default()).unwrap_err();
        assert_eq!(missing.message(), "position: a value is required");
    }

    #[test]
    fn a_negative_source_is_rejected_as_the_spec_says() {
        assert_eq!(rejected("source=-1"), "source: expected the number of a source file, found -1");
    }

    #[test]
    fn empty_choices_are_ignored() {
        let params = Params::read("position=start&reserves=&seat=&color=&player=&result=");
        let read = ExploreRequest::read(&params).unwrap();
        assert_eq!((read.reserves, read.seat, read.color), (ReserveFilter::Any, None, None));
        assert_eq!((read.player, read.result, read.games), (None, None, 5));
    }
}
