//! What an archive tells of its players.

use serde::Serialize;

use crate::explored::FoundGame;

/// Players of an archive.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArchivePlayers {
    /// Those with the most games first.
    pub players: Vec<ListedPlayer>,
}

/// A player of an archive in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedPlayer {
    /// The name, as it is written most often.
    pub name: String,
    /// How many games there are; who sat in two seats of a game counts twice.
    pub games: u64,
}

/// What an archive knows of a player. Scores are those of the player's team.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArchivePlayer {
    /// The name, as it is written most often.
    pub name: String,
    /// All games; who sat in two seats of a game counts twice.
    pub score: ArchiveScore,
    /// By seat.
    pub seats: SeatScores,
    /// With partners: at most 20, the most frequent first.
    pub partners: Vec<NamedScore>,
    /// Against opponents on either board: at most 20, the most frequent first.
    pub opponents: Vec<NamedScore>,
    /// By how games ended, as short names, the most frequent first.
    pub ends: Vec<NamedScore>,
    /// By month, in order; at most the last 1200 with games. Games whose day is not known are left out.
    pub months: Vec<MonthScore>,
    /// What was dropped where: at most 20, the most frequent first.
    pub drops: Vec<NamedScore>,
    /// How often the player dropped something.
    pub all_drops: u64,
    /// At most 20 games, the newest first.
    pub newest: Vec<FoundGame>,
}

/// How many games there were, and what came of them for a team. Of some nobody knows who won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArchiveScore {
    /// How many games.
    pub games: u64,
    /// How many of them were won.
    pub won: u64,
    /// How many of them were drawn.
    pub drawn: u64,
    /// How many of them were lost.
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

/// A name, and what came of the games it stands for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamedScore {
    /// A player, a short name for how games end, or a drop such as `N@f3`, which counts as a game does.
    pub name: String,
    /// What came of it.
    pub score: ArchiveScore,
}

/// A month, and what came of its games.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MonthScore {
    /// YYYY.MM.
    pub month: String,
    /// What came of it.
    pub score: ArchiveScore,
    /// The mean of the player's ratings that are known.
    pub rating: Option<f64>,
}
