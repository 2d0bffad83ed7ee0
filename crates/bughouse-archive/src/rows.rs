//! Rows of tables in memory, for data frames: computed from games without an archive, or read from an archive.

use std::ops::Range;
use std::sync::Arc;

use bpgn::input::Chunk;
use bpgn::{Checker, Limits, ReadOptions, Reader};
use bughouse_chess::Seat;

pub use crate::column::{Column, Rows, Texts, UNKNOWN};

use crate::archive::{Archive, Run};
use crate::batch::{NewGame, Spot, push_game, push_moves};
use crate::collect::{Body, Collector};
use crate::error::ArchiveError;
use crate::schema::{GAMES, GROUP_ROWS, Kind, MOVES, TABLES, TableSpec};
use crate::table::{Found, TableFile};

/// The rows that an import would write into `games` and `moves` for the games of a chunk.
///
/// Ids and numbers start at the beginning of the chunk; use [`ChunkRows::after`] to continue from an earlier chunk.
/// There are names instead of player ids, and no `record`. Duplicates are not removed.
///
/// ```
/// use bpgn::input::Chunk;
/// use bughouse_archive::rows::ChunkRows;
///
/// let text = b"[WhiteA \"Ann\"]\n1A. e4 {179} 1a. e5 {178} 1-0\n".to_vec();
/// let rows = ChunkRows::of(&Chunk { bytes: text, byte: 0, line: 1, column: 1 }, 0);
/// assert_eq!((rows.games.len(), rows.moves.len()), (1, 2));
/// assert_eq!(rows.players[0].iter().next(), Some(Some(&b"Ann"[..])));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ChunkRows {
    /// One row per game.
    pub games: Rows,
    /// One row per half-move.
    pub moves: Rows,
    /// By seat, the name of the player of each game.
    pub players: [Texts; 4],
    /// The offset of each game in its source, even if rows of games were not requested.
    pub bytes: Vec<i64>,
    /// The number of games that could be replayed, even if rows of games were not requested.
    pub played: i32,
    /// The number of games read, including those that could not be replayed.
    pub read: i32,
}

impl ChunkRows {
    /// Reads and replays the games of a chunk of the source with a number.
    pub fn of(chunk: &Chunk, source: i32) -> ChunkRows {
        ChunkRows::collect(chunk, source, true)
    }

    /// Like [`ChunkRows::of`], but computes only the rows of half-moves, which is faster.
    pub fn half_moves_of(chunk: &Chunk, source: i32) -> ChunkRows {
        ChunkRows::collect(chunk, source, false)
    }

    fn collect(chunk: &Chunk, source: i32, games: bool) -> ChunkRows {
        let collector = Collector::new(chunk.byte).for_bytes(chunk.bytes.len()).without_positions();
        let collector = if games { collector } else { collector.without_games() };
        let mut checker = Checker::with_observer(ReadOptions::for_files(), collector);
        let mut reader = Reader::with_limits(&chunk.bytes[..], Limits::default())
            .starting_at(chunk.byte, chunk.line, 0)
            .in_column(chunk.column);
        // Reading from a slice cannot fail.
        let _ = reader.read_all(&mut checker);
        let collected = checker.into_observer().into_collected();
        let mut rows = ChunkRows {
            games: Rows::new(GAMES.columns),
            moves: Rows::new(MOVES.columns),
            players: Default::default(),
            bytes: Vec::with_capacity(collected.games.len()),
            played: 0,
            read: 0,
        };
        rows.games.reserve(if games { collected.games.len() } else { 0 });
        rows.moves.reserve(collected.moves.len());
        let mut first = 0;
        for game in &collected.games {
            let facts = match &game.body {
                Body::Skipped { reason, .. } => {
                    rows.read += i32::from(*reason != "no-game");
                    continue;
                }
                Body::Game(facts) => facts,
            };
            rows.read += 1;
            let id = rows.played;
            rows.played += 1;
            rows.bytes.push(game.place.byte as i64);
            push_moves(&mut rows.moves, id, &collected.moves[first..facts.moves_end]);
            let first_move = first as i64;
            first = facts.moves_end;
            if !games {
                continue;
            }
            let place = Spot {
                source,
                byte: game.place.byte as i64,
                length: game.length as i32,
                line: game.place.line as i64,
                number: rows.read,
                record: -1,
            };
            let new = NewGame { place, facts, players: [None; 4], first_move };
            push_game(&mut rows.games, id, &new);
            for (names, seat) in rows.players.iter_mut().zip(Seat::ALL) {
                names.push(facts.facts.players[seat].as_deref().map(str::as_bytes));
            }
        }
        rows
    }

