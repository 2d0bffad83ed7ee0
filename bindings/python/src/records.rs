//! Games, read one by one from files that may be compressed.

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bpgn::{Place, Reader, Record, unescape};
use bughouse_chess::Seat;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::{
    Bound, IntoPyObject, Py, PyAny, PyAnyMethods, PyRef, PyResult, Python, pyclass, pyfunction, pymethods,
};
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyDictMethods, PyList, PyString, PyType};

use crate::busy::Busy;
use crate::checked;
use crate::fail::{self, Class};
use crate::game_data::{self, GameData};
use crate::replayed::Replay;
use crate::source::Source;
use crate::words;

/// A game as written in the file.
#[pyclass(frozen, module = "bughouse")]
pub(crate) struct Game {
    data: Arc<GameData>,
    headers: PyOnceLock<Py<PyDict>>,
    moves: PyOnceLock<Py<PyList>>,
}

/// A half-move as written in the file.
#[pyclass(frozen, module = "bughouse")]
pub(crate) struct HalfMove {
    number: u32,
    seat: Seat,
    san: Py<PyString>,
    clock: Option<i64>,
}

impl Game {
    /// Creates the object of a game.
    pub(crate) fn of(data: GameData) -> Game {
        Game { data: Arc::new(data), headers: PyOnceLock::new(), moves: PyOnceLock::new() }
    }

    fn text_of(&self) -> Cow<'_, str> {
        self.data.encoding().decode(&self.data.bytes)
    }
}

/// Parses a game into a tree.
pub(crate) fn record(data: &GameData) -> Option<Record> {
    let Place { byte, line, column, number } = data.place;
    let mut reader =
        Reader::new(&data.bytes[..]).starting_at(byte, line, number.saturating_sub(1)).in_column(column);
    // Reading from a slice can't fail.
    reader.read_record().ok().flatten()
}

/// Interned strings: moves, and names of tags.
type Interned = PyOnceLock<Mutex<HashMap<Box<[u8]>, Py<PyString>>>>;
static MOVES: Interned = PyOnceLock::new();
static TAGS: Interned = PyOnceLock::new();
/// Limits the memory that a damaged file can use.
const MOST_WORDS: usize = 1 << 16;
const LONGEST_WORD: usize = 32;

/// Locked interned strings. Don't wait for anything else while holding them.
struct Words<'a>(MutexGuard<'a, HashMap<Box<[u8]>, Py<PyString>>>);

impl Words<'_> {
    fn lock(py: Python<'_>, interned: &'static Interned) -> Words<'static> {
        let words = interned.get_or_init(py, || Mutex::new(HashMap::new()));
        Words(words.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn get(&mut self, py: Python<'_>, word: &[u8]) -> Py<PyString> {
        if let Some(found) = self.0.get(word) {
            return found.clone_ref(py);
        }
        let made = PyString::new(py, &String::from_utf8_lossy(word)).unbind();
        if self.0.len() < MOST_WORDS && word.len() <= LONGEST_WORD {
            self.0.insert(word.into(), made.clone_ref(py));
        }
        made
    }
}

#[pymethods]
impl Game {
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<Game> {
        let start = Place { number: 1, byte: 0, line: 1, column: 1 };
        let mut games = py.detach(|| game_data::read_games(text.as_bytes(), start));
        match (games.pop(), games.is_empty()) {
            (Some(game), true) => Ok(Game::of(game)),
            (Some(second), false) => {
                let span = bughouse_chess::Span::new(second.place.byte as usize, text.len());
                let message = "expected one game, found several";
                Err(fail::in_text(py, Class::Text, "several-games", message, text, span))
            }
            (None, _) => Err(fail::whole(py, "no-game", "expected a game, found none", text)),
        }
    }

    #[getter]
    fn headers(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        let made = self.headers.get_or_try_init(py, || -> PyResult<Py<PyDict>> {
            let headers = PyDict::new(py);
            let encoding = self.data.encoding();
            let mut words = Words::lock(py, &TAGS);
            let names: Vec<Py<PyString>> =
                self.data.tags.iter().map(|&(name, _)| words.get(py, self.data.part(name))).collect();
            drop(words);
            for (name, &(_, value)) in names.into_iter().zip(&self.data.tags) {
                // The first of several tags with the same name counts.
                if headers.contains(&name)? {
                    continue;
                }
                let value = encoding.decode(self.data.part(value));
                let value = if value.contains('\\') { unescape(&value).into() } else { value };
                headers.set_item(name, value)?;
            }
            Ok(headers.unbind())
        })?;
        Ok(made.clone_ref(py))
    }

