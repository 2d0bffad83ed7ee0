//! An archive of games: explored, searched, and read as tables.

use std::collections::BTreeMap;
use std::ffi::CString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use arrow_array::RecordBatch;
use arrow_schema::Schema;
use bpgn::Place;
use bughouse_archive::rows::TablePart;
use bughouse_archive::{
    self as archive, ArchivedGame, Explore, ImportOptions, Importer, Input, Query, Reserves, SearchOptions,
    day_text, read_days,
};
use bughouse_chess::Seat;
use pyo3::exceptions::{PyRuntimeWarning, PyTimeoutError};
use pyo3::prelude::{Bound, Py, PyAny, PyErr, PyResult, Python, pyclass, pyfunction, pymethods};
use pyo3::types::{PyDict, PyDictMethods};

use crate::archive_filter;
use crate::arrow::{self, Batches, Table, TableError};
use crate::board::Board;
use crate::fail::{self, Class};
use crate::game_data;
use crate::matches::Match;
use crate::moves::{self, Move};
use crate::records::Game;
use crate::scan::paths_of;
use crate::source;
use crate::waiting::wait;
use crate::words;

/// An archive opened for reading.
#[pyclass(frozen, module = "bughouse")]
pub(crate) struct Archive(Arc<archive::Archive>);

/// The maximum number of rows in a batch of a table.
const BATCH_ROWS: usize = 1 << 16;

/// Converts an error of an archive.
pub(crate) fn failure(py: Python<'_>, error: archive::ArchiveError) -> PyErr {
    match error {
        archive::ArchiveError::Io { path, error } => fail::io(&error, &path.display().to_string()),
        error @ archive::ArchiveError::TooLong { .. } => PyTimeoutError::new_err(error.to_string()),
        other => fail::plain(py, Class::Archive, &fail::kind_name(&other), other),
    }
}

/// Opens an archive.
#[pyfunction]
pub(crate) fn open_archive(py: Python<'_>, path: PathBuf) -> PyResult<Archive> {
    match wait(py, move || archive::Archive::open(&path))? {
        Ok(opened) => Ok(Archive(Arc::new(opened))),
        Err(error) => Err(failure(py, error)),
    }
}

/// Adds games to an archive, and creates it if needed. Returns the number of games by outcome.
///
/// If files of the archive can't be merged afterwards, because one is damaged, this warns with `RuntimeWarning`.
#[pyfunction]
#[pyo3(signature = (path, sources, *, threads=None, texts=true, memory=None))]
pub(crate) fn add_to_archive(
    py: Python<'_>,
    path: PathBuf,
    sources: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = words::maybe_number)] threads: Option<usize>,
    texts: bool,
    #[pyo3(from_py_with = words::maybe_number)] memory: Option<u64>,
) -> PyResult<BTreeMap<String, u64>> {
    let sources = paths_of(sources)?;
    for source in &sources {
        // Report missing files before anything is written.
        py.detach(|| std::fs::metadata(source))
            .map_err(|error| source::not_opened(py, error, &source.display().to_string()))?;
    }
    let inputs: Vec<Input> = sources.into_iter().map(Input::file).collect();
    let mut options = ImportOptions::default().texts(texts);
    if let Some(threads) = threads {
        options = options.threads(threads.max(1));
    }
    if let Some(memory) = memory {
        options = options.memory(memory);
    }
    let mut raised = None;
    let done = py.detach(|| {
        Importer::open(&path, options)?.add(inputs, &mut |_| {
            // Games that were read before the signal stay in the archive.
            raised = Python::attach(|py| py.check_signals()).err();
            raised.is_none()
        })
    });
    if let Some(raised) = raised {
        return Err(raised);
    }
    let report = done.map_err(|error| failure(py, error))?;
    if let Some(error) = &report.not_merged {
        let message = format!("the games are in the archive, but its files can't be merged: {error}");
        let message = CString::new(message.replace('\0', " "))?;
        PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), &message, 1)?;
    }
    let mut counts = BTreeMap::new();
    for input in report.inputs {
        if let Some(error) = input.error {
            let message =
                format!("{}: {error}; everything read before the error is in the archive", input.name);
            return Err(fail::plain(py, Class::Record, "unreadable", message));
        }
        if input.known {
            *counts.entry("known-files".to_owned()).or_default() += 1;
        }
        for (name, count) in input.counts {
            *counts.entry(name).or_default() += count;
        }
    }
    Ok(counts)
}

