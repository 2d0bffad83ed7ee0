//! The slow reference of the solver: makes and tests every move, and caches nothing.

use bughouse_chess::{Board, BughouseMove, Color, Rules};
use bughouse_mate::Arrivals;

/// Returns the legal moves that give check, by making each of them.
pub(crate) fn checks(board: &Board, rules: &Rules) -> Vec<BughouseMove> {
    let gives_check = |&mv: &BughouseMove| board.with_rules(rules).after(mv).unwrap().0.in_check();
    board.with_rules(rules).legal_moves().into_iter().filter(gives_check).collect()
}

/// Returns the defender's answers and the boards after them: with the pieces in reserve, and with one more
/// piece of each type that arrives.
pub(crate) fn answers(board: &Board, arrivals: Arrivals, rules: &Rules) -> Vec<(BughouseMove, Board)> {
    let defender = board.side_to_move();
    let mut answers: Vec<(BughouseMove, Board)> = Vec::new();
    for mv in board.with_rules(rules).legal_moves() {
        answers.push((mv, board.with_rules(rules).after(mv).unwrap().0));
    }
    for piece in arrivals.kinds().filter(|&piece| !board.reserve(defender).contains(piece)) {
        let mut with_piece = *board;
        if with_piece.try_add_to_reserve(defender, piece).is_err() {
            // There is no room, so nothing arrives.
            continue;
        }
        for square in with_piece.with_rules(rules).moves().drops_of(piece).destinations() {
            let mv = BughouseMove::Drop { piece, square };
            answers.push((mv, with_piece.with_rules(rules).after(mv).unwrap().0));
        }
    }
    answers
}

/// Returns `true` if the side to move mates within a number of moves by checks.
pub(crate) fn mates_within(board: &Board, moves: u32, arrivals: Arrivals, rules: &Rules) -> bool {
    moves > 0
        && checks(board, rules).into_iter().any(|mv| {
            let after = board.with_rules(rules).after(mv).unwrap().0;
            let answers = answers(&after, arrivals, rules);
            answers.into_iter().all(|(_, next)| mates_within(&next, moves - 1, arrivals, rules))
        })
}

/// Plays a line from a board: checks by the attacker, answers with pieces in reserve or that may arrive, mate
/// at the end.
#[track_caller]
pub(crate) fn assert_line_mates(board: &Board, line: &[BughouseMove], arrivals: Arrivals, rules: &Rules) {
    let attacker: Color = board.side_to_move();
    let mut now = *board;
    for (i, &mv) in line.iter().enumerate() {
        if i % 2 == 0 {
            assert_eq!(now.side_to_move(), attacker);
            assert!(checks(&now, rules).contains(&mv), "{board}: {mv} in {line:?} is no check on {now}");
            now = now.with_rules(rules).after(mv).unwrap().0;
        } else {
            let answers = answers(&now, arrivals, rules);
            let found = answers.into_iter().find(|&(answer, _)| answer == mv);
            now = found.unwrap_or_else(|| panic!("{board}: {mv} in {line:?} is no answer on {now}")).1;
        }
    }
    assert!(now.in_check() && line.len() % 2 == 1, "{board}: {line:?}");
    assert!(answers(&now, arrivals, rules).is_empty(), "{board}: {line:?} does not end with mate");
}
