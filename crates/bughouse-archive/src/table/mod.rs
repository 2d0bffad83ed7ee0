//! Tables as Parquet files. Only the files of this folder know the crate `parquet`.

mod reader;
mod sums;
mod writer;

pub(crate) use reader::{Found, Ints, TableFile};
pub(crate) use writer::TableWriter;
