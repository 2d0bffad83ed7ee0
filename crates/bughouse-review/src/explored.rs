//! What an archive tells: what was played from a position, and games that were found.

use serde::Serialize;

use crate::game::Seats;

/// What was played from a position in an archive.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Explored {
    /// The position that was asked about, in BFEN; two boards with a bar between them.
    pub position: String,
    /// In how many games it stood on a board. A game counts once a board.
    pub total: u64,
    /// What was played, the most frequent first.
    pub moves: Vec<ExploredMove>,
    /// The games that ended there; null if there is none.
    pub ended: Option<ExploredEnd>,
    /// Games: those of the best rated players first, then the newest.
    pub games: Vec<ExploredGame>,
}

/// A move that was played from a position. Results are those of the team of who played it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExploredMove {
    /// The move in SAN.
    pub san: String,
    /// The move in UCI.
    pub uci: String,
    /// Of two boards, the one where it was played: A or B.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// How many games.
    pub games: u64,
    /// How many of them were won.
    pub won: u64,
    /// How many of them were drawn.
    pub drawn: u64,
    /// How many of them were lost.
    pub lost: u64,
    /// The mean rating of those who played it.
    pub rating: Option<f64>,
    /// The mean time used for it, in milliseconds.
    pub used_ms: Option<f64>,
    /// The share of those who took less than a second, from 0 to 1.
    pub quick: Option<f64>,
    /// When it was last played: YYYY.MM.DD.
    pub last: Option<String>,
}

/// The games that ended in a position. Results are those of the team that was to move there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExploredEnd {
    /// How many games.
    pub games: u64,
    /// How many of them were won.
    pub won: u64,
    /// How many of them were drawn.
    pub drawn: u64,
    /// How many of them were lost.
    pub lost: u64,
}

/// A game in which a position stood.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExploredGame {
    /// Its id in the archive.
    pub game: i32,
    /// After how many half-moves the position stood.
    pub ply: i32,
    /// Who plays.
    pub seats: Seats,
    /// YYYY.MM.DD, with ?? for what is not known.
    pub date: Option<String>,
    /// The result.
    pub result: Option<String>,
    /// Who won: team1, team2 or draw.
    pub winner: Option<String>,
    /// How it ended, as a short name.
    pub end: Option<String>,
    /// How many half-moves it has.
    pub plies: i32,
    /// Whether it is listed as one of the newest, not as one of the best rated.
    pub newest: bool,
}

/// Games that a search found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FoundGames {
    /// How many there are.
    pub total: u64,
    /// How many were skipped.
    pub offset: usize,
    /// Those that are listed, in the order of their ids.
    pub games: Vec<FoundGame>,
}

/// A game that a search found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FoundGame {
    /// Its id in the archive.
    pub game: i32,
    /// The first half-move that was asked for, from 1; null if the query is about the game alone.
    pub ply: Option<i32>,
    /// The file it came from.
    pub file: String,
    /// Its number in that file, from 1.
    pub number: i32,
    /// The line of that file it begins in.
    pub line: i64,
    /// Who plays.
    pub seats: Seats,
    /// YYYY.MM.DD, with ?? for what is not known.
    pub date: Option<String>,
    /// The result.
    pub result: Option<String>,
    /// Who won: team1, team2 or draw.
    pub winner: Option<String>,
    /// How it ended, as a short name.
    pub end: Option<String>,
    /// How many half-moves it has.
    pub plies: i32,
    /// The time control: `180+0`.
    pub time_control: Option<String>,
    /// How it came through: ok, repaired or broken.
    pub state: String,
}
