//! `scan`: games or half-moves of files as a lazy table, read by several threads.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;

use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use bpgn::Compression;
use bpgn::input::{Chunk, Parallel, Part};
use bughouse_archive::rows::{Before, ChunkRows, Column};
use bughouse_archive::schema::{ColumnSpec, GAMES, MOVES};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::{Bound, PyAny, PyAnyMethods, PyResult, Python, pyfunction};
use pyo3::types::{PyList, PyString, PyTuple};

use crate::arrow::{self, Batches, Table, TableError};
use crate::fail::{self, Class};
use crate::source;
use crate::words;

/// The table to read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    Games,
    Moves,
}

/// Columns of `games` that mean nothing outside of an archive: ids of players, and the place of the text.
const IN_ARCHIVES: [&str; 5] = ["record", "white_a", "black_a", "white_b", "black_b"];
/// Columns with the names of the players, by seat.
const NAMES: [&str; 4] = ["player_white_a", "player_black_a", "player_white_b", "player_black_b"];
/// Columns that are unknown if a file isn't read from its start.
const COUNTED: [&str; 2] = ["number", "line"];

/// The approximate size of a chunk in bytes. Its rows fit into the CPU cache, and make a batch of about ten thousand.
const CHUNK: usize = 256 << 10;

/// What to read, each time the table is consumed.
struct Plan {
    paths: Vec<PathBuf>,
    which: Which,
    range: Range,
    threads: usize,
    columns: Vec<Wanted>,
    schema: SchemaRef,
}

/// A range of bytes, the same for each file.
#[derive(Clone, Copy)]
struct Range {
    start: u64,
    end: Option<u64>,
}

impl Range {
    const fn is_all(self) -> bool {
        self.start == 0 && self.end.is_none()
    }
}

/// A selected column.
#[derive(Clone, Copy)]
enum Wanted {
    /// A column of the archive's table, with its index.
    Of(usize, &'static ColumnSpec),
    /// The player's name, by index of the seat.
    Name(usize),
}

impl Wanted {
    fn name(self) -> &'static str {
        match self {
            Wanted::Of(_, spec) => spec.name,
            Wanted::Name(seat) => NAMES[seat],
        }
    }

    fn field(self, range: Range) -> Field {
        match self {
            Wanted::Of(_, spec) => {
                let counted = COUNTED.contains(&spec.name) && range.start > 0;
                arrow::field(spec, spec.nullable || counted)
            }
            Wanted::Name(_) => Field::new(self.name(), DataType::Utf8, true),
        }
    }
}

/// Lists all columns of a table.
fn all_columns(which: Which) -> Vec<Wanted> {
    let specs = if which == Which::Games { GAMES.columns } else { MOVES.columns };
    let mut all = Vec::new();
    for (index, spec) in specs.iter().enumerate() {
        if which == Which::Games && IN_ARCHIVES.contains(&spec.name) {
            // The names take the place of the ids.
            if spec.name == "white_a" {
                all.extend((0..4).map(Wanted::Name));
            }
            continue;
        }
        all.push(Wanted::Of(index, spec));
    }
    all
}

