//! Check results of games, as `bughouse check --json` prints them.

use std::collections::VecDeque;

use bpgn::{Checker, Place, ReadOptions, Reader};
use bughouse_review::{CheckedGame, GameText};
use pyo3::prelude::{Bound, PyAny, PyRef, PyResult, Python, pyclass, pyfunction, pymethods};
use serde_json::Value;

use crate::busy::Busy;
use crate::fail::{self, Class};
use crate::json;
use crate::source::Source;

/// Checks all games of a text that begins at `place` of a file.
pub(crate) fn check_text(text: &[u8], place: Place, file: &str, strict: bool) -> Vec<Value> {
    let options = if strict { ReadOptions::strict() } else { ReadOptions::for_files() };
    let mut reader = Reader::new(text)
        .starting_at(place.byte, place.line, place.number.saturating_sub(1))
        .in_column(place.column);
    let mut checker = Checker::new(options, |report| {
        let game = || CheckedGame::new(file, report, &GameText::new(report.place, report.bytes));
        // Serialization of this type can't fail.
        report.is_game.then(game).and_then(|game| serde_json::to_value(&game).ok())
    });
    // Reading from a slice can't fail.
    reader.read_games(&mut checker).flatten().flatten().collect()
}

/// An iterator over check results, one per game.
#[pyclass(frozen, module = "bughouse")]
pub(crate) struct CheckReader(Busy<Open>);

struct Open {
    source: Option<Source>,
    ready: VecDeque<Value>,
    games: u64,
    strict: bool,
    closed: bool,
}

impl Open {
    /// Returns the result of the next game. Called without the GIL.
    fn next(&mut self) -> Result<Option<Value>, crate::source::Broken> {
        loop {
            if let Some(game) = self.ready.pop_front() {
                return Ok(Some(game));
            }
            let Some(source) = &mut self.source else { return Ok(None) };
            match source.next_chunk() {
                Ok(Some(chunk)) => {
                    let place = Place {
                        number: self.games + 1,
                        byte: chunk.byte,
                        line: chunk.line,
                        column: chunk.column,
                    };
                    self.ready = check_text(&chunk.bytes, place, source.name(), self.strict).into();
                    self.games += self.ready.len() as u64;
                }
                Ok(None) => self.source = None,
                Err(broken) => {
                    self.source = None;
                    return Err(broken);
                }
            }
        }
    }
}

#[pymethods]
impl CheckReader {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.0.with(py, |open| (!open.closed).then(|| open.next()))? {
            Some(Ok(Some(value))) => json::to_python(py, &value).map(Some),
            Some(Ok(None)) => Ok(None),
            Some(Err(broken)) => Err(broken.raise(py)),
            None => Err(fail::plain(py, Class::Record, "closed", "the reader is closed")),
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

/// Checks each game. Yields the same as `bughouse check --json`.
#[pyfunction]
#[pyo3(signature = (source, *, strict=false))]
pub(crate) fn check(source: &Bound<'_, PyAny>, strict: bool) -> PyResult<CheckReader> {
    let source = Source::open(source)?;
    let open = Open { source: Some(source), ready: VecDeque::new(), games: 0, strict, closed: false };
    Ok(CheckReader(Busy::new(open)))
}