#[pymethods]
impl Archive {
    fn __len__(&self) -> usize {
        self.0.manifest().game_count()
    }

    #[getter]
    fn path(&self) -> PathBuf {
        self.0.folder().to_owned()
    }

    /// Returns the Parquet files of a table.
    fn files(&self, py: Python<'_>, table: &str) -> PyResult<Vec<PathBuf>> {
        if self.0.table(table).is_none() {
            return Err(no_table(py, table));
        }
        let folder = self.0.folder();
        let files = self.0.manifest().files_of(table);
        Ok(files.map(|file| folder.join(&file.table).join(&file.name)).collect())
    }

    /// Returns a table of the archive.
    #[pyo3(signature = (name, *, columns=None))]
    fn table(&self, py: Python<'_>, name: &str, columns: Option<Vec<String>>) -> PyResult<Table> {
        let table = self.0.table(name).ok_or_else(|| no_table(py, name))?;
        let specs = table.spec().columns;
        let places: Vec<usize> = match columns {
            None => (0..specs.len()).collect(),
            Some(names) => names
                .iter()
                .enumerate()
                .map(|(place, column)| {
                    if names[..place].contains(column) {
                        let message = format!("duplicate column {column:?}");
                        return Err(fail::whole(py, "column", message, column));
                    }
                    let found = specs.iter().position(|spec| spec.name == column);
                    found.ok_or_else(|| {
                        fail::whole(py, "column", format!("{name} has no column {column:?}"), column)
                    })
                })
                .collect::<PyResult<_>>()?,
        };
        let fields: Vec<_> = places.iter().map(|&at| arrow::field(&specs[at], specs[at].nullable)).collect();
        let schema = Schema::new(fields);
        let (archive, name, shared) = (Arc::clone(&self.0), name.to_owned(), Arc::new(schema.clone()));
        Ok(Table::new(schema, move || -> Batches {
            let parts = archive.table(&name).map(|table| table.parts(BATCH_ROWS)).unwrap_or_default();
            let (archive, name, places) = (Arc::clone(&archive), name.clone(), places.clone());
            let schema = Arc::clone(&shared);
            let read = move |part: TablePart| {
                let Some(table) = archive.table(&name) else {
                    return Ok(RecordBatch::new_empty(Arc::clone(&schema)));
                };
                let rows = table.read(&part, &places).map_err(|error| TableError {
                    message: error.to_string(),
                    raise: Box::new(move |py| failure(py, error)),
                })?;
                // The number of rows is the same if no columns are selected.
                let (count, specs) = (part.len(), table.spec().columns);
                let arrays = rows.into_columns().into_iter().zip(&places);
                let arrays = arrays.map(|(column, &at)| arrow::array(specs[at].kind, column)).collect();
                arrow::batch(&schema, arrays, count)
            };
            Box::new(parts.into_iter().map(read))
        }))
    }