/// Reads games or half-moves of files as a table, with the columns of an archive's tables.
///
/// The table is lazy: each time you consume it, the files are read again by `threads` threads (default: all cores, at most
/// 256). `columns` selects columns. `start` and `end` select the games that begin in a range of bytes of an uncompressed
/// file; adjacent ranges contain each game once.
#[pyfunction]
#[pyo3(signature = (paths, table="games", *, start=0, end=None, threads=None, columns=None))]
pub(crate) fn scan(
    py: Python<'_>,
    paths: &Bound<'_, PyAny>,
    table: &str,
    #[pyo3(from_py_with = words::number)] start: u64,
    #[pyo3(from_py_with = words::maybe_number)] end: Option<u64>,
    #[pyo3(from_py_with = words::maybe_number)] threads: Option<usize>,
    columns: Option<Vec<String>>,
) -> PyResult<Table> {
    let which = match table {
        "games" => Which::Games,
        "moves" => Which::Moves,
        other => {
            let message = format!("expected \"games\" or \"moves\", got {other:?}");
            return Err(fail::whole(py, "table", message, other));
        }
    };
    let range = Range { start, end };
    let paths = paths_of(paths)?;
    for path in &paths {
        let shown = path.display().to_string();
        let is_plain = py.detach(|| is_plain(path)).map_err(|error| source::not_opened(py, error, &shown))?;
        if !is_plain && !range.is_all() {
            let message = format!("{shown} is compressed, and can only be read as a whole");
            return Err(fail::plain(py, Class::Record, "compressed", message));
        }
    }
    let all = all_columns(which);
    let columns = match columns {
        None => all,
        Some(names) => names
            .iter()
            .enumerate()
            .map(|(place, name)| {
                if names[..place].contains(name) {
                    return Err(fail::whole(py, "column", format!("duplicate column {name:?}"), name));
                }
                let found = all.iter().copied().find(|wanted| wanted.name() == name);
                found
                    .ok_or_else(|| fail::whole(py, "column", format!("{table} has no column {name:?}"), name))
            })
            .collect::<PyResult<_>>()?,
    };
    let schema = Schema::new(columns.iter().map(|wanted| wanted.field(range)).collect::<Vec<_>>());
    let threads = threads.unwrap_or_else(|| Parallel::default().threads).max(1);
    let plan = Arc::new(Plan { paths, which, range, threads, columns, schema: Arc::new(schema.clone()) });
    Ok(Table::new(schema, move || -> Batches { Box::new(Scan::start(Arc::clone(&plan))) }))
}

/// Converts one path or several.
pub(crate) fn paths_of(paths: &Bound<'_, PyAny>) -> PyResult<Vec<PathBuf>> {
    if paths.is_instance_of::<PyList>() || paths.is_instance_of::<PyTuple>() {
        return paths.extract();
    }
    if paths.hasattr("read")? {
        return Err(PyTypeError::new_err(
            "expected paths, got a file object: pass it to read_games or check",
        ));
    }
    if !paths.is_instance_of::<PyString>() && !paths.hasattr("__fspath__")? && paths.hasattr("__iter__")? {
        return paths.try_iter()?.map(|path| path?.extract()).collect();
    }
    Ok(vec![paths.extract()?])
}

fn is_plain(path: &PathBuf) -> io::Result<bool> {
    let kind = fs::metadata(path)?.file_type();
    if !kind.is_file() && !kind.is_dir() {
        let message = "it is not a regular file, so a table cannot read it again";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    let mut magic = Vec::new();
    File::open(path)?.take(16).read_to_end(&mut magic)?;
    Ok(Compression::of(&magic) == Compression::None)
}

/// A running scan. Its threads run until the end, or until it is dropped.
struct Scan {
    /// `None` after the end.
    batches: Option<Receiver<Result<RecordBatch, TableError>>>,
    thread: Option<JoinHandle<()>>,
    /// The id of the process that started it. A forked child has none of the threads.
    process: u32,
}

impl Scan {
    fn start(plan: Arc<Plan>) -> Scan {
        let (sender, batches) = sync_channel(2);
        let spawned = std::thread::Builder::new().name("bughouse-scan".to_owned()).spawn(move || {
            plan.run(&sender);
        });
        // If no thread could be started, the channel is closed, and the first batch is an error.
        Scan { batches: Some(batches), thread: spawned.ok(), process: std::process::id() }
    }

    /// Returns `true` in a forked child.
    fn is_forked(&self) -> bool {
        self.process != std::process::id()
    }
}

/// Creates an error of the library itself.
fn internal(message: &str) -> TableError {
    let raised = message.to_owned();
    TableError { message: message.to_owned(), raise: Box::new(move |_| PyRuntimeError::new_err(raised)) }
}

impl Iterator for Scan {
    type Item = Result<RecordBatch, TableError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_forked() {
            return Some(Err(internal(
                "a table can't be read in a child process if reading began before the fork",
            )));
        }
        let batch = self.batches.as_ref()?.recv();
        match batch {
            Ok(Ok(batch)) => Some(Ok(batch)),
            Ok(Err(error)) => {
                self.batches = None;
                Some(Err(error))
            }
            Err(_) => {
                self.batches = None;
                // The thread panicked, or could not be started.
                let failed = self.thread.take().is_none_or(|thread| thread.join().is_err());
                failed.then(|| Err(internal("reading failed within the library")))
            }
        }
    }
}

