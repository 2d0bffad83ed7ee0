//! `openapi.json` is generated from the types.

use bughouse_review::{OPENAPI, schema};

#[test]
fn the_spec_is_up_to_date() {
    // On Windows, git may have changed the line endings.
    assert!(OPENAPI.replace("\r\n", "\n") == schema::openapi(), "run `cargo xtask openapi`");
}
