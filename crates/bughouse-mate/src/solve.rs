//! Is there a mate by checks? Short ones first, then those of any length, then whether a shorter one was skipped.

use alloc::vec::Vec;
use core::fmt;

use bughouse_chess::{Board, BughouseMove, Rules};

use crate::arrivals::Arrivals;
use crate::deepening::{Deepening, Memory};
use crate::duel::Duel;
use crate::limit::{Budget, Limit};
use crate::proof::{Graph, Proof};

/// Mates within this many moves are looked for first: nearly all are so short.
const SHORT: u8 = 2;

/// A mate that the side to move forces by checks.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Mate {
    /// How many moves the attacker makes, if the defender holds out as long as he can.
    pub moves: u32,
    /// The attacker's checks and the defender's answers in turn. It begins and ends with a check. An answer may be a drop
    /// of a piece that is not held, if it may arrive.
    pub line: Vec<BughouseMove>,
    /// Whether no shorter mate by checks exists. If not, the limit was reached before that was certain.
    pub is_shortest: bool,
}

/// What was found out about a board.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// The side to move mates, whatever the defender does.
    Mate(Mate),
    /// There is no mate in which each move of the attacker is a check. One that begins with a quiet move may exist.
    NoneByChecks,
    /// The limit was reached first, or a promotion does something on the other board that is not known here.
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

    /// Returns `true` if it is certain that there is no mate by checks.
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

/// Finds out whether the side to move on a board mates by checks, whatever the defender does with what he holds and what
/// arrives.
///
/// The other board is not looked at, but for what arrives from it. Under rules by which a promotion takes pieces from the
/// other board, a mate that takes more than one move is soft at best.
///
/// ```
/// use bughouse_chess::{Board, Rules};
/// use bughouse_mate::{Arrivals, Limit, Verdict, solve};
///
/// let rules = Rules::standard();
/// // A rook from afar: it is mate unless a piece is put in between.
/// let board: Board = "6k1/5ppp/8/8/8/8/8/K3R3[] w - - 0 1".parse()?;
/// assert!(solve(&board, Arrivals::None, &rules, Limit::default()).is_mate());
/// assert_eq!(solve(&board, Arrivals::Any, &rules, Limit::default()), Verdict::NoneByChecks);
/// // With a knight he can smother.
/// let board: Board = "6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1".parse()?;
/// let Verdict::Mate(mate) = solve(&board, Arrivals::Any, &rules, Limit::default()) else { panic!() };
/// assert_eq!((mate.moves, mate.line[0].to_string().as_str()), (1, "N@f7"));
/// # Ok::<(), bughouse_chess::ReadBoardError>(())
/// ```
#[must_use]
pub fn solve(board: &Board, arrivals: Arrivals, rules: &Rules, limit: Limit) -> Verdict {
    Solver::new().solve(board, arrivals, rules, limit)
}

/// Solves one board after another with the same memory. Its answers are those of [`solve`].
#[derive(Default)]
pub struct Solver {
    memory: Memory,
    graph: Graph,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Solver")
    }
}

impl Solver {
    /// Makes a solver that has looked at nothing yet.
    #[must_use]
    pub fn new() -> Solver {
        Solver::default()
    }

    /// Finds out whether the side to move mates, see [`solve`].
    #[must_use]
    pub fn solve(&mut self, board: &Board, arrivals: Arrivals, rules: &Rules, limit: Limit) -> Verdict {
        let duel = Duel::new(board.side_to_move(), arrivals, rules);
        let held = board.reserve(!duel.attacker);
        let Some(board) = duel.start(board) else { return Verdict::Unknown };
        let mut budget = Budget::new(limit);

        let mut deepening = Deepening::new(&duel, &mut self.memory);
        let short = if duel.pieces_may_vanish() { 1 } else { SHORT };
        for moves in 1..=short {
            match deepening.mates_within(&board, moves, &mut budget) {
                Ok(true) => {
                    let mate = shortest(&mut deepening, &board, moves, held, limit);
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
        match proof.is_mate(&board, &mut budget) {
            Err(_) => return Verdict::Unknown,
            Ok(false) if proof.is_cut => return Verdict::Unknown,
            Ok(false) => return Verdict::NoneByChecks,
            Ok(true) => {}
        }
        let Some((found, line)) = proof.line(&board, held) else { return Verdict::Unknown };
        let mut mate = Mate { moves: found.into(), line, is_shortest: false };
        for moves in SHORT + 1..u8::try_from(found).unwrap_or(u8::MAX) {
            match deepening.mates_within(&board, moves, &mut budget) {
                Ok(true) => {
                    let shorter = shortest(&mut deepening, &board, moves, held, limit);
                    return Verdict::Mate(shorter.unwrap_or(mate));
                }
                Ok(false) => {}
                Err(_) => return Verdict::Mate(mate),
            }
        }
        // What could not be followed may hide a shorter one.
        mate.is_shortest = !deepening.is_cut;
        Verdict::Mate(mate)
    }
}

/// Works out the line of a mate that takes some moves and no fewer.
fn shortest(
    deepening: &mut Deepening<'_>,
    board: &Board,
    moves: u8,
    held: bughouse_chess::Reserve,
    limit: Limit,
) -> Option<Mate> {
    let line = deepening.line(board, moves, held, &mut Budget::new(limit)).ok()?;
    Some(Mate { moves: moves.into(), line, is_shortest: !deepening.is_cut })
}
