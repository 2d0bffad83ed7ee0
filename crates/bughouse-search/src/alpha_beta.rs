//! The main search: principal variation search with a transposition table, null moves, reductions and
//! extensions.

use bughouse_chess::Board;

use crate::code::Code;
use crate::exchange;
use crate::history::{Act, MAX_PLY};
use crate::picker::{self, Choice, Generator, Hints};
use crate::score::{INFINITE, MATE, MATE_BOUND, mated_in};
use crate::sight::Sight;
use crate::table::Bound;
use crate::worker::Worker;

/// Parameters of a node in addition to its window.
#[derive(Clone, Copy)]
pub(crate) struct NodeOptions {
    /// A cutoff is expected.
    pub(crate) is_cut: bool,
    /// The opponent just passed.
    pub(crate) passed: bool,
    /// A move to exclude, to find out whether it is the only good one.
    pub(crate) without: Code,
}

impl NodeOptions {
    pub(crate) const fn new(is_cut: bool) -> NodeOptions {
        NodeOptions { is_cut, passed: false, without: Code::NONE }
    }
}

impl Worker<'_> {
    /// Returns the score of a board for the side to move, searched to a depth of `depth` half-moves.
    pub(crate) fn node(
        &mut self,
        board: &Board,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        ply: usize,
        options: NodeOptions,
    ) -> i32 {
        let is_pv = beta - alpha > 1;
        self.lines[ply].clear();
        if depth <= 0 {
            return self.quiesce(board, alpha, beta, ply, 0);
        }
        self.count();
        if self.is_stopped {
            return 0;
        }
        let us = board.side_to_move();
        self.frames[ply].hash = board.hash();
        if ply + 2 >= MAX_PLY {
            return self.evaluate(board);
        }
        if self.repeats(board, ply) {
            return self.draw(us);
        }
        alpha = alpha.max(mated_in(ply));
        beta = beta.min(MATE - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }

        let key = self.key(board);
        let is_complete = options.without == Code::NONE;
        let entry = if is_complete { self.table.get(key) } else { None };
        if let Some(entry) = entry
            && !is_pv
            && i32::from(entry.depth) >= depth
        {
            let score = entry.score(ply);
            let is_enough = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if is_enough {
                return score;
            }
        }
        let table_move = entry.map_or(Code::NONE, |entry| entry.code);

        let checked = board.in_check();
        let eval = if checked {
            -INFINITE
        } else {
            match entry {
                Some(entry) if i32::from(entry.eval) > -INFINITE => i32::from(entry.eval),
                _ => self.evaluate(board),
            }
        };
        self.frames[ply].eval = eval;
        let improves = !checked && ply >= 2 && eval > self.frames[ply - 2].eval;
        // The table may know more than the static evaluation.
        let better = match entry {
            Some(entry) if !checked => {
                let score = entry.score(ply);
                let fits = match entry.bound {
                    Bound::Exact => true,
                    Bound::Lower => score > eval,
                    Bound::Upper => score < eval,
                };
                if fits { score } else { eval }
            }
            _ => eval,
        };

        if !is_pv && !checked && is_complete {
            // Reverse futility pruning.
            if depth <= 6
                && better - 110 * depth + if improves { 60 } else { 0 } >= beta
                && better < MATE_BOUND
            {
                return better;
            }
            // Razoring.
            if depth <= 3 && better + 250 + 200 * depth <= alpha {
                let score = self.quiesce(board, alpha, alpha + 1, ply, 0);
                if score <= alpha || self.is_stopped {
                    return score;
                }
            }
            // Null move pruning.
            if depth >= 3
                && !options.passed
                && better >= beta
                && eval >= beta - 20 * depth
                && beta > -MATE_BOUND
                && let Some(passed) = board.null_move()
            {
                let less = 3 + depth / 4 + ((better - beta) / 200).min(3);
                self.frames[ply].act = None;
                let options = NodeOptions { is_cut: !options.is_cut, passed: true, without: Code::NONE };
                let score = -self.node(&passed, -beta, 1 - beta, depth - less, ply + 1, options);
                if self.is_stopped {
                    return 0;
                }
                if score >= beta {
                    return if score >= MATE_BOUND { beta } else { score };
                }
            }
        }
        // Internal iterative reduction.
        if depth >= 4 && table_move == Code::NONE && is_complete && (is_pv || options.is_cut) {
            depth -= 1;
        }

        let sight = Sight::new(board);
        let mut list = std::mem::take(&mut self.lists[ply]);
        let left_out = Generator { board, rules: self.rules, sight: &sight }.all(&mut list);
        if list.is_empty() {
            self.lists[ply] = list;
            return if left_out { self.evaluate(board) } else { self.score_without_moves(board, ply) };
        }
        let before = self.before(ply);
        picker::order(
            board,
            &mut list,
            &Hints { table_move, ply, before, history: self.history, values: &self.values },
        );

        let first_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_code = Code::NONE;
        let mut tried = 0;
        let mut quiets: [Option<Choice>; 48] = [None; 48];
        let mut quiet_count = 0;
        let mut at = 0;
        while let Some(choice) = picker::pick(&mut list, at) {
            at += 1;
            let mv = choice.mv;
            let code = Code::new(mv);
            if code == options.without {
                continue;
            }
            let is_quiet = !choice.is_loud;
            let act = Act::new(choice.piece, mv);

            // Skip late moves that look bad near the leaves.
            if best > -MATE_BOUND && ply > 0 {
                if is_quiet && !choice.gives_check {
                    let limit = (6 + depth * depth) / if improves { 1 } else { 2 };
                    if depth <= 7 && !checked && quiet_count as i32 > limit {
                        continue;
                    }
                    let left = depth - self.reduction(depth, tried);
                    if left <= 6 && !checked && eval + 130 + 120 * left.max(1) <= alpha {
                        continue;
                    }
                    if left <= 5 && !exchange::gains(board, &self.values, mv, -30 * left.max(1) * left.max(1))
                    {
                        continue;
                    }
                } else if depth <= 6 && !exchange::gains(board, &self.values, mv, -160 * depth) {
                    continue;
                }
            }

            let mut more = 0;
            if code == table_move
                && depth >= 7
                && is_complete
                && ply > 0
                && let Some(entry) = entry
                && entry.bound != Bound::Upper
                && i32::from(entry.depth) >= depth - 3
                && entry.score(ply).abs() < MATE_BOUND
            {
                // Singular extension: is it the only good move?
                let target = entry.score(ply) - 2 * depth;
                let options = NodeOptions { is_cut: options.is_cut, passed: false, without: code };
                let score = self.node(board, target - 1, target, (depth - 1) / 2, ply, options);
                if self.is_stopped {
                    self.lists[ply] = list;
                    return 0;
                }
                if score < target {
                    more = 1;
                } else if target >= beta {
                    self.lists[ply] = list;
                    return target;
                }
            }
            if more == 0
                && choice.gives_check
                && ply < 2 * self.root_depth
                && (choice.is_loud && choice.order > picker::BAD_CAPTURE / 2
                    || exchange::gains(board, &self.values, mv, 0))
            {
                more = 1;
            }

            let after = board.after_unchecked(mv);
            self.frames[ply].act = Some(act);
            tried += 1;
            let next = depth - 1 + more;
            let score = if tried == 1 {
                -self.node(&after, -beta, -alpha, next, ply + 1, NodeOptions::new(!is_pv && !options.is_cut))
            } else {
                let mut less = 0;
                if depth >= 3 && tried > 1 + i32::from(is_pv) {
                    less = self.reduction(depth, tried);
                    if is_quiet {
                        less -= (self.history.of(us, act, before) / 6000).clamp(-2, 2);
                    } else {
                        less -= 1;
                    }
                    less += i32::from(options.is_cut) + i32::from(!improves && !checked)
                        - i32::from(is_pv)
                        - i32::from(choice.gives_check)
                        - i32::from(checked);
                    less = less.clamp(0, (next - 1).max(0));
                }
                let mut score =
                    -self.node(&after, -alpha - 1, -alpha, next - less, ply + 1, NodeOptions::new(true));
                if score > alpha && less > 0 && !self.is_stopped {
                    score = -self.node(
                        &after,
                        -alpha - 1,
                        -alpha,
                        next,
                        ply + 1,
                        NodeOptions::new(!options.is_cut),
                    );
                }
                if score > alpha && is_pv && !self.is_stopped {
                    score = -self.node(&after, -beta, -alpha, next, ply + 1, NodeOptions::new(false));
                }
                score
            };
            if self.is_stopped {
                self.lists[ply] = list;
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_code = code;
                    alpha = score;
                    if is_pv {
                        self.keep_line(ply, mv);
                    }
                    if score >= beta {
                        if is_quiet {
                            let bonus = (depth * depth * 12).min(1600);
                            self.history.store_cutoff(us, ply, before[0], code);
                            self.history.update(us, act, before, bonus);
                            for other in quiets.iter().take(quiet_count).flatten() {
                                self.history.update(us, Act::new(other.piece, other.mv), before, -bonus);
                            }
                        }
                        break;
                    }
                }
            }
            if is_quiet && let Some(place) = quiets.get_mut(quiet_count) {
                *place = Some(choice);
                quiet_count += 1;
            } else if is_quiet {
                quiet_count += 1;
            }
        }
        self.lists[ply] = list;
        if best == -INFINITE {
            // The excluded move was the only one.
            return alpha;
        }
        if is_complete {
            let bound = if best >= beta {
                Bound::Lower
            } else if alpha > first_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.table.put(key, ply, depth, bound, best, eval, best_code);
        }
        best
    }

    /// Returns the reduction of the depth for a late move.
    #[inline]
    pub(crate) fn reduction(&self, depth: i32, tried: i32) -> i32 {
        let (depth, tried) = (depth.clamp(1, 63) as usize, tried.clamp(1, 63) as usize);
        (LOGARITHMS[depth] * LOGARITHMS[tried] + 500_000) / 1_800_000
    }
}

/// A thousand times the natural logarithm of each number; 0 for 0.
static LOGARITHMS: [i32; 64] = logarithms();

const fn logarithms() -> [i32; 64] {
    let mut table = [0; 64];
    let mut billionths: i64 = 0;
    let mut n: i64 = 2;
    while n < 64 {
        // ln n = ln (n - 1) + 2 (1/s + 1/(3 s^3) + 1/(5 s^5) + ...) with s = 2n - 1.
        let step = 2 * n - 1;
        let cube = step * step * step;
        billionths +=
            2_000_000_000 / step + 2_000_000_000 / (3 * cube) + 2_000_000_000 / (5 * cube * step * step);
        table[n as usize] = (billionths / 1_000_000) as i32;
        n += 1;
    }
    table
}
