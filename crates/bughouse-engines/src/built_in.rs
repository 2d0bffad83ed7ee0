//! The built-in search as an engine. It needs no installation.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use bughouse_mate::Solver;
use bughouse_search::{Found as Searched, Limits as SearchLimits, Score as SearchScore, Search};

use crate::engine::{Engine, Limits, Query};
use crate::error::EngineError;
use crate::evaluation::Evaluation;
use crate::info::Claim;
use crate::validate::{self, Answer, Found};

/// The search of the crate `bughouse-search` as an engine. It sees both boards.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use bughouse_chess::{BoardId, Position};
/// use bughouse_engines::{BuiltIn, Engine, Limits, Query};
///
/// let position = Position::default();
/// let query = Query::new(&position, BoardId::A);
/// let found = BuiltIn::new(1).evaluate(&query, &Limits::nodes(3000), &AtomicBool::new(false))?;
/// assert!(found.best.is_some());
/// # Ok::<(), bughouse_engines::EngineError>(())
/// ```
#[derive(Debug)]
pub struct BuiltIn {
    search: Search,
    solver: Solver,
}

impl BuiltIn {
    /// The name of the engine.
    pub const NAME: &'static str = "built-in search";

    /// Creates an engine with a table of some megabytes, between 1 and 4096.
    #[must_use]
    pub fn new(megabytes: usize) -> BuiltIn {
        BuiltIn { search: Search::new(megabytes), solver: Solver::new() }
    }
}

impl Engine for BuiltIn {
    fn name(&self) -> &str {
        BuiltIn::NAME
    }

    fn evaluate(
        &mut self,
        query: &Query<'_>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Evaluation, EngineError> {
        if let Some(settled) = validate::settled(query) {
            return Ok(settled);
        }
        // If only nodes or a depth are limited, no clock is needed, and there may be none.
        let time = limits
            .time
            .or_else(|| (limits.nodes.is_none() && limits.depth.is_none()).then_some(Limits::DEFAULT_TIME));
        let begun = time.map(|_| Instant::now());
        let passed = || begun.map_or(Duration::ZERO, |begun| begun.elapsed());
        let is_over = || time.is_some_and(|time| passed() >= time.min(Limits::MOST_TIME));
        let mut allowed = SearchLimits::new().lines(limits.lines.into()).until(&is_over);
        if let Some(nodes) = limits.nodes {
            allowed = allowed.nodes(nodes);
        }
        if let Some(depth) = limits.depth {
            allowed = allowed.depth(depth);
        }
        let found = self.search.go(query.position, query.board, &allowed, stop, |_| {});
        let best = found.best();
        let answer = answer(found, passed());
        Ok(validate::validate(query, &mut self.solver, answer, best, |_, &mv| Some(mv)))
    }

    fn new_game(&mut self) {
        self.search.clear();
    }
}

fn answer(found: Searched, time: Duration) -> Answer<bughouse_chess::BughouseMove> {
    let lines = found.lines.into_iter().map(|line| Found { claim: claim(line.score), moves: line.moves });
    Answer { lines: lines.collect(), depth: found.depth, nodes: found.nodes, time }
}

/// Converts a score to a claim, which is validated like that of any other engine.
fn claim(score: SearchScore) -> Claim {
    let moves = |moves: u32| i32::try_from(moves).unwrap_or(i32::MAX).max(1);
    match score {
        SearchScore::Centipawns(value) => Claim::Centipawns(value),
        SearchScore::Mates { moves: count, .. } => Claim::Mate(moves(count)),
        SearchScore::Mated { moves: count, .. } => Claim::Mate(-moves(count)),
        other => Claim::Centipawns(other.value()),
    }
}
