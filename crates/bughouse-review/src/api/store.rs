//! What the HTTP API answers from: open files, and an archive and an engine if there are any.

use bughouse_chess::Position;

use crate::api::archive_requests::{ExploreRequest, PlayersRequest, SearchRequest};
use crate::api::files::{File, Files, Opened};
use crate::api::rejection::Rejection;
use crate::api::requests::{ReplaceRequest, SaveRequest, Saved};
use crate::shapes::archive_player::{ArchivePlayer, ArchivePlayers};
use crate::shapes::evaluated::Evaluated;
use crate::shapes::explored::{Explored, FoundGames};
use crate::shapes::explored_years::ExploredYears;
use crate::shapes::game::Game;
use crate::shapes::row::Rows;
use crate::texts::search::{Page, SearchQuery};

/// A store of open files.
pub trait Store {
    /// Returns the open files.
    fn files(&self) -> Files;

    /// Opens an uploaded text.
    ///
    /// # Errors
    /// Fails if the text has no game, or a limit is exceeded.
    fn open(&self, name: &str, sent: Vec<u8>) -> Result<Opened, Rejection>;

    /// Closes a file.
    ///
    /// # Errors
    /// Fails if there is no file with this key.
    fn close(&self, key: &str) -> Result<(), Rejection>;

    /// Returns a page of the games that match a query.
    ///
    /// # Errors
    /// Fails if a file doesn't exist or has changed.
    fn games(&self, page: &Page, query: &SearchQuery) -> Result<Rows, Rejection>;

    /// Replays a game, given by its number from 1.
    ///
    /// # Errors
    /// Fails if there is no such game, or it is too long.
    fn game(&self, key: &str, number: u64) -> Result<Game, Rejection>;

    /// Reloads a file from disk.
    ///
    /// # Errors
    /// Fails if there is no file with this key, or it isn't on disk.
    fn reload(&self, key: &str) -> Result<File, Rejection>;

    /// Replaces a game, given by its number from 1, in its file on disk.
    ///
    /// # Errors
    /// Fails if there is no such game on disk, it has changed, or the new text is damaged.
    fn replace(&self, key: &str, number: u64, request: &ReplaceRequest) -> Result<Saved, Rejection>;

    /// Saves a game to a new file on disk.
    ///
    /// # Errors
    /// Fails if saving is disabled, the name is invalid, or the text is damaged.
    fn save(&self, request: &SaveRequest) -> Result<Saved, Rejection>;

    /// Evaluates two boards with the engine.
    ///
    /// # Errors
    /// Fails if there is no engine, or it doesn't answer.
    fn engine(&self, _position: &Position) -> Result<Evaluated, Rejection> {
        Err(Rejection::no_engine())
    }

    /// Returns the moves played from a position in the open archive.
    ///
    /// # Errors
    /// Fails if no archive is open, or it can't be read.
    fn explore(&self, _request: &ExploreRequest) -> Result<Explored, Rejection> {
        Err(Rejection::no_archive())
    }

    /// Returns the moves played from a position in the open archive, by year.
    ///
    /// # Errors
    /// Fails if no archive is open, or it can't be read.
    fn explore_years(&self, _request: &ExploreRequest) -> Result<ExploredYears, Rejection> {
        Err(Rejection::no_archive())
    }

    /// Searches the games of the open archive.
    ///
    /// # Errors
    /// Fails if no archive is open, it can't be read, or the query is invalid.
    fn search(&self, _request: &SearchRequest) -> Result<FoundGames, Rejection> {
        Err(Rejection::no_archive())
    }

    /// Replays a game of the open archive, given by its id.
    ///
    /// # Errors
    /// Fails if no archive is open, there is no such game, or the archive has no texts.
    fn archived(&self, _game: i32) -> Result<Game, Rejection> {
        Err(Rejection::no_archive())
    }

    /// Lists players of the open archive whose names have a prefix.
    ///
    /// # Errors
    /// Fails if no archive is open, or it can't be read.
    fn players(&self, _request: &PlayersRequest) -> Result<ArchivePlayers, Rejection> {
        Err(Rejection::no_archive())
    }

    /// Returns the statistics of a player in the open archive.
    ///
    /// # Errors
    /// Fails if no archive is open, there is no such player, or it can't be read.
    fn player(&self, _name: &str) -> Result<ArchivePlayer, Rejection> {
        Err(Rejection::no_archive())
    }
}
