//! `screenshot`: takes the pictures of the web UI that the README and the docs show.

use crate::serve;
use crate::shell::{self, Failure, Workspace};
use crate::tools::{self, Tool};

/// Builds the web UI and the CLI, and takes a picture of each state into `docs/page`.
pub(crate) fn run(workspace: &Workspace, args: &[String]) -> Result<(), Failure> {
    if let Some(arg) = args.first() {
        return Err(Failure::usage(format!("`screenshot` takes no arguments: `{arg}`")));
    }
    tools::require(workspace, &[Tool::Chromium])?;
    let program = serve::build(workspace)?;
    let mut node = workspace.program("node");
    node.args(["web/scripts/screenshot.mjs", "docs/page"]);
    node.env("BUGHOUSE_PROGRAM", &program).env("BUGHOUSE_GENERATOR", program.with_file_name("generate"));
    shell::heading(&shell::shown(&node));
    shell::run(&mut node)
}
