//! Looks for a mate by checks: short ones first, then those of any length, then a shorter one.

use alloc::vec::Vec;
use core::fmt;

use bughouse_chess::{Board, BughouseMove, Rules};

use crate::arrivals::Arrivals;
use crate::deepening::{Deepening, Memory};
use crate::duel::Duel;
use crate::limit::{Budget, Limit};
use crate::memo::{Key, Memo, Solved};
use crate::proof::{Graph, Proof};

/// Mates within this number of moves are searched first, because nearly all are that short.
const SHORT: u8 = 2;

/// A mate that the side to move forces by checks.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Mate {
    /// The number of attacker moves against the longest defense.
    pub moves: u32,
    /// The attacker's checks and the defender's answers in turn. It starts and ends with a check. An answer
    /// can be a drop of a piece that is not in reserve, if it may arrive.
    pub line: Vec<BughouseMove>,
    /// `true` if there is no shorter mate by checks. If `false`, the limit was reached before that was
    /// certain.
    pub is_shortest: bool,
}

/// The result for a board.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// The side to move mates, whatever the defender does.
    Mate(Mate),
    /// There is no mate where each move of the attacker is a check. There may be one that starts with a quiet
    /// move.
    NoneByChecks,
    /// The limit was reached, or a promotion affects the other board, which is unknown here.
    Unknown,
}

impl Verdict {
    /// Returns the mate, if there is one.
    #[must_use]
    pub fn mate(&self) -> Option<&Mate> {
        match self {
            Verdict::Mate(mate) => Some(mate),
            Verdict::NoneByChecks | Verdict::Unknown => None,
        }
    }

    /// Returns `true` if there is a mate.
    #[must_use]
    pub fn is_mate(&self) -> bool {
        self.mate().is_some()
    }

    /// Returns `true` if there is certainly no mate by checks.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Verdict::NoneByChecks
    }
}

/// Writes `mate in 3`, `no mate by checks` or `unknown`.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Mate(mate) => write!(f, "mate in {}", mate.moves),
            Verdict::NoneByChecks => f.write_str("no mate by checks"),
            Verdict::Unknown => f.write_str("unknown"),
        }
    }
}

/// Checks whether the side to move on a board mates by checks, whatever the defender does with their reserve
/// and the pieces that arrive.
///
/// The other board is ignored, except for the pieces that arrive from it. If the rules let a promotion take
/// pieces from the other board, a mate that takes more than one move is soft at best.
///
/// ```
/// use bughouse_chess::{Board, Rules};
/// use bughouse_mate::{Arrivals, Limit, Verdict, solve};
///
/// let rules = Rules::standard();
/// // A rook check from a distance is mate unless a piece is dropped in between.
/// let board: Board = "6k1/5ppp/8/8/8/8/8/K3R3[] w - - 0 1".parse()?;
/// assert!(solve(&board, Arrivals::None, &rules, Limit::default()).is_mate());
/// assert_eq!(solve(&board, Arrivals::Any, &rules, Limit::default()), Verdict::NoneByChecks);
/// // With a knight, White has a smothered mate.
/// let board: Board = "6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1".parse()?;
/// let Verdict::Mate(mate) = solve(&board, Arrivals::Any, &rules, Limit::default()) else { panic!() };
/// assert_eq!((mate.moves, mate.line[0].to_string().as_str()), (1, "N@f7"));
/// # Ok::<(), bughouse_chess::ReadError>(())
/// ```
#[must_use]
pub fn solve(board: &Board, arrivals: Arrivals, rules: &Rules, limit: Limit) -> Verdict {
    Solver::new().solve(board, arrivals, rules, limit)
}

/// Solves one board after another, reuses memory, and remembers the last verdicts: one solver for everything
/// about a position solves each board once. The results are those of [`solve`].
#[derive(Default)]
pub struct Solver {
    memory: Memory,
    graph: Graph,
    pub(crate) memo: Memo,
    /// The number of nodes used so far. A verdict that is remembered counts like a new one.
    pub(crate) nodes: u64,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Solver")
    }
}

