//! `arena`: plays matches between the built-in engine and another one.

use crate::bench_analysis::shared_games;
use crate::shell::{self, Failure, Workspace};

/// Builds the arena and plays matches. By default, openings are those of real games, or of our own test games.
pub(crate) fn run(workspace: &Workspace, args: &[String]) -> Result<(), Failure> {
    let real = shared_games(workspace);
    let openings = if real.is_dir() { real } else { workspace.root().join("testdata/bpgn") };
    shell::run(workspace.member("bughouse-arena").arg("--openings").arg(openings).args(args))
}
