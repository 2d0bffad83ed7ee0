//! `screenshot`: the picture of the page that the README shows.

use crate::serve;
use crate::shell::{self, Failure, Workspace};
use crate::tools::{self, Tool};

/// Builds the page and the program, and has a browser take `docs/review-page.png`.
pub(crate) fn run(workspace: &Workspace, args: &[String]) -> Result<(), Failure> {
    if let Some(arg) = args.first() {
        return Err(Failure::usage(format!("`screenshot` takes no arguments, but was given `{arg}`")));
    }
    tools::require(workspace, &[Tool::Chromium])?;
    let program = serve::build(workspace)?;
    let mut node = workspace.program("node");
    node.args(["web/scripts/screenshot.mjs", "docs/review-page.png"]);
    node.env("BUGHOUSE_PROGRAM", &program).env("BUGHOUSE_GENERATOR", program.with_file_name("generate"));
    shell::heading(&shell::shown(&node));
    shell::run(&mut node)
}
