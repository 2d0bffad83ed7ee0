//! `test`: everything a change must pass; with `--quick`, what is worth running after every few lines.

use std::cmp::Reverse;
use std::num::NonZero;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Instant;

use crate::bench_archive;
use crate::dependencies;
use crate::packages;
use crate::page;
use crate::python::{self, Needs};
use crate::shell::{self, Failure, Workspace};
use crate::tools::{self, Tool};

/// What the command line of `test` asks for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Options {
    quick: bool,
    /// How long each fuzz target runs; 0 for not at all.
    fuzz_seconds: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self { quick: false, fuzz_seconds: 10 }
    }
}

impl Options {
    /// Reads what follows the verb.
    pub(crate) fn parse(args: &[String]) -> Result<Self, Failure> {
        let mut options = Self::default();
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--quick" => options.quick = true,
                "--fuzz-seconds" => {
                    let seconds = args.next().and_then(|text| text.parse().ok());
                    options.fuzz_seconds =
                        seconds.ok_or_else(|| Failure::usage("`--fuzz-seconds` takes a number"))?;
                }
                other => {
                    return Err(Failure::usage(format!(
                        "`test` takes `--quick` and `--fuzz-seconds N`, but was given `{other}`"
                    )));
                }
            }
        }
        Ok(options)
    }
}

/// Runs the checks in order and stops at the first that fails.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<(), Failure> {
    let start = Instant::now();
    require_components(workspace)?;
    let steps = if options.quick {
        let has_packages = page::has_packages(workspace);
        if !has_packages {
            shell::heading("web/node_modules is not there: the tests of the page are left out");
        }
        quick_steps(workspace, has_packages)
    } else {
        tools::require(workspace, &[Tool::Node, Tool::Chromium, Tool::Java])?;
        page::install_packages(workspace)?;
        packages::install(workspace, "npm")?;
        python::require(workspace, Needs::Archive)?;
        let python = python::require(workspace, Needs::Package)?;
        let found = Found { bare_target: has_bare_target(workspace), cargo_deny: has_cargo_deny(workspace) };
        steps(workspace, found, options.fuzz_seconds, &python)
    };
    let count = steps.len();
    let mut times = Vec::with_capacity(count);
    for (index, (name, mut command)) in steps.into_iter().enumerate() {
        let number = index + 1;
        shell::heading(&format!("{number}/{count} {name}: {}", shell::shown(&command)));
        let begun = Instant::now();
        shell::run(&mut command).map_err(|failure| {
            Failure::step(format!("step {number} of {count} ({name}): {failure}, {}", after(start)))
        })?;
        times.push((name, begun.elapsed().as_secs()));
    }
    times.sort_by_key(|&(_, seconds)| Reverse(seconds));
    let longest: Vec<String> =
        times.iter().take(8).map(|(name, seconds)| format!("{name} {seconds} s")).collect();
    shell::heading(&format!("what took longest: {}", longest.join(", ")));
    shell::heading(&format!("all {count} steps passed {}", after(start)));
    Ok(())
}

/// Prepares a call of cargo, its arguments separated by spaces.
fn cargo(workspace: &Workspace, line: &str) -> Command {
    let mut command = workspace.cargo();
    command.args(line.split(' '));
    command
}

/// The libraries and the program: what is looked at in a hurry.
const OWN: &str = "--package bughouse-chess --package feen --package bpgn --package bughouse-review \
                   --package bughouse-archive --package bughouse-mate --package bughouse-search \
                   --package bughouse-engines --package bughouse-server --package bughouse-cli --package bughouse-wasm";

/// Lists the checks that take a minute or two if all is built: no browser, fuzz targets, documentation, benchmarks and
/// chores. Features are those of the whole run, so that nothing is built twice.
fn quick_steps(workspace: &Workspace, has_packages: bool) -> Vec<(&'static str, Command)> {
    let cargo = |line: &str| cargo(workspace, line);
    let mut steps = vec![("format", cargo("fmt --all --check"))];
    if has_packages {
        steps.push(("page tests", page::npm(workspace, &["test"])));
    }
    steps.push((
        "lints",
        cargo(&format!("clippy {OWN} --all-targets --all-features --locked -- -D warnings")),
    ));
    // The examples of the documentation are left out: each is a program that is linked anew.
    steps.push(("tests", cargo(&format!("test {OWN} --lib --bins --tests --all-features --locked"))));
    steps
}

