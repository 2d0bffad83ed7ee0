//! The query parameters of requests about an archive.

use bughouse_chess::{Color, Seat};
use serde::Serialize;
#[cfg(feature = "schema")]
use serde_json::{Value, json};

use crate::api::boards::OneOrTwoBoards;
use crate::api::params::Param;
use crate::api::query::{Choice, Integer, Kind, LIMIT, Or, TEXT, Text, query};
use crate::api::rejection::Rejection;
use crate::position::ReadBoards;
use crate::shapes::words;

query! {
    /// A query for the moves played from a position.
    #[derive(Clone, Debug)]
    #[non_exhaustive]
    pub struct ExploreRequest {
        /// One board in any notation, or two boards separated by ` | `. `start` is the starting position.
        "position" pub boards: ReadBoards = OneOrTwoBoards,
        /// How reserves must match those of the position: not at all, at least as many pieces, or exactly.
        "reserves" pub reserves: ReserveFilter = Or(RESERVES, ReserveFilter::Any),
        /// How many of the highest rated games to return, and how many of the newest.
        "games" pub games: usize = Or(LIMIT, 5),
        /// The player who moved, ignoring case.
        "player" pub player: Option<String> = TEXT,
        /// The partner of the player who moved.
        "partner" pub partner: Option<String> = TEXT,
        /// An opponent of the player who moved.
        "against" pub against: Option<String> = TEXT,
        /// The seat that moved.
        "seat" pub seat: Option<Seat> = SeatName,
        /// The color that moved.
        "color" pub color: Option<Color> = Choice(&[("white", Color::White), ("black", Color::Black)]),
        /// The minimum rating of the player who moved.
        "min_rating" pub min_rating: Option<i16> = RATING,
        /// The maximum rating of the player who moved.
        "max_rating" pub max_rating: Option<i16> = RATING,
        /// The first day: YYYY, YYYY-MM or YYYY-MM-DD, separated by `-` or `.`.
        "from" pub from: Option<String> = Text("day"),
        /// The last day, in the same formats.
        "to" pub to: Option<String> = Text("day"),
        /// The time control, such as `180+0`.
        "time_control" pub time_control: Option<String> = Text("time-control"),
        /// The result for the team of the player who moved.
        "result" pub result: Option<TeamResult> = RESULT,
        /// How the game ended, as a short name such as `checkmate`.
        "end" pub end: Option<String> = TEXT,
        /// The number of the source file.
        "source" pub source: Option<i64> = SOURCE,
    }
}

/// How reserves must match a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReserveFilter {
    /// Reserves don't matter.
    #[default]
    Any,
    /// Players have at least the reserves of the position.
    AtLeast,
    /// Players have exactly the reserves of the position.
    Exactly,
}

const RESERVES: Choice<ReserveFilter> = Choice(&[
    ("any", ReserveFilter::Any),
    ("at-least", ReserveFilter::AtLeast),
    ("exactly", ReserveFilter::Exactly),
]);

/// A rating, as archives store it.
const RATING: Integer<i16> = Integer { least: 0, most: i16::MAX, what: Some("a rating") };

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

const RESULT: Choice<TeamResult> =
    Choice(&[("won", TeamResult::Won), ("drawn", TeamResult::Drawn), ("lost", TeamResult::Lost)]);

/// The number of a source file. Archives may have fewer.
const SOURCE: Integer<i64> = Integer { least: 0, most: i64::MAX, what: Some("the number of a source file") };

/// The number of games or players to skip.
const OFFSET: Integer<usize> = Integer { least: 0, most: i64::MAX as usize, what: Some("0 or more") };

/// The name of a seat, or its letter in BPGN.
struct SeatName;

impl Kind for SeatName {
    type Value = Option<Seat>;

    fn read(&self, param: Param<'_>) -> Result<Option<Seat>, Rejection> {
        match param.text() {
            "" => Ok(None),
            name => name.parse().map(Some).map_err(|_| param.expected(words::list(Seat::ALL, "or"))),
        }
    }

    #[cfg(feature = "schema")]
    fn describe(&self) -> Value {
        json!({ "schema": { "type": "string", "enum": Seat::ALL.map(Seat::name) }, "allowEmptyValue": true })
    }
}

query! {
    /// A search for games.
    #[derive(Clone, PartialEq, Eq, Debug)]
    #[non_exhaustive]
    pub struct SearchRequest {
        /// The query in the language of `bughouse search`. Without one, all games match.
        "q" pub query: Option<String> = Text("query"),
        /// The number of games to skip.
        "offset" pub offset: usize = Or(OFFSET, 0),
        /// The maximum number of games to return.
        "limit" pub limit: usize = Or(LIMIT, 100),
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
        "limit" pub limit: usize = Or(LIMIT, 10),
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
