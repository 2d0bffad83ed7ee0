//! Queries of an archive, read from a query string.

use bughouse_chess::{Color, Seat};

use crate::api::params::Params;
use crate::api::rejection::Rejection;
use crate::position::{self, ReadBoards, one_line, read};

/// A query for the moves played from a position.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ExploreRequest {
    /// One board, or two boards at the same time.
    pub boards: ReadBoards,
    /// How reserves must match the position.
    pub reserves: ReserveFilter,
    /// How many of the highest rated games to list, and how many of the newest.
    pub games: usize,
    /// The player who moved.
    pub player: Option<String>,
    /// The partner of the player who moved.
    pub partner: Option<String>,
    /// An opponent of the player who moved.
    pub against: Option<String>,
    /// The seat that moved.
    pub seat: Option<Seat>,
    /// The color that moved.
    pub color: Option<Color>,
    /// The minimum rating of the player who moved.
    pub min_rating: Option<i16>,
    /// The maximum rating of the player who moved.
    pub max_rating: Option<i16>,
    /// The first day: YYYY, YYYY.MM or YYYY.MM.DD.
    pub from: Option<String>,
    /// The last day, in the same formats.
    pub to: Option<String>,
    /// The time control as in the tag, such as `180+0`.
    pub time_control: Option<String>,
    /// The result for the team of the player who moved: `won`, `drawn` or `lost`.
    pub result: Option<String>,
    /// How the game ended, as a short name.
    pub end: Option<String>,
    /// The number of the source file.
    pub source: Option<i32>,
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

/// The maximum number of games in a list.
const MOST_GAMES: i64 = 500;

impl ExploreRequest {
    /// The names of the parameters.
    pub(crate) const NAMES: [&str; 16] = [
        "position",
        "reserves",
        "games",
        "player",
        "partner",
        "against",
        "seat",
        "color",
        "min_rating",
        "max_rating",
        "from",
        "to",
        "time_control",
        "result",
        "end",
        "source",
    ];

    pub(crate) fn read(query: &Params) -> Result<ExploreRequest, Rejection> {
        let text = query.require("position")?;
        let (boards, _) = read(text.trim().as_bytes(), &position::lenient())
            .map_err(|errors| Rejection::bad_request(format!("position: {}", one_line(&errors))))?;
        let text = |name: &str| query.get(name).filter(|value| !value.is_empty()).map(str::to_owned);
        let reserves = match query.get("reserves").unwrap_or_default() {
            "" | "any" => ReserveFilter::Any,
            "at-least" => ReserveFilter::AtLeast,
            "exactly" => ReserveFilter::Exactly,
            other => {
                let expected = "expected any, at-least or exactly";
                return Err(Rejection::bad_request(format!("reserves: {expected}, found {other}")));
            }
        };
        let seat = match text("seat") {
            None => None,
            Some(name) => Some(name.parse().map_err(|_| {
                Rejection::bad_request(format!(
                    "seat: expected WhiteA, BlackA, WhiteB or BlackB, found {name}"
                ))
            })?),
        };
        let color = match text("color").as_deref() {
            None => None,
            Some("white") => Some(Color::White),
            Some("black") => Some(Color::Black),
            Some(other) => {
                return Err(Rejection::bad_request(format!("color: expected white or black, found {other}")));
            }
        };
        let rating = |name: &str| -> Result<Option<i16>, Rejection> {
            let number = query.number(name)?;
            let fits = |number: i64| i16::try_from(number).ok().filter(|&rating| rating >= 0);
            number
                .map(|number| {
                    fits(number).ok_or_else(|| {
                        Rejection::bad_request(format!("{name}: expected a rating, found {number}"))
                    })
                })
                .transpose()
        };
        let source = query.number("source")?.map(|number| i32::try_from(number).unwrap_or(-1));
        Ok(ExploreRequest {
            boards,
            reserves,
            games: limit(query, "games", 5)?,
            player: text("player"),
            partner: text("partner"),
            against: text("against"),
            seat,
            color,
            min_rating: rating("min_rating")?,
            max_rating: rating("max_rating")?,
            from: text("from"),
            to: text("to"),
            time_control: text("time_control"),
            result: text("result"),
            end: text("end"),
            source,
        })
    }
}

/// A search for games.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SearchRequest {
    /// The query in the language of `bughouse search`; empty for all games.
    pub query: String,
    /// The number of games to skip.
    pub offset: usize,
    /// The maximum number of games to list.
    pub limit: usize,
}

impl SearchRequest {
    /// The names of the parameters.
    pub(crate) const NAMES: [&str; 3] = ["q", "offset", "limit"];

    pub(crate) fn read(query: &Params) -> Result<SearchRequest, Rejection> {
        let offset = query.number("offset")?.unwrap_or(0);
        let offset = usize::try_from(offset)
            .map_err(|_| Rejection::bad_request(format!("offset: expected 0 or more, found {offset}")))?;
        let limit = limit(query, "limit", 100)?;
        Ok(SearchRequest { query: query.get("q").unwrap_or_default().to_owned(), offset, limit })
    }
}

/// A search for players by name.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PlayersRequest {
    /// The beginning of the name; empty for all players.
    pub prefix: String,
    /// The maximum number of players to list.
    pub limit: usize,
}

impl PlayersRequest {
    /// The names of the parameters.
    pub(crate) const NAMES: [&str; 2] = ["prefix", "limit"];

    pub(crate) fn read(query: &Params) -> Result<PlayersRequest, Rejection> {
        let prefix = query.get("prefix").unwrap_or_default().to_owned();
        Ok(PlayersRequest { prefix, limit: limit(query, "limit", 10)? })
    }
}

fn limit(query: &Params, name: &str, default: usize) -> Result<usize, Rejection> {
    match query.number(name)? {
        None => Ok(default),
        Some(number @ 0..=MOST_GAMES) => Ok(number as usize),
        Some(other) => {
            Err(Rejection::bad_request(format!("{name}: expected 0 to {MOST_GAMES}, found {other}")))
        }
    }
}
