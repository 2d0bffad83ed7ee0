//! A replayed game: the position after each half-move.

use std::sync::{Arc, OnceLock};

use bpgn::{Facts, Game, Moment, ReadOptions, Timeline};
use bughouse_chess::{BoardId, Millis, Seat};
use bughouse_review::position::ReadBoard;
use bughouse_review::svg;
use bughouse_review::two_boards::{Arrangement, DrawnBoards};
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyValueError};
use pyo3::prelude::{Bound, Py, PyAny, PyAnyMethods, PyErr, PyResult, Python, pyclass, pymethods};
use pyo3::types::{PyDict, PyDictMethods, PyIterator, PyList, PySlice, PySliceMethods};

use crate::board::Board;
use crate::moves::{self, Move};
use crate::piece::Pocket;
use crate::records::index;
use crate::words;

/// A replayed game.
#[pyclass(frozen, module = "bughouse")]
pub(crate) struct Replay(Arc<Played>);

struct Played {
    timeline: Timeline,
    game: Game,
    /// Computed on demand.
    facts: OnceLock<Facts>,
}

/// A played half-move, and the position after it.
#[pyclass(frozen, module = "bughouse")]
pub(crate) struct Step {
    played: Arc<Played>,
    index: usize,
}

/// Why a replay stopped.
#[pyclass(frozen, get_all, module = "bughouse")]
pub(crate) struct Stop {
    /// The number of the half-move, from 1.
    ply: usize,
    /// The label of the half-move, such as `12a`.
    label: String,
    /// The kind of error.
    kind: &'static str,
    /// The message for people.
    message: String,
    /// The part of the move that is wrong.
    start: usize,
    end: usize,
}

#[pymethods]
impl Stop {
    fn __repr__(&self) -> String {
        format!("<Stop at {}: {}>", self.label, self.message)
    }
}

impl Replay {
    /// Plays the main line of a game.
    pub(crate) fn of(game: &Game, strict: bool) -> Replay {
        let options = if strict { ReadOptions::strict() } else { ReadOptions::for_files() };
        let timeline = Timeline::new(game, &options);
        Replay(Arc::new(Played { timeline, game: game.clone(), facts: OnceLock::new() }))
    }

    fn step<'py>(&self, py: Python<'py>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        Ok(Bound::new(py, Step { played: Arc::clone(&self.0), index })?.into_any())
    }

    fn facts(&self, py: Python<'_>) -> &Facts {
        py.detach(|| self.0.facts.get_or_init(|| Facts::of(&self.0.game)))
    }
}

#[pymethods]
impl Replay {
    fn __len__(&self) -> usize {
        self.0.timeline.moments.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, at: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let length = self.0.timeline.moments.len();
        let Ok(slice) = at.cast::<PySlice>() else {
            let at = at.extract().map_err(|error: PyErr| {
                // The same message as that of a list.
                let far = error.is_instance_of::<PyOverflowError>(py);
                if far { PyIndexError::new_err("index out of range") } else { error }
            })?;
            return self.step(py, index(at, length)?);
        };
        let wanted = slice.indices(isize::try_from(length)?)?;
        let places = (0..wanted.slicelength).map(|place| wanted.start + place as isize * wanted.step);
        let steps: Vec<_> = places.map(|place| self.step(py, place as usize)).collect::<PyResult<_>>()?;
        Ok(PyList::new(py, steps)?.into_any())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let steps = (0..self.0.timeline.moments.len()).map(|index| self.step(py, index));
        PyList::new(py, steps.collect::<PyResult<Vec<_>>>()?)?.try_iter()
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let steps = (0..self.0.timeline.moments.len()).rev().map(|index| self.step(py, index));
        PyList::new(py, steps.collect::<PyResult<Vec<_>>>()?)?.try_iter()
    }

    fn __contains__(&self, step: &Bound<'_, PyAny>) -> bool {
        step.cast::<Step>().is_ok_and(|step| Arc::ptr_eq(&step.get().played, &self.0))
    }

    #[pyo3(signature = (value, start=0, stop=None))]
    fn index(&self, value: &Bound<'_, PyAny>, start: isize, stop: Option<isize>) -> PyResult<usize> {
        let length = self.0.timeline.moments.len();
        let place = |at: isize| match at {
            0.. => at.unsigned_abs(),
            _ => length.saturating_sub(at.unsigned_abs()),
        };
        let found =
            value.cast::<Step>().ok().filter(|_| self.__contains__(value)).map(|step| step.get().index);
        found
            .filter(|&at| at >= place(start) && stop.is_none_or(|stop| at < place(stop)))
            .ok_or_else(|| PyValueError::new_err("the step is not in this replay"))
    }

    fn count(&self, value: &Bound<'_, PyAny>) -> usize {
        usize::from(self.__contains__(value))
    }

    #[getter]
    fn stop(&self) -> Option<Stop> {
        self.0.timeline.stopped.map(|stopped| Stop {
            ply: stopped.ply,
            label: stopped.label.to_string(),
            kind: stopped.kind.name(),
            message: stopped.kind.to_string(),
            start: stopped.span.start,
            end: stopped.span.end,
        })
    }

