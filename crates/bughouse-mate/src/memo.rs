//! Verdicts of boards that were solved before, so no board is solved twice in a row.

use alloc::boxed::Box;
use alloc::vec::Vec;

use bughouse_chess::{Board, Rules};

use crate::arrivals::Arrivals;
use crate::limit::Limit;
use crate::solve::Verdict;

/// The number of places. A board can replace another one, so memory is bounded.
const PLACES: usize = 1 << 10;

/// What was solved.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) board: Board,
    pub(crate) arrivals: Arrivals,
    pub(crate) rules: Rules,
}

impl Key {
    fn place(&self) -> usize {
        let arrivals = match self.arrivals {
            Arrivals::None => 0,
            Arrivals::Any => 1,
            Arrivals::Kinds(_) => 2,
        };
        (self.board.hash() as usize).wrapping_add(arrivals) % PLACES
    }
}

/// A verdict, and what it took.
pub(crate) struct Solved {
    pub(crate) verdict: Verdict,
    pub(crate) limit: Limit,
    /// The nodes used by the search, and by the search for the line.
    pub(crate) used: [u32; 2],
}

impl Solved {
    /// Returns `true` if a search with another limit would return exactly this. If nodes were left, nothing depended on
    /// the limit. What a limit left unknown, a smaller one does, too.
    fn is_same_with(&self, limit: Limit) -> bool {
        let most = self.used[0].max(self.used[1]);
        let is_smaller = limit.nodes <= self.limit.nodes;
        (is_smaller && self.verdict == Verdict::Unknown)
            || limit == self.limit
            || (most < self.limit.nodes && most <= limit.nodes)
    }

    /// Returns the number of nodes that a search with another limit would use, if it would return this.
    pub(crate) fn nodes_with(&self, limit: Limit) -> u64 {
        let [search, line] = self.used;
        // If the limit ends the search, no line is built.
        let line = if search > limit.nodes { 0 } else { line.min(limit.nodes) };
        u64::from(search.min(limit.nodes)) + u64::from(line)
    }
}

/// The verdicts.
#[derive(Default)]
pub(crate) struct Memo {
    places: Vec<Option<Box<(Key, Solved)>>>,
}

impl Memo {
    /// Returns what a search with a limit would find, if it is known.
    pub(crate) fn get(&self, key: &Key, limit: Limit) -> Option<&Solved> {
        let (known, solved) = &**self.places.get(key.place())?.as_ref()?;
        (solved.is_same_with(limit) && known == key).then_some(solved)
    }

    /// Stores a verdict. One that took nothing isn't worth it.
    pub(crate) fn put(&mut self, key: Key, solved: Solved) {
        if solved.used == [0, 0] {
            return;
        }
        if self.places.is_empty() {
            self.places.resize_with(PLACES, || None);
        }
        let place = key.place();
        self.places[place] = Some(Box::new((key, solved)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Solver;

    /// White mates with a queen sacrifice, for which some nodes are needed.
    const BOARD: &str = "5r1k/6pp/7N/8/8/1Q6/8/K7[] w - - 0 1";

    fn key(arrivals: Arrivals, rules: Rules) -> Key {
        Key { board: BOARD.parse().unwrap(), arrivals, rules }
    }

    fn solve(solver: &mut Solver, key: &Key, limit: Limit) -> Verdict {
        solver.solve(&key.board, key.arrivals, &key.rules, limit)
    }

    #[test]
    fn a_verdict_that_the_limit_did_not_affect_is_known_for_every_limit_that_is_large_enough() {
        let (mut solver, key) = (Solver::new(), key(Arrivals::Any, Rules::fics()));
        assert!(solver.memo.get(&key, Limit::nodes(2000)).is_none());
        let verdict = solve(&mut solver, &key, Limit::nodes(2000));
        assert!(verdict.is_mate());
        let most = solver.memo.get(&key, Limit::nodes(2000)).map(|solved| solved.used[0].max(solved.used[1]));
        let most = most.expect("it is known");
        for (nodes, is_known) in [(50_000, true), (most, true), (most - 1, false), (0, false)] {
            let known = solver.memo.get(&key, Limit::nodes(nodes));
            assert_eq!(known.is_some(), is_known, "{nodes}");
            assert!(known.is_none_or(|known| known.verdict == verdict), "{nodes}");
        }
    }

    #[test]
    fn what_a_limit_left_unknown_is_known_only_up_to_this_limit() {
        let (mut solver, key) = (Solver::new(), key(Arrivals::Any, Rules::fics()));
        assert_eq!(solve(&mut solver, &key, Limit::nodes(5)), Verdict::Unknown);
        let is_known = |nodes| solver.memo.get(&key, Limit::nodes(nodes)).is_some();
        assert_eq!([4, 5, 6, 2000].map(is_known), [true, true, false, false]);
    }

    #[test]
    fn other_arrivals_and_rules_are_another_search() {
        let mut solver = Solver::new();
        let limit = Limit::nodes(2000);
        let _ = solve(&mut solver, &key(Arrivals::Any, Rules::fics()), limit);
        for other in [key(Arrivals::None, Rules::fics()), key(Arrivals::Any, Rules::bughouse_pro())] {
            assert!(solver.memo.get(&other, limit).is_none());
        }
    }

    #[test]
    fn a_known_verdict_counts_as_many_nodes_as_a_new_one() {
        // The last board has no mate, and needs all nodes.
        let crowded = "r1b1kb1r/ppp2p1p/2n2n2/3q4/3P4/8/PPP1PPPP/R1BQKB1R[QNNPppp] w KQkq - 3 21";
        for (board, arrivals) in [(BOARD, Arrivals::Any), (BOARD, Arrivals::None), (crowded, Arrivals::Any)] {
            let key = Key { board: board.parse().unwrap(), arrivals, rules: Rules::fics() };
            let mut known = Solver::new();
            let _ = solve(&mut known, &key, Limit::nodes(3000));
            for nodes in [3000, 2999, 500, 100, 20, 5, 1, 0] {
                let (mut new, limit, before) = (Solver::new(), Limit::nodes(nodes), known.nodes);
                assert_eq!(solve(&mut known, &key, limit), solve(&mut new, &key, limit), "{board}: {nodes}");
                assert_eq!(known.nodes - before, new.nodes, "{board}: {nodes}");
            }
        }
    }
}
