//! What an importer needs to know about the existing games of an archive.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use crate::archive::Archive;
use crate::error::ArchiveError;
use crate::fingerprint::Fingerprint;
use crate::schema::{GAMES, PLAYERS};
use crate::table::{Found, TableFile};

/// The fingerprints of games, the ids of players, and the number of rows.
#[derive(Debug)]
pub(crate) struct Known {
    /// Game ids by the low half of the fingerprint.
    games: HashMap<u64, i32, BuildHasherDefault<IdentityHasher>>,
    /// The high half of the fingerprint, by game id.
    high: Vec<u64>,
    /// The rows of their texts, by game.
    texts: Vec<i64>,
    pub(crate) players: HashMap<String, i32>,
    /// Games that were cut off, and the games that replace them.
    superseded: HashMap<i32, i32>,
    pub(crate) moves: i64,
    pub(crate) records: i64,
}

impl Known {
    /// Reads the fingerprints and players of an archive.
    pub(crate) fn load(archive: &Archive) -> Result<Known, ArchiveError> {
        let manifest = archive.manifest();
        let rows = |files: &[Arc<TableFile>]| files.iter().map(|file| file.rows() as i64).sum();
        // Fingerprints don't get smaller when compressed, so a forged count can't reserve more than the files justify.
        let bytes: u64 = manifest.files_of(GAMES.name).map(|file| file.bytes).sum();
        let games = (manifest.games as u64).min(bytes / 16) as usize;
        let mut known = Known {
            games: HashMap::with_capacity_and_hasher(games, BuildHasherDefault::default()),
            high: Vec::with_capacity(games),
            texts: Vec::with_capacity(games),
            players: HashMap::new(),
            superseded: HashMap::new(),
            moves: rows(&archive.moves),
            records: rows(&archive.records),
        };
        for table in &archive.games {
            for group in 0..table.groups() {
                let found = Found { group, rows: 0..table.group_rows(group) };
                let (mut high, mut low, mut texts) = (Vec::new(), Vec::new(), Vec::new());
                table.longs(&found, GAMES.column("fingerprint_high"), &mut high)?;
                table.longs(&found, GAMES.column("fingerprint_low"), &mut low)?;
                table.longs(&found, GAMES.column("record"), &mut texts)?;
                for ((high, low), text) in high.into_iter().zip(low).zip(texts) {
                    let game = known.high.len() as i32;
                    known.insert(u128::from(high as u64) << 64 | u128::from(low as u64), game, text);
                }
            }
        }
        if known.high.len() != manifest.games as usize {
            let what = format!("it lists {} games, but its files have {}", manifest.games, known.high.len());
            return Err(ArchiveError::damaged(&archive.folder().join("manifest.json"), what));
        }
        for superseded in &manifest.superseded {
            known.superseded.extend(superseded.by.map(|by| (superseded.game, by)));
        }
        for table in &archive.players {
            for group in 0..table.groups() {
                let found = Found { group, rows: 0..table.group_rows(group) };
                let (mut ids, mut names) = (Vec::new(), Vec::new());
                table.ints(&found, PLAYERS.column("player"), &mut ids)?;
                table.texts(&found, PLAYERS.column("name"), &mut names)?;
                for (id, name) in ids.into_iter().zip(names) {
                    let name = name.unwrap_or_default();
                    known.players.insert(String::from_utf8_lossy(&name).into_owned(), id);
                }
            }
        }
        Ok(known)
    }

    /// Returns the game with a fingerprint, or the complete one if it was cut off.
    pub(crate) fn game(&self, fingerprint: Fingerprint) -> Option<i32> {
        let &game = self.games.get(&(fingerprint as u64))?;
        let is_same = self.high.get(game as usize) == Some(&((fingerprint >> 64) as u64));
        is_same.then(|| self.complete(game))
    }

    /// Returns the complete game of one that was cut off, and any other game unchanged.
    pub(crate) fn complete(&self, mut game: i32) -> i32 {
        // A file can grow several times, and be cut off in the same game each time. There are no circles.
        while let Some(&by) = self.superseded.get(&game) {
            game = by;
        }
        game
    }

    /// Returns the row of a game's text.
    pub(crate) fn text_row(&self, game: i32) -> Option<u64> {
        let row = usize::try_from(game).ok().and_then(|game| self.texts.get(game))?;
        u64::try_from(*row).ok()
    }

    /// Adds the next game.
    pub(crate) fn insert(&mut self, fingerprint: Fingerprint, game: i32, text: i64) {
        self.games.entry(fingerprint as u64).or_insert(game);
        self.high.push((fingerprint >> 64) as u64);
        self.texts.push(text);
    }

    /// Replaces a game that was cut off by the complete one.
    pub(crate) fn supersede(&mut self, cut: i32, whole: i32) {
        self.superseded.insert(cut, whole);
    }
}

/// Returns the key unchanged: fingerprints are already hashes.
#[derive(Default)]
struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = value;
    }
}
