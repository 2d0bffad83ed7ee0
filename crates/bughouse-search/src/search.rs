//! The root of the search: iterative deepening, several lines, and mates that the solver proves.

use std::fmt;

use bughouse_chess::{Board, BoardId, BughouseMove, Color, Position, Rules};
use bughouse_mate::{Arrivals, Limit, Solver, Strength};

use crate::alpha_beta::NodeOptions;
use crate::eval;
use crate::evaluation::{Evaluation, Line};
use crate::history::{Act, History};
use crate::limits::Limits;
use crate::partner_values;
use crate::score::{INFINITE, MATE, MATE_BOUND, Score, mated_in};
use crate::table::Table;
use crate::worker::Worker;

/// The node limit of the solver before the search, and to find out whether a move loses.
const SOLVED: u32 = 1500;
/// The highest score of a move after which the opponent has a soft mate.
const SOFTLY_MATED: i32 = -3000;
/// From this depth on, the solver checks the best move.
const VERIFIED_FROM: u32 = 4;
/// Searches with fewer nodes don't use the solver.
const SMALL: u64 = 2000;

/// The built-in engine, for either board of a bughouse match.
///
/// It searches one board, and evaluates the other to find the value of captures to the partners. It keeps a
/// table of boards, so using one engine for a whole match is better than a new one for each move. It has no
/// clock and no threads: pass a function that returns `true` when the time is up.
///
/// ```
/// use bughouse_chess::{BoardId, Position};
/// use bughouse_search::{Limits, Search};
///
/// let mut search = Search::new(1);
/// let found = search.evaluate_board(&Position::START, BoardId::A, &Limits::nodes(3000).lines(2), &|| false);
/// assert_eq!(found.lines.len(), 2);
/// assert!(found.best.is_some());
/// ```
pub struct Search {
    table: Table,
    history: History,
    solver: Solver,
    /// The rules of the last search. The table has nothing yet if there was none.
    rules: Option<Rules>,
}

/// Progress of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Info<'a> {
    /// The depth of this line in half-moves.
    pub depth: u32,
    /// The number of boards searched so far.
    pub nodes: u64,
    /// The rank of the line: 0 is the best.
    pub place: usize,
    /// The line.
    pub line: &'a Line,
}

/// Returns the static evaluation of a board for the side to move in hundredths of a pawn, without a search.
///
/// It includes the safety of both kings and the reserves. If there are captures or checks, a search is much
/// better.
#[must_use]
pub fn evaluate(position: &Position, id: BoardId) -> i32 {
    let board = position.board(id).board();
    let values = partner_values::values(position, id, None);
    let partners = values.worth_to_partners(board);
    let offset = if board.side_to_move() == Color::White { partners } else { -partners };
    eval::evaluate(board, &values) - offset
}

impl fmt::Debug for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search").finish_non_exhaustive()
    }
}

/// A move at the root.
struct RootMove {
    mv: BughouseMove,
    act: Option<Act>,
    after: Board,
    score: i32,
    /// The score at the previous depth.
    before: i32,
    line: Vec<BughouseMove>,
    /// The highest score according to the solver, if it was used.
    most: Option<i32>,
    /// The opponent has a hard mate in this number of moves after it.
    loses_in: Option<u32>,
}

impl Search {
    /// The name of the engine.
    pub const NAME: &'static str = "built-in search";

    /// Creates an engine with a table of some megabytes, between 1 and 4096.
    #[must_use]
    pub fn new(megabytes: usize) -> Search {
        Search { table: Table::new(megabytes), history: History::new(), solver: Solver::new(), rules: None }
    }

    /// Clears the table and all statistics, as before a new match.
    pub fn clear(&mut self) {
        self.table.clear();
        self.history.clear();
        self.solver = Solver::new();
    }

    /// Returns the solver, which remembers what it solved. What else needs mates of the same position takes less
    /// time with it than with a new one, and has the same result.
    pub fn solver(&mut self) -> &mut Solver {
        &mut self.solver
    }

    /// Evaluates a board for the seat to move, until a limit is reached or `is_over` returns `true`, which is called
    /// about every 512 nodes. The solver validates the scores, and lines end before their first illegal move.
    ///
    /// With only a limit of nodes or depth, the same sequence of searches gives the same results. If there is
    /// a legal move, at least one line is found, whatever the limits.
    pub fn evaluate_board(
        &mut self,
        position: &Position,
        id: BoardId,
        limits: &Limits,
        is_over: &dyn Fn() -> bool,
    ) -> Evaluation {
        let mut found = self.go(position, id, limits, is_over, |_| {});
        for line in &mut found.lines {
            *line = Line::read(position, id, line.score, &line.moves, |_, &mv| Some(mv));
        }
        found.validated(position, id, &mut self.solver)
    }

