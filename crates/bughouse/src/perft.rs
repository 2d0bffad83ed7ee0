//! `perft`: counts the positions after a number of half-moves.

use std::fmt;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use bughouse_chess::Material;
use bughouse_chess::perft::{divide, perft};
use bughouse_review::position::read_board;

use crate::cli::PerftArgs;
use crate::json;
use crate::perft_check;
use crate::position;
use crate::report::{self, Verdict};

/// Counts from a position, or checks the counts of a file.
pub(crate) fn run(args: &PerftArgs, out: &mut impl Write) -> io::Result<Verdict> {
    if let Some(file) = &args.check {
        return perft_check::run(file, &args.reading.options(Material::Any), args.json, out);
    }
    let (Some(argument), Some(depth)) = (&args.position, args.depth) else {
        // clap requires both.
        return Ok(Verdict::Wrong);
    };
    let parsing = (&args.reading, Material::Any);
    let Some(position) = position::read_only(argument, args.json, out, parsing, read_board)? else {
        return Ok(Verdict::Wrong);
    };
    let start = Instant::now();
    let moves = args.divide.then(|| {
        let counts = divide(&position.found, depth).into_iter();
        let mut moves: Vec<(String, u64)> = counts.map(|(mv, nodes)| (mv.to_string(), nodes)).collect();
        moves.sort();
        moves
    });
    let nodes = match &moves {
        Some(moves) if depth > 0 => moves.iter().map(|(_, nodes)| nodes).sum(),
        _ => perft(&position.found, depth),
    };
    let speed = Speed { nodes, time: start.elapsed() };
    if args.json {
        json::write(out, &json::Perft::new(&position, depth, &speed, moves))?;
        return Ok(Verdict::Fine);
    }
    match moves {
        None => writeln!(out, "{nodes}")?,
        Some(moves) => {
            for (mv, nodes) in moves {
                writeln!(out, "{mv}: {nodes}")?;
            }
            writeln!(out, "total: {nodes}")?;
        }
    }
    // Print the count before the time on a terminal.
    out.flush()?;
    report::say(format_args!("{speed}"));
    Ok(Verdict::Fine)
}

/// How many nodes were counted in what time.
pub(crate) struct Speed {
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
}

impl Speed {
    /// Returns the nodes per second; `None` if the clock did not move.
    pub(crate) fn per_second(&self) -> Option<f64> {
        let seconds = self.time.as_secs_f64();
        (seconds > 0.0).then(|| self.nodes as f64 / seconds)
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} nodes in {:.3} s", self.nodes, self.time.as_secs_f64())?;
        match self.per_second() {
            Some(rate) => write!(f, ", {:.1} million nodes/s", rate / 1e6),
            None => Ok(()),
        }
    }
}
