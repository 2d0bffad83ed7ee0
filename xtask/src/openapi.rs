//! `openapi`: writes the OpenAPI spec of the HTTP API from the types of `bughouse-review`, and the TypeScript types of
//! the npm package and the web UI from the spec.

use std::fs;

use crate::packages;
use crate::shell::{self, Failure, Workspace};
use crate::tools::{self, Tool};

/// Writes `openapi.json` of `bughouse-review`, then `npm/src/openapi.ts`, which needs Node.js.
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
        .map_err(|error| Failure::step(format!("{} cannot be written: {error}", path.display())))?;
    tools::require(workspace, &[Tool::Node])?;
    packages::install(workspace, "web")?;
    shell::run(&mut packages::npm(workspace, "web", &["run", "--silent", "types"]))
}
