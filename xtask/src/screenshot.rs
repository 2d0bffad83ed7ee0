//! `screenshot`: takes the pictures of the web UI that the README and the docs show.

use crate::serve;
use crate::shell::{self, Failure, Workspace};
use crate::tools::{self, Tool};

/// The folder of the pictures.
const PICTURES: &str = "docs/img";

/// Builds the web UI and the CLI, and takes the pictures into `docs/img`: all of them, or those with the given names.
pub(crate) fn run(workspace: &Workspace, names: &[String]) -> Result<(), Failure> {
    if let Some(option) = names.iter().find(|name| name.starts_with('-')) {
        return Err(Failure::usage(format!("`screenshot` takes names of pictures, not `{option}`")));
    }
    tools::require(workspace, &[Tool::Chromium])?;
    let program = serve::build(workspace)?;
    let mut node = workspace.program("node");
    node.args(["web/scripts/screenshot.mjs", PICTURES]).args(names);
    node.env("BUGHOUSE_PROGRAM", &program);
    shell::heading(&shell::shown(&node));
    shell::run(&mut node)
}
