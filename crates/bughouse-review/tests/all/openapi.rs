//! `openapi.json` is made of the shapes.

use bughouse_review::{OPENAPI, schema};

#[test]
fn the_document_is_that_of_the_shapes() {
    // On Windows git may have changed the ends of lines.
    assert!(OPENAPI.replace("\r\n", "\n") == schema::openapi(), "run `cargo xtask openapi`");
}
