//! Tables as Parquet files. Only this module depends on the crate `parquet`.

mod reader;
mod sums;
mod writer;

pub(crate) use reader::{Found, IntCursor, TableFile};
pub(crate) use sums::{Computed, write_sums};
pub(crate) use writer::TableWriter;
