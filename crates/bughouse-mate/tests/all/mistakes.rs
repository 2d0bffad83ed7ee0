//! Compares mistakes in games with a reference that solves every board from scratch.

use bughouse_chess::{BoardId, BughouseMove, Position, Rules, Seat};
use bughouse_mate::{Arrivals, Limit, MistakeKind, Verdict, mistakes, solve};
use proptest::prelude::{ProptestConfig, any, proptest};

use crate::reference;
use crate::support::{Rng, attack, board};

const LIMIT: Limit = Limit::nodes(5_000);

type HalfMoves = Vec<(BoardId, BughouseMove)>;

/// Plays random moves from two boards with kings under attack.
fn random_game(seed: u64, rules: &Rules) -> (Position, HalfMoves) {
    let mut rng = Rng::new(seed);
    let start = Position::new(attack(seed), attack(seed.wrapping_mul(3)), *rules);
    let (mut position, mut half_moves) = (start, Vec::new());
    for _ in 0..12 {
        let id = rng.pick(&BoardId::ALL);
        let moves = position.legal_moves(id);
        if BoardId::ALL.iter().any(|&id| position.is_checkmate(id)) {
            break;
        }
        let Some(mv) = moves.get(rng.below(moves.len().max(1))) else { break };
        position.play(id, mv).unwrap();
        half_moves.push((id, mv));
    }
    (start, half_moves)
}

/// Finds mistakes by solving everything, without any cached results.
fn slow_mistakes(start: &Position, half_moves: &HalfMoves) -> Vec<(usize, MistakeKind)> {
    let rules = start.rules();
    let hard = |board: &bughouse_chess::Board| solve(board, Arrivals::Any, rules, LIMIT);
    let mut found = Vec::new();
    let mut position = *start;
    for (i, &(id, mv)) in half_moves.iter().enumerate() {
        let before = position;
        position.play(id, mv).unwrap();
        if position.is_checkmate(id) {
            continue;
        }
        let after = position.board(id).board();
        if let Verdict::Mate(mate) = hard(&before.board(id)) {
            let answers = reference::answers(after, Arrivals::Any, rules);
            let is_kept = !answers.is_empty() && answers.iter().all(|(_, next)| hard(next).is_mate());
            if mate.line[0] != mv && !is_kept {
                found.push((i, MistakeKind::MissedMate));
            }
        }
        if hard(after).is_mate() {
            let is_safe = |mv: BughouseMove| {
                let mut other = before;
                other.play(id, mv).unwrap();
                hard(&other.board(id)).is_none()
            };
            let had_mate = hard(&before.board(id)).is_mate();
            if had_mate || before.legal_moves(id).iter().any(is_safe) {
                found.push((i, MistakeKind::IntoMate));
            }
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn mistakes_agree_with_the_reference(seed in any::<u64>()) {
        let rules = Rules::standard();
        let (start, half_moves) = random_game(seed, &rules);
        let mistakes = mistakes(&start, half_moves.iter().copied(), LIMIT);
        assert_eq!(mistakes.played, half_moves.len());
        let ours: Vec<(usize, MistakeKind)> = mistakes.mistakes.iter().map(|mistake| (mistake.half_move, mistake.kind)).collect();
        assert_eq!(ours, slow_mistakes(&start, &half_moves), "{start:?} {half_moves:?}");
        for mistake in &mistakes.mistakes {
            let mut position = start;
            for &(id, mv) in &half_moves[..mistake.half_move] {
                position.play(id, mv).unwrap();
            }
            let id = half_moves[mistake.half_move].0;
            assert_eq!(position.to_move(id), mistake.seat);
            assert!(position.is_legal(id, mistake.better), "{mistake:?}");
            if mistake.kind == MistakeKind::IntoMate {
                position.play(id, half_moves[mistake.half_move].1).unwrap();
            }
            reference::assert_line_mates(&position.board(id), &mistake.mate.line, Arrivals::Any, &rules);
        }
        // A player who is mated at the end was lost before.
        let mut end = start;
        for &(id, mv) in &half_moves {
            end.play(id, mv).unwrap();
        }
        for id in BoardId::ALL {
            let is_mated = end.is_checkmate(id) && !start.is_checkmate(id);
            assert!(!is_mated || mistakes.lost_from[end.to_move(id)].is_some(), "{start:?} {half_moves:?}");
        }
    }
}

/// Parses half-moves on board A from UCI.
fn on_a(text: &str) -> HalfMoves {
    text.split_whitespace().map(|mv| (BoardId::A, mv.parse().unwrap())).collect()
}

const QUIET: &str = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";

#[test]
fn a_missed_mate_and_an_allowed_mate() {
    // White can give a smothered mate at once, then Black allows it, then White plays it.
    let start = Position::new(board("6rk/p5pp/8/8/8/8/8/K7[N] w - - 0 1"), board(QUIET), Rules::standard());
    let found = mistakes(&start, on_a("a1a2 a7a6 N@f7"), LIMIT);
    let kinds: Vec<(usize, MistakeKind)> =
        found.mistakes.iter().map(|mistake| (mistake.half_move, mistake.kind)).collect();
    assert_eq!(kinds, [(0, MistakeKind::MissedMate), (1, MistakeKind::IntoMate)]);
    assert_eq!(found.mistakes[0].better.to_string(), "N@f7");
    assert_eq!(found.lost_from[Seat::BLACK_A], Some(2));
    assert_eq!(found.lost_from[Seat::WHITE_A], None);
}

#[test]
fn a_mate_by_a_piece_that_arrives_is_not_a_mistake() {
    let a = board("6rk/p5pp/8/8/8/8/8/K7[] b - - 0 1");
    let b = board("4k3/8/8/3b4/4N3/8/8/4K3[] b - - 0 1");
    let half_moves: HalfMoves = vec![
        (BoardId::A, "a7a6".parse().unwrap()),
        (BoardId::B, "d5e4".parse().unwrap()),
        (BoardId::A, "N@f7".parse().unwrap()),
    ];
    let found = mistakes(&Position::new(a, b, Rules::standard()), half_moves, LIMIT);
    assert!(found.mistakes.is_empty(), "{found:?}");
    // The knight arrived after two half-moves.
    assert_eq!(found.lost_from[Seat::BLACK_A], Some(2));
}

#[test]
fn another_mate_is_not_a_missed_mate() {
    let start =
        Position::new(board("5r1k/6pp/7N/8/8/1Q6/8/K7[N] w - - 0 1"), board(QUIET), Rules::standard());
    // A knight on f7 mates at once. The queen takes two moves.
    let found = mistakes(&start, on_a("b3g8 f8g8 h6f7"), LIMIT);
    assert!(found.mistakes.is_empty(), "{found:?}");
    assert_eq!(found.lost_from[Seat::BLACK_A], Some(0));
}

#[test]
fn an_illegal_half_move_ends_the_check() {
    let found = mistakes(&Position::START, on_a("e2e4 e2e4"), LIMIT);
    assert_eq!(found.played, 1);
}