/// What the fuzzer begins with.
const FUZZ_SEED: u32 = 1;

/// A target without the standard library. What is built for it needs none.
const BARE_TARGET: &str = "thumbv7em-none-eabi";

/// Makes sure that the target without a standard library is there, and has rustup fetch it if it is not.
fn has_bare_target(workspace: &Workspace) -> bool {
    let present = || {
        let folder = shell::output(workspace.program("rustc").args(["--print", "sysroot"]));
        folder.is_some_and(|folder| Path::new(folder.trim()).join("lib/rustlib").join(BARE_TARGET).is_dir())
    };
    if present() {
        return true;
    }
    shell::heading(&format!("a target is missing: rustup target add {BARE_TARGET}"));
    if shell::run(workspace.program("rustup").args(["target", "add", BARE_TARGET])).is_ok() && present() {
        return true;
    }
    shell::heading(&format!(
        "{BARE_TARGET} cannot be had: the build without the standard library is left out"
    ));
    false
}

/// Tells whether cargo-deny is there. It takes minutes to build, so nobody is made to wait for it.
fn has_cargo_deny(workspace: &Workspace) -> bool {
    let present = shell::works(workspace.cargo().args(["deny", "--version"]));
    if !present {
        shell::heading(
            "cargo-deny is not installed: bans and the licences of benchmarks, tests and chores are not checked; \
             those of the published crates are. `cargo install cargo-deny --locked` brings it",
        );
    }
    present
}

/// What some of the checks need, and may not be there.
#[derive(Clone, Copy)]
struct Found {
    bare_target: bool,
    cargo_deny: bool,
}

