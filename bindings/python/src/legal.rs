//! The legal moves of a board, generated on demand.

use bughouse_chess::{Board, BughouseMove};
use pyo3::prelude::{Bound, Py, PyAny, PyAnyMethods, PyResult, Python, pyclass, pymethods};
use pyo3::types::{PyIterator, PyList};

use crate::moves::{self, Move};

/// The legal moves and drops of a board.
#[pyclass(frozen, module = "bughouse")]
pub(crate) struct LegalMoves(Of);

enum Of {
    /// The legal moves of a board under the standard rules.
    Board(Board),
    /// The moves of a list.
    List(Vec<BughouseMove>),
}

impl LegalMoves {
    /// Creates the legal moves of a board.
    pub(crate) const fn of_board(board: Board) -> LegalMoves {
        LegalMoves(Of::Board(board))
    }

    /// Creates legal moves from a list.
    pub(crate) const fn of_list(list: Vec<BughouseMove>) -> LegalMoves {
        LegalMoves(Of::List(list))
    }
}

/// Returns a list of move objects.
pub(crate) fn list<'py>(
    py: Python<'py>,
    all: impl ExactSizeIterator<Item = BughouseMove>,
) -> PyResult<Bound<'py, PyList>> {
    let table = moves::table(py);
    let mut objects: Vec<Py<Move>> = Vec::with_capacity(all.len());
    for mv in all {
        objects.push(table.get(py, mv)?);
    }
    PyList::new(py, objects)
}

#[pymethods]
impl LegalMoves {
    // Iterate over a list: a call per move would take longer than generating the move.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let list = match &self.0 {
            Of::Board(board) => list(py, board.legal_moves().iter())?,
            Of::List(all) => list(py, all.iter().copied())?,
        };
        list.try_iter()
    }

    fn __len__(&self) -> usize {
        match &self.0 {
            Of::Board(board) => board.moves().count(),
            Of::List(list) => list.len(),
        }
    }

    fn count(&self) -> usize {
        self.__len__()
    }

    fn __bool__(&self) -> bool {
        match &self.0 {
            Of::Board(board) => board.moves().any(),
            Of::List(list) => !list.is_empty(),
        }
    }

    fn __contains__(&self, mv: &Bound<'_, PyAny>) -> bool {
        let Ok(mv) = mv.cast::<Move>() else { return false };
        match &self.0 {
            Of::Board(board) => board.is_legal(mv.get().0),
            Of::List(list) => list.contains(&mv.get().0),
        }
    }

    fn __repr__(&self) -> String {
        let text: Vec<String> = match &self.0 {
            Of::Board(board) => board.legal_moves().iter().map(|mv| mv.to_string()).collect(),
            Of::List(list) => list.iter().map(ToString::to_string).collect(),
        };
        format!("<LegalMoves ({})>", text.join(", "))
    }
}
