//! Both boards together.

use bughouse_chess::{Board, BoardId, BughouseMove, Position, Rules, Team};
use bughouse_mate::Strength;
use bughouse_search::{Evaluation, Line, Score, TeamEvaluation, team_chance};
use proptest::prelude::{Strategy, any, prop_oneof, proptest};

use crate::support::board;

fn score() -> impl Strategy<Value = Score> {
    let mate =
        |proof| (any::<bool>(), 0..9_u32).prop_map(move |(wins, moves)| Score::Mate { wins, moves, proof });
    prop_oneof![
        any::<i32>().prop_map(Score::Centipawns),
        (-3000..3000).prop_map(Score::Centipawns),
        mate(None),
        mate(Some(Strength::Hard)),
    ]
}

proptest! {
    #[test]
    fn chances_of_both_teams_add_up_to_one(a in score(), b in score()) {
        let (chance, other) = (team_chance(a, b), team_chance(-a, -b));
        assert!((0.0..=1.0).contains(&chance));
        assert!((chance + other - 1.0).abs() < 1e-12, "{chance} {other}");
        assert_eq!(team_chance(b, a), chance);
    }

    #[test]
    fn a_higher_score_is_never_worse(a in score(), b in -5000..5000, more in 0..5000) {
        let with = |b: i32| team_chance(a, Score::Centipawns(b));
        assert!(with(b + more) >= with(b));
    }
}

#[test]
fn the_formula_is_the_documented_one() {
    let chance = team_chance(Score::Centipawns(1200), Score::Centipawns(-340));
    assert!((chance - 1.0 / (1.0 + (-0.43_f64).exp())).abs() < 1e-12);
    // A board counts at most as much as a mate on it.
    assert_eq!(
        team_chance(Score::Centipawns(9999), Score::Centipawns(0)),
        team_chance(Score::Mate { wins: true, moves: 3, proof: Some(Strength::Hard) }, Score::Centipawns(0))
    );
}

#[test]
fn both_boards_are_scored_for_the_same_team() {
    // White is to move on A, Black on B, and each is 1.00 better: both belong to the first team.
    let b = board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1");
    let two = Position::new(Board::START, b, Rules::standard());
    let evaluate = |two: &Position, id| {
        let line = Line::read(two, id, Score::Centipawns(100), &[], |_, &mv: &BughouseMove| Some(mv));
        Evaluation::new(two.to_move(id), vec![line])
    };
    let (a, b) = (evaluate(&two, BoardId::A), evaluate(&two, BoardId::B));
    let team = TeamEvaluation::new(&a, &b);
    assert_eq!((team.team, team.a, team.b), (Team::One, Score::Centipawns(100), Score::Centipawns(100)));
    assert!(team.chance > 0.5 && team.balance() > 0.0);
    // With White to move on B, it is good for the other team.
    let b = evaluate(&Position::START, BoardId::B);
    let team = TeamEvaluation::new(&a, &b);
    assert_eq!((team.b, team.chance, team.balance()), (Score::Centipawns(-100), 0.5, 0.0));
    let flipped = team.flipped();
    assert_eq!((flipped.team, flipped.a, flipped.b), (Team::Two, team.b, team.a));
    assert_eq!(flipped.flipped(), team);
}

#[test]
fn a_finished_match_is_certain() {
    let mated = |wins, moves, strength| Score::Mate { wins, moves, proof: Some(strength) };
    let over = mated(true, 0, Strength::Hard);
    for other in [Score::Centipawns(-9999), Score::Centipawns(0), mated(false, 3, Strength::Hard)] {
        assert_eq!((team_chance(over, other), team_chance(-over, other)), (1.0, 0.0), "{other}");
    }
    // Nothing else is certain: a piece may arrive, or the other board may end first.
    for score in [mated(true, 0, Strength::Soft), mated(true, 1, Strength::Hard)] {
        assert!(team_chance(score, Score::Centipawns(0)) < 1.0, "{score}");
    }
}