    /// Searches a board, and calls `on_info` with each line that is found. Scores and lines are those of the search: a
    /// mate has no proof unless the solver helped to find it, and in a hard mate the defender can drop pieces that
    /// arrive. See [`Search::evaluate_board`] for the rest.
    ///
    /// The rules are those of the position. If they differ from those of the last search, the table is cleared.
    pub fn go(
        &mut self,
        position: &Position,
        id: BoardId,
        limits: &Limits,
        is_over: &dyn Fn() -> bool,
        mut on_info: impl FnMut(&Info<'_>),
    ) -> Evaluation {
        if let Some(settled) = Evaluation::settled(position, id) {
            return settled;
        }
        let rules = *position.rules();
        if self.rules.replace(rules).is_some_and(|before| before != rules) {
            self.clear();
        }
        let most_nodes = limits.nodes.unwrap_or(u64::MAX);
        let most_depth = limits.depth.map_or(Limits::MAX_DEPTH, |depth| depth.clamp(1, Limits::MAX_DEPTH));
        let most_lines = usize::from(limits.lines.max(1));
        let moves = position.legal_moves(id);
        self.table.increase_age();
        self.history.start();
        let board = *position.board(id);
        let seat = position.to_move(id);
        let mut mate = None;
        if most_nodes > SMALL
            && let Some(proved) =
                self.solver.solve(&board, Arrivals::Any, &rules, Limit::nodes(SOLVED)).mate()
        {
            let score = Score::Mate { wins: true, moves: proved.moves, proof: Some(Strength::Hard) };
            mate = Some(Line { score, moves: proved.line.clone(), cut: None });
        }
        if let Some(line) = &mate {
            on_info(&Info { depth: 1, nodes: 0, place: 0, line });
            if most_lines == 1 || moves.len() == 1 {
                return Evaluation { depth: 1, ..Evaluation::new(seat, vec![line.clone()]) };
            }
        }
        let mated_by = mate.as_ref().and_then(Line::first);

        let mut worker = Worker::new(&mut self.table, &mut self.history, &rules, most_nodes, is_over);
        let solver = (most_nodes > SMALL).then_some(&mut self.solver);
        let values = partner_values::values(position, id, solver);
        worker.set_board(&board, values, partner_values::arriving(position, id));
        let mut roots: Vec<RootMove> = moves
            .into_iter()
            .filter(|&mv| Some(mv) != mated_by)
            .map(|mv| root_move(position, id, mv))
            .collect();
        let offset = worker.draw(board.side_to_move());
        let wanted = (most_lines - usize::from(mate.is_some())).min(roots.len());
        let mut reached = 0;
        worker.order_roots(&board, &mut roots);

        let mut whole: Vec<Line> = Vec::new();
        'deeper: for depth in 1..=most_depth {
            worker.root_depth = depth as usize;
            for root in &mut roots {
                root.before = root.score;
                root.score = -INFINITE;
            }
            let mut place = 0;
            while place < wanted {
                if !worker.search_place(&mut roots, place, depth as i32) {
                    // The first move is the best of the previous depth. If a better one was found, it counts.
                    if wanted == 1 && roots[0].score > -INFINITE {
                        whole = vec![roots[0].to_line(offset)];
                    } else if whole.is_empty() {
                        for root in &mut roots[place..] {
                            root.score = root.before;
                        }
                        roots[place..].sort_by_key(|root| -root.score);
                        whole = roots.iter().take(wanted).map(|root| root.to_line(offset)).collect();
                        whole.sort_by_key(|line| -line.score.value());
                    }
                    break 'deeper;
                }
                if depth >= VERIFIED_FROM && most_nodes > SMALL && roots[place].most.is_none() {
                    let (most, loses_in) = verify(&mut self.solver, &roots[place].after, &rules);
                    let root = &mut roots[place];
                    (root.most, root.loses_in) = (Some(most), loses_in);
                    if most < root.score {
                        // Search again, now that this is known.
                        continue;
                    }
                }
                place += 1;
            }
            reached = depth;
            whole = roots.iter().take(wanted).map(|root| root.to_line(offset)).collect();
            whole.sort_by_key(|line| -line.score.value());
            for (place, line) in whole.iter().enumerate() {
                let place = place + usize::from(mate.is_some());
                on_info(&Info { depth, nodes: worker.nodes, place, line });
            }
            let is_only = wanted == 1 && roots.len() == 1 && depth >= 6;
            let is_mate = roots[..wanted].iter().all(|root| {
                root.score.abs() >= MATE_BOUND && depth as i32 > 2 * (MATE - root.score.abs()) + 2
            });
            if is_only || is_mate {
                break;
            }
        }
        let lines = mate.into_iter().chain(whole).collect();
        Evaluation { depth: reached, nodes: worker.nodes, ..Evaluation::new(seat, lines) }
    }
}

