//! A board where one side gives check and the other side answers with the pieces it has or receives.

use bughouse_chess::{Board, BughouseMove, Color, Promotion, Rules};

use crate::arrivals::Arrivals;
use crate::checks::for_each_check;

/// The options of both sides.
///
/// The defender's reserve always has one piece of each type that can arrive: a dropped piece is replaced. So
/// the rules crate generates the answers as if the pieces were in reserve, and boards that otherwise differ
/// only in such pieces are equal.
#[derive(Clone, Copy)]
pub(crate) struct Duel {
    pub(crate) rules: Rules,
    pub(crate) arrivals: Arrivals,
    pub(crate) attacker: Color,
    /// `true` if a pawn that reaches the last rank affects the other board, which is unknown here.
    leaves_board: bool,
}

impl Duel {
    pub(crate) fn new(attacker: Color, arrivals: Arrivals, rules: &Rules) -> Duel {
        let leaves_board = !matches!(rules.promotion, Promotion::Upgrade | Promotion::Stays);
        Duel { rules: *rules, arrivals, attacker, leaves_board }
    }

    /// Returns `true` if a promotion on the other board can take a piece from this board at any time.
    pub(crate) fn pieces_may_vanish(&self) -> bool {
        self.rules.promotion == Promotion::Steal && self.arrivals.kinds().next().is_some()
    }

    /// Returns the board with a refilled defender's reserve, or `None` if there is no room for it.
    pub(crate) fn start(&self, board: &Board) -> Option<Board> {
        let mut board = *board;
        self.refill(&mut board).then_some(board)
    }

    /// Refills the defender's reserve, and returns `true` if there was room.
    #[inline]
    fn refill(&self, board: &mut Board) -> bool {
        let (held, defender) = (board.reserve(!self.attacker), !self.attacker);
        let mut lacking = self.arrivals.kinds().filter(|&piece| !held.contains(piece));
        lacking.all(|piece| board.try_add_to_reserve(defender, piece).is_ok())
    }

    /// Visits the attacker's checks. Returns `true` if one was skipped because it affects the other board.
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
        board.after_unchecked(mv)
    }

    /// Returns `true` if the defender, who is in check, has no answer.
    #[inline]
    pub(crate) fn is_mate(&self, board: &Board) -> bool {
        !board.with_rules(&self.rules).moves().any()
    }

    /// Counts the defender's answers.
    #[inline]
    pub(crate) fn count_answers(&self, board: &Board) -> u32 {
        board.with_rules(&self.rules).moves().count() as u32
    }

    /// Visits the defender's answers.
    #[inline]
    pub(crate) fn for_each_answer(&self, board: &Board, mut visit: impl FnMut(BughouseMove)) {
        board.with_rules(&self.rules).moves().for_each(|set| set.into_iter().for_each(&mut visit));
    }

    /// Returns the board after an answer, or `None` if the result can't be searched and the defender has to
    /// be assumed to escape.
    #[inline]
    pub(crate) fn after_answer(&self, board: &Board, mv: BughouseMove) -> Option<Board> {
        if self.leaves_board && promotes(mv) {
            return None;
        }
        let mut after = board.after_unchecked(mv);
        let has_room = match mv {
            BughouseMove::Drop { piece, .. } if self.arrivals.brings(piece) => {
                after.try_add_to_reserve(!self.attacker, piece).is_ok()
            }
            _ => true,
        };
        has_room.then_some(after)
    }
}

fn promotes(mv: BughouseMove) -> bool {
    matches!(mv, BughouseMove::Regular(mv) if mv.promotion().is_some())
}
