//! `openapi`: writes the OpenAPI spec of the HTTP API from the types of `bughouse-review`.

use std::fs;

use crate::shell::{self, Failure, Workspace};

/// Writes `openapi.json` of `bughouse-review`.
pub(crate) fn run(workspace: &Workspace, args: &[String]) -> Result<(), Failure> {
    if let Some(arg) = args.first() {
        return Err(Failure::usage(format!("`openapi` takes no arguments: `{arg}`")));
    }
    let mut cargo = workspace.cargo();
    cargo.args(
        "run --quiet --locked --package bughouse-review --features schema --example openapi".split(' '),
    );
    shell::heading(&shell::shown(&cargo));
    let done = cargo.output().map_err(|error| Failure::step(format!("cargo cannot be run: {error}")))?;
    if !done.status.success() {
        return Err(Failure::step(String::from_utf8_lossy(&done.stderr).into_owned()));
    }
    let path = workspace.root().join("crates/bughouse-review/openapi.json");
    fs::write(&path, &done.stdout)
        .map_err(|error| Failure::step(format!("{} cannot be written: {error}", path.display())))
}
