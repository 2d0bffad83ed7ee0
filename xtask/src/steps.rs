//! The steps of `test`: what each runs, which scopes it belongs to, and what it needs.

use std::num::NonZero;
use std::process::Command;
use std::thread;

use crate::bench_archive;
use crate::dependencies;
use crate::packages;
use crate::page;
use crate::python::{self, Needs};
use crate::shell::{self, Failure, Workspace};
use crate::tools::{BARE_TARGET, Tool};

/// The scopes that `cargo xtask test SCOPE...` takes next to the names of crates.
pub(crate) const SCOPES: [(&str, &str); 14] = [
    ("rust", "format, lints, tests, doc examples and packages of all crates"),
    ("api", "requests generated from the OpenAPI spec"),
    ("web", "checks, unit tests, build and browser tests of the web UI"),
    ("static", "build and browser tests of the static site"),
    ("python", "lints, build, types and tests of the Python package"),
    ("spark", "tests of the Python package with Spark"),
    ("duckdb", "archives compared with DuckDB and Polars"),
    ("npm", "build, checks and tests of the npm package"),
    ("fuzz", "lints of the fuzz targets, and a short run of each"),
    ("chaos", "attacks on archives and game files, for two minutes"),
    ("docs", "documentation site, its links and its examples, and API documentation"),
    ("dist", "release artifacts, each installed into an empty folder"),
    ("words", "words that the style guide replaces"),
    ("licenses", "licenses and bans of all dependencies, with cargo-deny"),
];

/// The crates that the default run lints and tests: the libraries, the CLI, and the generator of their test games.
pub(crate) const CRATES: [&str; 13] = [
    "bughouse-chess",
    "feen",
    "bpgn",
    "bughouse-review",
    "bughouse-archive",
    "bughouse-mate",
    "bughouse-search",
    "bughouse-engines",
    "bughouse-files",
    "bughouse-server",
    "bughouse-cli",
    "bughouse-wasm",
    "bughouse-generator",
];

/// The other members of the workspace.
pub(crate) const EXTRA_CRATES: [&str; 7] = [
    "xtask",
    "bughouse-chaos",
    "bughouse-benches",
    "bughouse-archive-benches",
    "bughouse-analysis-benches",
    "bughouse-arena",
    "bughouse-docs",
];

/// Binaries of other members that have unit tests.
const EXTRA_TESTS: &str =
    "--bin xtask --bin chaos --bin bench --bin bench-archive --bin bench-analysis --bin arena";

/// Which of the two runs has a step. `--all` has all steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// `cargo xtask test`.
    Default,
    /// `cargo xtask test --rest`.
    Rest,
    /// Both, because it prepares steps of both. It does nothing if it is up to date.
    Both,
}

/// What a step runs.
pub(crate) enum Action {
    Command(Command),
    Task(fn(&Workspace) -> Result<(), Failure>),
}

/// A check, or the preparation of one.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    pub(crate) part: Part,
    pub(crate) scopes: &'static [&'static str],
    /// The tools without which it cannot run.
    pub(crate) needs: Vec<Tool>,
    /// The tools that some of its tests use. Without them, these tests are skipped.
    pub(crate) uses: Vec<Tool>,
    pub(crate) action: Action,
}

