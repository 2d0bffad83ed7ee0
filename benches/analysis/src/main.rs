//! Finds mates, needs and mistakes in real games, and compares the times with those of Fairy-Stockfish.
//!
//! `cargo xtask bench analysis` builds and runs this program. Both sides use one thread, and CPU time is measured.

mod engine;
mod games;
// Shared with the archive benchmark.
#[path = "../../archive/src/limits.rs"]
mod limits;
mod measure;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use bughouse_chess::Rules;
use clap::Parser;
use engine::Engine;
use limits::Limit;
use measure::Times;

/// Find mates, needs and mistakes in real games, and compare with Fairy-Stockfish
#[derive(Parser)]
#[command(args_override_self = true)]
struct Options {
    /// The folder of games in BPGN
    #[arg(long, value_name = "DIR")]
    games: PathBuf,
    /// The path of the engine. By default, that of the Debian package
    #[arg(long, value_name = "PATH")]
    engine: Option<PathBuf>,
    /// Fail if a threshold is missed
    #[arg(long)]
    check: bool,
}

fn main() -> ExitCode {
    let options = Options::parse();
    match run(&options) {
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
    let rules = Rules::fics();
    let mut out = io::stdout().lock();
    let games = games::read(&options.games, rules).map_err(|error| {
        io::Error::other(format!(
            "{}: {error}; `--games DIR` names a folder with games in BPGN",
            options.games.display()
        ))
    })?;
    let half_moves: usize = games.iter().map(|game| game.half_moves.len()).sum();
    let before_mates = games::before_mates(&games);
    writeln!(
        out,
        "{} games, {half_moves} half-moves, {} boards before mates",
        games.len(),
        before_mates.len()
    )?;
    if games.is_empty() {
        return Err(io::Error::other("there is no game to measure with"));
    }

    let mates = measure::mates(&before_mates, &rules);
    let (hard, soft) = (mates.iter().filter(|mate| mate.is_hard).count(), mates.len());
    writeln!(out, "mates found: {soft}, of them {hard} hard; {}", Times::of(mates.iter().map(|m| m.time)))?;
    let positions = games::some_positions(&games, 500);
    for limit in [measure::SMALL, bughouse_mate::Limit::default()] {
        let verdicts = measure::verdicts(&positions, limit, &rules);
        writeln!(out, "{} boards, {} nodes: {verdicts}", 2 * positions.len(), limit.nodes)?;
    }
    let needs = measure::needs(&positions);
    writeln!(out, "needs of both boards: {needs}")?;
    let mistakes = measure::mistakes(&games);
    writeln!(out, "mistakes of a game: {}; {} mistakes in all", mistakes.times, mistakes.count)?;

    let Some(path) = engine::find(options.engine.as_deref()) else {
        let named =
            options.engine.as_deref().map_or("Fairy-Stockfish".into(), |path| path.display().to_string());
        writeln!(
            out,
            "\n{named} is missing, so nothing is compared. On Debian: apt-get install fairy-stockfish; \
             elsewhere: --engine PATH"
        )?;
        return Ok(!options.check);
    };
    let mut engine = Engine::start(&path)?;
    let compared = measure::compare_mates(&mut engine, &mates, &mut out)?;
    let search = measure::nodes_of_engine(&mut engine, &positions)?;
    writeln!(out, "Fairy-Stockfish, 20,000 nodes: {search}")?;

    let per_half_move = mistakes.total.as_secs_f64() / half_moves as f64;
    let limits = [
        Limit::at_least("its time to a mate score over ours, median", compared.ratio, "", 30.0, 100.0),
        Limit::at_least("our mates that it confirms", compared.confirmed, "%", 98.0, 100.0),
        Limit::at_most("our mates that it refutes", compared.refuted, "", 0.0, 0.0),
        Limit::at_most("needs of both boards over 20,000 nodes", needs.median / search.median, "", 1.0, 0.5),
        Limit::at_least(
            "20,000 nodes over mistakes of a half-move",
            search.mean / per_half_move,
            "",
            20.0,
            50.0,
        ),
    ];
    limits::write(&mut out, &limits, options.check)?;
    let missed: Vec<&str> = limits.iter().filter(|limit| limit.is_missed()).map(Limit::what).collect();
    if options.check && !missed.is_empty() {
        eprintln!("error: missed: {}", missed.join(", "));
        return Ok(false);
    }
    Ok(true)
}
