//! Random positions under all rules: no move is illegal, nothing panics.

use bughouse_chess::{BoardId, Position, Rules};
use bughouse_mate::{Arrivals, Limit, Strength, solve};
use bughouse_search::{Limits, Score, Search};
use proptest::prelude::{ProptestConfig, any, prop_assert, proptest};

use crate::support::{Rng, all_rules, random_position, search};

#[test]
fn every_result_is_legal_under_all_rules() {
    for (number, rules) in all_rules().into_iter().enumerate() {
        let mut search = Search::new(1);
        for seed in 0..25 {
            let mut rng = Rng(seed * 100 + number as u64);
            let length = 5 + rng.below(120);
            let position = random_position(&mut rng, rules, length);
            for id in BoardId::ALL {
                let limits = Limits::nodes(2500).lines(1 + rng.below(3) as u16);
                let found = search.go(&position, id, &limits, &|| false, |_| {});
                let moves = position.legal_moves(id);
                assert_eq!(found.lines.is_empty(), moves.is_empty(), "{position:?} on {id}");
                for line in &found.lines {
                    let first = line.moves[0];
                    assert!(moves.contains(first), "{first} in {position:?} on {id} under {rules:?}");
                }
            }
        }
    }
}

#[test]
fn a_match_against_itself_stays_legal() {
    let mut position = Position::START.with_rules(Rules::fics());
    let mut searches = [Search::new(1), Search::new(1)];
    for half_move in 0..120 {
        let id = BoardId::ALL[half_move % 2];
        let search = &mut searches[id.to_index()];
        let found = search.go(&position, id, &Limits::nodes(1500), &|| false, |_| {});
        for line in &found.lines {
            let mut after = position;
            if matches!(line.score, Score::Mate { wins: true, proof: Some(Strength::Hard), .. }) {
                continue;
            }
            for &mv in &line.moves {
                after.play(id, mv).unwrap_or_else(|error| panic!("{mv} of {line:?}: {error}"));
            }
        }
        match found.best {
            Some(mv) => {
                position.play(id, mv).expect("it is legal");
            }
            None => assert!(!position.moves(id).any()),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// The engine finds what the solver proves.
    #[test]
    fn hard_mates_are_found_and_none_is_invented(seed in any::<u64>()) {
        let rules = Rules::standard();
        let mut rng = Rng(seed);
        let length = 30 + rng.below(80);
        let position = random_position(&mut rng, rules, length);
        let board = position.board(BoardId::A);
        let proved = solve(&board, Arrivals::Any, &rules, Limit::nodes(1500));
        let found = search(&position, &Limits::nodes(4000));
        let is_hard = matches!(found.score, Score::Mate { wins: true, proof: Some(Strength::Hard), .. });
        prop_assert!(is_hard == proved.is_mate(), "{position:?}: {found:?}");
    }
}
