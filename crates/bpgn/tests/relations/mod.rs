//! Relations that hold for any text, and a maker of texts. The tests try them with a few, the fuzz targets with many.

pub mod chunks;
pub mod lexer;
pub mod replay;
pub mod text;
pub mod tree;
