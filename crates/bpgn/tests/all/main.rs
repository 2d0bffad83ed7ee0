//! The integration tests of the crate, in one program.

#![allow(clippy::unwrap_used)]

mod annotated;
mod canonical;
mod clock;
#[cfg(feature = "compressed")]
mod compressed;
mod damage;
mod edit;
mod edit_annotations;
mod edit_repair;
mod end_reason;
mod from_match;
#[cfg(feature = "import")]
mod import;
#[path = "../../../bughouse-chess/tests/all/import_order.rs"]
mod import_order;
#[cfg(feature = "import")]
#[allow(unreachable_pub)]
#[path = "../relations/import.rs"]
mod import_relations;
mod parse;
mod properties;
#[path = "../../../bughouse-chess/tests/all/public_names.rs"]
mod public_names;
mod quirks;
mod ranges;
mod reading;
mod readme;
mod real_games;
mod reports;
#[path = "../../../bughouse-chess/tests/all/rng.rs"]
mod rng;
#[path = "../../../bughouse-chess/tests/all/scale.rs"]
mod scale;
mod shared_data;
// The fuzz targets also use it, as part of a library.
#[allow(unreachable_pub)]
#[path = "../relations/mod.rs"]
mod relations;
mod tags;
mod timeline;
mod writing;

/// The order of the folders and files in `src`, see `import_order`.
const IMPORT_ORDER: &[&[&str]] = &[
    &["types"],
    &["lexer"],
    &["reader"],
    &["input", "tree"],
    &["replay"],
    &["facts"],
    &["edit", "import", "from_match"],
];