    /// The half-moves of the main line.
    #[getter]
    fn moves(&self, py: Python<'_>) -> PyResult<Py<PyList>> {
        let made = self.moves.get_or_try_init(py, || -> PyResult<Py<PyList>> {
            let mut words = Words::lock(py, &MOVES);
            let all = self.data.half_moves.iter().map(|written| HalfMove {
                number: written.label.number,
                seat: written.label.seat,
                san: words.get(py, self.data.part(written.san)),
                clock: written.clock,
            });
            let all: Vec<Py<HalfMove>> =
                all.map(|half_move| Py::new(py, half_move)).collect::<PyResult<_>>()?;
            // Creating a list may run the garbage collector, and thus code that needs this lock.
            drop(words);
            Ok(PyList::new(py, all)?.unbind())
        })?;
        Ok(made.clone_ref(py))
    }

    #[getter]
    fn number(&self) -> u64 {
        self.data.place.number
    }

    #[getter]
    fn line(&self) -> u64 {
        self.data.place.line
    }

    #[getter]
    fn byte(&self) -> u64 {
        self.data.place.byte
    }

    #[getter]
    fn result(&self, py: Python<'_>) -> PyResult<Option<String>> {
        if let Some(result) = self.data.result {
            return Ok(Some(result.as_str().to_owned()));
        }
        self.headers(py)?.bind(py).get_item("Result")?.map(|result| result.extract()).transpose()
    }

    #[getter]
    fn text(&self) -> Cow<'_, str> {
        self.text_of()
    }

    #[getter]
    fn bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.data.bytes)
    }

    /// Plays the main line on two boards.
    #[pyo3(signature = (*, strict=false))]
    fn replay(&self, py: Python<'_>, strict: bool) -> PyResult<Replay> {
        let data = Arc::clone(&self.data);
        let replay = py.detach(move || record(&data).map(|record| Replay::of(&record.game, strict)));
        replay.ok_or_else(|| fail::plain(py, Class::Text, "no-game", "expected a game, found none"))
    }

    /// Checks the game. Returns the same as `bughouse check --json`.
    #[pyo3(signature = (*, strict=false))]
    fn check<'py>(&self, py: Python<'py>, strict: bool) -> PyResult<Bound<'py, PyAny>> {
        let data = Arc::clone(&self.data);
        let found = py.detach(move || checked::check_text(&data.bytes, data.place, "", strict));
        match found.first() {
            Some(value) => crate::json::to_python(py, value),
            None => Err(fail::plain(py, Class::Text, "no-game", "expected a game, found none")),
        }
    }

    fn __repr__(&self) -> String {
        format!(
            "<Game {} at line {}, {} half-moves>",
            self.data.place.number,
            self.data.place.line,
            self.data.half_moves.len()
        )
    }

    fn __reduce__<'py>(slf: &Bound<'py, Game>) -> PyResult<(Bound<'py, PyAny>, Pickled<'py>)> {
        let data = &slf.get().data;
        let Place { number, byte, line, column } = data.place;
        let bytes = PyBytes::new(slf.py(), &data.bytes);
        Ok((slf.get_type().getattr("_restore")?, (bytes, number, byte, line, column)))
    }

    #[classmethod]
    fn _restore(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        bytes: &[u8],
        number: u64,
        byte: u64,
        line: u64,
        column: u64,
    ) -> PyResult<Game> {
        let place = Place { number, byte, line, column };
        let game = game_data::read_games(bytes, place).into_iter().next();
        game.map(Game::of)
            .ok_or_else(|| fail::plain(py, Class::Text, "no-game", "expected a game, found none"))
    }
}

/// The pickled form of a half-move.
type PickledHalfMove = (u32, &'static str, Py<PyString>, Option<i64>);

/// The pickled form of a game: its bytes and its place.
type Pickled<'py> = (Bound<'py, PyBytes>, u64, u64, u64, u64);

#[pymethods]
impl HalfMove {
    #[getter]
    fn number(&self) -> u32 {
        self.number
    }

