//! What can be wrong with a row of perft counts.

use std::fmt;

use bughouse_chess::TextError;
use bughouse_review::{PositionFault, PositionFaultKind};

/// What is wrong with a row, and where.
pub(crate) type Fault = TextError<FaultKind>;

/// What is wrong with a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FaultKind {
    /// Its position cannot be read.
    Position(PositionFaultKind),
    /// It does not have three fields.
    RowFields(usize),
    /// Its depth is not a number in range.
    RowDepth,
    /// Its count is not a number in range.
    RowNodes,
}

/// Takes what is wrong with the position of a row.
pub(crate) fn of_position(fault: &PositionFault) -> Fault {
    Fault::new(FaultKind::Position(*fault.kind()), fault.span())
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FaultKind::Position(kind) => kind.fmt(f),
            FaultKind::RowFields(count) => {
                let s = if *count == 1 { "" } else { "s" };
                write!(f, "{count} field{s} found, expected three: bfen;depth;nodes")
            }
            FaultKind::RowDepth => {
                write!(f, "expected a depth, a number from 0 to {}", crate::cli::MAX_DEPTH)
            }
            FaultKind::RowNodes => f.write_str("expected the count of nodes, a number"),
        }
    }
}
