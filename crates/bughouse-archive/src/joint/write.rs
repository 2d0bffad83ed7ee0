//! Writes the games of ranges, once the leader has assigned their ids.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::path::{Path, PathBuf};

use bpgn::State;
use bpgn::input::Chunk;
use bughouse_chess::Seat;
use serde::{Deserialize, Serialize};

use crate::batch::{NewGame, Skipped, Spot, brief_of, push_game, push_moves, push_record, push_skipped};
use crate::collect::{Body, Collected, CollectedGame, GameFacts, PositionRow};
use crate::error::ArchiveError;
use crate::hot::GameBrief;
use crate::joint::range::{RangeGames, SourceRange, Text};
use crate::joint::rows::{part_of, send};
use crate::joint::survey::GamesHash;
use crate::joint::{MOST_SCRATCH, scratch, write_scratch};
use crate::manifest::FileEntry;
use crate::part::Part;
use crate::regular;
use crate::schema::{GAMES, MOVES, RECORDS, REFUSED, TableSpec};

/// How many bytes of rows are buffered before they are returned.
const HELD: usize = 24 << 20;

/// What the leader decided about a range: which games are duplicates, and the ids of everything else.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RangePlan {
    /// The range.
    pub range: SourceRange,
    /// The name of its source.
    pub source_name: String,
    pub(crate) texts: bool,
    /// The id of the first game that is added, and the first rows in `moves` and `records`.
    pub(crate) first_game: i32,
    pub(crate) first_move: i64,
    pub(crate) first_record: i64,
    /// The number of games and lines of the source before the range.
    pub(crate) games_before: u64,
    pub(crate) lines_before: u64,
    /// The ids of the games that are duplicated, by the index of the duplicate in the range.
    pub(crate) duplicates: BTreeMap<u32, i32>,
    /// By the number of a duplicate in the range: the row of its text, if that is in the archive.
    pub(crate) stored: BTreeMap<u32, i64>,
    pub(crate) players: BTreeMap<String, i32>,
    /// The checksum of the games, to detect a source that changed.
    pub(crate) games: String,
}

impl RangePlan {
    /// Writes the plan into the folder of an archive. Returns the name of the file.
    pub(crate) fn write(&self, folder: &Path, number: usize) -> Result<String, ArchiveError> {
        let file = format!("plan-{number:06}");
        let path = scratch(folder).join(&file);
        let text = serde_json::to_vec(self).map_err(|error| ArchiveError::damaged(&path, error))?;
        write_scratch(folder, &file, &text)?;
        Ok(file)
    }

    /// Reads a plan from the folder of an archive.
    ///
    /// # Errors
    /// The file cannot be read, or is damaged.
    pub fn read(folder: &Path, file: &str) -> Result<RangePlan, ArchiveError> {
        let path = scratch(folder).join(file);
        let text =
            regular::read(&path, MOST_SCRATCH).map_err(|error| ArchiveError::of_reading(&path, error))?;
        serde_json::from_slice(&text).map_err(|error| ArchiveError::damaged(&path, error))
    }
}

/// Rows of positions or pairs that belong to one range of keys.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Rows {
    /// The range of keys.
    pub part: u32,
    /// Whether these are rows of the table of pairs.
    pub are_pairs: bool,
    /// The rows, for [`RunWriter::add`](crate::joint::RunWriter::add).
    pub bytes: Vec<u8>,
}

/// Writes the games of consecutive ranges, and returns the rows of positions.
pub struct RangeWriter<'a> {
    games: Part,
    moves: Part,
    records: Part,
    skipped: Part,
    /// The buffered rows of positions and of pairs, by range of keys.
    rows: [Vec<Vec<u8>>; 2],
    held: usize,
    waiting: VecDeque<(RangePlan, Box<dyn Text + 'a>)>,
    current: Option<Current<'a>>,
}

/// What happened to a game.
#[derive(Default)]
struct Written {
    /// Its id, if it was added.
    id: Option<i32>,
    /// Whether its text is in the archive already.
    is_stored: bool,
}

/// The range that is being read.
struct Current<'a> {
    plan: RangePlan,
    games: RangeGames<'a>,
    /// The number of games read that can be added, and the number of all games read.
    seen: u32,
    read: u64,
    kept: i32,
    moves: i64,
    records: i64,
    hash: GamesHash,
}