/// Lists the checks: the quickest to fail come first. The page comes before the program, which carries it.
fn steps(
    workspace: &Workspace,
    found: Found,
    fuzz_seconds: u32,
    python: &Path,
) -> Vec<(&'static str, Command)> {
    let cargo = |line: &str| cargo(workspace, line);

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

    // The page without a server, and what it is compared with.
    let static_page = workspace.target_dir().join("static-page");
    let mut build_static = cargo("--locked xtask page --static");
    build_static.arg(&static_page);
    let mut static_tests = workspace.program("node");
    static_tests.args(["web/e2e/run.mjs", "--static"]);
    static_tests.env("BUGHOUSE_STATIC", &static_page);
    static_tests.env("BUGHOUSE_PROGRAM", debug.join("bughouse"));
    static_tests.env("BUGHOUSE_GENERATOR", debug.join("generate"));

    // All at once, since they depend on each other. The page has been built, and goes with the program. They are not built
    // from their packages here: cargo keeps what it unpacked of a version, and would build an older state the next time.
    // `cargo publish` does it.
    let published: Vec<String> =
        dependencies::PUBLISHED.iter().map(|name| format!("--package {name}")).collect();
    let packages = cargo(&format!("package {} --no-verify --allow-dirty --locked", published.join(" ")));

    // The Python package is a workspace of its own, too.
    let mut package_lints =
        cargo("clippy --manifest-path bindings/python/Cargo.toml --all-targets --locked -- -D warnings");
    package_lints.env("CARGO_TARGET_DIR", workspace.target_dir());

    let mut tests = cargo("test --workspace --all-features --locked");
    tests.env("BUGHOUSE_PYTHON", python);

    let mut steps = vec![
        ("format", cargo("fmt --all --check")),
        ("format of the fuzz targets", cargo("fmt --check --manifest-path fuzz/Cargo.toml")),
        ("format of the glue", cargo("fmt --check --manifest-path npm/glue/Cargo.toml")),
        ("format of the Python package", cargo("fmt --check --manifest-path bindings/python/Cargo.toml")),
        ("dependencies", cargo("--locked xtask dependencies")),
        ("page checks", page::npm(workspace, &["run", "check"])),
        ("page tests", page::npm(workspace, &["test"])),
        ("page", page::npm(workspace, &["run", "build"])),
        ("lints", cargo("clippy --workspace --all-targets --all-features --locked -- -D warnings")),
        ("lints without features", without_features),
        ("packages", packages),
        ("tests", tests),
        // With all features of all members, so that nothing is built twice.
        ("benchmark of the archive", cargo("build --workspace --all-features --locked --bin bench-archive")),
        ("answers beside DuckDB", bench_archive::answers(workspace, python)),
        ("lints of the Python package", package_lints),
        ("Python package", cargo("--locked xtask python")),
        ("types of the Python package", python::module(workspace, python, "mypy")),
        ("tests of the Python package", python::module(workspace, python, "pytest -q")),
        ("npm package", cargo("--locked xtask wasm")),
        ("checks of the npm package", packages::npm(workspace, "npm", &["run", "check"])),
        ("tests of the npm package", packages::npm(workspace, "npm", &["test"])),
        ("page without a server", build_static),
        ("docs", docs),
        ("fuzz targets", fuzz),
        ("browser tests", browser_tests),
        ("browser tests without a server", static_tests),
    ];
    let place = |steps: &[(&str, Command)], name: &str| {
        steps.iter().position(|(other, _)| *other == name).unwrap_or_default()
    };
    if found.cargo_deny {
        let deny = cargo("deny --locked --log-level error check --hide-inclusion-graph licenses bans");
        let after = place(&steps, "dependencies") + 1;
        steps.insert(after, ("licences and bans", deny));
    }
    if fuzz_seconds > 0 {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        // The same seed each time: a change is not to fail because of what another one might have met.
        let fuzz =
            cargo(&format!("--locked xtask fuzz --seconds {fuzz_seconds} --jobs {cores} --seed {FUZZ_SEED}"));
        let after = place(&steps, "fuzz targets") + 1;
        steps.insert(after, ("fuzz", fuzz));
    }
    if found.bare_target {
        let build = format!(
            "build --package bughouse-chess --package feen --package bughouse-mate --no-default-features \
             --features bughouse-chess/feen,bughouse-chess/serde,bughouse-chess/compat --target {BARE_TARGET} --locked"
        );
        let before = place(&steps, "tests");
        steps.insert(before, ("libraries without std", cargo(&build)));
    }
    steps
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

#[cfg(test)]
mod tests {
    use super::{Found, Options, Path, quick_steps, steps};
    use crate::shell::{Workspace, shown};

    fn parse(line: &str) -> Option<Options> {
        let args: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        Options::parse(&args).ok()
    }

    #[test]
    fn every_option_is_read() {
        assert_eq!(parse(""), Some(Options { quick: false, fuzz_seconds: 10 }));
        assert_eq!(parse("--quick"), Some(Options { quick: true, fuzz_seconds: 10 }));
        assert_eq!(parse("--fuzz-seconds 0"), Some(Options { quick: false, fuzz_seconds: 0 }));
    }

    #[test]
    fn nonsense_is_refused() {
        for line in ["--fast", "quick", "--quick all", "--fuzz-seconds", "--fuzz-seconds x"] {
            assert_eq!(parse(line), None, "{line}");
        }
    }

    #[test]
    fn the_whole_run_has_each_step_once_and_in_order() {
        let workspace = Workspace::find().expect("the tests run in the workspace");
        let names = |found, seconds| -> Vec<&str> {
            steps(&workspace, found, seconds, Path::new("python")).into_iter().map(|(name, _)| name).collect()
        };
        let least = names(Found { bare_target: false, cargo_deny: false }, 0);
        let all = names(Found { bare_target: true, cargo_deny: true }, 10);
        assert_eq!(all.len(), least.len() + 3);
        let place = |name| all.iter().position(|other| *other == name).expect("the step is there");
        assert!(place("dependencies") < place("licences and bans") && place("page") < place("packages"));
        assert!(place("fuzz targets") < place("fuzz") && place("libraries without std") < place("tests"));
    }

    #[test]
    fn the_quick_form_tests_every_crate_and_the_page_if_it_can() {
        let workspace = Workspace::find().expect("the tests run in the workspace");
        let lines = |has_packages| -> Vec<String> {
            quick_steps(&workspace, has_packages).iter().map(|(_, command)| shown(command)).collect()
        };
        assert_eq!(lines(true).len(), lines(false).len() + 1);
        let tests = lines(false).pop().expect("there are steps");
        for entry in std::fs::read_dir(workspace.root().join("crates")).expect("the crates are there") {
            let manifest = entry.expect("it can be listed").path().join("Cargo.toml");
            let manifest = std::fs::read_to_string(manifest).expect("each crate has a manifest");
            let name = manifest.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
            let package = format!("--package {}", name.expect("each has a name"));
            assert!(tests.contains(&package), "{package} is left out of {tests}");
        }
    }
}
