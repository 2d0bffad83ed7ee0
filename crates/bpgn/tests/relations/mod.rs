//! Properties that hold for any text, and a generator of texts. The tests try a few texts, the fuzz targets many.

pub mod chunks;
pub mod lexer;
pub mod replay;
pub mod text;
pub mod tree;