impl<'a> RangeWriter<'a> {
    /// Creates a writer for the folder of an archive. `name` must be unique: the number of the batch, followed by
    /// digits and hyphens. Rows of positions are split into `parts` ranges of keys.
    pub fn new(folder: &Path, name: &str, parts: u32) -> RangeWriter<'a> {
        let part = |spec: &'static TableSpec| Part::new(folder, spec, format!("{name}.parquet"));
        let rows = || vec![Vec::new(); parts.max(1) as usize];
        RangeWriter {
            games: part(&GAMES),
            moves: part(&MOVES),
            records: part(&RECORDS),
            skipped: part(&REFUSED),
            rows: [rows(), rows()],
            held: 0,
            waiting: VecDeque::new(),
            current: None,
        }
    }

    /// Adds the next range and its source.
    pub fn add(&mut self, plan: RangePlan, source: Box<dyn Text + 'a>) {
        self.waiting.push_back((plan, source));
    }

    /// Writes games until many rows of positions are buffered, and returns these rows; `None` after the last game.
    ///
    /// # Errors
    /// A source cannot be read or changed since the survey, or a file cannot be written.
    pub fn next_rows(&mut self) -> Result<Option<Vec<Rows>>, ArchiveError> {
        while self.held < HELD {
            let mut current = match self.current.take() {
                Some(current) => current,
                None => match self.waiting.pop_front() {
                    None => break,
                    Some((plan, source)) => {
                        let name = PathBuf::from(&plan.source_name);
                        Current::open(plan, source).map_err(ArchiveError::io(&name))?
                    }
                },
            };
            let name = Path::new(&current.plan.source_name);
            match current.games.next(&current.plan.range).map_err(ArchiveError::io(name))? {
                Some((collected, chunk)) => {
                    self.take(&mut current, &collected, &chunk)?;
                    self.current = Some(current);
                }
                None if current.hash.finish() != current.plan.games => return Err(current.changed()),
                None => {}
            }
        }
        let mut rows = Vec::new();
        for (are_pairs, parts) in [false, true].into_iter().zip(&mut self.rows) {
            for (part, bytes) in (0..).zip(parts).filter(|(_, bytes)| !bytes.is_empty()) {
                rows.push(Rows { part, are_pairs, bytes: std::mem::take(bytes) });
            }
        }
        self.held = 0;
        Ok((!rows.is_empty() || self.current.is_some() || !self.waiting.is_empty()).then_some(rows))
    }

    /// Writes the remaining rows and syncs the files. They keep temporary names until the leader commits them.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn finish(self) -> Result<Vec<FileEntry>, ArchiveError> {
        let mut files = Vec::new();
        for part in [self.games, self.moves, self.records, self.skipped] {
            part.finish(&mut files)?;
        }
        Ok(files)
    }

    /// Writes the games of a chunk, as an importer does.
    fn take(
        &mut self,
        current: &mut Current<'_>,
        collected: &Collected,
        chunk: &Chunk,
    ) -> Result<(), ArchiveError> {
        let first = current.games.first;
        let (source, texts) = (current.plan.range.source, current.plan.texts);
        let mut rows = [0; 3];
        for (game, piece) in collected.pieces(chunk.bytes.len()) {
            let text_byte = first + chunk.byte + piece.start as u64;
            let Written { id, is_stored } = self.take_game(current, collected, game, &mut rows)?;
            if is_stored {
                continue;
            }
            if texts {
                let text = &chunk.bytes[piece];
                self.records.push(|rows| push_record(rows, source, text_byte as i64, id, text))?;
            }
            current.records += 1;
        }
        if collected.games.is_empty() && !chunk.bytes.is_empty() {
            if texts {
                let byte = (first + chunk.byte) as i64;
                self.records.push(|rows| push_record(rows, source, byte, None, &chunk.bytes))?;
            }
            current.records += 1;
        }
        Ok(())
    }

    /// Writes or skips a game.
    fn take_game(
        &mut self,
        current: &mut Current<'_>,
        collected: &Collected,
        game: &CollectedGame,
        [moves, positions, pairs]: &mut [usize; 3],
    ) -> Result<Written, ArchiveError> {
        let place = current.place(game);
        let facts = match &game.body {
            Body::Skipped { reason, message } => {
                current.read += u64::from(*reason != "no-game");
                let skipped = Skipped { place, reason, message, same_as: None };
                self.skipped.push(|rows| push_skipped(rows, &skipped))?;
                return Ok(Written::default());
            }
            Body::Game(facts) => facts,
        };
        current.read += 1;
        let own_moves = std::mem::replace(moves, facts.moves_end)..facts.moves_end;
        let own_positions = std::mem::replace(positions, facts.positions_end)..facts.positions_end;
        let own_pairs = std::mem::replace(pairs, facts.pairs_end)..facts.pairs_end;
        let number = current.seen;
        current.seen += 1;
        current.hash.add(facts.fingerprint);
        if let Some(&same) = current.plan.duplicates.get(&number) {
            let message = format!("the same game as number {same}");
            let stored = current.plan.stored.get(&number).copied();
            let place = Spot { record: stored.unwrap_or(place.record), ..place };
            let skipped = Skipped { place, reason: "duplicate", message: &message, same_as: Some(same) };
            self.skipped.push(|rows| push_skipped(rows, &skipped))?;
            return Ok(Written { id: None, is_stored: stored.is_some() });
        }
        let id = current.plan.first_game + current.kept;
        let Some(players) = current.players(facts) else { return Err(current.changed()) };
        let first_move = current.plan.first_move + current.moves;
        let new = NewGame { place, facts, players, first_move };
        self.games.push(|rows| push_game(rows, id, &new))?;
        current.kept += 1;
        current.moves += own_moves.len() as i64;
        self.moves.push(|rows| push_moves(rows, id, &collected.moves[own_moves]))?;
        let brief = brief_of(&facts.facts);
        self.send(0, id, &brief, &collected.positions[own_positions]);
        self.send(1, id, &brief, &collected.pairs[own_pairs]);
        if let (State::Broken, Some(message)) = (facts.state, &facts.stop_message) {
            let skipped =
                Skipped { place, reason: facts.stop.unwrap_or("broken"), message, same_as: Some(id) };
            self.skipped.push(|rows| push_skipped(rows, &skipped))?;
        }
        Ok(Written { id: Some(id), is_stored: false })
    }

    /// Buffers rows until they are returned.
    fn send(&mut self, kind: usize, game: i32, brief: &GameBrief, rows: &[PositionRow]) {
        let parts = &mut self.rows[kind];
        let count = parts.len() as u32;
        for row in rows {
            let row = PositionRow { game, ..*row };
            if let Some(part) = parts.get_mut(part_of(row.key, count) as usize) {
                let before = part.len();
                send(&row, brief, part);
                self.held += part.len() - before;
            }
        }
    }
}