impl Drop for Scan {
    fn drop(&mut self) {
        if self.is_forked() {
            // The thread doesn't exist in this process, and may have held a lock of the channel.
            std::mem::forget((self.batches.take(), self.thread.take()));
            return;
        }
        // Without a receiver, the thread ends when it sends the next batch.
        self.batches = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Plan {
    /// Reads all files, and sends the batches.
    fn run(&self, sender: &SyncSender<Result<RecordBatch, TableError>>) {
        // The byte at which the range begins, by file.
        let firsts: Vec<AtomicU64> = self.paths.iter().map(|_| AtomicU64::new(0)).collect();
        let open = |index: usize| -> io::Result<Box<dyn Read + Send>> {
            let path = &self.paths[index];
            if self.range.is_all() {
                return bpgn::open(path);
            }
            let mut file = File::open(path)?;
            // No game begins after the end of the file, and not every offset beyond it can be sought.
            let most = file.metadata()?.len();
            let first = bpgn::input::game_start(&mut file, self.range.start.min(most))?;
            let end = self.range.end.map(|end| end.min(most));
            let last = end.map(|end| bpgn::input::game_start(&mut file, end)).transpose()?;
            firsts[index].store(first, Ordering::Relaxed);
            file.seek(SeekFrom::Start(first))?;
            Ok(match last {
                Some(last) => Box::new(file.take(last.saturating_sub(first))),
                None => Box::new(file),
            })
        };
        let work = |index: usize, chunk: &Chunk| {
            let rows = match self.which {
                Which::Games => ChunkRows::of(chunk, index as i32),
                Which::Moves => ChunkRows::half_moves_of(chunk, index as i32),
            };
            (rows, chunk.end(), chunk.last_line())
        };
        let mut before = Before::default();
        let mut place = (0, 1);
        let mut current = usize::MAX;
        let parallel = Parallel::default().threads(self.threads).chunk(CHUNK);
        parallel.run((0..self.paths.len()).collect(), open, work, |index, part| {
            if index != current {
                current = index;
                before.read = 0;
                place = (0, 1);
            }
            match part {
                Part::Done((mut rows, end, line)) => {
                    before.bytes = firsts[index].load(Ordering::Relaxed) as i64;
                    rows.after(&before);
                    before.games = before.games.saturating_add(rows.played);
                    before.moves += rows.moves.len() as i64;
                    before.read = before.read.saturating_add(rows.read);
                    place = (end, line);
                    let batch = self.batch(rows);
                    let is_ok = batch.is_ok();
                    sender.send(batch).is_ok() && is_ok
                }
                Part::Broken(error) => {
                    let name = self.paths[index].display().to_string();
                    let (byte, line) = place;
                    let message = match error.raw_os_error() {
                        Some(_) => format!("{name}: {error}"),
                        None => format!("{name} is damaged after byte {byte} of its text: {error}"),
                    };
                    let raise = Box::new(move |py: Python<'_>| source::failure(py, error, &name, byte, line));
                    let _ = sender.send(Err(TableError { message, raise }));
                    false
                }
                Part::End => true,
            }
        });
    }

    /// Creates a batch from rows.
    fn batch(&self, rows: ChunkRows) -> Result<RecordBatch, TableError> {
        let ChunkRows { games, moves, players, .. } = rows;
        let rows = if self.which == Which::Games { games } else { moves };
        let count = rows.len();
        let mut columns: Vec<Option<Column>> = rows.into_columns().into_iter().map(Some).collect();
        let arrays: Vec<ArrayRef> = self
            .columns
            .iter()
            .map(|&wanted| match wanted {
                Wanted::Name(seat) => arrow::strings(&players[seat]),
                Wanted::Of(_, spec) if COUNTED.contains(&spec.name) && self.range.start > 0 => {
                    arrow::unknown(&wanted.field(self.range), count)
                }
                // Each column is taken once, because no column is selected twice.
                Wanted::Of(index, spec) => match columns.get_mut(index).and_then(Option::take) {
                    Some(column) => arrow::array(spec.kind, column),
                    None => arrow::unknown(&wanted.field(self.range), count),
                },
            })
            .collect();
        arrow::batch(&self.schema, arrays, count)
    }
}