impl Solver {
    /// Creates a solver.
    #[must_use]
    pub fn new() -> Solver {
        Solver::default()
    }

    /// Checks whether the side to move mates. See [`solve`].
    #[must_use]
    pub fn solve(&mut self, board: &Board, arrivals: Arrivals, rules: &Rules, limit: Limit) -> Verdict {
        let key = Key { board: *board, arrivals, rules: *rules };
        if let Some(solved) = self.memo.get(&key, limit) {
            self.nodes += solved.nodes_with(limit);
            return solved.verdict.clone();
        }
        let (mut budget, mut line_budget) = (Budget::new(limit), Budget::new(limit));
        let verdict = self.solve_within(board, arrivals, rules, &mut budget, &mut line_budget);
        let used = [budget, line_budget].map(|budget| budget.used(limit));
        let solved = Solved { verdict, limit, used };
        self.nodes += solved.nodes_with(limit);
        let verdict = solved.verdict.clone();
        self.memo.put(key, solved);
        verdict
    }

    /// Checks whether the side to move mates. The line of a short mate has a budget of its own.
    fn solve_within(
        &mut self,
        board: &Board,
        arrivals: Arrivals,
        rules: &Rules,
        budget: &mut Budget,
        line_budget: &mut Budget,
    ) -> Verdict {
        let duel = Duel::new(board.side_to_move(), arrivals, rules);
        let held = board.reserve(!duel.attacker);
        let Some(board) = duel.start(board) else { return Verdict::Unknown };

        let mut deepening = Deepening::new(&duel, &mut self.memory);
        let short = if duel.pieces_may_vanish() { 1 } else { SHORT };
        for moves in 1..=short {
            match deepening.mates_within(&board, moves, budget) {
                Ok(true) => {
                    let mate = shortest(&mut deepening, &board, moves, held, line_budget);
                    return mate.map_or(Verdict::Unknown, Verdict::Mate);
                }
                Ok(false) => {}
                Err(_) => return Verdict::Unknown,
            }
        }
        let mut any_check = false;
        let left_out = duel.for_each_check(&board, |_| any_check = true);
        if !any_check {
            return if left_out { Verdict::Unknown } else { Verdict::NoneByChecks };
        }
        if duel.pieces_may_vanish() {
            return Verdict::Unknown;
        }

        let mut proof = Proof::new(&duel, &mut self.graph);
        match proof.is_mate(&board, budget) {
            Err(_) => return Verdict::Unknown,
            Ok(false) if proof.is_cut => return Verdict::Unknown,
            Ok(false) => return Verdict::NoneByChecks,
            Ok(true) => {}
        }
        let Some((found, line)) = proof.line(&board, held) else { return Verdict::Unknown };
        let mut mate = Mate { moves: found.into(), line, is_shortest: false };
        for moves in SHORT + 1..u8::try_from(found).unwrap_or(u8::MAX) {
            match deepening.mates_within(&board, moves, budget) {
                Ok(true) => {
                    let shorter = shortest(&mut deepening, &board, moves, held, line_budget);
                    return Verdict::Mate(shorter.unwrap_or(mate));
                }
                Ok(false) => {}
                Err(_) => return Verdict::Mate(mate),
            }
        }
        // What could not be searched may contain a shorter mate.
        mate.is_shortest = !deepening.is_cut;
        Verdict::Mate(mate)
    }
}

/// Returns the line of a mate that takes exactly this number of moves.
fn shortest(
    deepening: &mut Deepening<'_>,
    board: &Board,
    moves: u8,
    held: bughouse_chess::Reserve,
    budget: &mut Budget,
) -> Option<Mate> {
    let line = deepening.line(board, moves, held, budget).ok()?;
    Some(Mate { moves: moves.into(), line, is_shortest: !deepening.is_cut })
}