    /// Returns the moves played from a board, or from both boards of a match.
    #[pyo3(signature = (position, *, reserves="any", games=10, **filters))]
    fn explore(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        reserves: &str,
        #[pyo3(from_py_with = words::number)] games: usize,
        filters: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Explored> {
        let query = if let Ok(board) = position.cast::<Board>() {
            Explore::board(board.try_borrow()?.position())
        } else {
            Explore::both(position.cast::<Match>()?.try_borrow()?.position())
        };
        let reserves = match reserves {
            "any" => Reserves::Any,
            "at-least" => Reserves::AtLeast,
            "exactly" => Reserves::Exactly,
            other => {
                let message = format!("expected \"any\", \"at-least\" or \"exactly\", got {other:?}");
                return Err(fail::whole(py, "reserves", message, other));
            }
        };
        let filter = archive_filter::read(py, filters)?;
        let query = query.reserves(reserves).games(games).filter(filter);
        let opened = Arc::clone(&self.0);
        let found = wait(py, move || opened.explore(&query))?.map_err(|error| failure(py, error))?;
        Explored::of(py, found)
    }

    /// Finds games with a query, such as `"drop:N@f3 mate"`.
    #[pyo3(signature = (query, *, limit=100, skip=0, seconds=None))]
    fn search(
        &self,
        py: Python<'_>,
        query: &str,
        #[pyo3(from_py_with = words::number)] limit: usize,
        #[pyo3(from_py_with = words::number)] skip: usize,
        seconds: Option<f64>,
    ) -> PyResult<Searched> {
        let query = read_query(py, query)?;
        let mut options = SearchOptions::default().limit(limit).skip(skip);
        if let Some(seconds) = seconds {
            if seconds.is_nan() || seconds < 0.0 {
                let message = format!("expected a number of seconds, 0 or more, got {seconds:?}");
                return Err(fail::plain(py, Class::Text, "seconds", message));
            }
            // Without a limit if the time doesn't fit into a `Duration`.
            if let Ok(time) = Duration::try_from_secs_f64(seconds) {
                options = options.time(time);
            }
        }
        let opened = Arc::clone(&self.0);
        let found = wait(py, move || opened.search(&query, &options))?.map_err(|error| failure(py, error))?;
        let hits = found.hits.iter().map(|hit| (hit.game, hit.ply)).collect();
        Ok(Searched { games: found.games, hits })
    }

    /// Returns the query as SQL for DuckDB.
    fn sql(&self, py: Python<'_>, query: &str) -> PyResult<String> {
        let parsed = read_query(py, query)?;
        let sql = self.0.sql(&parsed);
        sql.map_err(|_| fail::whole(py, "no-sql", "this query can't be written as SQL", query))
    }

    /// Returns the players, date, time control and result of a game.
    fn game<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = words::number)] id: i32,
    ) -> PyResult<Bound<'py, PyDict>> {
        let opened = Arc::clone(&self.0);
        let found = py.detach(move || opened.game(id)).map_err(|error| failure(py, error))?;
        let missing = || fail::plain(py, Class::Archive, "no-game", format!("there is no game {id}"));
        game_dict(py, &found.ok_or_else(missing)?)
    }

    /// Returns the text of a game; `None` if the archive doesn't keep it.
    fn record(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = words::number)] id: i32,
    ) -> PyResult<Option<Game>> {
        let opened = Arc::clone(&self.0);
        let text = py.detach(move || -> Result<_, archive::ArchiveError> {
            let Some(game) = opened.game(id)? else { return Ok(None) };
            let place = Place {
                number: game.number.unsigned_abs().into(),
                byte: game.byte.unsigned_abs(),
                line: game.line.unsigned_abs(),
                column: 1,
            };
            let text = opened.text(&game)?;
            Ok(text.and_then(|text| game_data::read_games(&text, place).into_iter().next()))
        });
        Ok(text.map_err(|error| failure(py, error))?.map(Game::of))
    }

    /// Verifies the checksums of all files.
    fn verify(&self, py: Python<'_>) -> PyResult<()> {
        let opened = Arc::clone(&self.0);
        wait(py, move || opened.verify())?.map_err(|error| failure(py, error))
    }

    fn __repr__(&self) -> String {
        format!("<Archive of {} games in {}>", self.0.manifest().game_count(), self.0.folder().display())
    }
}

fn no_table(py: Python<'_>, name: &str) -> PyErr {
    fail::whole(py, "table", format!("an archive has no table {name:?}"), name)
}

fn read_query(py: Python<'_>, query: &str) -> PyResult<Query> {
    query.parse().map_err(|error: archive::QueryError| {
        let kind = fail::kind_name(error.kind());
        fail::in_text(py, Class::Text, &kind, error.render(query), query, error.span())
    })
}

