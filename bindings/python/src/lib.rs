//! The native part of the Python package `bughouse`. `python/bughouse/` has the rest, and the stubs say what is public.

mod board;
mod fail;
mod legal;
mod match_events;
mod matches;
mod moves;
mod outcome;
mod piece;
mod words;

/// The module `bughouse._native`.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use crate::board::Board;
    #[pymodule_export]
    use crate::fail::{BughouseError, IllegalMoveError, InvalidTextError};
    #[pymodule_export]
    use crate::legal::LegalMoves;
    #[pymodule_export]
    use crate::matches::Match;
    #[pymodule_export]
    use crate::moves::Move;
    #[pymodule_export]
    use crate::outcome::Outcome;
    #[pymodule_export]
    use crate::piece::{Piece, Pocket};
}
