//! `bench wasm`: compares the npm package with chessops, ffish and a native build.

use crate::packages;
use crate::shell::{self, Failure, Workspace};
use crate::wasm;

/// Builds the package and measures it.
pub(crate) fn run(workspace: &Workspace, args: &[String]) -> Result<(), Failure> {
    if let Some(arg) = args.iter().find(|arg| *arg != "--check") {
        return Err(Failure::usage(format!("`bench wasm` takes [--check], not `{arg}`")));
    }
    wasm::run(workspace, &[])?;
    let measured = wasm::build_measured(workspace)?;
    packages::install(workspace, "benches/wasm")?;
    let mut cargo = workspace.cargo();
    cargo.args(
        "build --release --locked --package bughouse-wasm --no-default-features --features perft".split(' '),
    );
    cargo.args(["--example", "perft_made"]);
    shell::heading(&shell::shown(&cargo));
    shell::run(&mut cargo)?;
    let native =
        workspace.target_dir().join(format!("release/examples/perft_made{}", std::env::consts::EXE_SUFFIX));
    let mut node = workspace.program("node");
    node.arg("benches/wasm/bench.mjs").arg(measured).arg(native).args(args);
    shell::heading("the npm package compared with other libraries");
    shell::run(&mut node)
}
