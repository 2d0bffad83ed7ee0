//! Development tasks of the workspace: `cargo xtask <command>`.

mod api;
#[cfg(test)]
mod architecture;
mod arena;
mod bench;
mod bench_analysis;
mod bench_archive;
mod bench_python;
mod bench_spark;
mod bench_wasm;
mod chaos;
mod dependencies;
mod dist;
mod dist_check;
mod docs;
mod docs_examples;
mod docs_links;
mod docs_page;
mod fuzz;
mod generate;
mod openapi;
mod packages;
mod page;
mod python;
mod samples;
mod screenshot;
mod serve;
mod served;
mod shell;
mod soak;
mod soak_clients;
mod steps;
mod test;
mod tools;
mod wasm;
mod words;

use std::process::ExitCode;

use shell::{Failure, Workspace};

const HELP: &str = "\
Usage: cargo xtask <command>

  serve       Build the web UI and the CLI, and show sample games: [--no-run] [-- ARGS of `bughouse serve`]
  test        Check format, tests and the web UI: about 7 minutes from a fresh clone on two cores, 3 when built.
              Needs Rust and Node; browser tests run if Chromium is installed.
              --all              Also check Python, Spark, DuckDB, npm, the static site, fuzz targets and documentation
              --rest             Run only what --all adds
              SCOPE...           Run only these: rust, api, web, static, python, spark, duckdb, npm, fuzz, chaos,
                                 docs, dist, words, licenses, or names of crates
              --fuzz-seconds N   How long each fuzz target runs (default 10; 0 skips them)
  api         Send requests generated from the OpenAPI spec to `bughouse serve`, and check the answers against it:
              [--seed N] [--requests N]
  arena       Let the built-in engine play matches against Fairy-Stockfish, with openings from real games:
              [--games N] [--time MS | --nodes N] [--engine PATH] [--openings DIR]
  bench       Compare the speed of the libraries with others: [--json] [--check] [--only native|plain] [FILTER]
  bench archive
              Import synthetic games, explore and search them, and compare with DuckDB on the same files:
              [--games N] [--batch N] [--keep DIR] [--no-text] [--only boards|filters|scans|games] [--check]
  bench analysis
              Find mates, needs and mistakes in real games, and compare with Fairy-Stockfish if it is installed:
              [--games DIR] [--engine PATH] [--check]
  bench python
              Compare the speed of the Python package with python-chess, a regex and numpy: [--check] [FILTER]
  bench spark
              Compare Spark on this machine with a single process: [--games N] [--check]
  bench wasm  Compare the speed of the npm package with chessops, ffish and a native build: [--check]
  chaos       Attack archives and game files, and check that every answer is right or a clear error:
              [--minutes N | --trials N] [--seed N|random] [--trial N] [--jobs N] (default 2 minutes, seed 1)
              --trial repeats one trial, --kind NAME runs one kind; broken archives are kept in target/chaos
  dependencies
              Check the Rust version and the license of each dependency of the published crates
  dist        Build all release artifacts into target/dist: [--out DIR] [--check]
              --check installs each artifact into an empty folder and runs it
  docs        Build the documentation site into target/docs, with API references: [--no-api | --serve]
              --test             Run its examples: [--only KINDS] [--no-build] [PAGE...]
  fuzz        Run each fuzz target for 60 seconds, and print executions per second. Inputs that reach new code are kept in
              fuzz/corpus: [--seconds N] [--jobs N] [--seed N] [TARGET...]
              --minimize         Remove kept inputs that reach nothing that others don't
              --save-seeds       Minimize, and write some inputs to fuzz/seeds, which is part of the repository
  generate    Write 1000 synthetic games as BPGN:
              [--games N | --megabytes M] [--seed S] [--annotated] [--like-a-server] [-o FILE]
  openapi     Write the OpenAPI spec from the types of bughouse-review, and the TypeScript types from the spec
  page        Build the web UI, which `bughouse` embeds, or with --static DIR the static site, for any static host
  python      Build the Python package `bughouse` into target/wheels, and install it into target/python
  wasm        Build the libraries as WebAssembly, and the npm package `bughouse-chess`, in npm/
  screenshot  Take the pictures of the web UI in docs/img: [NAME...]
  soak        Let many clients use `bughouse serve` while its files and its archive change, and check every answer,
              memory and open handles: [--minutes N] [--clients N] [--searching N] (default 3, 16 and half of them)
              [--p99 MS]         How long lists, games and analysis may take (default 50, or 250 in less than 30 minutes)
  words       Check text that people read for words that the style guide replaces: [PATH...]
  help        Print this text

Exit code: 0 success, 1 a step failed, 2 invalid usage.";

fn main() -> ExitCode {
    let args: Vec<String> =
        std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned()).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure @ Failure::Usage(_)) => {
            eprintln!("error: {failure}\n\nRun `cargo xtask help` to list the commands.");
            ExitCode::from(2)
        }
        Err(failure @ Failure::Step(_)) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the command in the arguments.
fn run(args: &[String]) -> Result<(), Failure> {
    let Some((command, rest)) = args.split_first() else {
        println!("{HELP}");
        return Ok(());
    };
    if args.iter().take_while(|arg| *arg != "--").any(|arg| arg == "--help" || arg == "-h") {
        println!("{HELP}");
        return Ok(());
    }
    let workspace = &Workspace::find()?;
    match (command.as_str(), rest.first().map(String::as_str)) {
        ("help", _) => println!("{HELP}"),
        ("serve", _) => serve::run(workspace, &serve::Options::parse(rest)?)?,
        ("openapi", _) => openapi::run(workspace, rest)?,
        ("page", _) => page::run(workspace, rest)?,
        ("python", _) => drop(python::run(workspace, rest)?),
        ("wasm", _) => wasm::run(workspace, rest)?,
        ("screenshot", _) => screenshot::run(workspace, rest)?,
        ("test", _) => test::run(workspace, &test::Options::parse(rest)?)?,
        ("dependencies", _) => dependencies::run(workspace, rest)?,
        ("docs", _) => docs::run(workspace, &docs::Options::parse(rest)?)?,
        ("dist", _) => dist::run(workspace, &dist::Options::parse(rest)?)?,
        ("api", _) => api::run(workspace, &api::Options::parse(rest)?)?,
        ("arena", _) => arena::run(workspace, rest)?,
        ("bench", Some("analysis")) => bench_analysis::run(workspace, &rest[1..])?,
        ("bench", Some("archive")) => bench_archive::run(workspace, &rest[1..])?,
        ("bench", Some("python")) => bench_python::run(workspace, &rest[1..])?,
        ("bench", Some("spark")) => bench_spark::run(workspace, &bench_spark::Options::parse(&rest[1..])?)?,
        ("bench", Some("wasm")) => bench_wasm::run(workspace, &rest[1..])?,
        ("bench", _) => bench::run(workspace, rest)?,
        ("chaos", _) => chaos::run(workspace, rest)?,
        ("fuzz", _) => fuzz::run(workspace, &fuzz::Options::parse(rest)?)?,
        ("soak", _) => soak::run(workspace, &soak::Options::parse(rest)?)?,
        ("words", _) => words::run(workspace, rest)?,
        ("generate", _) => generate::run(workspace, rest)?,
        (other, _) => return Err(Failure::usage(format!("`{other}` is not a command"))),
    }
    Ok(())
}
