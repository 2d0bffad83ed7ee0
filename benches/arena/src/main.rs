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
use clap::Parser;

use crate::play::{Budget, Ending, Players};

/// Play matches between the built-in engine and another one
#[derive(Parser)]
#[command(args_override_self = true)]
struct Options {
    /// The number of matches
    #[arg(long, value_name = "N", default_value_t = 200)]
    games: usize,
    /// The time per move, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 40)]
    time: u64,
    /// The number of nodes per move, in place of a time
    #[arg(long, value_name = "N", conflicts_with = "time")]
    nodes: Option<u64>,
    /// The path of the other engine
    #[arg(long, value_name = "PATH", default_value = "/usr/games/fairy-stockfish")]
    engine: PathBuf,
    /// A folder of games whose openings are played
    #[arg(long, value_name = "DIR")]
    openings: PathBuf,
}

impl Options {
    fn budget(&self) -> Budget {
        self.nodes.map_or(Budget::Time(Duration::from_millis(self.time)), Budget::Nodes)
    }
}

fn main() -> ExitCode {
    let options = Options::parse();
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
    let mut players = Players::new(&Program::new(&options.engine), options.budget())?;
    println!("built-in against {}, {} openings, {:?}", players.name(), openings.len(), options.budget());
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

    use clap::Parser;

    use super::{Budget, Options, mean_and_bar};

    fn options(line: &str) -> Option<Options> {
        Options::try_parse_from(["arena"].into_iter().chain(line.split_whitespace())).ok()
    }

    #[test]
    fn the_last_openings_and_a_budget_are_chosen() {
        let read = options("--openings d --games 10 --time 25 --engine e").expect("valid options");
        assert_eq!((read.games, read.budget()), (10, Budget::Time(Duration::from_millis(25))));
        let read = options("--openings d --openings e --nodes 1000").expect("valid options");
        assert_eq!(read.openings.to_str(), Some("e"));
        assert_eq!((read.games, read.budget()), (200, Budget::Nodes(1000)));
        for line in
            ["", "--games 3", "--openings", "--openings d --games x", "--openings d --time 5 --nodes 5"]
        {
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
