//! Conversion of squares, piece types, colors, boards and seats from and to Python values.

use bughouse_chess::{BoardId, Color, Piece, Seat, Square};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::{Bound, FromPyObject, Py, PyAny, PyAnyMethods, PyErr, PyResult, Python};
use pyo3::types::PyBool;

use crate::fail::{self, Class};

/// Converts a number. If it is out of range, raises the package's error instead of `OverflowError`.
pub(crate) fn number<'py, T>(value: &Bound<'py, PyAny>) -> PyResult<T>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    value.extract().map_err(|error: PyErr| {
        let py = value.py();
        if error.is_instance_of::<PyOverflowError>(py) {
            fail::plain(py, Class::Text, "number", format!("{value} is too large or too small here"))
        } else {
            error
        }
    })
}

/// Converts a number or `None`.
pub(crate) fn maybe_number<'py, T>(value: &Bound<'py, PyAny>) -> PyResult<Option<T>>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    if value.is_none() { Ok(None) } else { number(value).map(Some) }
}

/// Converts a square from 0 (a1) to 63 (h8).
pub(crate) fn square(py: Python<'_>, index: i64) -> PyResult<Square> {
    usize::try_from(index).ok().and_then(Square::from_index).ok_or_else(|| {
        fail::plain(py, Class::Text, "square", format!("{index} is not a square: expected 0 to 63"))
    })
}

/// Converts a piece type from 1 (pawn) to 6 (king).
pub(crate) fn piece(py: Python<'_>, number: i64) -> PyResult<Piece> {
    let found = number.checked_sub(1).and_then(|index| usize::try_from(index).ok());
    found.and_then(|index| Piece::ALL.get(index).copied()).ok_or_else(|| {
        fail::plain(
            py,
            Class::Text,
            "piece-type",
            format!("{number} is not a piece type: expected 1 (pawn) to 6 (king)"),
        )
    })
}

/// Returns the number of a piece type, from 1 (pawn) to 6 (king).
pub(crate) const fn piece_number(piece: Piece) -> u8 {
    piece as u8 + 1
}

/// Converts a color: `True` is White.
pub(crate) const fn color(white: bool) -> Color {
    if white { Color::White } else { Color::Black }
}

/// Returns `true` for White, which is Python's value of the color.
pub(crate) const fn is_white(color: Color) -> bool {
    matches!(color, Color::White)
}

/// Returns the result of a comparison. `None` is `NotImplemented`, so Python tries the other operand.
pub(crate) fn answer(py: Python<'_>, equal: Option<bool>) -> Py<PyAny> {
    equal.map_or_else(|| py.NotImplemented(), |equal| PyBool::new(py, equal).to_owned().into_any().unbind())
}

/// Converts a board: `"A"` or `"B"`.
pub(crate) fn board(py: Python<'_>, name: &str) -> PyResult<BoardId> {
    match name {
        "A" => Ok(BoardId::A),
        "B" => Ok(BoardId::B),
        _ => Err(fail::whole(py, "board", format!("expected board \"A\" or \"B\", got {name:?}"), name)),
    }
}

/// Converts a seat: `"WhiteA"`, `"BlackA"`, `"WhiteB"`, `"BlackB"`.
pub(crate) fn seat(py: Python<'_>, name: &str) -> PyResult<Seat> {
    let invalid = || -> PyErr {
        let names = Seat::ALL.map(Seat::name).join(", ");
        fail::whole(py, "seat", format!("expected one of {names}, got {name:?}"), name)
    };
    Seat::ALL.into_iter().find(|seat| seat.name() == name).ok_or_else(invalid)
}