impl Step {
    fn new(part: Part, name: &'static str, scopes: &'static [&'static str], action: Action) -> Self {
        Self { name, part, scopes, needs: Vec::new(), uses: Vec::new(), action }
    }

    /// Makes a step of the default run.
    fn default(name: &'static str, scopes: &'static [&'static str], command: Command) -> Self {
        Self::new(Part::Default, name, scopes, Action::Command(command))
    }

    /// Makes a step that `--all` and `--rest` add.
    fn rest(name: &'static str, scopes: &'static [&'static str], command: Command) -> Self {
        Self::new(Part::Rest, name, scopes, Action::Command(command))
    }

    fn needs(mut self, tools: &[Tool]) -> Self {
        self.needs.extend(tools);
        self
    }

    fn uses(mut self, tools: &[Tool]) -> Self {
        self.uses.extend(tools);
        self
    }

    /// Makes heavy Rust tests do a tenth of their rounds, unless `TEST_SCALE` is set.
    pub(crate) fn with_fewer_rounds(mut self) -> Self {
        if let Action::Command(command) = &mut self.action
            && std::env::var_os("TEST_SCALE").is_none()
        {
            command.env("TEST_SCALE", "0.1");
        }
        self
    }

    /// Returns the command line, or nothing for a task.
    pub(crate) fn shown(&self) -> Option<String> {
        match &self.action {
            Action::Command(command) => Some(shell::shown(command)),
            Action::Task(_) => None,
        }
    }
}

/// What the fuzzer starts from. The seed is fixed, so a change doesn't fail for a bug that an earlier one introduced.
const FUZZ_SEED: u32 = 1;

/// How long archives are attacked. The seed is fixed for the same reason.
const CHAOS: &str = "--minutes 2 --seed 1";

/// Lists all steps in the order they run: within each part, those that fail fastest come first.
///
/// Every call of cargo selects the same packages with the same features wherever it can. Otherwise cargo would compile
/// dependencies again with other features.
pub(crate) fn all(workspace: &Workspace, fuzz_seconds: u32) -> Vec<Step> {
    let cargo = |line: &str| cargo(workspace, line);
    let in_folder = |line: &str| {
        // A workspace of its own, which shares the target directory.
        let mut command = cargo(line);
        command.env("CARGO_TARGET_DIR", workspace.target_dir());
        command
    };
    let npm = |folder: &str, script: &[&str]| packages::npm(workspace, folder, script);
    let python = python::interpreter(workspace);
    let own = packages_of(&CRATES);
    let all_features = "--all-features --locked";

    let mut steps = vec![
        // The default run.
        Step::default("words", &["words"], cargo("--locked xtask words")),
        Step::default("Rust format", &["rust"], cargo("fmt --all --check")),
        Step::default(
            "format of the fuzz targets",
            &["fuzz"],
            cargo("fmt --check --manifest-path fuzz/Cargo.toml"),
        ),
        Step::default(
            "format of the Python package",
            &["python"],
            cargo("fmt --check --manifest-path bindings/python/Cargo.toml"),
        ),
        Step::default(
            "format of the npm package's build tool",
            &["npm"],
            cargo("fmt --check --manifest-path npm/glue/Cargo.toml"),
        ),
        Step::new(Part::Both, "web packages", &["web", "static"], Action::Task(page::install_packages))
            .needs(&[Tool::Node]),
        Step::default("web checks", &["web"], npm("web", &["run", "check"])).needs(&[Tool::Node]),
        Step::default("web unit tests", &["web"], npm("web", &["test"])).needs(&[Tool::Node]),
        // Before the CLI, which embeds it.
        Step::new(Part::Both, "web build", &["web", "static"], Action::Task(page::build_if_changed))
            .needs(&[Tool::Node]),
        Step::default("Rust tests", &["rust"], cargo(&format!("test {own} --tests {all_features}")))
            .uses(&[Tool::FairyStockfish, Tool::RealGames]),
        Step::default(
            "examples of commands",
            &["rust"],
            cargo("--locked xtask docs --test --no-build --only console"),
        )
        .needs(&[Tool::UnixShell]),
        Step::new(
            Part::Both,
            "CLI for the browser tests",
            &["web", "static"],
            Action::Command(debug_cli(workspace)),
        ),
        Step::default("browser tests", &["web"], browser_tests(workspace, &["--main"]))
            .needs(&[Tool::Node, Tool::Chromium]),
        // The rest.
        Step::rest("HTTP API compared with its spec", &["api"], cargo("--locked xtask api"))
            .needs(&[Tool::Python]),
        Step::rest("dependencies", &["rust"], cargo("--locked xtask dependencies")),
        Step::rest(
            "licenses and bans",
            &["licenses"],
            cargo("deny --locked --log-level error check --hide-inclusion-graph licenses bans"),
        )
        .needs(&[Tool::CargoDeny]),
        Step::rest(
            "lints of everything",
            &["rust"],
            cargo(&format!("clippy --workspace --all-targets {all_features} -- -D warnings")),
        ),
        Step::rest("lints without features", &["rust"], without_features(workspace)),
        Step::rest("libraries without std", &["rust"], without_std(workspace)).needs(&[Tool::BareTarget]),
        Step::rest("crate packages", &["rust"], crate_packages(workspace)),
        Step::rest("tests of benchmarks and xtask", &["rust"], extra_tests(workspace)),
        Step::rest("doc examples", &["rust"], cargo(&format!("test --workspace --doc {all_features}"))),
        Step::rest("API documentation", &["docs"], rustdoc(workspace)),
        Step::new(
            Part::Rest,
            "Python packages",
            &["python", "spark", "duckdb", "docs"],
            Action::Task(|workspace| {
                python::require(workspace, Needs::Archive)?;
                python::require(workspace, Needs::Package).map(|_| ())
            }),
        )
        .needs(&[Tool::Python]),
        Step::rest("archives compared with DuckDB", &["duckdb"], duckdb_tests(workspace))
            .needs(&[Tool::Python]),
        Step::rest(
            "programs for the next steps",
            &["duckdb", "docs"],
            with_docs_examples(cargo(&format!(
                "build --workspace {all_features} --bin bench-archive --bin bughouse --bin docs-examples \
                 {FEATURES_OF_TESTS}"
            ))),
        ),
        Step::rest(
            "large archive compared with DuckDB",
            &["duckdb"],
            bench_archive::answers(workspace, &python),
        )
        .needs(&[Tool::Python]),
        Step::rest("attacks on archives", &["chaos"], cargo(&format!("--locked xtask chaos {CHAOS}")))
            .needs(&[Tool::UnixShell]),
        Step::rest(
            "lints of the Python package",
            &["python"],
            in_folder(
                "clippy --manifest-path bindings/python/Cargo.toml --all-targets --locked -- -D warnings",
            ),
        )
        .needs(&[Tool::Python]),
        Step::rest("Python package", &["python", "spark", "docs"], cargo("--locked xtask python"))
            .needs(&[Tool::Python]),
        Step::rest("types of the Python package", &["python"], python::module(workspace, &["mypy"]))
            .needs(&[Tool::Python]),
        Step::rest(
            "tests of the Python package",
            &["python"],
            python::module(workspace, &["pytest", "-q", "--ignore-glob=*/test_spark*"]),
        )
        .needs(&[Tool::Python]),
        Step::rest(
            "Spark tests",
            &["spark"],
            python::module(workspace, &["pytest", "-q", "tests", "-k", "test_spark"]),
        )
        .needs(&[Tool::Python, Tool::Java])
        .uses(&[Tool::RealGames]),
        Step::rest("npm package", &["npm", "docs"], cargo("--locked xtask wasm"))
            .needs(&[Tool::Node, Tool::Wasm]),
        Step::rest("checks of the npm package", &["npm"], npm("npm", &["run", "check"])).needs(&[Tool::Node]),
        Step::rest("tests of the npm package", &["npm"], npm("npm", &["test"]))
            .needs(&[Tool::Node, Tool::Chromium]),
        Step::rest("documentation site", &["docs"], cargo("--locked xtask docs"))
            .needs(&[Tool::Node, Tool::Python]),
        Step::rest("documentation examples", &["docs"], cargo("--locked xtask docs --test --no-build"))
            .needs(&[Tool::Node, Tool::Python, Tool::Chromium, Tool::UnixShell]),
        Step::rest("release artifacts", &["dist"], cargo("--locked xtask dist --check")).needs(&[
            Tool::Node,
            Tool::Python,
            Tool::Wasm,
        ]),
        Step::rest("static site", &["static"], static_site(workspace)).needs(&[Tool::Node, Tool::Wasm]),
        Step::rest("browser tests of the static site", &["static"], browser_tests(workspace, &["--static"]))
            .needs(&[Tool::Node, Tool::Chromium])
            .uses(&[Tool::RealGames]),
        Step::rest("long browser tests", &["web"], browser_tests(workspace, &["--rest"]))
            .needs(&[Tool::Node, Tool::Chromium]),
        Step::rest(
            "lints of the fuzz targets",
            &["fuzz"],
            in_folder("clippy --manifest-path fuzz/Cargo.toml --locked -- -D warnings"),
        ),
    ];
    if fuzz_seconds > 0 {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let line = format!("--locked xtask fuzz --seconds {fuzz_seconds} --jobs {cores} --seed {FUZZ_SEED}");
        steps.push(Step::rest("fuzz targets", &["fuzz"], cargo(&line)).needs(&[Tool::Cxx]));
    }
    steps
}

/// Lists the steps for single crates: format, lints, tests and doc examples.
pub(crate) fn of_crates(workspace: &Workspace, names: &[&str]) -> Vec<Step> {
    let cargo = |line: &str| cargo(workspace, line);
    let chosen = packages_of(names);
    let all_features = "--all-features --locked";
    // Tools that the tests of some crates use.
    let used_by = |users: &[&str], tool| names.iter().any(|name| users.contains(name)).then_some(tool);
    let uses: Vec<Tool> = [
        used_by(&["bughouse-engines", "bughouse-cli"], Tool::FairyStockfish),
        used_by(&["bpgn", "bughouse-server", "bughouse-cli"], Tool::RealGames),
    ]
    .into_iter()
    .flatten()
    .collect();
    vec![
        Step::default("Rust format", &["rust"], cargo(&format!("fmt {chosen} --check"))),
        Step::default(
            "Rust lints",
            &["rust"],
            cargo(&format!("clippy {chosen} --all-targets {all_features} -- -D warnings")),
        ),
        Step::default("Rust tests", &["rust"], cargo(&format!("test {chosen} {all_features}"))).uses(&uses),
    ]
}

/// A target of cargo that uses dev-dependencies. With it, `cargo build` chooses the features that `cargo test` does, and
/// uses what the tests have built.
pub(crate) const FEATURES_OF_TESTS: &str = "--example knight_drops";

/// Builds the CLI and the generator as the Rust tests have built them.
pub(crate) fn debug_cli(workspace: &Workspace) -> Command {
    let own = packages_of(&CRATES);
    let line =
        format!("build {own} --all-features --locked --bin bughouse --bin generate {FEATURES_OF_TESTS}");
    cargo(workspace, &line)
}

/// Adds the Rust examples of the documentation to a build.
pub(crate) fn with_docs_examples(mut build: Command) -> Command {
    build.env("BUGHOUSE_DOCS", "1");
    build
}

/// Prepares a call of cargo, its arguments separated by spaces.
fn cargo(workspace: &Workspace, line: &str) -> Command {
    let mut command = workspace.cargo();
    command.args(line.split(' '));
    command
}

fn packages_of(names: &[&str]) -> String {
    names.iter().map(|name| format!("--package {name}")).collect::<Vec<_>>().join(" ")
}

/// Tests the crates on their own, because other members of the workspace would enable the features.
fn without_features(workspace: &Workspace) -> Command {
    let chosen = packages_of(&["bughouse-chess", "bpgn", "bughouse-review"]);
    cargo(workspace, &format!("clippy {chosen} --all-targets --no-default-features --locked -- -D warnings"))
}

fn without_std(workspace: &Workspace) -> Command {
    let chosen = packages_of(&["bughouse-chess", "feen", "bughouse-mate"]);
    let features = "bughouse-chess/feen,bughouse-chess/serde,bughouse-chess/compat";
    let line =
        format!("build {chosen} --no-default-features --features {features} --target {BARE_TARGET} --locked");
    cargo(workspace, &line)
}

/// Packages the published crates together, because they depend on each other.
///
/// The packages are not compiled here: cargo keeps the unpacked sources of a version, and would compile an older state
/// the next time. `cargo publish` compiles them.
fn crate_packages(workspace: &Workspace) -> Command {
    let chosen = packages_of(&dependencies::PUBLISHED);
    cargo(workspace, &format!("package {chosen} --no-verify --allow-dirty --locked"))
}

/// Selects binaries of the whole workspace, which has the same features as the other tests.
fn extra_tests(workspace: &Workspace) -> Command {
    cargo(workspace, &format!("test --workspace --all-features --locked {EXTRA_TESTS}"))
}

fn rustdoc(workspace: &Workspace) -> Command {
    let mut command = cargo(workspace, "doc --workspace --all-features --no-deps --locked");
    command.env("RUSTDOCFLAGS", "-D warnings");
    command
}

/// Runs the tests that skip themselves in the default run because it has no DuckDB.
fn duckdb_tests(workspace: &Workspace) -> Command {
    let own = packages_of(&CRATES);
    let mut command = cargo(workspace, &format!("test {own} --all-features --locked --test all -- duckdb"));
    command.env("BUGHOUSE_PYTHON", python::interpreter(workspace));
    command
}

fn static_site(workspace: &Workspace) -> Command {
    let mut command = cargo(workspace, "--locked xtask page --static");
    command.arg(workspace.target_dir().join("static-page"));
    command
}

/// Prepares browser tests that use the CLI and the generator as the Rust tests have built them.
fn browser_tests(workspace: &Workspace, args: &[&str]) -> Command {
    let debug = workspace.target_dir().join("debug");
    let mut command = workspace.program("node");
    command.arg("web/e2e/run.mjs").args(args);
    command.env("BUGHOUSE_PROGRAM", debug.join(format!("bughouse{}", std::env::consts::EXE_SUFFIX)));
    command.env("BUGHOUSE_GENERATOR", debug.join(format!("generate{}", std::env::consts::EXE_SUFFIX)));
    if args.contains(&"--static") {
        command.env("BUGHOUSE_STATIC", workspace.target_dir().join("static-page"));
    }
    command
}
