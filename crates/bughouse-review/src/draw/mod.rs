//! Images of boards.

pub(crate) mod figures;
pub mod svg;
