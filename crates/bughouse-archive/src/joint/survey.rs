//! What the leader must know of the games of a range.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;

use bpgn::State;
use bughouse_chess::Seat;
use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_128;

use crate::collect::Body;
use crate::error::ArchiveError;
use crate::fingerprint::Fingerprint;
use crate::joint::range::{SourceRange, Text};
use crate::joint::scratch;

/// Marks a player without a name.
pub(crate) const NOBODY: u32 = u32::MAX;
/// The bytes of a game in a file.
const GAME: usize = 37;

/// What was found in a range of a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Survey {
    pub(crate) head: Head,
    /// The games that can be kept, in order.
    pub(crate) games: Vec<Surveyed>,
}

/// What is counted of a range.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Head {
    /// How many games there are, those that are rejected included.
    pub(crate) read: u64,
    /// How many pieces the text is cut into.
    pub(crate) records: u64,
    pub(crate) lines: u64,
    /// Where the range ends in the source.
    pub(crate) end: u64,
    /// How many cannot be kept, by reason.
    pub(crate) skipped: BTreeMap<String, u64>,
    /// What is wrong with the source after the games.
    pub(crate) broken: Option<String>,
    /// The names of players.
    pub(crate) names: Vec<String>,
    /// How many games follow.
    games: usize,
}

/// A game that can be kept if it is new.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Surveyed {
    pub(crate) fingerprint: Fingerprint,
    pub(crate) half_moves: u32,
    /// By seat: a place among the names, or [`NOBODY`].
    pub(crate) players: [u32; 4],
    /// 0 for `ok`, 1 for `repaired`, 2 for `broken`, plus 4 if the error of a broken one is known.
    pub(crate) state: u8,
}

impl Surveyed {
    /// Returns the name of what comes of it if it is new.
    pub(crate) fn outcome(&self) -> &'static str {
        match self.state & 3 {
            0 => State::Ok.name(),
            1 => State::Repaired.name(),
            _ => State::Broken.name(),
        }
    }

    /// Returns `true` if it is listed among the rejected, too.
    pub(crate) const fn is_listed(&self) -> bool {
        self.state & 4 != 0
    }
}

/// Reads and replays the games of a range, and summarizes them.
///
/// # Errors
/// The source cannot be read. Damaged compressed data is not an error: the survey ends there.
pub fn survey(range: &SourceRange, source: Box<dyn Text + '_>) -> std::io::Result<Survey> {
    let mut games = range.games(source, false)?;
    let mut found = Survey { head: Head::default(), games: Vec::new() };
    let mut places: HashMap<String, u32> = HashMap::new();
    let head = &mut found.head;
    while let Some((collected, chunk)) = games.next(range)? {
        let mut moves = 0;
        head.records += collected.games.len().max(usize::from(!chunk.bytes.is_empty())) as u64;
        for game in &collected.games {
            let facts = match &game.body {
                Body::Skipped { reason, .. } => {
                    head.read += u64::from(*reason != "no-game");
                    *head.skipped.entry((*reason).to_owned()).or_default() += 1;
                    continue;
                }
                Body::Game(facts) => facts,
            };
            head.read += 1;
            let mut players = [NOBODY; 4];
            for (place, seat) in players.iter_mut().zip(Seat::ALL) {
                let Some(name) = facts.facts.players[seat].as_deref() else { continue };
                *place = match places.get(name) {
                    Some(&place) => place,
                    None => {
                        let place = head.names.len() as u32;
                        places.insert(name.to_owned(), place);
                        head.names.push(name.to_owned());
                        place
                    }
                };
            }
            let is_listed = facts.state == State::Broken && facts.stop_message.is_some();
            let state = match facts.state {
                State::Ok => 0,
                State::Repaired => 1,
                _ => 2,
            };
            found.games.push(Surveyed {
                fingerprint: facts.fingerprint,
                half_moves: (facts.moves_end - moves) as u32,
                players,
                state: state + if is_listed { 4 } else { 0 },
            });
            moves = facts.moves_end;
        }
    }
    head.lines = games.lines();
    head.end = games.first + games.bytes();
    head.broken = games.broken;
    head.games = found.games.len();
    Ok(found)
}

impl Survey {
    /// Returns how many games can be kept if they are new.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// Writes it into the folder of an archive, where the leader reads it. `name` is that of no other survey: digits and
    /// hyphens. Returns the name of the file.
    ///
    /// # Errors
    /// It cannot be written. The folder must be one that the leader has prepared.
    pub fn write(&self, folder: &Path, name: &str) -> Result<String, ArchiveError> {
        let file = format!("survey-{name}");
        let path = scratch(folder).join(&file);
        let mut bytes =
            serde_json::to_vec(&self.head).map_err(|error| ArchiveError::damaged(&path, error))?;
        bytes.push(b'\n');
        for game in &self.games {
            bytes.extend(game.fingerprint.to_le_bytes());
            bytes.extend(game.half_moves.to_le_bytes());
            game.players.iter().for_each(|player| bytes.extend(player.to_le_bytes()));
            bytes.push(game.state);
        }
        fs::write(&path, bytes).map_err(ArchiveError::io(&path))?;
        Ok(file)
    }

    /// Reads one.
    pub(crate) fn read(folder: &Path, file: &str) -> Result<Survey, ArchiveError> {
        let path = scratch(folder).join(file);
        let bytes = fs::read(&path).map_err(ArchiveError::io(&path))?;
        let cut = || ArchiveError::damaged(&path, "it is cut off");
        let end = bytes.iter().position(|&byte| byte == b'\n').ok_or_else(cut)?;
        let head: Head =
            serde_json::from_slice(&bytes[..end]).map_err(|error| ArchiveError::damaged(&path, error))?;
        let (games, rest) = bytes[end + 1..].as_chunks::<GAME>();
        let is_named = |game: &Surveyed| {
            game.players.iter().all(|&place| place == NOBODY || (place as usize) < head.names.len())
        };
        let games: Vec<Surveyed> = games.iter().map(read_game).collect();
        if !rest.is_empty() || games.len() != head.games || !games.iter().all(is_named) {
            return Err(cut());
        }
        Ok(Survey { head, games })
    }
}

fn read_game(bytes: &[u8; GAME]) -> Surveyed {
    let int = |at: usize| u32::from_le_bytes(std::array::from_fn(|index| bytes[at + index]));
    Surveyed {
        fingerprint: u128::from_le_bytes(std::array::from_fn(|index| bytes[index])),
        half_moves: int(16),
        players: std::array::from_fn(|seat| int(20 + 4 * seat)),
        state: bytes[36],
    }
}

/// A checksum over the games of a range, in order.
#[derive(Clone)]
pub(crate) struct GamesHash(XxHash3_128);

impl GamesHash {
    pub(crate) fn new() -> GamesHash {
        GamesHash(XxHash3_128::new())
    }

    pub(crate) fn add(&mut self, fingerprint: Fingerprint) {
        self.0.write(&fingerprint.to_le_bytes());
    }

    pub(crate) fn finish(&self) -> String {
        format!("{:032x}", self.0.finish_128())
    }
}
