//! How a match ended.

use bughouse_chess as chess;
use pyo3::prelude::{pyclass, pymethods};

/// How a match ended.
#[pyclass(frozen, eq, hash, module = "bughouse")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Outcome(pub(crate) chess::Outcome);

#[pymethods]
impl Outcome {
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.0.winner.map(chess::Team::name)
    }

    #[getter]
    fn cause(&self) -> String {
        crate::fail::kind_name(&self.0.cause)
    }

    #[getter]
    fn seat(&self) -> Option<&'static str> {
        self.0.seat.map(chess::Seat::name)
    }

    fn result(&self) -> &'static str {
        self.0.result()
    }

    fn is_draw(&self) -> bool {
        self.0.is_draw()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {}: {}>", self.0.result(), self.0)
    }
}
