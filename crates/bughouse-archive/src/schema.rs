//! The tables of an archive and their columns. `docs/reference/archive-format.md` describes them.

/// A table, with one or more Parquet files per batch.
#[derive(Clone, Copy, Debug)]
pub struct TableSpec {
    /// The name of its folder.
    pub name: &'static str,
    /// The columns, in order.
    pub columns: &'static [ColumnSpec],
    /// The number of leading columns that rows are sorted by; 0 for the order of import.
    pub sorted_by: usize,
    /// The maximum number of rows of a page.
    pub page_rows: usize,
    /// Whether files are compressed.
    pub compressed: bool,
}

/// A column of a table.
#[derive(Clone, Copy, Debug)]
pub struct ColumnSpec {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub kind: Kind,
    /// Whether values may be null.
    pub nullable: bool,
    /// Its encoding.
    pub coding: Coding,
}

/// The type of a column. All integers are signed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// An 8-bit integer.
    Int8,
    /// A 16-bit integer.
    Int16,
    /// A 32-bit integer.
    Int32,
    /// A 64-bit integer.
    Int64,
    /// Days since 1 January 1970.
    Date,
    /// A UTF-8 string.
    Text,
    /// Bytes.
    Bytes,
}

/// The encoding of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coding {
    /// Delta encoding, for values that are sorted or change little.
    Delta,
    /// Dictionary encoding, for columns with few distinct values.
    Dictionary,
    /// Plain encoding.
    Plain,
}

/// The maximum number of rows of a row group.
pub const GROUP_ROWS: usize = 524_288;

const fn known(name: &'static str, kind: Kind, coding: Coding) -> ColumnSpec {
    ColumnSpec { name, kind, nullable: false, coding }
}

const fn maybe(name: &'static str, kind: Kind, coding: Coding) -> ColumnSpec {
    ColumnSpec { name, kind, nullable: true, coding }
}

use Coding::{Delta, Dictionary, Plain};
use Kind::{Bytes, Date, Int8, Int16, Int32, Int64, Text};

/// One row per game.
pub const GAMES: TableSpec = TableSpec {
    name: "games",
    sorted_by: 1,
    // Small pages, because games are often read one at a time.
    page_rows: 2_048,
    compressed: true,
    columns: &[
        known("game", Int32, Delta),
        known("source", Int32, Dictionary),
        known("number", Int32, Delta),
        known("line", Int64, Delta),
        known("byte", Int64, Delta),
        known("length", Int32, Delta),
        known("record", Int64, Delta),
        known("first_move", Int64, Delta),
        maybe("white_a", Int32, Dictionary),
        maybe("black_a", Int32, Dictionary),
        maybe("white_b", Int32, Dictionary),
        maybe("black_b", Int32, Dictionary),
        maybe("rating_white_a", Int16, Dictionary),
        maybe("rating_black_a", Int16, Dictionary),
        maybe("rating_white_b", Int16, Dictionary),
        maybe("rating_black_b", Int16, Dictionary),
        maybe("year", Int16, Dictionary),
        maybe("month", Int8, Dictionary),
        maybe("day", Date, Delta),
        maybe("base_ms", Int32, Dictionary),
        maybe("increment_ms", Int32, Dictionary),
        maybe("result", Text, Dictionary),
        maybe("winner", Text, Dictionary),
        maybe("end", Text, Dictionary),
        maybe("loser", Int8, Dictionary),
        known("evidence", Text, Dictionary),
        known("half_moves", Int32, Delta),
        known("written_half_moves", Int32, Delta),
        known("state", Text, Dictionary),
        maybe("stop", Text, Dictionary),
        known("notes", Int16, Dictionary),
        known("conflicts", Int16, Dictionary),
        known("events", Int16, Dictionary),
        maybe("start", Text, Dictionary),
        known("frozen", Int16, Dictionary),
        known("sits", Int16, Dictionary),
        maybe("longest_sit_ms", Int32, Delta),
        maybe("least_diagonal_white_s", Int16, Dictionary),
        maybe("most_diagonal_white_s", Int16, Dictionary),
        maybe("least_diagonal_black_s", Int16, Dictionary),
        maybe("most_diagonal_black_s", Int16, Dictionary),
        known("most_reserve_white_a", Int8, Dictionary),
        known("most_reserve_black_a", Int8, Dictionary),
        known("most_reserve_white_b", Int8, Dictionary),
        known("most_reserve_black_b", Int8, Dictionary),
        maybe("last_move", Int16, Dictionary),
        maybe("last_seat", Int8, Dictionary),
        known("fingerprint_high", Int64, Plain),
        known("fingerprint_low", Int64, Plain),
    ],
};

/// One row per half-move of the main line.
pub const MOVES: TableSpec = TableSpec {
    name: "moves",
    sorted_by: 2,
    page_rows: 20_000,
    compressed: true,
    columns: &[
        known("game", Int32, Delta),
        known("ply", Int32, Delta),
        known("seat", Int8, Dictionary),
        known("move", Int16, Dictionary),
        known("piece", Int8, Dictionary),
        maybe("capture", Int8, Dictionary),
        known("flags", Int16, Dictionary),
        maybe("clock_ms", Int32, Delta),
        maybe("used_ms", Int32, Delta),
        maybe("sit_ms", Int32, Delta),
        maybe("diagonal_white_s", Int16, Delta),
        maybe("diagonal_black_s", Int16, Delta),
        known("reserve_white_a", Int32, Dictionary),
        known("reserve_black_a", Int32, Dictionary),
        known("reserve_white_b", Int32, Dictionary),
        known("reserve_black_b", Int32, Dictionary),
    ],
};

