//! The moves played from a position in an archive, by year.

use serde::Serialize;

/// The moves played from a position in an archive, by year. Games without a date are left out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExploredYears {
    /// The position of the query in BFEN; two boards are separated by ` | `.
    pub position: String,
    /// The years in which the position was reached, in order.
    pub years: Vec<i32>,
    /// The number of games that reached the position, by year. A game counts once per board.
    pub games: Vec<u64>,
    /// The moves, most frequent first; at most 12.
    pub moves: Vec<MoveYears>,
}

/// A move played from a position. Each list has one number per entry of `years`. Results are from the view of the team
/// that played it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveYears {
    /// The move in SAN.
    pub san: String,
    /// The move in UCI.
    pub uci: String,
    /// The board it was played on, A or B; null if the query has one board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The number of games, by year.
    pub games: Vec<u64>,
    /// The number of games won, by year.
    pub won: Vec<u64>,
    /// The number of games drawn, by year.
    pub drawn: Vec<u64>,
    /// The number of games lost, by year.
    pub lost: Vec<u64>,
}
