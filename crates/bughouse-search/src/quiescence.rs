//! Quiescence search: captures, checks by drops, and answers to checks, until the board is quiet.

use bughouse_chess::Board;

use crate::code::Code;
use crate::exchange;
use crate::history::{Act, MAX_PLY};
use crate::picker::{self, Generator, Hints};
use crate::score::{INFINITE, MATE_BOUND};
use crate::sight::Sight;
use crate::table::Bound;
use crate::worker::Worker;

/// The number of half-moves in which checks by drops are tried.
const CHECKS: i32 = 1;

impl Worker<'_> {
    /// Returns the score of a board once it is quiet. `deep` counts the half-moves of this search.
    pub(crate) fn quiesce(&mut self, board: &Board, mut alpha: i32, beta: i32, ply: usize, deep: i32) -> i32 {
        self.count();
        self.lines[ply].clear();
        if self.is_stopped {
            return 0;
        }
        self.frames[ply].hash = board.hash();
        if ply + 2 >= MAX_PLY {
            return self.evaluate(board);
        }
        let is_pv = beta - alpha > 1;
        let us = board.side_to_move();
        let checked = board.in_check();
        let key = self.key(board);
        let depth = if checked || deep < CHECKS { 0 } else { -1 };
        let entry = self.table.get(key);
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

        let mut best = -INFINITE;
        let mut eval = -INFINITE;
        if !checked {
            eval = match entry {
                Some(entry) if i32::from(entry.eval) > -INFINITE => i32::from(entry.eval),
                _ => self.evaluate(board),
            };
            best = eval;
            if best >= beta {
                if entry.is_none() {
                    self.table.put(key, ply, -2, Bound::Lower, best, eval, Code::NONE);
                }
                return best;
            }
            alpha = alpha.max(best);
        }

        let sight = Sight::new(board);
        let mut list = std::mem::take(&mut self.lists[ply]);
        let generator = Generator { board, rules: self.rules, sight: &sight };
        let mut left_out = false;
        if checked {
            left_out = generator.all(&mut list);
        } else {
            generator.loud(&mut list);
            if deep < CHECKS {
                generator.drop_checks(&mut list);
            }
        }
        if checked && list.is_empty() {
            self.lists[ply] = list;
            return if left_out { self.evaluate(board) } else { self.score_without_moves(board, ply) };
        }
        let table_move = entry.map_or(Code::NONE, |entry| entry.code);
        let before = self.before(ply);
        picker::order(
            board,
            &mut list,
            &Hints { table_move, ply, before, history: self.history, values: &self.values },
        );
        let first_alpha = alpha;
        let mut best_code = Code::NONE;
        let mut at = 0;
        let mut quiet = 0;
        while let Some(choice) = picker::pick(&mut list, at) {
            at += 1;
            let mv = choice.mv;
            if best > -MATE_BOUND {
                if !checked {
                    if choice.is_loud && !choice.gives_check {
                        let victim = board.piece_on(mv.dest());
                        let gain = victim.map_or(200, |victim| self.values.taken(!us, victim));
                        if eval + gain + 160 <= alpha && gain < 700 {
                            best = best.max((eval + gain + 160).min(alpha));
                            continue;
                        }
                    }
                    if choice.order < picker::BAD_CAPTURE / 2
                        || !choice.is_loud && !exchange::gains(board, &self.values, mv, 0)
                    {
                        continue;
                    }
                } else if !choice.is_loud {
                    quiet += 1;
                    if quiet > 3 || deep > 2 && quiet > 1 {
                        continue;
                    }
                }
            }
            let after = board.after_unchecked(mv);
            self.frames[ply].act = Some(Act::new(choice.piece, mv));
            let score = -self.quiesce(&after, -beta, -alpha, ply + 1, deep + 1);
            if self.is_stopped {
                self.lists[ply] = list;
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_code = Code::new(mv);
                    if is_pv {
                        self.keep_line(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.lists[ply] = list;
        let bound = if best >= beta {
            Bound::Lower
        } else if alpha > first_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.table.put(key, ply, depth, bound, best, eval, best_code);
        best
    }
}
