//! Imports, explores and searches synthetic games, and compares with DuckDB on the same files.
//!
//! `cargo xtask bench archive` builds and runs this program.

mod boards;
mod cost;
mod duckdb;
mod few;
mod import;
mod limits;
mod make;
mod queries;
mod report;
mod sql;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use bughouse_archive::Archive;
use bughouse_generator::Generator;
use clap::{Parser, value_parser};
use duckdb::DuckDb;
use limits::Limit;
use make::Plan;
use queries::Asker;

/// Together, these games have 10,000,000 half-moves.
const GAMES: u64 = 120_000;
/// Games per batch, the default of an import.
const BATCH: u64 = 250_000;
const SEED: u64 = 13;
/// Kinds of queries, in the order they run.
const PARTS: [&str; 4] = ["boards", "filters", "scans", "games"];

/// Import, explore and search synthetic games, and compare with DuckDB on the same files
#[derive(Parser)]
struct Options {
    /// A Python that has DuckDB
    #[arg(long)]
    python: PathBuf,
    /// The folder to write to. It is deleted first, and at the end
    #[arg(long, value_name = "DIR")]
    folder: PathBuf,
    /// Write to this folder and keep it. If it has an archive, use that
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// The number of games
    #[arg(long, value_name = "N", default_value_t = GAMES, value_parser = value_parser!(u64).range(1..))]
    games: u64,
    /// The number of games in a batch, which is also the size of a sorted run
    #[arg(long, value_name = "N", default_value_t = BATCH, value_parser = value_parser!(u64).range(1..))]
    batch: u64,
    /// Leave the text of games out of the archive
    #[arg(long)]
    no_text: bool,
    /// Run only this kind of queries
    #[arg(long, value_name = "KIND", value_parser = PARTS)]
    only: Option<String>,
    /// Fail if a threshold is missed
    #[arg(long)]
    check: bool,
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let done = match args.split_first() {
        Some((command, rest)) if command == import::COMMAND => match rest {
            [folder] => import::serve(folder.as_ref(), true).map(|()| true),
            [folder, _] => import::serve(folder.as_ref(), false).map(|()| true),
            _ => Err(io::Error::other("a folder is missing")),
        },
        _ => run(&Options::parse()),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the benchmark. Returns `false` if `--check` was given and a threshold was missed.
fn run(options: &Options) -> io::Result<bool> {
    let root = options.keep.as_ref().unwrap_or(&options.folder);
    let generator = Generator::new(SEED).like_a_server(options.games);
    let plan = Plan {
        generator: &generator,
        games: options.games,
        folder: root,
        texts: !options.no_text,
        batch: options.batch,
    };
    let folder = plan.archive();
    let mut limits = Vec::new();
    if options.keep.is_some() && folder.join("manifest.json").exists() {
        eprintln!("using the existing archive {}; its import is not measured", folder.display());
    } else {
        if root.exists() && options.keep.is_none() {
            std::fs::remove_dir_all(root)?;
        }
        limits = plan.make()?;
    }
    let archive = Archive::open(&folder).map_err(io::Error::other)?;
    if archive.len() as u64 > options.games {
        return Err(io::Error::other(format!("{} has {} games", folder.display(), archive.len())));
    }
    limits.push(make::size(&archive));
    limits.extend(few::add(&plan)?);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let duckdb = DuckDb::start(&options.python, threads)?;
    let tables = folder.to_string_lossy().replace('\'', "''");
    let mut asker = Asker { archive: &archive, root: tables, duckdb };
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{} games; milliseconds of all processors, and on the wall, for each query",
        archive.len()
    )?;
    for part in PARTS.into_iter().filter(|part| options.only.as_ref().is_none_or(|only| only == part)) {
        match part {
            "boards" => report::boards(&mut asker, &generator, options.games, &mut out, &mut limits)?,
            "filters" => report::filtered(&mut asker, &mut out, &mut limits)?,
            "scans" => report::scans(&mut asker, &mut out, &mut limits)?,
            _ => report::games(&mut asker, &mut out, &mut limits)?,
        }
    }
    report::memory(&mut limits);
    limits::write(&mut out, &limits, options.check)?;
    drop(asker);
    if options.keep.is_none() {
        std::fs::remove_dir_all(root)?;
    }
    let missed: Vec<&Limit> = limits.iter().filter(|limit| options.check && limit.is_missed()).collect();
    for limit in &missed {
        eprintln!("a floor is missed: {}", limit.what());
    }
    Ok(missed.is_empty())
}
