//! A piece with a color, and the reserve of a color.

use bughouse_chess::{Color, Piece as Kind, Reserve};
use pyo3::prelude::{Bound, PyAny, PyAnyMethods, PyResult, Python, pyclass, pymethods};
use pyo3::types::PyType;

use crate::fail;
use crate::words;

/// A piece with a color.
#[pyclass(frozen, eq, hash, module = "bughouse")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Piece {
    kind: Kind,
    color: Color,
}

impl Piece {
    /// Creates a piece.
    pub(crate) const fn of(kind: Kind, color: Color) -> Piece {
        Piece { kind, color }
    }
}

#[pymethods]
impl Piece {
    #[new]
    fn new(
        py: Python<'_>,
        #[pyo3(from_py_with = words::number)] piece_type: i64,
        color: bool,
    ) -> PyResult<Piece> {
        Ok(Piece { kind: words::piece(py, piece_type)?, color: words::color(color) })
    }

    #[classmethod]
    fn from_symbol(_class: &Bound<'_, PyType>, py: Python<'_>, symbol: &str) -> PyResult<Piece> {
        let wrong =
            || fail::whole(py, "piece", format!("expected a letter such as P or k, got {symbol:?}"), symbol);
        let &[letter] = symbol.as_bytes() else { return Err(wrong()) };
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        Ok(Piece { kind: Kind::from_letter(letter).ok_or_else(wrong)?, color })
    }

    #[getter]
    fn piece_type(&self) -> u8 {
        words::piece_number(self.kind)
    }

    #[getter]
    fn color(&self) -> bool {
        words::is_white(self.color)
    }

    fn symbol(&self) -> char {
        self.kind.to_colored_char(self.color)
    }

    #[pyo3(signature = (*, invert_color=false))]
    fn unicode_symbol(&self, invert_color: bool) -> char {
        let figures = if self.color() == invert_color {
            "\u{265f}\u{265e}\u{265d}\u{265c}\u{265b}\u{265a}"
        } else {
            "\u{2659}\u{2658}\u{2657}\u{2656}\u{2655}\u{2654}"
        };
        figures.chars().nth(self.kind as usize).unwrap_or(' ')
    }

    fn __str__(&self) -> char {
        self.symbol()
    }

    fn __repr__(&self) -> String {
        format!("Piece.from_symbol('{}')", self.symbol())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Piece>) -> PyResult<(Bound<'py, PyAny>, (u8, bool))> {
        let piece = slf.get();
        Ok((slf.get_type().into_any(), (piece.piece_type(), piece.color())))
    }
}

/// The reserve of a color.
#[pyclass(frozen, eq, hash, module = "bughouse")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Pocket(pub(crate) Reserve);

#[pymethods]
impl Pocket {
    #[new]
    #[pyo3(signature = (symbols=""))]
    fn new(py: Python<'_>, symbols: &str) -> PyResult<Pocket> {
        symbols
            .parse()
            .map(Pocket)
            .map_err(|error| fail::parse(py, fail::Class::Text, "not-a-reserve", symbols, &error))
    }

    fn count(&self, py: Python<'_>, #[pyo3(from_py_with = words::number)] piece_type: i64) -> PyResult<u8> {
        Ok(match words::piece(py, piece_type)? {
            Kind::King => 0,
            kind => self.0.count(kind),
        })
    }

    fn __len__(&self) -> usize {
        self.0.total() as usize
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Pocket('{}')", self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Pocket>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().into_any(), (slf.get().0.to_string(),)))
    }
}
