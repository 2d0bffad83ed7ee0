#![doc = include_str!("../README.md")]

mod archive;
mod attributes;
mod batch;
mod blocks;
mod collect;
mod column;
mod compact;
mod day;
mod decoded;
mod error;
mod explore;
mod filter;
mod fingerprint;
pub mod flags;
mod game_set;
mod games;
mod grown;
mod hot;
mod import;
pub mod joint;
mod known;
mod late;
mod lock;
pub mod manifest;
mod move_columns;
mod pack;
mod part;
mod player;
mod player_drops;
mod players;
pub mod rows;
pub mod schema;
mod score;
mod search;
mod some_games;
mod spill;
mod table;
mod tally;
mod threads;

pub use archive::Archive;
pub use day::{day_text, read_days};
pub use error::ArchiveError;
pub use explore::{Explore, Explored, ExploredMove, ExploredYears, GameAt, MoveYears, Reserves, YearScore};
pub use filter::{Filter, ForTeam};
pub use games::{ArchivedGame, SkippedGame};
pub use grown::Grown;
pub use import::{ImportOptions, ImportReport, Importer, Input, InputReport, Progress};
pub use manifest::{FORMAT, FileEntry, Manifest, Source};
pub use pack::{
    ENDED, holds, pack_move, pack_reserve, pack_reserves, piece_number, unpack_move, unpack_reserve,
};
pub use player::{DropScore, MonthScore, NamedScore, PlayerSummary};
pub use players::KnownPlayer;
pub use score::Score;
pub use search::{Hit, NoSql, Query, QueryError, QueryErrorKind, SearchOptions, Searched};
