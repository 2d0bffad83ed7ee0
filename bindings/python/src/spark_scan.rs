//! Games or half-moves of a range of a source, for the tasks of a cluster. The source and the offset of a game identify it,
//! independent of the range that is read.

use std::io::{Read, Seek, SeekFrom};
use std::sync::Arc;

use arrow_array::{ArrayRef, Int32Array, Int64Array, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use bpgn::input::Chunks;
use bpgn::{Compression, Limits};
use bughouse_archive::joint::SourceRange;
use bughouse_archive::rows::{Before, ChunkRows, Column};
use bughouse_archive::schema::{ColumnSpec, GAMES, Kind, MOVES};
use pyo3::prelude::{Bound, PyAny, PyResult, Python, pyfunction};

use crate::arrow::{self, BatchIterator, TableError};
use crate::fail::{self, Class};
use crate::source;
use crate::spark_source;

/// The approximate number of bytes of text per batch.
const CHUNK: usize = 1 << 20;
/// Columns that mean nothing outside of an archive, or in a range that is read separately.
const COUNTED: [&str; 9] =
    ["game", "number", "line", "record", "first_move", "white_a", "black_a", "white_b", "black_b"];
const NAMES: [&str; 4] = ["player_white_a", "player_black_a", "player_white_b", "player_black_b"];

/// A column of a DataFrame.
#[derive(Clone, Copy)]
enum Wanted {
    /// The index of the source.
    Source,
    /// The offset of the game in the source.
    Byte,
    /// The player's name, by index of the seat.
    Name(usize),
    /// A column of the archive's table, with its index.
    Of(usize, &'static ColumnSpec),
}

impl Wanted {
    /// Returns the field of the column.
    fn field(self) -> Field {
        match self {
            Wanted::Source => Field::new("source", DataType::Int32, false),
            Wanted::Byte => Field::new("byte", DataType::Int64, false),
            Wanted::Name(seat) => Field::new(NAMES[seat], DataType::Utf8, true),
            Wanted::Of(_, spec) => arrow::field(spec, spec.nullable),
        }
    }

    /// Returns the name of its type in Spark.
    fn kind(self) -> &'static str {
        match self {
            Wanted::Source => "INT",
            Wanted::Byte => "BIGINT",
            Wanted::Name(_) => "STRING",
            Wanted::Of(_, spec) => match spec.kind {
                Kind::Int8 => "TINYINT",
                Kind::Int16 => "SMALLINT",
                Kind::Int32 => "INT",
                Kind::Int64 => "BIGINT",
                Kind::Date => "DATE",
                Kind::Text => "STRING",
                Kind::Bytes => "BINARY",
            },
        }
    }
}

/// Returns all columns of a table, or those with the given names. The first result is `true` for `games`.
fn columns_of(py: Python<'_>, table: &str, names: Option<&[String]>) -> PyResult<(bool, Vec<Wanted>)> {
    let (is_games, specs) = match table {
        "games" => (true, GAMES.columns),
        "moves" => (false, MOVES.columns),
        other => {
            let message = format!("expected \"games\" or \"moves\", got {other:?}");
            return Err(fail::whole(py, "table", message, other));
        }
    };
    let mut all = vec![Wanted::Source, Wanted::Byte];
    for (index, spec) in specs.iter().enumerate() {
        if is_games && spec.name == "white_a" {
            all.extend((0..4).map(Wanted::Name));
        }
        if !COUNTED.contains(&spec.name) && !["source", "byte"].contains(&spec.name) {
            all.push(Wanted::Of(index, spec));
        }
    }
    let Some(names) = names else { return Ok((is_games, all)) };
    if names.is_empty() {
        return Err(fail::plain(py, Class::Text, "column", "expected at least one column"));
    }
    if let Some(name) =
        names.iter().enumerate().find_map(|(at, name)| names[..at].contains(name).then_some(name))
    {
        return Err(fail::whole(py, "column", format!("duplicate column {name:?}"), name));
    }
    let missing = |name: &String| fail::whole(py, "column", format!("{table} has no column {name:?}"), name);
    let find = |name: &String| {
        all.iter().copied().find(|wanted| wanted.field().name() == name).ok_or_else(|| missing(name))
    };
    Ok((is_games, names.iter().map(find).collect::<PyResult<_>>()?))
}

/// Returns the names and Spark types of a table's columns, and whether values may be null.
#[pyfunction]
#[pyo3(signature = (table, columns=None))]
pub(crate) fn spark_columns(
    py: Python<'_>,
    table: &str,
    columns: Option<Vec<String>>,
) -> PyResult<Vec<(String, &'static str, bool)>> {
    let (_, columns) = columns_of(py, table, columns.as_deref())?;
    let described = |wanted: Wanted| {
        let field = wanted.field();
        (field.name().clone(), wanted.kind(), field.is_nullable())
    };
    Ok(columns.into_iter().map(described).collect())
}

/// Returns the size of a source in bytes, and whether it is compressed.
#[pyfunction]
pub(crate) fn spark_look(py: Python<'_>, source: &Bound<'_, PyAny>, name: &str) -> PyResult<(u64, bool)> {
    let mut opened = spark_source::open(source)?;
    let looked = py.detach(|| {
        let bytes = opened.seek(SeekFrom::End(0))?;
        opened.seek(SeekFrom::Start(0))?;
        let mut magic = Vec::new();
        opened.take(16).read_to_end(&mut magic)?;
        Ok((bytes, Compression::of(&magic) != Compression::None))
    });
    looked.map_err(|error| source::not_opened(py, error, name))
}

/// Reads the games that begin in a range of a source, or their half-moves.
#[pyfunction]
#[pyo3(signature = (source, name, number, start, end, compressed, table, columns=None))]
#[expect(clippy::too_many_arguments, reason = "they are those of the Python function")]
pub(crate) fn spark_scan(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    name: String,
    number: i32,
    start: u64,
    end: Option<u64>,
    compressed: bool,
    table: &str,
    columns: Option<Vec<String>>,
) -> PyResult<BatchIterator> {
    let (is_games, columns) = columns_of(py, table, columns.as_deref())?;
    let opened = spark_source::open(source)?;
    let range = SourceRange::new(number, start, end, compressed);
    let found = py.detach(|| range.open(opened));
    let (first, text) = found.map_err(|error| source::not_opened(py, error, &name))?;
    let schema = Schema::new(columns.iter().map(|wanted| wanted.field()).collect::<Vec<_>>());
    let schema = Arc::new(schema);
    let mut chunks = Chunks::new(text, Limits::default(), CHUNK);
    let mut place = (first, 1);
    let batches = std::iter::from_fn(move || match chunks.next_chunk() {
        Ok(None) => None,
        Ok(Some(chunk)) => {
            place = (first + chunk.end(), chunk.last_line());
            let mut rows = match is_games {
                true => ChunkRows::of(&chunk, number),
                false => ChunkRows::half_moves_of(&chunk, number),
            };
            rows.after(&Before { bytes: first as i64, ..Before::default() });
            Some(batch(rows, is_games, number, &columns, &schema))
        }
        Err(error) => {
            let (name, (byte, line)) = (name.clone(), place);
            let message = format!("{name} is damaged after byte {byte} of its text: {error}");
            let raise = Box::new(move |py: Python<'_>| source::failure(py, error, &name, byte, line));
            Some(Err(TableError { message, raise }))
        }
    });
    Ok(BatchIterator::new(Box::new(batches)))
}

/// Creates a batch from rows.
fn batch(
    rows: ChunkRows,
    is_games: bool,
    number: i32,
    columns: &[Wanted],
    schema: &SchemaRef,
) -> Result<RecordBatch, TableError> {
    let ChunkRows { games, moves, players, mut bytes, .. } = rows;
    let columns_of = if is_games { games } else { moves }.into_columns();
    if let (false, Some(Column::I32(of))) = (is_games, columns_of.first()) {
        // Each half-move has the offset of its game.
        let begin = |game: &i32| usize::try_from(*game).ok().and_then(|game| bytes.get(game)).copied();
        bytes = of.iter().map(|game| begin(game).unwrap_or(-1)).collect();
    }
    let mut rows: Vec<Option<Column>> = columns_of.into_iter().map(Some).collect();
    let count = bytes.len();
    let arrays: Vec<ArrayRef> = columns
        .iter()
        .map(|&wanted| -> ArrayRef {
            match wanted {
                Wanted::Source => Arc::new(Int32Array::from(vec![number; count])),
                Wanted::Byte => Arc::new(Int64Array::from(bytes.clone())),
                Wanted::Name(seat) => arrow::strings(&players[seat]),
                Wanted::Of(index, spec) => match rows.get_mut(index).and_then(Option::take) {
                    Some(column) => arrow::array(spec.kind, column),
                    None => arrow::unknown(&wanted.field(), count),
                },
            }
        })
        .collect();
    arrow::batch(schema, arrays, count)
}
