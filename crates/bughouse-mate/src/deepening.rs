//! Iterative deepening: tries all checks and all answers, one move deeper each time. The first mate found is
//! the shortest.

use alloc::vec::Vec;

use bughouse_chess::{Board, BughouseMove, Reserve};

use crate::duel::Duel;
use crate::ids::Ids;
use crate::limit::{Budget, Exhausted};

/// The results for a board where the attacker is to move.
#[derive(Clone, Copy, Default)]
struct Known {
    /// There is a mate within this number of moves; 0 if none was found.
    within: u8,
    /// There is no mate within this number of moves.
    not_within: u8,
}

/// A move or drop, and the number of answers to it.
#[derive(Clone, Copy)]
struct Candidate {
    mv: BughouseMove,
    answers: u32,
}

/// The tables of the search, reused to avoid allocations.
#[derive(Default)]
pub(crate) struct Memory {
    ids: Ids,
    known: Vec<Known>,
    /// Candidates of all boards on the path from the root, those of the last board at the end.
    candidates: Vec<Candidate>,
}

/// A search that goes one move deeper each time.
pub(crate) struct Deepening<'a> {
    duel: &'a Duel,
    memory: &'a mut Memory,
    /// By moves left: the last answer that refuted a check.
    refutations: Vec<Option<BughouseMove>>,
    /// `true` if something could not be searched, so the absence of a mate is not certain.
    pub(crate) is_cut: bool,
}

