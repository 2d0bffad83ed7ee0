//! `chaos`: attacks archives and game files, and checks that no answer is wrong.

use crate::shell::{self, Failure, Workspace};
use crate::steps::FEATURES_OF_TESTS;

/// Builds the CLI and the attacks, and runs them. Broken archives are kept in `target/chaos`.
pub(crate) fn run(workspace: &Workspace, args: &[String]) -> Result<(), Failure> {
    let mut build = workspace.cargo();
    // The same packages and features as in other steps of `test`, so nothing is compiled twice.
    build.args(["build", "--workspace", "--all-features", "--locked", "--bin", "bughouse", "--bin", "chaos"]);
    shell::run(build.args(FEATURES_OF_TESTS.split(' ')))?;
    let debug = workspace.target_dir().join("debug");
    let program = |name: &str| debug.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let mut chaos = workspace.program(program("chaos"));
    chaos.arg("--bughouse").arg(program("bughouse"));
    chaos.arg("--keep").arg(workspace.target_dir().join("chaos"));
    chaos.args(args);
    shell::heading(&shell::shown(&chaos));
    shell::run(&mut chaos)
}