    #[getter]
    fn seat(&self) -> &'static str {
        self.seat.name()
    }

    #[getter]
    fn san(&self, py: Python<'_>) -> Py<PyString> {
        self.san.clone_ref(py)
    }

    /// The clock after it, as written in the file.
    #[getter]
    fn clock_ms(&self) -> Option<i64> {
        self.clock
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let Ok(other) = other.cast::<HalfMove>() else { return Ok(words::answer(py, None)) };
        let other = other.get();
        let alike = (self.number, self.seat, self.clock) == (other.number, other.seat, other.clock);
        Ok(words::answer(py, Some(alike && self.san.bind(py).as_any().eq(&other.san)?)))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        (self.number, self.seat.name(), self.san.bind(py), self.clock).into_pyobject(py)?.hash()
    }

    fn __reduce__<'py>(slf: &Bound<'py, HalfMove>) -> PyResult<(Bound<'py, PyAny>, PickledHalfMove)> {
        let half_move = slf.get();
        let parts =
            (half_move.number, half_move.seat.name(), half_move.san.clone_ref(slf.py()), half_move.clock);
        Ok((slf.get_type().getattr("_restore")?, parts))
    }

    #[classmethod]
    fn _restore(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        number: u32,
        seat: &str,
        san: Py<PyString>,
        clock: Option<i64>,
    ) -> PyResult<HalfMove> {
        Ok(HalfMove { number, seat: words::seat(py, seat)?, san, clock })
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<HalfMove {}{}. {}>", self.number, bpgn::Label::letter(self.seat), self.san.bind(py))
    }
}

/// An iterator over the games of a source.
#[pyclass(frozen, module = "bughouse")]
pub(crate) struct GameReader(Busy<Open>);

/// A source that is read, and games that were read but not returned yet.
struct Open {
    /// `None` if the source was closed or has ended.
    source: Option<Source>,
    ready: VecDeque<GameData>,
    games: u64,
    closed: bool,
}

/// The result of the next step of a reader.
enum Next {
    Game(GameData),
    End,
    Closed,
    Broken(crate::source::Broken),
}

impl Open {
    /// Returns the next game. Called without the GIL.
    fn next(&mut self) -> Next {
        loop {
            if self.closed {
                return Next::Closed;
            }
            if let Some(game) = self.ready.pop_front() {
                return Next::Game(game);
            }
            let Some(source) = &mut self.source else { return Next::End };
            match source.next_chunk() {
                Ok(Some(chunk)) => {
                    let place = Place {
                        number: self.games + 1,
                        byte: chunk.byte,
                        line: chunk.line,
                        column: chunk.column,
                    };
                    self.ready = game_data::read_games(&chunk.bytes, place).into();
                    self.games += self.ready.len() as u64;
                }
                Ok(None) => self.source = None,
                Err(broken) => {
                    self.source = None;
                    return Next::Broken(broken);
                }
            }
        }
    }
}

#[pymethods]
impl GameReader {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        // Don't wait for the lock while holding the GIL: the thread that has the lock may need the GIL to read.
        let ready = self.0.try_with(|open| open.ready.pop_front());
        if let Some(game) = ready.flatten() {
            return Ok(Some(Game::of(game)));
        }
        match self.0.with(py, Open::next)? {
            Next::Game(game) => Ok(Some(Game::of(game))),
            Next::End => Ok(None),
            Next::Closed => Err(fail::plain(py, Class::Record, "closed", "the reader is closed")),
            Next::Broken(broken) => Err(broken.raise(py)),
        }
    }

    fn close(&self, py: Python<'_>) -> PyResult<()> {
        let source = self.0.with(py, |open| {
            open.closed = true;
            open.ready.clear();
            open.source.take()
        })?;
        drop(source);
        Ok(())
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_args))]
    fn __exit__(&self, py: Python<'_>, _args: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.close(py).map(|()| false)
    }
}

/// Reads games from a path or a file object, plain or compressed with bzip2, gzip or zstd.
#[pyfunction]
pub(crate) fn read_games(source: &Bound<'_, PyAny>) -> PyResult<GameReader> {
    let source = Source::open(source)?;
    Ok(GameReader(Busy::new(Open { source: Some(source), ready: VecDeque::new(), games: 0, closed: false })))
}

/// Converts a Python index, which counts from the end if it is negative.
pub(crate) fn index(at: isize, length: usize) -> PyResult<usize> {
    let found = if at < 0 { length.checked_sub(at.unsigned_abs()) } else { Some(at.unsigned_abs()) };
    found.filter(|&at| at < length).ok_or_else(|| PyIndexError::new_err("index out of range"))
}
