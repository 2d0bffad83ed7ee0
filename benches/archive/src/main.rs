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
use duckdb::DuckDb;
use limits::Limit;
use make::Plan;
use queries::Asker;

const USAGE: &str =
    "usage: bench-archive --python PYTHON --folder DIR [--games N] [--batch N] [--no-text] [--keep] [--only PART] [--check]
PART: boards, filters, scans or games";

/// Together, these games have 10,000,000 half-moves.
const GAMES: u64 = 120_000;
/// Games per batch, the default of an import.
const BATCH: u64 = 250_000;
const SEED: u64 = 13;
/// Kinds of queries, in the order they run.
const PARTS: [&str; 4] = ["boards", "filters", "scans", "games"];

/// The command line options.
#[derive(Default)]
struct Options {
    python: PathBuf,
    folder: PathBuf,
    games: u64,
    batch: u64,
    no_text: bool,
    /// Keep the folder, and use the archive that is there already.
    keep: bool,
    /// The only kind of queries to run.
    only: Option<String>,
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
        _ => match parse(args.into_iter()) {
            Some(options) => run(&options),
            None => {
                eprintln!("{USAGE}");
                return ExitCode::from(2);
            }
        },
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

fn parse(mut args: impl Iterator<Item = String>) -> Option<Options> {
    let mut options = Options { games: GAMES, batch: BATCH, ..Options::default() };
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--python" => options.python = args.next()?.into(),
            "--folder" => options.folder = args.next()?.into(),
            "--games" => options.games = args.next()?.parse().ok().filter(|&games| games > 0)?,
            "--batch" => options.batch = args.next()?.parse().ok().filter(|&games| games > 0)?,
            "--no-text" => options.no_text = true,
            "--keep" => options.keep = true,
            "--only" => options.only = Some(args.next().filter(|part| PARTS.contains(&part.as_str()))?),
            "--check" => options.check = true,
            _ => return None,
        }
    }
    let named = !options.python.as_os_str().is_empty() && !options.folder.as_os_str().is_empty();
    named.then_some(options)
}

/// Runs the benchmark. Returns `false` if `--check` was given and a threshold was missed.
fn run(options: &Options) -> io::Result<bool> {
    let generator = Generator::new(SEED).like_a_server(options.games);
    let plan = Plan {
        generator: &generator,
        games: options.games,
        folder: &options.folder,
        texts: !options.no_text,
        batch: options.batch,
    };
    let folder = plan.archive();
    let mut limits = Vec::new();
    if options.keep && folder.join("manifest.json").exists() {
        eprintln!("using the existing archive {}; its import is not measured", folder.display());
    } else {
        if options.folder.exists() && !options.keep {
            std::fs::remove_dir_all(&options.folder)?;
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
    let root = folder.to_string_lossy().replace('\'', "''");
    let mut asker = Asker { archive: &archive, root, duckdb };
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
    if !options.keep {
        std::fs::remove_dir_all(&options.folder)?;
    }
    let missed: Vec<&Limit> = limits.iter().filter(|limit| options.check && limit.is_missed()).collect();
    for limit in &missed {
        eprintln!("a floor is missed: {}", limit.what());
    }
    Ok(missed.is_empty())
}