/// Returns a game of an archive as a dict.
fn game_dict<'py>(py: Python<'py>, game: &ArchivedGame) -> PyResult<Bound<'py, PyDict>> {
    let facts = PyDict::new(py);
    facts.set_item("game", game.id)?;
    facts.set_item("source", game.source)?;
    facts.set_item("number", game.number)?;
    facts.set_item("line", game.line)?;
    facts.set_item("byte", game.byte)?;
    let (players, ratings) = (PyDict::new(py), PyDict::new(py));
    for seat in Seat::ALL {
        players.set_item(seat.name(), game.players[seat].as_deref())?;
        ratings.set_item(seat.name(), game.ratings[seat])?;
    }
    facts.set_item("players", players)?;
    facts.set_item("ratings", ratings)?;
    facts.set_item("date", game.date.as_deref())?;
    facts.set_item("base_ms", game.control.map(|control| control.0))?;
    facts.set_item("increment_ms", game.control.map(|control| control.1))?;
    facts.set_item("result", game.result.as_deref())?;
    facts.set_item("winner", game.winner.as_deref())?;
    facts.set_item("end", game.end.as_deref())?;
    facts.set_item("loser", game.loser.map(Seat::name))?;
    facts.set_item("half_moves", game.half_moves)?;
    facts.set_item("state", &game.state)?;
    facts.set_item("stop", game.stop.as_deref())?;
    Ok(facts)
}

/// The result of a search.
#[pyclass(frozen, get_all, module = "bughouse")]
pub(crate) struct Searched {
    /// The number of games found.
    games: u64,
    /// The first hits: the game, and the half-move.
    hits: Vec<(i32, Option<i32>)>,
}

#[pymethods]
impl Searched {
    fn __repr__(&self) -> String {
        format!("<Searched: {} games>", self.games)
    }
}

/// The moves played from a position.
#[pyclass(frozen, get_all, module = "bughouse")]
pub(crate) struct Explored {
    /// The number of boards with the position. A game counts twice if both of its boards had it.
    total: u64,
    /// The number of games with the position.
    total_games: u64,
    /// The moves played, most frequent first.
    moves: Vec<Py<ExploredMove>>,
    /// Games with the position, and the half-move in each, highest rated first.
    best: Vec<(i32, i32)>,
    /// The same, newest first.
    newest: Vec<(i32, i32)>,
}

/// A move that was played from a position.
#[pyclass(frozen, get_all, module = "bughouse")]
pub(crate) struct ExploredMove {
    /// The move; `None` if games ended here.
    r#move: Option<Py<Move>>,
    /// The board on which it was played, if both boards were queried.
    board: Option<String>,
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    rating: Option<f64>,
    used_ms: Option<f64>,
    quick: Option<f64>,
    last: Option<String>,
}

impl Explored {
    fn of(py: Python<'_>, found: archive::Explored) -> PyResult<Explored> {
        let moves = found.moves.into_iter().map(|played| {
            let made = ExploredMove {
                r#move: played.mv.map(|mv| moves::shared(py, mv)).transpose()?,
                board: played.board.map(|board| board.to_string()),
                games: played.games,
                won: played.won,
                drawn: played.drawn,
                lost: played.lost,
                rating: played.rating,
                used_ms: played.used_ms,
                quick: played.quick,
                last: played.last.map(day_text),
            };
            Py::new(py, made)
        });
        let games = |list: &[archive::GameAt]| list.iter().map(|at| (at.game, at.ply)).collect();
        Ok(Explored {
            total: found.total,
            total_games: found.total_games,
            moves: moves.collect::<PyResult<_>>()?,
            best: games(&found.best),
            newest: games(&found.newest),
        })
    }
}

#[pymethods]
impl Explored {
    fn __repr__(&self) -> String {
        let (boards, games) = (counted(self.total, "board"), counted(self.total_games, "game"));
        // A query about both boards of a match counts games.
        let total = if self.total == self.total_games { games } else { format!("{boards} in {games}") };
        format!("<Explored: {total}, {}>", counted(self.moves.len() as u64, "move"))
    }
}

#[pymethods]
impl ExploredMove {
    fn __repr__(&self) -> String {
        let mv = self.r#move.as_ref().map_or_else(|| "end".to_owned(), |mv| mv.get().0.to_string());
        format!("<ExploredMove {mv}: {} games>", self.games)
    }
}

/// Returns a number with its word, such as `2 games`.
fn counted(count: u64, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

/// Parses a day, a month or a year. Returns its first and last day.
pub(crate) fn days(py: Python<'_>, text: &str) -> PyResult<(i32, i32)> {
    let days = read_days(text).ok_or_else(|| {
        fail::whole(
            py,
            "date",
            format!("expected a date such as 2010, 2010.05 or 2010.05.31, got {text:?}"),
            text,
        )
    })?;
    Ok((*days.start(), *days.end()))
}