impl<'a> Deepening<'a> {
    pub(crate) fn new(duel: &'a Duel, memory: &'a mut Memory) -> Deepening<'a> {
        memory.ids.clear();
        memory.known.clear();
        memory.candidates.clear();
        Deepening { duel, memory, refutations: Vec::new(), is_cut: false }
    }

    /// Returns `true` if the attacker, who is to move, mates within a number of moves, giving check with
    /// each.
    pub(crate) fn mates_within(
        &mut self,
        board: &Board,
        moves: u8,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        if moves == 0 {
            return Ok(false);
        }
        let base = self.memory.candidates.len();
        let found = if moves == 1 {
            self.mates_at_once(board, budget)
        } else {
            let id = self.memory.ids.of(board) as usize;
            if id == self.memory.known.len() {
                self.memory.known.push(Known::default());
            }
            let known = self.memory.known[id];
            if known.within != 0 && known.within <= moves {
                return Ok(true);
            }
            if known.not_within >= moves {
                return Ok(false);
            }
            let found = self.mates_deeper(board, moves, budget);
            if let Ok(found) = found {
                let known = &mut self.memory.known[id];
                *(if found { &mut known.within } else { &mut known.not_within }) = moves;
            }
            found
        };
        self.memory.candidates.truncate(base);
        found
    }

    /// Appends the checks on a board to the candidates.
    fn list_checks(&mut self, board: &Board) {
        let candidates = &mut self.memory.candidates;
        self.is_cut |= self.duel.for_each_check(board, |mv| candidates.push(Candidate { mv, answers: 0 }));
    }

    fn mates_at_once(&mut self, board: &Board, budget: &mut Budget) -> Result<bool, Exhausted> {
        let base = self.memory.candidates.len();
        self.list_checks(board);
        for candidate in &self.memory.candidates[base..] {
            budget.take()?;
            if self.duel.is_mate(&self.duel.after_check(board, candidate.mv)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Appends the checks to the candidates, those with the fewest answers first: they are the most likely to
    /// mate, and the fastest to refute.
    fn sort_checks(&mut self, board: &Board, budget: &mut Budget) -> Result<(), Exhausted> {
        let base = self.memory.candidates.len();
        self.list_checks(board);
        for candidate in &mut self.memory.candidates[base..] {
            budget.take()?;
            candidate.answers = self.duel.count_answers(&self.duel.after_check(board, candidate.mv));
        }
        self.memory.candidates[base..].sort_by_key(|candidate| candidate.answers);
        Ok(())
    }

    fn mates_deeper(&mut self, board: &Board, moves: u8, budget: &mut Budget) -> Result<bool, Exhausted> {
        let base = self.memory.candidates.len();
        self.sort_checks(board, budget)?;
        for i in base..self.memory.candidates.len() {
            let Candidate { mv, answers } = self.memory.candidates[i];
            if answers == 0 || self.no_answer_helps(&self.duel.after_check(board, mv), moves - 1, budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns `true` if there is a mate within a number of moves after each answer.
    fn no_answer_helps(&mut self, board: &Board, moves: u8, budget: &mut Budget) -> Result<bool, Exhausted> {
        let base = self.memory.candidates.len();
        let candidates = &mut self.memory.candidates;
        self.duel.for_each_answer(board, |mv| candidates.push(Candidate { mv, answers: 0 }));
        if self.refutations.len() <= usize::from(moves) {
            self.refutations.resize(usize::from(moves) + 1, None);
        }
        let last = self.refutations[usize::from(moves)];
        let first = candidates[base..].iter().position(|candidate| Some(candidate.mv) == last);
        if let Some(at) = first {
            candidates.swap(base, base + at);
        }
        let mut result = Ok(true);
        for i in base..self.memory.candidates.len() {
            let mv = self.memory.candidates[i].mv;
            result = budget.take().and_then(|()| match self.duel.after_answer(board, mv) {
                Some(next) => self.mates_within(&next, moves, budget),
                None => {
                    self.is_cut = true;
                    Ok(false)
                }
            });
            if result != Ok(true) {
                self.refutations[usize::from(moves)] = Some(mv);
                break;
            }
        }
        self.memory.candidates.truncate(base);
        result
    }

    /// Returns the line of a mate that takes exactly this number of moves, with the longest defense. Pieces
    /// in the defender's reserve come before pieces that would have to arrive.
    pub(crate) fn line(
        &mut self,
        board: &Board,
        moves: u8,
        mut held: Reserve,
        budget: &mut Budget,
    ) -> Result<Vec<BughouseMove>, Exhausted> {
        let mut line = Vec::with_capacity(usize::from(moves) * 2);
        let mut board = *board;
        for left in (0..moves).rev() {
            self.memory.candidates.clear();
            self.sort_checks(&board, budget)?;
            let mut mating = None;
            for i in 0..self.memory.candidates.len() {
                let mv = self.memory.candidates[i].mv;
                let after = self.duel.after_check(&board, mv);
                if self.no_answer_helps(&after, left, budget)? {
                    mating = Some((mv, after));
                    break;
                }
            }
            let Some((mv, after)) = mating else { return Err(Exhausted) };
            line.push(mv);
            if left == 0 {
                break;
            }
            let Some((mv, next)) = self.longest_answer(&after, left, held, budget)? else {
                return Err(Exhausted);
            };
            line.push(mv);
            if let BughouseMove::Drop { piece, .. } = mv {
                // A piece that wasn't in reserve has just arrived.
                let _ = held.remove(piece);
            }
            board = next;
        }
        Ok(line)
    }

    /// Returns an answer after which there is no faster mate than in the moves left.
    fn longest_answer(
        &mut self,
        board: &Board,
        left: u8,
        held: Reserve,
        budget: &mut Budget,
    ) -> Result<Option<(BughouseMove, Board)>, Exhausted> {
        let mut answers = Vec::new();
        self.duel.for_each_answer(board, |mv| answers.push(mv));
        answers.sort_by_key(|&mv| arrives(mv, held));
        for mv in answers {
            budget.take()?;
            let Some(next) = self.duel.after_answer(board, mv) else { continue };
            if !self.mates_within(&next, left - 1, budget)? {
                return Ok(Some((mv, next)));
            }
        }
        Ok(None)
    }
}

/// Returns `true` if an answer needs a piece that is not in reserve.
pub(crate) fn arrives(mv: BughouseMove, held: Reserve) -> bool {
    matches!(mv, BughouseMove::Drop { piece, .. } if !held.contains(piece))
}
