//! The measurements: our times, and those of the engine for comparable work.

use std::fmt;
use std::io::{self, Write};
use std::time::Duration;

use bughouse_chess::{Board, BoardId, BoardStatus, Position, Rules};
use bughouse_mate::{Arrivals, Limit, Solver, Verdict};
use cpu_time::ThreadTime;

use crate::engine::{Engine, Until};
use crate::games::Played;

/// The limit per board when solving for needs and mistakes.
pub(crate) const SMALL: Limit = Limit::nodes(2_000);

/// How long the engine first searches for a mate.
const FIRST: Duration = Duration::from_secs(1);
/// How many times as long it searches if it found none.
const MORE: u32 = 12;

/// Statistics of some times, in seconds.
pub(crate) struct Times {
    pub(crate) median: f64,
    pub(crate) mean: f64,
    p90: f64,
    p99: f64,
}

impl Times {
    pub(crate) fn of(times: impl Iterator<Item = Duration>) -> Times {
        let mut times: Vec<f64> = times.map(|time| time.as_secs_f64()).collect();
        times.sort_by(f64::total_cmp);
        let at = |part: f64| {
            let last = times.len().saturating_sub(1);
            times.get((last as f64 * part).round() as usize).copied().unwrap_or(f64::NAN)
        };
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        Times { median: at(0.5), mean, p90: at(0.9), p99: at(0.99) }
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [median, mean, p90, p99] = [self.median, self.mean, self.p90, self.p99].map(|time| time * 1e3);
        write!(f, "median {median:.3} ms, mean {mean:.3}, p90 {p90:.3}, p99 {p99:.3}")
    }
}

/// A mate that we found.
pub(crate) struct Found {
    board: Board,
    pub(crate) is_hard: bool,
    pub(crate) time: Duration,
}

/// Searches each board for a hard mate, then for a soft one, and returns the mates found. The time is that of the
/// search that found the mate.
pub(crate) fn mates(boards: &[Board], rules: &Rules) -> Vec<Found> {
    let mut solver = Solver::new();
    let mut found = Vec::new();
    for &board in boards {
        for arrivals in [Arrivals::Any, Arrivals::None] {
            let start = ThreadTime::now();
            let verdict = solver.solve(&board, arrivals, rules, Limit::default());
            let time = start.elapsed();
            if verdict.is_mate() {
                found.push(Found { board, is_hard: arrivals == Arrivals::Any, time });
                break;
            }
        }
    }
    found
}

/// How many boards had which verdict, and how long the searches took.
pub(crate) struct Verdicts {
    mates: usize,
    none: usize,
    unknown: usize,
    times: Times,
}

impl fmt::Display for Verdicts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verdicts { mates, none, unknown, times } = self;
        write!(f, "{mates} hard mates, {none} none, {unknown} unknown; {times}")
    }
}

/// Searches both boards of each position for hard mates.
pub(crate) fn verdicts(positions: &[Position], limit: Limit, rules: &Rules) -> Verdicts {
    let mut solver = Solver::new();
    let (mut mates, mut none, mut unknown, mut times) = (0, 0, 0, Vec::new());
    for board in positions.iter().flat_map(Position::boards) {
        let start = ThreadTime::now();
        let verdict = solver.solve(board, Arrivals::Any, rules, limit);
        times.push(start.elapsed());
        match verdict {
            Verdict::Mate(_) => mates += 1,
            Verdict::NoneByChecks => none += 1,
            Verdict::Unknown => unknown += 1,
        }
    }
    Verdicts { mates, none, unknown, times: Times::of(times.into_iter()) }
}

/// Times the search for what each seat needs, position by position.
pub(crate) fn needs(positions: &[Position]) -> Times {
    let mut solver = Solver::new();
    Times::of(positions.iter().map(|position| {
        let start = ThreadTime::now();
        std::hint::black_box(solver.needs(position, SMALL));
        start.elapsed()
    }))
}

/// How long finding the mistakes of games takes.
pub(crate) struct GameMistakes {
    pub(crate) times: Times,
    pub(crate) total: Duration,
    pub(crate) count: usize,
}

/// Times finding the mistakes of each game.
pub(crate) fn mistakes(games: &[Played]) -> GameMistakes {
    let mut solver = Solver::new();
    let mut count = 0;
    let times: Vec<Duration> = games
        .iter()
        .map(|game| {
            let start = ThreadTime::now();
            let mistakes = solver.mistakes(&game.start, game.half_moves.iter().copied(), SMALL);
            let time = start.elapsed();
            count += mistakes.mistakes.len();
            time
        })
        .collect();
    GameMistakes { times: Times::of(times.iter().copied()), total: times.iter().sum(), count }
}

/// How the engine's results compare with our mates.
pub(crate) struct Compared {
    /// The median of its time to its first mate score, divided by our time.
    pub(crate) ratio: f64,
    /// The percentage of our mates that it also announces.
    pub(crate) confirmed: f64,
    /// How many of our mates it scores as mates by the other side.
    pub(crate) refuted: f64,
}

/// Has the engine search each mate. If it doesn't announce one, it gets more time.
///
/// If it does, it searches again, to the depth of the announcement: its CPU time can only be measured when a search is
/// over.
pub(crate) fn compare_mates(
    engine: &mut Engine,
    mates: &[Found],
    out: &mut impl Write,
) -> io::Result<Compared> {
    let (mut times, mut ratios, mut confirmed, mut refuted) = (Vec::new(), Vec::new(), 0, 0);
    for found in mates {
        let mut searched = engine.search(&found.board, Until::Time(FIRST), true)?;
        if searched.mate_depth.is_none() {
            searched = engine.search(&found.board, Until::Time(FIRST * MORE), true)?;
        }
        let time = match searched.mate_depth {
            Some(depth) => {
                confirmed += 1;
                engine.search(&found.board, Until::Depth(depth), false)?.time
            }
            // A mate would have taken at least as long as this search.
            None => {
                refuted += usize::from(searched.is_mated);
                writeln!(out, "not announced by Fairy-Stockfish: {}", found.board)?;
                searched.time
            }
        };
        times.push(time);
        ratios.push(time.as_secs_f64() / found.time.as_secs_f64());
    }
    writeln!(out, "its first mate scores: {}", Times::of(times.into_iter()))?;
    ratios.sort_by(f64::total_cmp);
    let median = ratios.get(ratios.len() / 2).copied().unwrap_or(f64::NAN);
    let percent = 100.0 * f64::from(confirmed) / mates.len() as f64;
    Ok(Compared { ratio: median, confirmed: percent, refuted: refuted as f64 })
}

/// Times searches of 20,000 nodes on one board of some positions. Boards without a legal move are skipped.
pub(crate) fn nodes_of_engine(engine: &mut Engine, positions: &[Position]) -> io::Result<Times> {
    let mut times = Vec::new();
    for (i, position) in positions.iter().enumerate() {
        let board = position.board(BoardId::ALL[i % 2]);
        let is_over = board.status() != BoardStatus::Ongoing || board.is_frozen();
        if !is_over && i % 5 == 0 {
            times.push(engine.search(&board, Until::Nodes(20_000), false)?.time);
        }
    }
    Ok(Times::of(times.into_iter()))
}
