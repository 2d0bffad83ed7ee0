//! `test`: everything a change must pass.

use std::process::Command;
use std::time::Instant;

use crate::page;
use crate::shell::{self, Failure, Workspace};
use crate::tools::{self, Tool};

/// Runs every check in order and stops at the first that fails.
pub(crate) fn run(workspace: &Workspace, args: &[String]) -> Result<(), Failure> {
    if let Some(arg) = args.first() {
        return Err(Failure::usage(format!("`test` takes no arguments, but was given `{arg}`")));
    }
    let start = Instant::now();
    require_components(workspace)?;
    tools::require(workspace, &[Tool::Node, Tool::Chromium])?;
    page::install_packages(workspace)?;

    let steps = steps(workspace);
    let count = steps.len();
    for (index, (name, mut command)) in steps.into_iter().enumerate() {
        let number = index + 1;
        shell::heading(&format!("{number}/{count} {name}: {}", shell::shown(&command)));
        shell::run(&mut command).map_err(|failure| {
            Failure::step(format!("step {number} of {count} ({name}): {failure}, {}", after(start)))
        })?;
    }
    shell::heading(&format!("all {count} steps passed {}", after(start)));
    Ok(())
}

/// Lists the checks: the quickest to fail come first. The page comes before the program, which carries it.
fn steps(workspace: &Workspace) -> Vec<(&'static str, Command)> {
    let cargo = |line: &str| {
        let mut command = workspace.cargo();
        command.args(line.split(' '));
        command
    };

    // Alone, since another member of the workspace may turn the features on.
    let without_features = cargo(
        "clippy --package bughouse-chess --package bpgn --package bughouse-review --all-targets --no-default-features \
         --locked -- -D warnings",
    );

    let mut docs = cargo("doc --workspace --all-features --no-deps --locked");
    docs.env("RUSTDOCFLAGS", "-D warnings");

    // The fuzz targets are a workspace of their own; the target directory is shared to build less twice.
    let mut fuzz = cargo("check --manifest-path fuzz/Cargo.toml --locked");
    fuzz.env("CARGO_TARGET_DIR", workspace.target_dir());

    // The programs that the tests have run: nothing is built again.
    let debug = workspace.target_dir().join("debug");
    let mut browser_tests = workspace.program("node");
    browser_tests.arg("web/e2e/run.mjs");
    browser_tests.env("BUGHOUSE_PROGRAM", debug.join("bughouse"));
    browser_tests.env("BUGHOUSE_GENERATOR", debug.join("generate"));

    vec![
        ("format", cargo("fmt --all --check")),
        ("format of the fuzz targets", cargo("fmt --check --manifest-path fuzz/Cargo.toml")),
        ("page checks", page::npm(workspace, &["run", "check"])),
        ("page tests", page::npm(workspace, &["test"])),
        ("page", page::npm(workspace, &["run", "build"])),
        ("lints", cargo("clippy --workspace --all-targets --all-features --locked -- -D warnings")),
        ("lints without features", without_features),
        ("tests", cargo("test --workspace --all-features --locked")),
        ("docs", docs),
        ("fuzz targets", fuzz),
        ("browser tests", browser_tests),
    ]
}

/// Makes sure that rustfmt and clippy are there, and has rustup fetch them if they are not.
fn require_components(workspace: &Workspace) -> Result<(), Failure> {
    let present =
        || ["fmt", "clippy"].iter().all(|tool| shell::works(workspace.cargo().args([tool, "--version"])));
    if present() {
        return Ok(());
    }
    shell::heading("rustfmt or clippy is missing: rustup component add clippy rustfmt");
    let added = shell::run(workspace.program("rustup").args(["component", "add", "clippy", "rustfmt"]));
    if added.is_ok() && present() {
        return Ok(());
    }
    Err(Failure::step(
        "rustfmt and clippy are needed: run `rustup component add clippy rustfmt`, \
         or install the packages of those names for a Rust that did not come from rustup",
    ))
}

/// Says how long ago the first step began.
fn after(start: Instant) -> String {
    format!("after {:.1} s", start.elapsed().as_secs_f64())
}
