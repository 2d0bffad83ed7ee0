//! Positions with known answers.

use bughouse_chess::{Board, BoardId, Position, Rules};
use bughouse_mate::Strength;
use bughouse_search::{Limits, Score};

use crate::support::{board, full_reserves, search, search_on, with_start};

#[track_caller]
fn mates(text: &str, first: &str, in_moves: u32, strength: Strength) {
    let found = search(&with_start(text), &Limits::nodes(150_000));
    assert_eq!(
        found.score,
        Score::Mate { wins: true, moves: in_moves, proof: Some(strength) },
        "{text}: {found:?}"
    );
    assert_eq!(found.best.map(|mv| mv.to_string()).as_deref(), Some(first), "{text}");
}

#[test]
fn a_smothered_mate_with_a_knight_is_found() {
    mates("6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1", "N@f7", 1, Strength::Hard);
}

#[test]
fn a_queen_sacrifice_for_a_smothered_mate_is_found() {
    mates("5r1k/6pp/7N/8/8/1Q6/8/K7[] w - - 0 1", "b3g8", 2, Strength::Hard);
}

#[test]
fn a_longer_mate_with_drops_is_proved() {
    let found = search(&with_start("5rk1/6pp/8/6N1/8/8/8/K7[QN] w - - 0 1"), &Limits::nodes(150_000));
    assert!(
        matches!(found.score, Score::Mate { wins: true, moves: 1..=3, proof: Some(Strength::Hard) }),
        "{found:?}"
    );
}

#[test]
fn a_quiet_move_that_threatens_mate_is_found_by_the_search() {
    // Only Kg6 mates: it is not a check, and the rook mates from a distance on the last rank, which is soft.
    let found = search(&with_start("7k/8/5K2/8/8/8/8/R7[] w - - 0 1"), &Limits::nodes(100_000));
    assert!(found.score.value() > 1000, "{found:?}");
}

#[test]
fn a_defense_against_a_smothered_mate_is_found() {
    // White threatens a smothered mate, but Black can make room for the king.
    let found = search(&with_start("6rk/6pp/8/8/8/8/7P/K7[N] b - - 0 1"), &Limits::nodes(50_000));
    let best = found.best.map(|mv| mv.to_string());
    assert!(found.score.value() > -20_000, "{best:?} {found:?}");
}

#[test]
fn a_mated_player_has_no_line() {
    let found = search(&with_start("6rk/5Npp/8/8/8/8/8/K7[] b - - 0 1"), &Limits::nodes(5000));
    assert_eq!(
        (found.score, found.lines.len()),
        (Score::Mate { wins: false, moves: 0, proof: Some(Strength::Hard) }, 0)
    );
}

#[test]
fn a_frozen_player_is_soft_mated() {
    let found = search(&with_start("4R1k1/5ppp/8/8/8/8/8/6K1[pp] b - - 0 1"), &Limits::nodes(5000));
    assert_eq!(
        (found.score, found.lines.len()),
        (Score::Mate { wins: false, moves: 0, proof: Some(Strength::Soft) }, 0)
    );
}

#[test]
fn a_mate_that_a_piece_could_stop_is_not_hard() {
    let found = search(&with_start("6k1/5ppp/8/8/8/8/8/K3R3[] w - - 0 1"), &Limits::nodes(20_000));
    assert!(!matches!(found.score, Score::Mate { wins: true, proof: Some(Strength::Hard), .. }), "{found:?}");
    assert_eq!(found.best.map(|mv| mv.to_string()).as_deref(), Some("e1e8"), "{found:?}");
}

#[test]
fn the_partner_receives_a_mating_piece() {
    // A rook and a knight can be captured. The partner, Black on the other board, mates with a knight.
    let a = board("4k3/8/8/3n1r2/4P3/8/8/4K3[] w - - 0 1");
    let best = |b: &str| {
        let found = search(&Position::new(a, board(b), Rules::standard()), &Limits::nodes(30_000));
        found.best.map(|mv| mv.to_string())
    };
    assert_eq!(best("k7/8/8/8/8/8/6PP/6RK[] b - - 0 1").as_deref(), Some("e4d5"));
    assert_eq!(best("k7/8/8/8/8/8/8/7K[] b - - 0 1").as_deref(), Some("e4f5"));
}

#[test]
fn the_diagonal_opponent_does_not_receive_a_mating_piece() {
    // White can trade knights. On the other board, White receives what Black captures here and would mate
    // with it.
    let a = board("4k3/8/2p5/3n4/8/4N3/8/4K3[] w - - 0 1");
    let mating = board("6rk/6pp/8/8/8/8/8/K7[] w - - 0 1");
    let found = search(&Position::new(a, mating, Rules::standard()), &Limits::nodes(30_000));
    assert_ne!(found.best.map(|mv| mv.to_string()).as_deref(), Some("e3d5"), "{found:?}");
}

#[test]
fn either_board_can_be_searched() {
    let position = Position::new(Board::START, board("6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1"), Rules::fics());
    let found = search_on(&position, BoardId::B, &Limits::nodes(5000));
    assert_eq!(found.best.map(|mv| mv.to_string()).as_deref(), Some("N@f7"));
}

#[test]
fn full_reserves_are_searched() {
    let full = full_reserves();
    for other in [full, Board::START] {
        let found = search(&Position::new(full, other, Rules::standard()), &Limits::nodes(20_000).lines(2));
        assert!(found.lines.len() == 2 && found.score.value() > 0, "{found:?}");
        for line in &found.lines {
            assert!(line.moves.first().is_some_and(|&mv| full.is_legal(mv)), "{line:?}");
        }
    }
}

#[test]
fn scores_are_displayed_and_ordered() {
    let texts = [
        (Score::Centipawns(125), "+1.25"),
        (Score::Centipawns(-7), "-0.07"),
        (Score::Mate { wins: true, moves: 3, proof: Some(Strength::Hard) }, "mate in 3, hard"),
        (Score::Mate { wins: false, moves: 2, proof: Some(Strength::Soft) }, "mated in 2, soft"),
    ];
    for (score, text) in texts {
        assert_eq!(score.to_string(), text);
    }
    let values = texts.map(|(score, _)| score.value());
    assert!(values[2] > values[0] && values[0] > values[1] && values[1] > values[3], "{values:?}");
}
