//! Validates the output of engines: lines must be legal, and mates must be proven.

use bughouse_chess::{Board, BoardStatus, BughouseMove, Piece, Rules};
use bughouse_mate::{Arrivals, Limit, Mate, Solver, Strength, Verdict};
use std::time::Duration;

use crate::engine::Query;
use crate::evaluation::{Cut, Evaluation, Line};
use crate::info::Claim;
use crate::score::Score;

/// The node limit to prove a mate that an engine claims.
const CLAIMED: Limit = Limit::nodes(50_000);

/// The node limit for an unclaimed mate, or for each of several mates that all have to be proven.
const SMALL: Limit = Limit::nodes(2_000);

/// A line before validation.
pub(crate) struct Found<T> {
    pub(crate) claim: Claim,
    pub(crate) moves: Vec<T>,
}

/// The result for a board before validation.
pub(crate) struct Answer<T> {
    /// The lines, best first.
    pub(crate) lines: Vec<Found<T>>,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
}

/// Returns the evaluation of a board without a legal move, which needs no engine.
pub(crate) fn settled(query: &Query<'_>) -> Option<Evaluation> {
    let Query { position, board, .. } = query;
    if position.moves(*board).any() {
        return None;
    }
    let mated = |strength| Score::Mate { wins: false, moves: 0, strength };
    let score = match position.status(*board) {
        BoardStatus::Checkmate => mated(Strength::Hard),
        // A frozen player counts as mated if nothing arrives.
        _ if position.frozen(*board).is_some() => mated(Strength::Soft),
        _ => Score::Centipawns(0),
    };
    Some(Evaluation {
        seat: query.seat(),
        score,
        mate: None,
        best: None,
        lines: Vec::new(),
        depth: 0,
        nodes: 0,
        time: Duration::ZERO,
    })
}

/// Validates a result. `read` converts the moves of a line.
pub(crate) fn validate<T>(
    query: &Query<'_>,
    solver: &mut Solver,
    answer: Answer<T>,
    best: Option<BughouseMove>,
    read: impl Fn(&Board, &T) -> Option<BughouseMove>,
) -> Evaluation {
    let board = query.position.board(query.board);
    let wanted = answer.lines.len();
    let mut lines: Vec<Line> = Vec::with_capacity(wanted + 1);
    let (mut mate, mut own_line) = (None, None);
    for (index, found) in answer.lines.into_iter().enumerate() {
        let (moves, cut) = play_line(query, &found.moves, &read);
        let first = moves.first().copied();
        let mut score = None;
        if index == 0 {
            let (validated, proved) = first_score(&board, query.position.rules(), found.claim, solver);
            match &proved {
                // The engine doesn't play the mate, so the mate gets its own line.
                Some(proved) if proved.line.first().copied() != first => {
                    let (moves, cut) = play_line(query, &proved.line, |_, &mv| Some(mv));
                    own_line = moves.first().copied();
                    lines.push(Line { score: validated, moves, cut });
                }
                _ => score = Some(validated),
            }
            mate = proved;
        }
        // The mate with its own line appears only once.
        if index > 0 && first.is_some() && first == own_line {
            continue;
        }
        let score =
            score.unwrap_or_else(|| other_score(&board, query.position.rules(), found.claim, first, solver));
        lines.push(Line { score, moves, cut });
    }
    lines.truncate(wanted);
    Evaluation {
        seat: query.seat(),
        score: lines.first().map_or(Score::Centipawns(0), |line| line.score),
        mate,
        best,
        lines,
        depth: answer.depth,
        nodes: answer.nodes,
        time: answer.time,
    }
}

/// Parses a UCI move, with castling in either notation.
pub(crate) fn read_move(board: &Board, text: &str) -> Option<BughouseMove> {
    text.parse().ok().map(|mv| board.normalize_castling(mv))
}

/// Plays a line on a board up to its first illegal move.
fn play_line<T>(
    query: &Query<'_>,
    moves: &[T],
    read: impl Fn(&Board, &T) -> Option<BughouseMove>,
) -> (Vec<BughouseMove>, Option<Cut>) {
    let (id, rules) = (query.board, query.position.rules());
    let mut position = *query.position;
    let mut played = Vec::with_capacity(moves.len());
    for item in moves {
        let mv = read(&position.board(id), item);
        match mv.filter(|&mv| position.is_legal(id, mv)) {
            Some(mv) => {
                position.play_unchecked(id, mv);
                played.push(mv);
            }
            None => {
                let needs = mv.and_then(|mv| missing(&position.board(id), mv, rules));
                return (played, Some(needs.map_or(Cut::Illegal, Cut::Needs)));
            }
        }
    }
    (played, None)
}

