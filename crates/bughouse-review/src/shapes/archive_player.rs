//! The players of an archive.

use serde::Serialize;

use crate::shapes::explored::FoundGame;

/// Players of an archive.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArchivePlayers {
    /// The players, those with the most games first.
    pub players: Vec<ListedPlayer>,
}

/// A player of an archive in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedPlayer {
    /// The most frequent spelling of the name.
    pub name: String,
    /// The number of games. A player in two seats of a game counts twice.
    pub games: u64,
}

/// The statistics of a player in an archive. Scores are from the view of the player's team.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArchivePlayer {
    /// The most frequent spelling of the name.
    pub name: String,
    /// The score of all games. A player in two seats of a game counts twice.
    pub score: ArchiveScore,
    /// The scores by seat.
    pub seats: SeatScores,
    /// The scores with partners, most frequent first; at most 20.
    pub partners: Vec<NamedScore>,
    /// The scores against opponents on either board, most frequent first; at most 20.
    pub opponents: Vec<NamedScore>,
    /// The scores by how games ended, as short names, most frequent first.
    pub ends: Vec<NamedScore>,
    /// The scores by month, in order; at most the last 1200 months with games. Games without a date are left out.
    pub months: Vec<MonthScore>,
    /// The scores by drop, such as `N@f3`, most frequent first; at most 20.
    pub drops: Vec<NamedScore>,
    /// The number of drops by the player.
    pub all_drops: u64,
    /// The newest games, newest first; at most 20.
    pub newest: Vec<FoundGame>,
}

/// The results of games for a team. Games without a known winner only count in `games`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArchiveScore {
    /// The number of games.
    pub games: u64,
    /// The number of games won.
    pub won: u64,
    /// The number of games drawn.
    pub drawn: u64,
    /// The number of games lost.
    pub lost: u64,
}

/// A score for each seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase")]
pub struct SeatScores {
    /// White on board A.
    pub white_a: ArchiveScore,
    /// Black on board A.
    pub black_a: ArchiveScore,
    /// White on board B.
    pub white_b: ArchiveScore,
    /// Black on board B.
    pub black_b: ArchiveScore,
}

/// A name and the score of its games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamedScore {
    /// A player, a short name for how games ended, or a drop such as `N@f3`. Each drop counts like a game.
    pub name: String,
    /// The score.
    pub score: ArchiveScore,
}

/// A month and the score of its games.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MonthScore {
    /// The month: YYYY.MM.
    pub month: String,
    /// The score.
    pub score: ArchiveScore,
    /// The mean of the player's known ratings.
    pub rating: Option<f64>,
}
