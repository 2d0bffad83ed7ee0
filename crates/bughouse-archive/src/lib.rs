#![doc = include_str!("../README.md")]

mod archive;
mod attributes;
mod batch;
mod collect;
mod column;
mod compact;
mod day;
mod error;
mod explore;
mod filter;
mod fingerprint;
pub mod flags;
mod games;
mod hot;
mod import;
mod known;
mod late;
mod lock;
pub mod manifest;
mod pack;
pub mod schema;
mod search;
mod spill;
mod table;

pub use archive::Archive;
pub use day::{day_text, read_days};
pub use error::ArchiveError;
pub use explore::{Explore, Explored, ExploredMove, GameAt, Reserves};
pub use filter::{Filter, ForTeam};
pub use games::{ArchivedGame, RefusedGame};
pub use import::{ImportOptions, ImportReport, Importer, Input, InputReport, Progress};
pub use manifest::{FORMAT, FileEntry, Manifest, Source};
pub use pack::{ENDED, holds, man, pack_move, pack_reserve, pack_reserves, unpack_move, unpack_reserve};
pub use search::{Hit, NoSql, Query, QueryError, QueryErrorKind, SearchOptions, Searched};
