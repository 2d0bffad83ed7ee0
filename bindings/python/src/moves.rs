//! A move or drop. Each has a single Python object, which is shared.

use std::hash::{DefaultHasher, Hash, Hasher};

use bughouse_archive::{pack_move, unpack_move};
use bughouse_chess::{BughouseMove, ChessMove, Piece};
use pyo3::basic::CompareOp;
use pyo3::prelude::{Bound, Py, PyAny, PyAnyMethods, PyResult, Python, pyclass, pymethods};
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use crate::fail::{self, Class};
use crate::words;

/// A move or drop. Objects are shared and immutable.
#[pyclass(frozen, module = "bughouse")]
pub(crate) struct Move(pub(crate) BughouseMove);

/// The objects by number of the move. Promotions that take a piece from the other board have higher numbers, and aren't
/// shared.
static SHARED: PyOnceLock<Vec<PyOnceLock<Py<Move>>>> = PyOnceLock::new();
/// The number of shared objects.
const NUMBERS: usize = 6 << 12;

/// Returns the object of a move.
pub(crate) fn shared(py: Python<'_>, mv: BughouseMove) -> PyResult<Py<Move>> {
    table(py).get(py, mv)
}

/// The objects of all moves.
#[derive(Clone, Copy)]
pub(crate) struct Table(&'static [PyOnceLock<Py<Move>>]);

/// Returns the objects of all moves.
pub(crate) fn table(py: Python<'_>) -> Table {
    Table(SHARED.get_or_init(py, || (0..NUMBERS).map(|_| PyOnceLock::new()).collect()))
}

impl Table {
    /// Returns the object of a move.
    #[inline]
    pub(crate) fn get(self, py: Python<'_>, mv: BughouseMove) -> PyResult<Py<Move>> {
        match usize::try_from(pack_move(mv)).ok().and_then(|number| self.0.get(number)) {
            Some(cell) => match cell.get(py) {
                Some(object) => Ok(object.clone_ref(py)),
                None => Ok(cell.get_or_try_init(py, || Py::new(py, Move(mv)))?.clone_ref(py)),
            },
            None => Py::new(py, Move(mv)),
        }
    }
}

#[pymethods]
impl Move {
    #[new]
    #[pyo3(signature = (from_square, to_square, promotion=None, drop=None))]
    fn new(
        py: Python<'_>,
        #[pyo3(from_py_with = words::number)] from_square: i64,
        #[pyo3(from_py_with = words::number)] to_square: i64,
        #[pyo3(from_py_with = words::maybe_number)] promotion: Option<i64>,
        #[pyo3(from_py_with = words::maybe_number)] drop: Option<i64>,
    ) -> PyResult<Move> {
        let (from, to) = (words::square(py, from_square)?, words::square(py, to_square)?);
        let promotion = promotion.map(|piece| words::piece(py, piece)).transpose()?;
        let wrong = |kind, message| Err(fail::plain(py, Class::Text, kind, message));
        if let Some(piece) = drop.map(|piece| words::piece(py, piece)).transpose()? {
            return match (piece, promotion) {
                (Piece::King, _) => wrong("drop", "a king can't be dropped"),
                (_, Some(_)) => wrong("drop", "a drop can't be a promotion"),
                _ => Ok(Move(BughouseMove::Drop { piece, square: to })),
            };
        }
        if let Some(piece @ (Piece::Pawn | Piece::King)) = promotion {
            return wrong(
                "promotion",
                if piece == Piece::King {
                    "a pawn can't promote to a king"
                } else {
                    "a pawn can't promote to a pawn"
                },
            );
        }
        Ok(Move(ChessMove::new(from, to, promotion).into()))
    }

    /// Reads a move such as `e2e4`, `e7e8q` or `N@f3`.
    #[classmethod]
    fn from_uci(_class: &Bound<'_, PyType>, py: Python<'_>, uci: &str) -> PyResult<Py<Move>> {
        match uci.parse::<BughouseMove>() {
            Ok(mv) => shared(py, mv),
            Err(error) => Err(fail::parse(py, Class::Text, "not-a-move", uci, &error)),
        }
    }

    /// Returns the move for a number in an archive's tables.
    #[classmethod]
    #[pyo3(signature = (number, white=true))]
    fn from_int(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        #[pyo3(from_py_with = words::number)] number: i64,
        white: bool,
    ) -> PyResult<Py<Move>> {
        let found = i16::try_from(number).ok().and_then(|number| unpack_move(number, words::color(white)));
        match found {
            Some(mv) => shared(py, mv),
            None => {
                Err(fail::plain(py, Class::Text, "move", format!("{number} is not the number of a move")))
            }
        }
    }

    /// Returns its number in an archive's tables.
    fn to_int(&self) -> i16 {
        pack_move(self.0)
    }

    fn uci(&self) -> String {
        self.0.to_string()
    }

    /// The origin square; for a drop, the square of the drop.
    #[getter(from_square)]
    fn source(&self) -> usize {
        match self.0 {
            BughouseMove::Regular(mv) => mv.source().to_index(),
            BughouseMove::Drop { square, .. } => square.to_index(),
        }
    }

    #[getter]
    fn to_square(&self) -> usize {
        self.0.dest().to_index()
    }

    #[getter]
    fn promotion(&self) -> Option<u8> {
        match self.0 {
            BughouseMove::Regular(mv) => mv.promotion().map(words::piece_number),
            BughouseMove::Drop { .. } => None,
        }
    }

    #[getter]
    fn drop(&self) -> Option<u8> {
        match self.0 {
            BughouseMove::Regular(_) => None,
            BughouseMove::Drop { piece, .. } => Some(words::piece_number(piece)),
        }
    }

    /// The square on the other board from which a promotion takes its piece, if the rules have that.
    #[getter]
    fn stolen_from(&self) -> Option<usize> {
        match self.0 {
            BughouseMove::Regular(mv) => mv.stolen_from().map(|square| square.to_index()),
            BughouseMove::Drop { .. } => None,
        }
    }

    fn __str__(&self) -> String {
        self.uci()
    }

    fn __repr__(&self) -> String {
        format!("Move.from_uci('{}')", self.0)
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let Ok(other) = other.cast::<Move>() else { return Ok(py.NotImplemented()) };
        let equal = self.0 == other.get().0;
        Ok(words::answer(
            py,
            match op {
                CompareOp::Eq => Some(equal),
                CompareOp::Ne => Some(!equal),
                _ => None,
            },
        ))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Move>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("from_uci")?, (slf.get().uci(),)))
    }
}
