//! Runs the chores of the workspace: `cargo xtask <verb>`.

mod arena;
mod bench;
mod bench_analysis;
mod bench_archive;
mod bench_python;
mod bench_spark;
mod bench_wasm;
mod dependencies;
mod dist;
mod fuzz;
mod generate;
mod openapi;
mod packages;
mod page;
mod python;
mod samples;
mod screenshot;
mod serve;
mod shell;
mod test;
mod tools;
mod wasm;

use std::process::ExitCode;

use shell::{Failure, Workspace};

const HELP: &str = "\
Usage: cargo xtask <verb>

  serve       builds the page and the program, and shows sample games: [--no-run] [-- ARGS of `bughouse serve`]
  test        checks format, lints, tests, docs, packages, each fuzz target for 10 seconds [--fuzz-seconds N], and the page
              in a browser; [--quick] for format, lints and tests of the libraries, the program and the page, without a
              browser, in a minute or two
  arena       has the built-in engine play matches of two boards against Fairy-Stockfish, openings from real games:
              [--games N] [--time MS | --nodes N] [--engine PATH] [--openings DIR]
  bench       measures the libraries beside their peers: [--json] [--check] [--only native|plain] [FILTER]
  bench archive
              imports made-up games, explores and searches them, beside DuckDB on the same files:
              [--games N] [--batch N] [--keep DIR] [--no-text] [--only boards|filters|scans|games] [--check]
  bench analysis
              finds mates, needs and marks in real games, beside Fairy-Stockfish if it is there:
              [--games DIR] [--engine PATH] [--check]
  bench python
              measures the Python package beside python-chess, a regex and numpy: [--check] [FILTER]
  bench spark
              half-moves and archives that Spark makes on this machine, beside one process: [--games N] [--check]
  bench wasm  measures the npm package beside chessops, ffish and a native build: [--check]
  dependencies
              compares the Rust version and the licence of each dependency of the published crates with theirs
  dist        builds the program for use, with completions for shells and man pages: [--out DIR], else target/dist
  fuzz        runs each fuzz target for 60 seconds: [--seconds N] [--jobs N] [--seed N] [TARGET...]
  generate    writes made-up games as BPGN, 1000 of them:
              [--games N | --megabytes M] [--seed S] [--annotated] [--like-a-server] [-o FILE]
  openapi     writes the document of the interface, which is made of the shapes of bughouse-review
  page        writes the review page for any host of files, without a server: --static DIR
  python      builds the Python package `bughouse` into target/wheels, and installs it into target/python
  wasm        builds the libraries as WebAssembly, and the npm package `bughouse-chess`, in npm/
  screenshot  takes the pictures of the page in docs/page
  help        prints this text

Exit code: 0 fine, 1 a step failed, 2 wrong usage.";

fn main() -> ExitCode {
    let args: Vec<String> =
        std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned()).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure @ Failure::Usage(_)) => {
            eprintln!("error: {failure}\n\n{HELP}");
            ExitCode::from(2)
        }
        Err(failure @ Failure::Step(_)) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the verb that the arguments name.
fn run(args: &[String]) -> Result<(), Failure> {
    let Some((verb, rest)) = args.split_first() else {
        println!("{HELP}");
        return Ok(());
    };
    if args.iter().take_while(|arg| *arg != "--").any(|arg| arg == "--help" || arg == "-h") {
        println!("{HELP}");
        return Ok(());
    }
    match verb.as_str() {
        "help" => println!("{HELP}"),
        "serve" => serve::run(&Workspace::find()?, &serve::Options::parse(rest))?,
        "openapi" => openapi::run(&Workspace::find()?, rest)?,
        "page" => page::run(&Workspace::find()?, rest)?,
        "python" => {
            python::run(&Workspace::find()?, rest)?;
        }
        "wasm" => wasm::run(&Workspace::find()?, rest)?,
        "screenshot" => screenshot::run(&Workspace::find()?, rest)?,
        "test" => test::run(&Workspace::find()?, &test::Options::parse(rest)?)?,
        "dependencies" => dependencies::run(&Workspace::find()?, rest)?,
        "dist" => dist::run(&Workspace::find()?, &dist::Options::parse(rest)?)?,
        "arena" => arena::run(&Workspace::find()?, &arena::Options::parse(rest)?)?,
        "bench" if rest.first().is_some_and(|arg| arg == "analysis") => {
            bench_analysis::run(&Workspace::find()?, &bench_analysis::Options::parse(&rest[1..])?)?;
        }
        "bench" if rest.first().is_some_and(|arg| arg == "archive") => {
            bench_archive::run(&Workspace::find()?, &bench_archive::Options::parse(&rest[1..])?)?;
        }
        "bench" if rest.first().is_some_and(|arg| arg == "python") => {
            bench_python::run(&Workspace::find()?, &bench_python::Options::parse(&rest[1..])?)?;
        }
        "bench" if rest.first().is_some_and(|arg| arg == "spark") => {
            bench_spark::run(&Workspace::find()?, &bench_spark::Options::parse(&rest[1..])?)?;
        }
        "bench" if rest.first().is_some_and(|arg| arg == "wasm") => {
            bench_wasm::run(&Workspace::find()?, &rest[1..])?;
        }
        "bench" => bench::run(&Workspace::find()?, &bench::Options::parse(rest)?)?,
        "fuzz" => fuzz::run(&Workspace::find()?, &fuzz::Options::parse(rest)?)?,
        "generate" => generate::run(&Workspace::find()?, &generate::Options::parse(rest)?)?,
        other => return Err(Failure::usage(format!("no verb is called `{other}`"))),
    }
    Ok(())
}
