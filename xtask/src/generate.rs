//! `generate`: writes synthetic games, for tests and benchmarks.

use std::ffi::OsStr;

use crate::shell::{self, Failure, Workspace};

/// Runs a release build of the generator, which is many times faster.
pub(crate) fn run(workspace: &Workspace, args: &[impl AsRef<OsStr>]) -> Result<(), Failure> {
    shell::run(workspace.member("bughouse-generator").args(args))
}
