//! Runs one Rust example of the documentation: `docs-examples docs/tutorials/write-an-engine.md:42`.

use std::process::ExitCode;

/// The place of an example, and what runs it.
type Example = (&'static str, fn() -> ExitCode);

include!(concat!(env!("OUT_DIR"), "/examples.rs"));

fn main() -> ExitCode {
    let name = std::env::args().nth(1).unwrap_or_default();
    match EXAMPLES.iter().find(|(other, _)| *other == name) {
        Some((_, run)) => run(),
        None => {
            eprintln!("error: there is no example `{name}`");
            ExitCode::from(2)
        }
    }
}
