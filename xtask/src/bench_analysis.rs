//! `bench analysis`: finds mates, needs and mistakes in real games, and compares with Fairy-Stockfish.

use std::path::PathBuf;

use crate::shell::{self, Failure, Workspace};

/// Builds and runs the benchmark.
pub(crate) fn run(workspace: &Workspace, args: &[String]) -> Result<(), Failure> {
    let mut command = workspace.member("bughouse-analysis-benches");
    shell::run(command.arg("--games").arg(shared_games(workspace)).args(args))
}

/// Returns the folder of real games that tests use.
pub(crate) fn shared_games(workspace: &Workspace) -> PathBuf {
    let root = std::env::var_os("BUGHOUSE_SHARED_DATA").map(PathBuf::from);
    root.unwrap_or_else(|| workspace.root().join("../shared/data")).join("bpgn")
}