/// Creates a root move.
fn root_move(position: &Position, id: BoardId, mv: BughouseMove) -> RootMove {
    let mut after = *position;
    after.play_unchecked(id, mv);
    let piece = match mv {
        BughouseMove::Drop { piece, .. } => Some(piece),
        BughouseMove::Regular(plain) => position.board(id).piece_on(plain.source()),
    };
    RootMove {
        mv,
        act: piece.map(|piece| Act::new(piece, mv)),
        after: *after.board(id),
        score: -INFINITE,
        before: -INFINITE,
        line: vec![mv],
        most: None,
        loses_in: None,
    }
}

impl RootMove {
    fn to_line(&self, offset: i32) -> Line {
        let score = match self.loses_in {
            Some(moves) => Score::Mate { wins: false, moves, proof: Some(Strength::Hard) },
            None if self.score.abs() >= MATE_BOUND => Score::from_value(self.score),
            None => Score::Centipawns(self.score - offset),
        };
        Line { score, moves: self.line.clone(), cut: None }
    }
}

/// Returns the highest score of a move according to the solver, and the number of moves in which the opponent
/// has a hard mate after it.
fn verify(solver: &mut Solver, after: &Board, rules: &Rules) -> (i32, Option<u32>) {
    if solver.solve(after, Arrivals::None, rules, Limit::nodes(SOLVED)).mate().is_none() {
        return (INFINITE, None);
    }
    match solver.solve(after, Arrivals::Any, rules, Limit::nodes(SOLVED)).mate() {
        Some(mate) => (mated_in(2 * mate.moves as usize), Some(mate.moves)),
        None => (SOFTLY_MATED, None),
    }
}

