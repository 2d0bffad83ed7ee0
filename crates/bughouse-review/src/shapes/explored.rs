//! Answers from an archive: the moves played from a position, and games that match a search.

use serde::Serialize;

use crate::shapes::game::Seats;

/// The moves played from a position in an archive.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Explored {
    /// The position of the query in BFEN; two boards are separated by ` | `.
    pub position: String,
    /// The number of boards with the position. A game counts twice if both of its boards had it; a query about both
    /// boards counts a game once.
    pub total: u64,
    /// The number of games with the position.
    pub total_games: u64,
    /// The moves, most frequent first.
    pub moves: Vec<ExploredMove>,
    /// The games that ended in the position; null if there are none.
    pub ended: Option<ExploredEnd>,
    /// Example games: first those of the highest rated players, then the newest.
    pub games: Vec<ExploredGame>,
}

/// A move played from a position. Results are from the view of the team that played it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExploredMove {
    /// The move in SAN.
    pub san: String,
    /// The move in UCI.
    pub uci: String,
    /// The board it was played on, A or B; null if the query has one board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The number of games.
    pub games: u64,
    /// The number of games won.
    pub won: u64,
    /// The number of games drawn.
    pub drawn: u64,
    /// The number of games lost.
    pub lost: u64,
    /// The mean rating of the players.
    pub rating: Option<f64>,
    /// The mean time used for it, in milliseconds.
    pub used_ms: Option<f64>,
    /// The share of players who used less than a second, from 0 to 1.
    pub quick: Option<f64>,
    /// The date it was last played: YYYY.MM.DD.
    pub last: Option<String>,
}

/// The games that ended in a position. Results are from the view of the team to move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExploredEnd {
    /// The number of games.
    pub games: u64,
    /// The number of games won.
    pub won: u64,
    /// The number of games drawn.
    pub drawn: u64,
    /// The number of games lost.
    pub lost: u64,
}

/// A game that reached a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExploredGame {
    /// Its id in the archive.
    pub game: i32,
    /// The number of half-moves before the position.
    pub ply: i32,
    /// The players.
    pub seats: Seats,
    /// The date as YYYY.MM.DD, with `??` for unknown parts.
    pub date: Option<String>,
    /// The result as written.
    pub result: Option<String>,
    /// Who won: `team1`, `team2` or `draw`.
    pub winner: Option<String>,
    /// How it ended, as a short name such as `checkmate`.
    pub end: Option<String>,
    /// The number of half-moves.
    pub plies: i32,
    /// Whether it is listed as one of the newest games rather than one of the highest rated.
    pub newest: bool,
}

/// The games that match a search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FoundGames {
    /// The number of matching games.
    pub total: u64,
    /// The number of games skipped.
    pub offset: usize,
    /// The games of this page, ordered by id.
    pub games: Vec<FoundGame>,
}

/// A game that matches a search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FoundGame {
    /// Its id in the archive.
    pub game: i32,
    /// The first half-move that matches, counted from 1; null if the query is only about the game.
    pub ply: Option<i32>,
    /// The file it came from.
    pub file: String,
    /// Its number in that file, counted from 1.
    pub number: i32,
    /// The line of that file where it begins.
    pub line: i64,
    /// The players.
    pub seats: Seats,
    /// The date as YYYY.MM.DD, with `??` for unknown parts.
    pub date: Option<String>,
    /// The result as written.
    pub result: Option<String>,
    /// Who won: `team1`, `team2` or `draw`.
    pub winner: Option<String>,
    /// How it ended, as a short name such as `checkmate`.
    pub end: Option<String>,
    /// The number of half-moves.
    pub plies: i32,
    /// The time control: `180+0`.
    pub time_control: Option<String>,
    /// The result of the check: `ok`, `repaired` or `broken`.
    pub state: String,
}