/// Returns the piece that a drop needs, if that is the only problem.
pub(crate) fn missing(board: &Board, mv: BughouseMove, rules: &Rules) -> Option<Piece> {
    let BughouseMove::Drop { piece, .. } = mv else { return None };
    let mut with = *board;
    let holds = board.reserve(board.side_to_move()).contains(piece);
    if holds || with.try_add_to_reserve(board.side_to_move(), piece).is_err() {
        return None;
    }
    with.with_rules(rules).is_legal(mv).then_some(piece)
}

/// Validates the score of the best line. A hard mate counts even if the engine didn't see it.
fn first_score(board: &Board, rules: &Rules, claim: Claim, solver: &mut Solver) -> (Score, Option<Mate>) {
    let wins = matches!(claim, Claim::Mate(1..));
    let limit = if wins { CLAIMED } else { SMALL };
    let mut readings = vec![(Arrivals::Any, Strength::Hard)];
    readings.extend(wins.then_some((Arrivals::None, Strength::Soft)));
    for (arrivals, strength) in readings {
        if let Verdict::Mate(mate) = solver.solve(board, arrivals, rules, limit) {
            return (Score::Mate { wins: true, moves: mate.moves, strength }, Some(mate));
        }
    }
    let score = match claim {
        Claim::Centipawns(value) => Score::Centipawns(value),
        Claim::Mate(moves) if moves > 0 => claimed(moves),
        Claim::Mate(moves) => lost(board, rules, solver)
            .map_or(claimed(moves), |(strength, moves)| Score::Mate { wins: false, moves, strength }),
    };
    (score, None)
}

/// Validates the score of another line, which starts with a move.
fn other_score(
    board: &Board,
    rules: &Rules,
    claim: Claim,
    first: Option<BughouseMove>,
    solver: &mut Solver,
) -> Score {
    let moves = match claim {
        Claim::Centipawns(value) => return Score::Centipawns(value),
        Claim::Mate(moves) => moves,
    };
    let Some((after, _)) = first.and_then(|mv| board.with_rules(rules).after(mv).ok()) else {
        return claimed(moves);
    };
    let proved = if moves > 0 {
        // The move before it is part of the mate.
        lost(&after, rules, solver).map(|(strength, moves)| (strength, moves + 1))
    } else {
        let mut mates = |arrivals| match solver.solve(&after, arrivals, rules, SMALL) {
            Verdict::Mate(mate) => Some(mate.moves),
            Verdict::NoneByChecks | Verdict::Unknown => None,
        };
        let hard = mates(Arrivals::Any).map(|moves| (Strength::Hard, moves));
        hard.or_else(|| mates(Arrivals::None).map(|moves| (Strength::Soft, moves)))
    };
    match proved {
        Some((strength, proved)) => Score::Mate { wins: moves > 0, moves: proved, strength },
        None => claimed(moves),
    }
}

fn claimed(moves: i32) -> Score {
    Score::ClaimedMate { wins: moves > 0, moves: moves.unsigned_abs() }
}

/// Returns the strength and length of the opponent's mate if the side to move is mated, or will be whatever
/// it plays.
fn lost(board: &Board, rules: &Rules, solver: &mut Solver) -> Option<(Strength, u32)> {
    let hard = with_all_pieces(board).and_then(|with| longest_mate(&with, rules, Arrivals::Any, solver));
    let hard = hard.map(|moves| (Strength::Hard, moves));
    hard.or_else(|| longest_mate(board, rules, Arrivals::None, solver).map(|moves| (Strength::Soft, moves)))
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

/// Returns the longest mate after any move of the side to move, or `None` if a move avoids mate.
fn longest_mate(board: &Board, rules: &Rules, arrivals: Arrivals, solver: &mut Solver) -> Option<u32> {
    let moves = board.with_rules(rules).legal_moves();
    if moves.is_empty() && !board.in_check() {
        return None;
    }
    moves.into_iter().try_fold(0, |longest, mv| {
        let (after, _) = board.with_rules(rules).after(mv).ok()?;
        let verdict = solver.solve(&after, arrivals, rules, SMALL);
        verdict.mate().map(|mate| mate.moves.max(longest))
    })
}
