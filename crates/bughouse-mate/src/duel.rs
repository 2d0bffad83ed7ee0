//! A board on which one side gives check and the other answers with all that it has or is fed.

use bughouse_chess::{Board, BughouseMove, Color, Promotion, Rules};

use crate::arrivals::Arrivals;
use crate::checks::for_each_check;

/// What both sides may do.
///
/// The defender's reserve always holds one piece of each kind that arrives: what is dropped comes again. So the rules crate
/// generates his answers as if he held them, and boards that differ in nothing else are the same board.
#[derive(Clone, Copy)]
pub(crate) struct Duel {
    pub(crate) rules: Rules,
    pub(crate) arrivals: Arrivals,
    pub(crate) attacker: Color,
    /// A pawn that reaches the last rank does something on the other board, which is not known here.
    leaves_board: bool,
}

impl Duel {
    pub(crate) fn new(attacker: Color, arrivals: Arrivals, rules: &Rules) -> Duel {
        let leaves_board = !matches!(rules.promotion, Promotion::Upgrade | Promotion::Stays);
        Duel { rules: *rules, arrivals, attacker, leaves_board }
    }

    /// Returns `true` if a piece may be taken off this board by a promotion on the other one, at any time.
    pub(crate) fn pieces_may_vanish(&self) -> bool {
        self.rules.promotion == Promotion::Steal && self.arrivals.kinds().next().is_some()
    }

    /// Returns the board with the defender's reserve as it is kept; `None` if there is no room for it.
    pub(crate) fn start(&self, board: &Board) -> Option<Board> {
        let (mut board, defender) = (*board, !self.attacker);
        for piece in self.arrivals.kinds() {
            while board.reserve(defender).count(piece) > 1 {
                board.remove_from_reserve(defender, piece).ok()?;
            }
        }
        self.feed(&mut board).then_some(board)
    }

    /// Gives the defender what arrives, and says whether there was room for it.
    #[inline]
    fn feed(&self, board: &mut Board) -> bool {
        let (held, defender) = (board.reserve(!self.attacker), !self.attacker);
        let mut lacking = self.arrivals.kinds().filter(|&piece| !held.contains(piece));
        lacking.all(|piece| board.try_add_to_reserve(defender, piece).is_ok())
    }

    /// Visits the attacker's checks. Returns whether one had to be left out, since it leaves this board.
    #[inline]
    pub(crate) fn for_each_check(&self, board: &Board, mut visit: impl FnMut(BughouseMove)) -> bool {
        let mut left_out = false;
        for_each_check(board, &self.rules, |mv| {
            if self.leaves_board && promotes(mv) {
                left_out = true;
            } else {
                visit(mv);
            }
        });
        left_out
    }

    /// Returns the board after a check.
    #[inline]
    pub(crate) fn after_check(&self, board: &Board, mv: BughouseMove) -> Board {
        let mut after = *board;
        after.play_unchecked(mv);
        after
    }

    /// Returns `true` if the defender, who is in check, has no answer.
    #[inline]
    pub(crate) fn is_mate(&self, board: &Board) -> bool {
        !board.under(&self.rules).has_legal_move()
    }

    /// Counts the defender's answers.
    #[inline]
    pub(crate) fn count_answers(&self, board: &Board) -> u32 {
        board.under(&self.rules).count_legal() as u32
    }

    /// Visits the defender's answers.
    #[inline]
    pub(crate) fn for_each_answer(&self, board: &Board, mut visit: impl FnMut(BughouseMove)) {
        board.under(&self.rules).for_each_legal(|set| set.into_iter().for_each(&mut visit));
    }

    /// Returns the board after an answer; `None` if what comes of it cannot be followed, and the defender must be
    /// thought to escape.
    #[inline]
    pub(crate) fn after_answer(&self, board: &Board, mv: BughouseMove) -> Option<Board> {
        if self.leaves_board && promotes(mv) {
            return None;
        }
        let mut after = *board;
        after.play_unchecked(mv);
        let is_fed = match mv {
            BughouseMove::Drop { piece, .. } if self.arrivals.brings(piece) => {
                after.try_add_to_reserve(!self.attacker, piece).is_ok()
            }
            _ => true,
        };
        is_fed.then_some(after)
    }
}

fn promotes(mv: BughouseMove) -> bool {
    matches!(mv, BughouseMove::Regular(mv) if mv.promotion().is_some())
}
