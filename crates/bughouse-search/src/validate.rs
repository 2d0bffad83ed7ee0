//! Validates scores: only proved mates count as proved.

use bughouse_chess::{Board, BoardId, BughouseMove, Piece, Position, Rules};
use bughouse_mate::{Arrivals, Limit, Mate, Solver, Strength, Verdict};

use crate::evaluation::{Evaluation, Line};
use crate::score::Score;

/// The node limit to prove a mate that an engine claims.
const CLAIMED: Limit = Limit::nodes(50_000);

/// The node limit for an unclaimed mate, or for each of several mates that all have to be proved.
const SMALL: Limit = Limit::nodes(2_000);

impl Evaluation {
    /// Returns the evaluation with scores that the solver validated: it proves the mates of the lines, and a hard
    /// mate of the seat even if the engine didn't see it.
    #[must_use]
    pub fn validated(self, position: &Position, id: BoardId, solver: &mut Solver) -> Evaluation {
        // A board without a legal move is settled.
        if self.lines.is_empty() {
            return self;
        }
        let (board, rules) = (*position.board(id), position.rules());
        let mut validator = Validator { board, rules, solver };
        let Evaluation { best, depth, nodes, .. } = self;
        let wanted = self.lines.len();
        let mut lines: Vec<Line> = Vec::with_capacity(wanted);
        let (mut mate, mut own_line) = (None, None);
        for (index, mut line) in self.lines.into_iter().enumerate() {
            let first = line.first();
            // The mate with its own line appears only once.
            if index > 0 && first.is_some() && first == own_line {
                continue;
            }
            let mut score = None;
            if index == 0 {
                let (validated, proved) = validator.first_score(line.score);
                match &proved {
                    // The engine doesn't play the mate, so the mate gets its own line.
                    Some(proved) if proved.line.first().copied() != first => {
                        let own = Line::read(position, id, validated, &proved.line, |_, &mv| Some(mv));
                        own_line = own.first();
                        lines.push(own);
                    }
                    _ => score = Some(validated),
                }
                mate = proved;
            }
            if lines.len() == wanted {
                break;
            }
            line.score = score.unwrap_or_else(|| validator.other_score(line.score, first));
            lines.push(line);
        }
        Evaluation { mate, best, depth, nodes, ..Evaluation::new(self.seat, lines) }
    }
}

struct Validator<'a> {
    board: Board,
    rules: &'a Rules,
    solver: &'a mut Solver,
}

impl Validator<'_> {
    /// Returns the number of moves of a mate.
    fn mate_in(&mut self, board: &Board, arrivals: Arrivals) -> Option<u32> {
        match self.solver.solve(board, arrivals, self.rules, SMALL) {
            Verdict::Mate(mate) => Some(mate.moves),
            Verdict::NoneByChecks | Verdict::Unknown => None,
        }
    }

    /// Validates the score of the best line. A hard mate counts even if the engine didn't see it.
    fn first_score(&mut self, claim: Score) -> (Score, Option<Mate>) {
        let wins = matches!(claim, Score::Mate { wins: true, .. });
        let limit = if wins { CLAIMED } else { SMALL };
        let readings = [(Arrivals::Any, Strength::Hard), (Arrivals::None, Strength::Soft)];
        for (arrivals, strength) in readings.into_iter().take(if wins { 2 } else { 1 }) {
            if let Verdict::Mate(mate) = self.solver.solve(&self.board, arrivals, self.rules, limit) {
                return (Score::Mate { wins: true, moves: mate.moves, proof: Some(strength) }, Some(mate));
            }
        }
        let score = match claim {
            Score::Mate { wins: false, .. } => self.lost(self.board).map_or_else(
                || unproved(claim),
                |(strength, moves)| Score::Mate { wins: false, moves, proof: Some(strength) },
            ),
            _ => unproved(claim),
        };
        (score, None)
    }

    /// Validates the score of another line, which starts with a move.
    fn other_score(&mut self, claim: Score, first: Option<BughouseMove>) -> Score {
        let Score::Mate { wins, .. } = claim else { return claim };
        let after = first.and_then(|mv| self.board.with_rules(self.rules).after(mv).ok());
        let proved = after.and_then(|(after, _)| match wins {
            // The move before it is part of the mate.
            true => self.lost(after).map(|(strength, moves)| (strength, moves + 1)),
            false => {
                let hard = self.mate_in(&after, Arrivals::Any).map(|moves| (Strength::Hard, moves));
                hard.or_else(|| Some((Strength::Soft, self.mate_in(&after, Arrivals::None)?)))
            }
        });
        match proved {
            Some((strength, moves)) => Score::Mate { wins, moves, proof: Some(strength) },
            None => unproved(claim),
        }
    }

    /// Returns the strength and length of the opponent's mate if the side to move is mated, or will be whatever
    /// it plays.
    fn lost(&mut self, board: Board) -> Option<(Strength, u32)> {
        let hard = with_all_pieces(&board).and_then(|with| self.longest_mate(&with, Arrivals::Any));
        let hard = hard.map(|moves| (Strength::Hard, moves));
        hard.or_else(|| Some((Strength::Soft, self.longest_mate(&board, Arrivals::None)?)))
    }

    /// Returns the longest mate after any move of the side to move, or `None` if a move avoids mate.
    fn longest_mate(&mut self, board: &Board, arrivals: Arrivals) -> Option<u32> {
        let moves = board.with_rules(self.rules).legal_moves();
        if moves.is_empty() && !board.in_check() {
            return None;
        }
        moves.into_iter().try_fold(0, |longest, mv| {
            let (after, _) = board.with_rules(self.rules).after(mv).ok()?;
            self.mate_in(&after, arrivals).map(|moves| moves.max(longest))
        })
    }
}

/// Returns a score that the solver didn't prove.
fn unproved(claim: Score) -> Score {
    match claim {
        Score::Mate { wins, moves, .. } => Score::Mate { wins, moves: moves.max(1), proof: None },
        Score::Centipawns(_) => claim,
    }
}

/// Returns the board with a piece of each type in the reserve of the side to move.
fn with_all_pieces(board: &Board) -> Option<Board> {
    let mut with = *board;
    let side = board.side_to_move();
    for piece in Piece::IN_RESERVE {
        if !with.reserve(side).contains(piece) {
            with.try_add_to_reserve(side, piece).ok()?;
        }
    }
    Some(with)
}