    fn start_board(&self, py: Python<'_>, board: &str) -> PyResult<Board> {
        Ok(Board::of(*self.0.timeline.start.position.board(words::board(py, board)?)))
    }

    #[getter]
    fn base_ms(&self) -> Option<i64> {
        self.0.timeline.start.control.map(|control| control.base.0)
    }

    #[getter]
    fn increment_ms(&self) -> Option<i64> {
        self.0.timeline.start.control.map(|control| control.increment.0)
    }

    #[getter]
    fn winner(&self, py: Python<'_>) -> Option<&'static str> {
        self.facts(py).outcome.winner_name()
    }

    #[getter]
    fn end(&self, py: Python<'_>) -> Option<&'static str> {
        self.facts(py).outcome.by()
    }

    #[getter]
    fn loser(&self, py: Python<'_>) -> Option<&'static str> {
        self.facts(py).outcome.loser.map(Seat::name)
    }

    fn __repr__(&self) -> String {
        format!("<Replay of {} half-moves>", self.0.timeline.moments.len())
    }
}

impl Step {
    fn moment(&self) -> &Moment {
        &self.played.timeline.moments[self.index]
    }
}

#[pymethods]
impl Step {
    #[getter]
    fn ply(&self) -> usize {
        self.moment().ply
    }

    #[getter]
    fn seat(&self) -> &'static str {
        self.moment().seat.name()
    }

    #[getter]
    fn san(&self) -> &str {
        &self.moment().san
    }

    #[getter]
    fn r#move(&self, py: Python<'_>) -> PyResult<Py<Move>> {
        moves::shared(py, self.moment().mv)
    }

    fn board(&self, py: Python<'_>, board: &str) -> PyResult<Board> {
        Ok(Board::of(*self.moment().board(words::board(py, board)?)))
    }

    fn board_before(&self, py: Python<'_>, board: &str) -> PyResult<Board> {
        let id = words::board(py, board)?;
        let timeline = &self.played.timeline;
        let before = self.index.checked_sub(1).and_then(|index| timeline.moments.get(index));
        Ok(Board::of(before.map_or(*timeline.start.position.board(id), |before| *before.board(id))))
    }

    fn pocket(&self, py: Python<'_>, seat: &str) -> PyResult<Pocket> {
        Ok(Pocket(self.moment().position.reserve(words::seat(py, seat)?)))
    }

    #[getter]
    fn captured(&self) -> Option<u32> {
        self.moment().transfer.capture.map(|capture| words::piece_number(capture.piece).into())
    }

    /// The seat that received a piece, and the piece.
    #[getter]
    fn transfer(&self) -> Option<(&'static str, u32)> {
        let transfer = self.moment().transfer.transfer;
        transfer.map(|(seat, piece)| (seat.name(), words::piece_number(piece).into()))
    }

    #[getter]
    fn clock_ms(&self) -> Option<i64> {
        let moment = self.moment();
        moment.clocks[moment.seat].map(|time| time.0)
    }

    fn clocks_ms<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let clocks = PyDict::new(py);
        for (seat, time) in self.moment().clocks.iter() {
            clocks.set_item(seat.name(), time.map(|time| time.0))?;
        }
        Ok(clocks)
    }

    #[getter]
    fn used_ms(&self) -> Option<i64> {
        self.moment().used.map(|time| time.0)
    }

    #[getter]
    fn elapsed_ms(&self) -> Option<i64> {
        self.moment().elapsed.map(|time| time.0)
    }

    #[getter]
    fn diagonals_ms(&self) -> (Option<i64>, Option<i64>) {
        let [white, black] = self.moment().diagonals;
        let time = |time: Option<Millis>| time.map(|time| time.0);
        (time(white), time(black))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> Py<PyAny> {
        let equal = |other: &Bound<'_, Step>| {
            Arc::ptr_eq(&self.played, &other.get().played) && self.index == other.get().index
        };
        words::answer(other.py(), other.cast().ok().map(equal))
    }

    fn __hash__(&self) -> usize {
        (Arc::as_ptr(&self.played) as usize).wrapping_add(self.index)
    }

    fn bfen(&self) -> String {
        let moment = self.moment();
        format!("{} | {}", moment.to_bfen(BoardId::A), moment.to_bfen(BoardId::B))
    }

    fn _repr_svg_(&self) -> String {
        let moment = self.moment();
        let boards = BoardId::ALL.map(|id| {
            let clock = |color| moment.clocks[Seat::new(id, color)];
            let clocks = clock(bughouse_chess::Color::White).zip(clock(bughouse_chess::Color::Black));
            let clocks = clocks.map(|(white, black)| [white.into(), black.into()]);
            ReadBoard { clocks, ..ReadBoard::of(*moment.board(id)) }
        });
        svg::two_boards(&DrawnBoards(&boards), Arrangement::default())
    }

    fn __repr__(&self) -> String {
        let moment = self.moment();
        format!("<Step {}. {} {}>", moment.ply, moment.seat, moment.san)
    }
}