impl<'a> Current<'a> {
    fn open(plan: RangePlan, source: Box<dyn Text + 'a>) -> io::Result<Current<'a>> {
        let games = plan.range.games(source, true)?;
        let hash = GamesHash::new();
        Ok(Current { plan, games, seen: 0, read: 0, kept: 0, moves: 0, records: 0, hash })
    }

    fn changed(&self) -> ArchiveError {
        let error = io::Error::new(io::ErrorKind::InvalidData, "it changed while it was read; add it again");
        ArchiveError::Io { path: PathBuf::from(&self.plan.source_name), error }
    }

    fn place(&self, game: &CollectedGame) -> Spot {
        let plan = &self.plan;
        Spot {
            source: plan.range.source,
            byte: (self.games.first + game.place.byte) as i64,
            length: game.length as i32,
            line: (plan.lines_before + game.place.line) as i64,
            number: (plan.games_before + self.read) as i32 + 1,
            record: if plan.texts { plan.first_record + self.records } else { -1 },
        }
    }

    /// Returns the ids of the players; `None` if the plan doesn't have a name, because the source changed.
    fn players(&self, facts: &GameFacts) -> Option<[Option<i32>; 4]> {
        let mut found = [None; 4];
        for (place, seat) in found.iter_mut().zip(Seat::ALL) {
            let Some(name) = facts.facts.players[seat].as_deref() else { continue };
            *place = Some(*self.plan.players.get(name)?);
        }
        Some(found)
    }
}
