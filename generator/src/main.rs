//! Writes synthetic games to a file or to stdout. `cargo xtask generate` runs this program.

use std::fs::File;
use std::io::{self, Write};
use std::num::NonZero;
use std::process::ExitCode;
use std::thread;
use std::time::Instant;

use bughouse_generator::{Amount, Generator, Written, write_games};

const USAGE: &str =
    "usage: generate [--games N | --megabytes M] [--seed S] [--annotated] [--like-a-server] [-o FILE]";

/// What the command line asks for.
struct Options {
    amount: Amount,
    seed: u64,
    annotated: bool,
    like_a_server: bool,
    file: Option<String>,
}

fn main() -> ExitCode {
    let Some(options) = parse(std::env::args().skip(1)) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match run(&options) {
        Ok(()) => ExitCode::SUCCESS,
        // Who reads has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {}: {error}", options.file.as_deref().unwrap_or("stdout"));
            ExitCode::FAILURE
        }
    }
}

fn parse(mut args: impl Iterator<Item = String>) -> Option<Options> {
    let mut options =
        Options { amount: Amount::Games(1_000), seed: 1, annotated: false, like_a_server: false, file: None };
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--games" => options.amount = Amount::Games(args.next()?.parse().ok()?),
            "--megabytes" => {
                options.amount = Amount::Bytes(args.next()?.parse::<u64>().ok()?.checked_mul(1_000_000)?);
            }
            "--seed" => options.seed = args.next()?.parse().ok()?,
            "--annotated" => options.annotated = true,
            "--like-a-server" => options.like_a_server = true,
            "-o" => options.file = Some(args.next()?),
            _ => return None,
        }
    }
    // So many games fill twenty years; how many a number of bytes makes is not known before.
    let fits = !options.like_a_server || matches!(options.amount, Amount::Games(_));
    fits.then_some(options)
}

fn run(options: &Options) -> io::Result<()> {
    let start = Instant::now();
    let mut generator = Generator::new(options.seed);
    if options.annotated {
        generator = generator.annotated();
    }
    if options.like_a_server
        && let Amount::Games(games) = options.amount
    {
        generator = generator.like_a_server(games);
    }
    let threads = thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let mut out: Box<dyn Write> = match &options.file {
        Some(file) => Box::new(File::create(file)?),
        None => Box::new(io::stdout().lock()),
    };
    let Written { games, bytes } = write_games(&generator, options.amount, threads, &mut out)?;
    eprintln!("{games} games, {bytes} bytes, {:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}
