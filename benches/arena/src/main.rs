//! Plays matches on two boards: the built-in engine on both seats of one team, another engine on both seats of the other.
//!
//! The boards take turns, half-move by half-move; a player without a legal move waits. Each opening is played twice, with
//! teams swapped. Times are CPU times, so the load of the machine favors nobody: the opponent gets the number of nodes
//! that it has searched in that time so far, and the built-in engine gets the opponent's average time per move. Players
//! search one at a time.

mod openings;
mod play;
mod used;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use bughouse_chess::Team;
use bughouse_engines::Program;

use crate::play::{Budget, Ending, Players};

const HELP: &str = "\
Usage: arena --openings DIR [--games N] [--time MS | --nodes N] [--engine PATH]";

/// The command line options.
struct Options {
    games: usize,
    budget: Budget,
    engine: PathBuf,
    openings: PathBuf,
}

/// Parses the command line. Returns `None` if it is invalid.
fn parse(mut args: impl Iterator<Item = String>) -> Option<Options> {
    let mut options = Options {
        games: 200,
        budget: Budget::Time(Duration::from_millis(40)),
        engine: PathBuf::from("/usr/games/fairy-stockfish"),
        openings: PathBuf::new(),
    };
    while let Some(arg) = args.next() {
        let value = args.next()?;
        match arg.as_str() {
            "--games" => options.games = value.parse().ok()?,
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
    let Some(options) = parse(std::env::args().skip(1)) else {
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

fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let openings = openings::read(&options.openings)?;
    if openings.is_empty() {
        return Err(format!("there are no openings under {}", options.openings.display()).into());
    }
    let mut players = Players::new(&Program::new(&options.engine), options.budget)?;
    println!("built-in against {}, {} openings, {:?}", players.name(), openings.len(), options.budget);
    let mut scores: Vec<f64> = Vec::new();
    let (mut counts, mut failures) = ([0; 3], 0);
    for game in 0..options.games {
        let opening = &openings[game / 2 % openings.len()];
        let team = Team::ALL[game % 2];
        let played = players.play(opening, team);
        let (place, score) = match played.ending {
            Ending::Won => (0, 1.0),
            Ending::Drawn => (1, 0.5),
            Ending::Lost => (2, 0.0),
        };
        counts[place] += 1;
        failures += usize::from(played.is_failure);
        scores.push(score);
        println!(
            "{:3} {:5.1} %  {:?} as {team} from {} in {} half-moves: {}",
            game + 1,
            100.0 * mean_and_bar(&scores).0,
            played.ending,
            opening.name,
            played.half_moves,
            played.why,
        );
    }
    let (mean, bar) = mean_and_bar(&scores);
    let [won, drawn, lost] = counts;
    println!("built-in: {}\nopponent: {}", players.our_use, players.their_use);
    println!("{failures} matches ended by an illegal move, a crash or silence");
    println!("{won} won, {drawn} drawn, {lost} lost: {:.1} % +- {:.1} % (95 %)", 100.0 * mean, 100.0 * bar);
    Ok(())
}

/// Returns the mean of the scores, and half the width of its 95 % confidence interval.
fn mean_and_bar(scores: &[f64]) -> (f64, f64) {
    let count = scores.len().max(1) as f64;
    let mean = scores.iter().sum::<f64>() / count;
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    (mean, 1.96 * (variance / count).sqrt())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Budget, mean_and_bar, parse};

    fn options(line: &str) -> Option<super::Options> {
        parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn options_are_parsed() {
        let read = options("--openings d --games 10 --time 25 --engine e").expect("valid options");
        assert_eq!((read.games, read.budget), (10, Budget::Time(Duration::from_millis(25))));
        let read = options("--openings d --nodes 1000").expect("valid options");
        assert_eq!((read.games, read.budget), (200, Budget::Nodes(1000)));
        for line in ["", "--games 3", "--openings", "--openings d --games x", "--fast 1"] {
            assert!(options(line).is_none(), "{line}");
        }
    }

    #[test]
    fn the_bar_is_the_95_percent_interval() {
        assert_eq!(mean_and_bar(&[1.0; 9]), (1.0, 0.0));
        let (mean, bar) = mean_and_bar(&[[1.0, 0.0]; 50].concat());
        assert!((mean - 0.5).abs() < 1e-9 && (bar - 0.0985).abs() < 1e-3, "{mean} {bar}");
    }
}
