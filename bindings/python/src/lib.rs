//! The native module of the Python package `bughouse`. The rest, with the type stubs, is in `python/bughouse/`.

mod archive;
mod archive_filter;
mod arrow;
mod board;
mod board_text;
mod busy;
mod checked;
mod fail;
mod game_data;
mod json;
mod legal;
mod match_events;
mod matches;
mod moves;
mod outcome;
mod piece;
mod planes;
mod policy;
mod records;
mod replayed;
mod samples;
mod scan;
mod source;
mod spark_import;
mod spark_scan;
mod spark_source;
mod waiting;
mod words;

/// The module `bughouse._native`.
#[pyo3::pymodule]
mod _native {
    use pyo3::prelude::{Bound, PyModule, PyModuleMethods, PyResult};

    #[pymodule_export]
    use crate::archive::{Archive, Explored, ExploredMove, Searched, add_to_archive, open_archive};
    #[pymodule_export]
    use crate::arrow::{Batch, BatchIterator, Table};
    #[pymodule_export]
    use crate::board::Board;
    #[pymodule_export]
    use crate::checked::{CheckReader, check};
    #[pymodule_export]
    use crate::fail::{ArchiveError, BughouseError, IllegalMoveError, InvalidTextError, RecordError};
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
    #[pymodule_export]
    use crate::records::{Game, GameReader, HalfMove, read_games};
    #[pymodule_export]
    use crate::replayed::{Replay, Step, Stop};
    #[pymodule_export]
    use crate::samples::{Samples, planes_of, policy_index, policy_mask, policy_move, samples};
    #[pymodule_export]
    use crate::scan::scan;
    #[pymodule_export]
    use crate::spark_import::{SparkGames, SparkImport, SparkRuns, spark_identify, spark_survey};
    #[pymodule_export]
    use crate::spark_scan::{spark_columns, spark_look, spark_scan};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