impl Worker<'_> {
    /// Orders the root moves by their static evaluation.
    fn order_roots(&mut self, board: &Board, roots: &mut [RootMove]) {
        let eval = self.evaluate(board);
        for root in roots.iter_mut() {
            // The score of the opponent, negated.
            root.before = if root.after.in_check() { eval } else { -self.evaluate(&root.after) };
            root.score = root.before;
        }
        roots.sort_by_key(|root| -root.before);
    }

    /// Searches the moves from a rank on, and moves the best there. Returns `false` if the search was
    /// stopped. A better move than the first one comes first even then.
    fn search_place(&mut self, roots: &mut [RootMove], place: usize, depth: i32) -> bool {
        let Some(first) = roots.get(place) else { return true };
        let guess = first.before;
        let mut window = if depth >= 5 && guess.abs() < MATE_BOUND { 35 } else { 2 * INFINITE };
        let (mut alpha, mut beta) =
            ((guess - window).max(-INFINITE), guess.saturating_add(window).min(INFINITE));
        // The score of the first move, if it was above the previous window.
        let mut at_least = None;
        loop {
            let is_done = self.search_window(&mut roots[place..], alpha, beta, depth);
            // A stable sort: moves that were not searched keep their order.
            roots[place..].sort_by_key(|root| -root.score);
            let first = &mut roots[place];
            if !is_done {
                if let Some(score) = at_least
                    && first.score == -INFINITE
                {
                    first.score = score;
                }
                return false;
            }
            let best = first.score;
            at_least = (best >= beta).then_some(best);
            if best <= alpha && alpha > -INFINITE {
                beta = (alpha + beta) / 2;
                alpha = (best - window).max(-INFINITE);
            } else if best >= beta && beta < INFINITE {
                beta = best.saturating_add(window).min(INFINITE);
            } else {
                return true;
            }
            window *= 3;
            if window > 1500 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Searches root moves with a window.
    fn search_window(&mut self, roots: &mut [RootMove], alpha: i32, beta: i32, depth: i32) -> bool {
        let mut best = alpha;
        let mut is_first = true;
        let mut tried = 0;
        for root in roots.iter_mut() {
            root.score = -INFINITE;
        }
        for root in roots.iter_mut() {
            if let Some(most) = root.most
                && most < -MATE_BOUND
            {
                root.score = most;
                best = best.max(most);
                continue;
            }
            tried += 1;
            self.frames[0].act = root.act;
            let after = root.after;
            let next = depth - 1;
            let mut score;
            // The score of the last finished search of this move, if it was better than the others.
            let mut at_least = None;
            if is_first {
                score = -self.node(&after, -beta, -best, next, 1, NodeOptions::new(false));
            } else {
                let less = if depth >= 3 && tried > 4 && !after.in_check() {
                    (self.reduction(depth, tried) - 1).clamp(0, next - 1)
                } else {
                    0
                };
                score = -self.node(&after, -best - 1, -best, next - less, 1, NodeOptions::new(true));
                if score > best && less > 0 && !self.is_stopped {
                    at_least = Some(score);
                    score = -self.node(&after, -best - 1, -best, next, 1, NodeOptions::new(true));
                }
                if score > best && !self.is_stopped {
                    at_least = Some(score);
                    score = -self.node(&after, -beta, -best, next, 1, NodeOptions::new(false));
                }
            }
            if self.is_stopped {
                let score = at_least.map(|score| root.most.map_or(score, |most| score.min(most)));
                if let Some(score) = score.filter(|&score| score > best) {
                    root.score = score;
                    root.line.clear();
                    root.line.push(root.mv);
                }
                return false;
            }
            if let Some(most) = root.most {
                score = score.min(most);
            }
            if is_first || score > best {
                root.score = score;
                root.line.clear();
                root.line.push(root.mv);
                root.line.extend_from_slice(&self.lines[1]);
                best = best.max(score);
            }
            is_first = false;
            if score >= beta {
                break;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// White can take a queen with Qxd5.
    const HANGING_QUEEN: &str = "4k3/8/8/3q4/8/8/PPP5/1K1Q4[] w - - 0 1";

    /// Calls a function with a worker that stops after some nodes and the root moves of a board.
    fn with_worker<T>(
        nodes: u64,
        moves: &[&str],
        act: impl FnOnce(&mut Worker<'_>, &mut Vec<RootMove>) -> T,
    ) -> T {
        let rules = Rules::standard();
        let position = Position::new(HANGING_QUEEN.parse().unwrap(), Board::START, rules);
        let (mut table, mut history) = (Table::new(1), History::new());
        let mut worker = Worker::new(&mut table, &mut history, &rules, nodes, &|| false);
        let values = partner_values::values(&position, BoardId::A, None);
        let arriving = partner_values::arriving(&position, BoardId::A);
        worker.set_board(&position.board(BoardId::A), values, arriving);
        let root = |text: &&str| root_move(&position, BoardId::A, text.parse().unwrap());
        let mut roots: Vec<RootMove> = moves.iter().map(root).collect();
        worker.order_roots(&position.board(BoardId::A), &mut roots);
        roots.sort_by_key(|root| moves.iter().position(|&text| root.mv.to_string() == text));
        act(&mut worker, &mut roots)
    }

    #[test]
    fn a_better_move_counts_although_its_second_search_is_stopped() {
        // The sixth move is searched with a reduced depth first, then fully, then with an open window.
        let moves = ["a2a3", "b2b3", "c2c3", "a2a4", "b2b4", "d1d5"];
        for depth in [3, 4, 5] {
            let (first, all) = with_worker(u64::MAX, &moves, |worker, roots| {
                assert!(worker.search_window(&mut roots[..5], -INFINITE, INFINITE, depth));
                let best = roots.iter().map(|root| root.score).max().unwrap();
                let less = (worker.reduction(depth, 6) - 1).clamp(0, depth - 2);
                worker.frames[0].act = roots[5].act;
                let (after, options) = (roots[5].after, NodeOptions::new(true));
                let score = -worker.node(&after, -best - 1, -best, depth - 1 - less, 1, options);
                assert!(score > best, "{score} and {best}");
                let first = worker.nodes;
                if less > 0 {
                    worker.node(&after, -best - 1, -best, depth - 1, 1, options);
                }
                worker.node(&after, -INFINITE, -best, depth - 1, 1, NodeOptions::new(false));
                (first, worker.nodes)
            });
            assert!(first < all, "depth {depth}: {first} of {all} nodes");
            for nodes in first + 1..=all {
                with_worker(nodes, &moves, |worker, roots| {
                    let is_done = worker.search_window(roots, -INFINITE, INFINITE, depth);
                    assert!(!is_done, "{nodes} of {all} nodes at depth {depth}");
                    let best = roots.iter().max_by_key(|root| root.score).unwrap();
                    assert_eq!(best.mv.to_string(), "d1d5", "{nodes} of {all} nodes at depth {depth}");
                    assert_eq!(best.line, [best.mv]);
                });
            }
        }
    }

    #[test]
    fn a_move_above_the_window_counts_although_the_search_with_a_wider_one_is_stopped() {
        let moves = ["d1d5", "a2a3"];
        let guess = -300;
        let first = with_worker(u64::MAX, &moves, |worker, roots| {
            assert!(worker.search_window(roots, guess - 35, guess + 35, 5));
            assert!(roots[0].score >= guess + 35);
            worker.nodes
        });
        let mut stopped = 0;
        for nodes in first + 1.. {
            let is_done = with_worker(nodes, &moves, |worker, roots| {
                roots[0].before = guess;
                let is_done = worker.search_place(roots, 0, 5);
                assert_eq!(roots[0].mv.to_string(), "d1d5", "{nodes} nodes");
                assert!(roots[0].score >= guess + 35, "{nodes} nodes");
                is_done
            });
            if is_done {
                break;
            }
            stopped += 1;
        }
        assert!(stopped > 0);
    }
}
