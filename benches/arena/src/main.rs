//! Matches of two boards: the built-in engine on both seats of a team against an engine as a process on both of the other.
//!
//! Both boards are played in turn, half-move by half-move; who has nothing to play waits for the partner. Each opening is
//! played twice, with teams swapped. The built-in engine has for each move what the opponent took of a processor on
//! average so far.

mod openings;
mod opponent;
mod play;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use bughouse_chess::Team;

use crate::opponent::Budget;
use crate::play::{Result as Won, Table};

const HELP: &str = "\
Usage: arena --openings DIR [--games N] [--time MS | --nodes N] [--engine PATH]";

struct Options {
    games: usize,
    budget: Budget,
    engine: PathBuf,
    openings: PathBuf,
    skip: usize,
}

fn parse() -> Option<Options> {
    let mut options = Options {
        games: 200,
        budget: Budget::Time(Duration::from_millis(40)),
        engine: PathBuf::from("/usr/games/fairy-stockfish"),
        openings: PathBuf::new(),
        skip: 0,
    };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let value = args.next()?;
        match arg.as_str() {
            "--games" => options.games = value.parse().ok()?,
            "--skip" => options.skip = value.parse().ok()?,
            "--time" => options.budget = Budget::Time(Duration::from_millis(value.parse().ok()?)),
            "--nodes" => options.budget = Budget::Nodes(value.parse().ok()?),
            "--engine" => options.engine = PathBuf::from(value),
            "--openings" => options.openings = PathBuf::from(value),
            _ => return None,
        }
    }
    (!options.openings.as_os_str().is_empty()).then_some(options)
}

fn main() -> ExitCode {
    let Some(options) = parse() else {
        eprintln!("{HELP}");
        return ExitCode::from(2);
    };
    match run(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> std::io::Result<()> {
    let openings = openings::read(&options.openings)?;
    if openings.is_empty() {
        return Err(std::io::Error::other("there are no openings"));
    }
    println!("{} openings", openings.len());
    let mut table = Table::new(&options.engine, options.budget)?;
    let mut scores: Vec<f64> = Vec::new();
    let mut counts = [0; 3];
    for game in 0..options.games {
        let opening = &openings[(options.skip + game / 2) % openings.len()];
        let team = if game % 2 == 0 { Team::One } else { Team::Two };
        let played = table.play(opening, team)?;
        let (place, score) = match played.result {
            Won::Won => (0, 1.0),
            Won::Drawn => (1, 0.5),
            Won::Lost => (2, 0.0),
        };
        counts[place] += 1;
        scores.push(score);
        println!(
            "{:3} {:5.1} %  {:?} {} half-moves  {}  [{}, {team}]",
            game + 1,
            100.0 * scores.iter().sum::<f64>() / scores.len() as f64,
            played.result,
            played.half_moves,
            played.why,
            opening.name,
        );
        if played.why.contains("opponent") || played.why.contains("built-in") {
            let used = table.used;
            table = Table::new(&options.engine, options.budget)?;
            table.used = used;
        }
    }
    let (mean, bar) = mean_and_bar(&scores);
    let [won, drawn, lost] = counts;
    println!("{won} won, {drawn} drawn, {lost} lost: {:.1} % +- {:.1} % (95 %)", 100.0 * mean, 100.0 * bar);
    for (name, used) in ["built-in", "opponent"].into_iter().zip(table.used) {
        println!(
            "{name}: {:.1} ms of a processor a move, {} moves",
            used.mean().unwrap_or_default().as_secs_f64() * 1000.0,
            used.moves,
        );
    }
    let ours = table.used[0];
    println!(
        "built-in: {:.0} nodes a second, depth {:.1}",
        ours.nodes as f64 / ours.time.as_secs_f64().max(1e-9),
        ours.depth as f64 / f64::from(ours.moves.max(1)),
    );
    Ok(())
}

/// Returns the mean of scores, and the half width of its interval of 95 %.
fn mean_and_bar(scores: &[f64]) -> (f64, f64) {
    let count = scores.len().max(1) as f64;
    let mean = scores.iter().sum::<f64>() / count;
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    (mean, 1.96 * (variance / count).sqrt())
}
