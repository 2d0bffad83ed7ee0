//! Checks whether the side to move is lost: whatever it plays, the opponent mates.

use alloc::vec::Vec;

use bughouse_chess::{Board, BughouseMove, Rules};

use crate::arrivals::Arrivals;
use crate::duel::Duel;
use crate::limit::Limit;
use crate::solve::{Solver, Verdict};

/// The prospects of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outlook {
    /// After this move, the opponent has no mate by checks.
    Safe(BughouseMove),
    /// It is mated, or the opponent mates after each of its moves.
    Lost,
    /// Neither could be shown.
    Unclear,
}

impl Solver {
    /// Returns `true` if the side to move is certainly lost. Like [`Solver::outlook`], but stops at the first
    /// move after which no mate is found. That move is stored in `way_out` and tried first the next time. If
    /// pieces can be stolen before the mate, no side is certainly lost.
    pub(crate) fn is_lost(
        &mut self,
        board: &Board,
        [now, later]: [Arrivals; 2],
        rules: &Rules,
        limit: Limit,
        way_out: &mut Option<BughouseMove>,
    ) -> bool {
        let duel = Duel::new(!board.side_to_move(), now, rules);
        let Some(board) = duel.start(board) else { return false };
        let mut moves: Vec<BughouseMove> = Vec::new();
        duel.for_each_answer(&board, |mv| moves.push(mv));
        if moves.is_empty() {
            return board.in_check();
        }
        if Duel::new(duel.attacker, later, rules).pieces_may_vanish() {
            return false;
        }
        if let Some(at) = moves.iter().position(|&mv| Some(mv) == *way_out) {
            moves.swap(0, at);
        }
        let mut is_refuted = |mv: BughouseMove| {
            let next = duel.after_answer(&board, mv);
            next.is_some_and(|next| self.solve(&next, later, rules, limit).is_mate())
        };
        match moves.into_iter().find(|&mv| !is_refuted(mv)) {
            Some(mv) => {
                *way_out = Some(mv);
                false
            }
            None => true,
        }
    }

    /// Looks for a move after which the opponent doesn't mate. `now` is what can arrive before the move,
    /// `later` what can arrive after it. A side in check without a legal move is lost.
    pub(crate) fn outlook(
        &mut self,
        board: &Board,
        now: Arrivals,
        later: Arrivals,
        rules: &Rules,
        limit: Limit,
    ) -> Outlook {
        let duel = Duel::new(!board.side_to_move(), now, rules);
        let Some(board) = duel.start(board) else { return Outlook::Unclear };
        let mut moves: Vec<BughouseMove> = Vec::new();
        duel.for_each_answer(&board, |mv| moves.push(mv));
        if moves.is_empty() {
            return if board.in_check() { Outlook::Lost } else { Outlook::Unclear };
        }
        // Before the mate, one of its pieces could be stolen.
        let may_vanish = Duel::new(duel.attacker, later, rules).pieces_may_vanish();
        let mut outlook = if may_vanish { Outlook::Unclear } else { Outlook::Lost };
        for mv in moves {
            let verdict = match duel.after_answer(&board, mv) {
                Some(next) => self.solve(&next, later, rules, limit),
                None => Verdict::Unknown,
            };
            match verdict {
                Verdict::Mate(_) => {}
                Verdict::NoneByChecks => return Outlook::Safe(mv),
                Verdict::Unknown => outlook = Outlook::Unclear,
            }
        }
        outlook
    }
}
