//! What is asked of an archive, as an address says it.

use bughouse_chess::{Color, Seat};

use crate::params::Params;
use crate::position::{PositionOptions, ReadBoards, one_line, read};
use crate::rejection::Rejection;

/// What was played from here?
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ExploreRequest {
    /// One board, or two that stand at the same time.
    pub boards: ReadBoards,
    /// What the reserves must be: `any`, `at-least` or `exactly` as the position has them.
    pub reserves: ReserveFilter,
    /// How many games to list of the best rated, and of the newest.
    pub games: usize,
    /// Who played the half-move.
    pub player: Option<String>,
    /// The partner of who played it.
    pub partner: Option<String>,
    /// An opponent of who played it.
    pub against: Option<String>,
    /// The seat that played it.
    pub seat: Option<Seat>,
    /// The color that played it.
    pub color: Option<Color>,
    /// The least rating of who played it.
    pub min_rating: Option<i16>,
    /// The most.
    pub max_rating: Option<i16>,
    /// The first day: YYYY, YYYY.MM or YYYY.MM.DD.
    pub from: Option<String>,
    /// The last day, in the same forms.
    pub to: Option<String>,
    /// The time control, as its tag writes it.
    pub time_control: Option<String>,
    /// What came of it for the team of who played it: `won`, `drawn` or `lost`.
    pub result: Option<String>,
    /// How the game ended, as a short name.
    pub end: Option<String>,
    /// The number of the source.
    pub source: Option<i32>,
}

/// What reserves must be as the position has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ReserveFilter {
    /// Whatever the players hold.
    #[default]
    Any,
    /// At least what the position says.
    AtLeast,
    /// What the position says.
    Exactly,
}

/// The most games that are listed.
const MOST_GAMES: i64 = 500;

impl ExploreRequest {
    /// The names that may stand in the address.
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
        let (boards, _) = read(text.trim().as_bytes(), &PositionOptions::lenient())
            .map_err(|faults| Rejection::bad_request(format!("position: {}", one_line(&faults))))?;
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

/// Which games are meant?
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SearchRequest {
    /// The query, in the language of `bughouse search`; empty for all games.
    pub query: String,
    /// How many games to skip.
    pub offset: usize,
    /// How many games to list at most.
    pub limit: usize,
}

impl SearchRequest {
    /// The names that may stand in the address.
    pub(crate) const NAMES: [&str; 3] = ["q", "offset", "limit"];

    pub(crate) fn read(query: &Params) -> Result<SearchRequest, Rejection> {
        let offset = query.number("offset")?.unwrap_or(0);
        let offset = usize::try_from(offset)
            .map_err(|_| Rejection::bad_request(format!("offset: expected 0 or more, found {offset}")))?;
        let limit = limit(query, "limit", 100)?;
        Ok(SearchRequest { query: query.get("q").unwrap_or_default().to_owned(), offset, limit })
    }
}

/// Whose names begin so?
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PlayersRequest {
    /// The first letters; empty for all.
    pub prefix: String,
    /// How many players to list at most.
    pub limit: usize,
}

impl PlayersRequest {
    /// The names that may stand in the address.
    pub(crate) const NAMES: [&str; 2] = ["prefix", "limit"];

    pub(crate) fn read(query: &Params) -> Result<PlayersRequest, Rejection> {
        let prefix = query.get("prefix").unwrap_or_default().to_owned();
        Ok(PlayersRequest { prefix, limit: limit(query, "limit", 10)? })
    }
}

fn limit(query: &Params, name: &str, usual: usize) -> Result<usize, Rejection> {
    match query.number(name)? {
        None => Ok(usual),
        Some(number @ 0..=MOST_GAMES) => Ok(number as usize),
        Some(other) => {
            Err(Rejection::bad_request(format!("{name}: expected 0 to {MOST_GAMES}, found {other}")))
        }
    }
}
