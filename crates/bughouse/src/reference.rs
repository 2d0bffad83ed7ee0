//! The pages of the documentation that are generated from the code.
//!
//! `BLESS=1 cargo test -p bughouse-cli reference` updates them. Read the diff before you commit it.

mod commands;
mod diagnostics;
mod http;
pub(crate) mod json;
mod markdown;
mod presets;
mod schema;
mod source;

use std::path::Path;
use std::{env, fs};

/// Compares a page with the one in `docs/reference`, or writes it if `BLESS` is set.
fn check(name: &str, title: &str, body: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference").join(name);
    let note = "Generated from the code, don't edit. To update: BLESS=1 cargo test -p bughouse-cli reference";
    let text = format!("<!-- {note} -->\n\n# {title}\n\n{}\n", body.trim());
    if env::var_os("BLESS").is_some() {
        fs::write(&path, text).unwrap();
        return;
    }
    let stored = fs::read_to_string(&path).unwrap_or_default();
    assert!(stored == text, "docs/reference/{name} is out of date. {note}");
}

#[test]
fn reference_of_commands() {
    check("cli.md", "Commands", &commands::page());
}

#[test]
fn reference_of_json() {
    check("json.md", "JSON output", &json::page());
}

#[test]
fn reference_of_the_http_api() {
    check("http-api.md", "HTTP API", &http::page());
}

#[test]
fn reference_of_diagnostics() {
    check("diagnostics.md", "Diagnostics", &diagnostics::page());
}

#[test]
fn reference_of_rule_presets() {
    check("rule-presets.md", "Rule presets", &presets::page());
}