/// One row per half-move for the board before it, and one per board for the end of the game.
pub const POSITIONS: TableSpec = TableSpec {
    name: "positions",
    sorted_by: 4,
    page_rows: 8_192,
    compressed: true,
    columns: &[
        known("key", Int64, Delta),
        known("reserves", Int64, Dictionary),
        known("game", Int32, Delta),
        known("ply", Int32, Dictionary),
        known("seat", Int8, Dictionary),
        known("move", Int16, Dictionary),
        known("flags", Int8, Dictionary),
        maybe("used_ds", Int32, Dictionary),
    ],
};

/// One row for both boards before each half-move in the opening.
pub const PAIRS: TableSpec = TableSpec {
    name: "pairs",
    sorted_by: 4,
    page_rows: 8_192,
    compressed: true,
    columns: &[
        known("key", Int64, Delta),
        known("reserves", Int64, Dictionary),
        known("game", Int32, Delta),
        known("ply", Int32, Dictionary),
        known("seat", Int8, Dictionary),
        known("move", Int16, Dictionary),
        known("flags", Int8, Dictionary),
        maybe("used_ds", Int32, Dictionary),
        known("other_reserves", Int64, Dictionary),
    ],
};

/// Precomputed sums for positions that many games reached.
pub const HOT: TableSpec = TableSpec {
    name: "hot",
    sorted_by: 3,
    page_rows: 8_192,
    // Few rows are read at a time, and setting up decompression would take longer than reading them.
    compressed: false,
    columns: &[
        known("key", Int64, Delta),
        known("kind", Int8, Dictionary),
        known("move", Int16, Dictionary),
        known("games", Int32, Delta),
        known("won", Int32, Delta),
        known("drawn", Int32, Delta),
        known("lost", Int32, Delta),
        known("rated", Int32, Delta),
        known("rating_sum", Int64, Delta),
        known("timed", Int32, Delta),
        known("used_ds_sum", Int64, Delta),
        known("quick", Int32, Delta),
        maybe("last", Date, Delta),
        maybe("best_1", Int32, Delta),
        maybe("best_1_ply", Int32, Delta),
        maybe("best_1_rating", Int16, Delta),
        maybe("best_2", Int32, Delta),
        maybe("best_2_ply", Int32, Delta),
        maybe("best_2_rating", Int16, Delta),
        maybe("best_3", Int32, Delta),
        maybe("best_3_ply", Int32, Delta),
        maybe("best_3_rating", Int16, Delta),
        maybe("newest", Int32, Delta),
        maybe("newest_ply", Int32, Delta),
        maybe("newest_rating", Int16, Delta),
    ],
};

/// One row per spelling of a player's name.
pub const PLAYERS: TableSpec = TableSpec {
    name: "players",
    sorted_by: 1,
    page_rows: 20_000,
    compressed: true,
    columns: &[known("player", Int32, Delta), known("name", Text, Plain), known("folded", Text, Plain)],
};

/// One row per piece of a source's text: a game, or text that is not a game.
pub const RECORDS: TableSpec = TableSpec {
    name: "records",
    sorted_by: 0,
    page_rows: 64,
    compressed: true,
    columns: &[
        known("source", Int32, Delta),
        known("byte", Int64, Delta),
        maybe("game", Int32, Delta),
        known("text", Bytes, Plain),
    ],
};

/// One row per game that is not in `games`, or only in part, and one per text that is not a game.
pub const REFUSED: TableSpec = TableSpec {
    name: "refused",
    sorted_by: 0,
    page_rows: 8_192,
    compressed: true,
    columns: &[
        known("source", Int32, Delta),
        known("byte", Int64, Delta),
        known("length", Int32, Delta),
        known("line", Int64, Delta),
        known("number", Int32, Delta),
        known("reason", Text, Dictionary),
        known("message", Text, Plain),
        maybe("same_as", Int32, Delta),
        known("record", Int64, Delta),
    ],
};

/// All tables.
pub const TABLES: [TableSpec; 8] = [GAMES, MOVES, POSITIONS, PAIRS, HOT, PLAYERS, RECORDS, REFUSED];

impl TableSpec {
    /// Returns the index of a column.
    pub(crate) const fn column(&self, name: &str) -> usize {
        let mut index = 0;
        while index < self.columns.len() {
            if same(self.columns[index].name.as_bytes(), name.as_bytes()) {
                return index;
            }
            index += 1;
        }
        panic!("no such column")
    }
}

const fn same(one: &[u8], other: &[u8]) -> bool {
    let mut index = 0;
    while index < one.len() && index < other.len() && one[index] == other[index] {
        index += 1;
    }
    index == one.len() && index == other.len()
}