    /// Shifts ids, numbers and offsets to continue after earlier rows.
    pub fn after(&mut self, before: &Before) {
        let Before { games, moves, read, bytes } = *before;
        let add = |column: Option<&mut Column>, more: i64| match column {
            Some(Column::I32(values)) => {
                values.iter_mut().for_each(|value| *value = value.saturating_add(more as i32));
            }
            Some(Column::I64(values)) => {
                values.iter_mut().for_each(|value| *value = value.saturating_add(more));
            }
            _ => {}
        };
        add(self.games.columns.get_mut(GAMES.column("game")), games.into());
        add(self.games.columns.get_mut(GAMES.column("first_move")), moves);
        add(self.games.columns.get_mut(GAMES.column("number")), read.into());
        add(self.games.columns.get_mut(GAMES.column("byte")), bytes);
        add(self.moves.columns.get_mut(MOVES.column("game")), games.into());
        self.bytes.iter_mut().for_each(|byte| *byte = byte.saturating_add(bytes));
    }
}

/// What precedes the rows of a chunk.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Before {
    /// The number of games that could be replayed.
    pub games: i32,
    /// The number of half-moves.
    pub moves: i64,
    /// The number of games read from the same source.
    pub read: i32,
    /// The number of bytes of the same source before the text that was split into chunks.
    pub bytes: i64,
}

/// A table of an archive, which can be read in parts.
#[derive(Debug)]
pub struct Table<'a> {
    spec: TableSpec,
    files: Vec<&'a TableFile>,
}

/// A range of rows of a table.
#[derive(Clone, Debug)]
pub struct TablePart {
    file: usize,
    group: usize,
    rows: Range<usize>,
}

impl TablePart {
    /// Returns the number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns `true` if it has no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

impl Archive {
    /// Returns a table by its name; `None` if there is no such table.
    pub fn table(&self, name: &str) -> Option<Table<'_>> {
        let spec = TABLES.into_iter().find(|table| table.name == name)?;
        let files = match name {
            "games" => all_of(&self.games),
            "moves" => all_of(&self.moves),
            "records" => all_of(&self.records),
            "refused" => all_of(&self.skipped),
            "players" => all_of(&self.players),
            "positions" => rows_of(&self.positions),
            "pairs" => rows_of(&self.pairs),
            _ => {
                let all = self.positions.iter().chain(&self.pairs);
                let mut files: Vec<&TableFile> = Vec::new();
                for hot in all.filter_map(|run| run.hot.as_deref()) {
                    // A run of positions and a run of pairs share a file.
                    if !files.iter().any(|file| file.path() == hot.path()) {
                        files.push(hot);
                    }
                }
                files
            }
        };
        Some(Table { spec, files })
    }
}

fn all_of(files: &[Arc<TableFile>]) -> Vec<&TableFile> {
    files.iter().map(Arc::as_ref).collect()
}

fn rows_of(runs: &[Run]) -> Vec<&TableFile> {
    runs.iter().map(|run| run.rows.as_ref()).collect()
}

impl Table<'_> {
    /// Returns its specification.
    pub fn spec(&self) -> &TableSpec {
        &self.spec
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> u64 {
        self.files.iter().map(|file| file.rows()).sum()
    }

    /// Splits the table into consecutive parts of at most `most` rows.
    pub fn parts(&self, most: usize) -> Vec<TablePart> {
        let most = most.clamp(1, GROUP_ROWS);
        let mut parts = Vec::new();
        for (file, table) in self.files.iter().enumerate() {
            for group in 0..table.groups() {
                let rows = table.group_rows(group);
                let starts = (0..rows).step_by(most);
                parts.extend(starts.map(|start| TablePart {
                    file,
                    group,
                    rows: start..(start + most).min(rows),
                }));
            }
        }
        parts
    }

    /// Reads the columns with the given indexes for a part.
    ///
    /// # Errors
    /// The file cannot be read, or is damaged.
    pub fn read(&self, part: &TablePart, columns: &[usize]) -> Result<Rows, ArchiveError> {
        let Some(file) = self.files.get(part.file) else { return Ok(Rows { columns: Vec::new() }) };
        let found = Found { group: part.group, rows: part.rows.clone() };
        let mut read = Vec::with_capacity(columns.len());
        for &column in columns {
            let Some(spec) = self.spec.columns.get(column) else { continue };
            read.push(match spec.kind {
                Kind::Int64 => {
                    let mut values = Vec::new();
                    file.longs(&found, column, &mut values)?;
                    Column::I64(values)
                }
                Kind::Int8 | Kind::Int16 | Kind::Int32 | Kind::Date => {
                    let mut values = Vec::new();
                    file.ints(&found, column, &mut values)?;
                    Column::I32(values)
                }
                Kind::Text | Kind::Bytes => {
                    let (mut values, mut texts) = (Vec::new(), Texts::default());
                    file.texts(&found, column, &mut values)?;
                    values.iter().for_each(|value| texts.push(value.as_deref()));
                    Column::Bytes(texts)
                }
            });
        }
        Ok(Rows { columns: read })
    }
}
