//! What an archive tells of a position, year by year.

use serde::Serialize;

/// What was played from a position in an archive, year by year. Games whose day is not known are in no year.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExploredYears {
    /// The position that was asked about, in BFEN; two boards with a bar between them.
    pub position: String,
    /// The years in which it stood on a board, in order.
    pub years: Vec<i32>,
    /// By year: in how many games it stood. A game counts once a board.
    pub games: Vec<u64>,
    /// What was played, the most frequent first; at most 12 moves.
    pub moves: Vec<MoveYears>,
}

/// A move that was played from a position, by year as `years` has them. Results are those of the team of who played it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveYears {
    /// The move in SAN.
    pub san: String,
    /// The move in UCI.
    pub uci: String,
    /// Of two boards, the one where it was played: A or B.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// By year: how many games.
    pub games: Vec<u64>,
    /// By year: how many of them were won.
    pub won: Vec<u64>,
    /// By year: how many of them were drawn.
    pub drawn: Vec<u64>,
    /// By year: how many of them were lost.
    pub lost: Vec<u64>,
}
