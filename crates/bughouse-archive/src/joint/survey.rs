//! The survey of a range: what the leader needs to know about its games.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use bpgn::State;
use bughouse_chess::Seat;
use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_128;

use crate::collect::Body;
use crate::error::ArchiveError;
use crate::fingerprint::Fingerprint;
use crate::joint::range::{SourceRange, Text};
use crate::joint::{MOST_SCRATCH, scratch, write_scratch};
use crate::regular;

/// Represents a player without a name.
pub(crate) const NOBODY: u32 = u32::MAX;
/// The size of a game in a survey file.
const GAME: usize = 53;

/// A summary of the games in a range of a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Survey {
    pub(crate) head: Head,
    /// The games that can be added, in order.
    pub(crate) games: Vec<Surveyed>,
}

/// The header of a survey file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Head {
    /// The number of games, including those that can't be added.
    pub(crate) read: u64,
    /// The number of pieces the text is split into.
    pub(crate) records: u64,
    pub(crate) lines: u64,
    /// The offset of the end of the range in the source.
    pub(crate) end: u64,
    /// The number of games and texts that can't be added, by reason.
    pub(crate) skipped: BTreeMap<String, u64>,
    /// The error at which reading stopped, if the source is damaged.
    pub(crate) broken: Option<String>,
    /// Whether the first piece of text can be added.
    #[serde(default)]
    pub(crate) starts_with_game: bool,
    /// The last piece of text, if it isn't a game with a result.
    pub(crate) open_end: Option<SurveyedEnd>,
    /// The names of players.
    pub(crate) names: Vec<String>,
    /// The number of games that follow the header.
    games: usize,
}

/// The last piece of a range, which may have been cut off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct SurveyedEnd {
    /// The offset in the source.
    pub(crate) byte: u64,
    /// The number of lines and games of the range before it.
    pub(crate) lines: u64,
    pub(crate) games: u64,
    /// Whether it can be added. Then it is the last of the surveyed games.
    pub(crate) is_game: bool,
}

/// A game that can be added if it is not a duplicate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Surveyed {
    pub(crate) fingerprint: Fingerprint,
    pub(crate) half_moves: u32,
    /// By seat: an index into the names, or [`NOBODY`].
    pub(crate) players: [u32; 4],
    /// 0 for `ok`, 1 for `repaired`, 2 for `broken`; plus 4 if a broken game has a message.
    pub(crate) state: u8,
    /// A hash of its text.
    pub(crate) text: u128,
}

impl Surveyed {
    /// Returns the name of its state.
    pub(crate) fn outcome(&self) -> &'static str {
        match self.state & 3 {
            0 => State::Ok.name(),
            1 => State::Repaired.name(),
            _ => State::Broken.name(),
        }
    }

    /// Returns `true` if it is also listed among the skipped games.
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
    head.end = games.first;
    let mut is_first = true;
    while let Some((collected, chunk)) = games.next(range)? {
        let mut moves = 0;
        head.records += collected.games.len().max(usize::from(!chunk.bytes.is_empty())) as u64;
        for (game, piece) in collected.pieces(chunk.bytes.len()) {
            if std::mem::take(&mut is_first) {
                head.starts_with_game = matches!(game.body, Body::Game(_));
            }
            head.open_end = (!game.has_result).then(|| SurveyedEnd {
                byte: games.first + chunk.byte + piece.start as u64,
                lines: head.lines + count_lines(&chunk.bytes[..piece.start]),
                games: head.read,
                is_game: matches!(game.body, Body::Game(_)),
            });
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
                text: XxHash3_128::oneshot(&chunk.bytes[piece]),
            });
            moves = facts.moves_end;
        }
        // Text behind the last chunk, in a damaged source, is not imported.
        head.lines += count_lines(&chunk.bytes);
        head.end += chunk.bytes.len() as u64;
    }
    head.broken = games.broken;
    head.games = found.games.len();
    Ok(found)
}

fn count_lines(text: &[u8]) -> u64 {
    text.iter().filter(|&&byte| byte == b'\n').count() as u64
}

impl Survey {
    /// Returns the number of games that can be added if they are not duplicates.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// Writes the survey into the folder of an archive, for [`JointImport::plan`](crate::joint::JointImport::plan).
    /// `name` must be unique and consist of digits and hyphens. Returns the name of the file.
    ///
    /// # Errors
    /// The file cannot be written, for example because no joint import is open in the folder.
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
            bytes.extend(game.text.to_le_bytes());
        }
        write_scratch(folder, &file, &bytes)?;
        Ok(file)
    }

    /// Reads a survey file.
    pub(crate) fn read(folder: &Path, file: &str) -> Result<Survey, ArchiveError> {
        let path = scratch(folder).join(file);
        let bytes =
            regular::read(&path, MOST_SCRATCH).map_err(|error| ArchiveError::of_reading(&path, error))?;
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
        text: u128::from_le_bytes(std::array::from_fn(|index| bytes[37 + index])),
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
