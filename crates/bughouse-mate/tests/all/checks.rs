//! Compares the generator of checks with its slow reference.

use bughouse_chess::{Board, BughouseMove, DropAggression, Rules};
use bughouse_mate::checks;
use proptest::prelude::{ProptestConfig, any, prop_assert_eq, proptest};

use crate::reference;
use crate::support::{all_rules, attack, board, played};

fn sorted(mut moves: Vec<BughouseMove>) -> Vec<BughouseMove> {
    moves.sort();
    moves
}

fn both(board: &Board, rules: &Rules) -> [Vec<BughouseMove>; 2] {
    [sorted(checks(board, rules)), sorted(reference::checks(board, rules))]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn checks_are_the_legal_moves_that_give_check(seed in any::<u64>()) {
        for board in [attack(seed), played(seed)] {
            for rules in all_rules() {
                let [ours, slow] = both(&board, &rules);
                prop_assert_eq!(&ours, &slow, "{} under {:?}", board, rules);
            }
        }
    }
}

#[test]
fn special_checks() {
    let rows = [
        // Capturing en passant opens the rank, the file or the diagonal.
        ("8/8/8/k1pP3R/8/8/8/4K3[] w - c6 0 1", "d5c6"),
        ("4k3/8/8/3pP3/8/8/8/3KR3[] w - d6 0 1", "e5d6"),
        ("7k/8/8/3pP3/8/2B5/8/4K3[] w - d6 0 1", "e5d6 e5e6"),
        // It gives check itself.
        ("8/1k6/8/2pP4/8/8/8/4K3[] w - c6 0 1", "d5c6"),
        // The new piece attacks through the square that the pawn left.
        ("8/4P3/8/8/4k3/8/8/K7[] w - - 0 1", "e7e8q e7e8r"),
        ("4n3/3P4/8/8/k7/8/8/4K3[] w - - 0 1", "d7e8b d7e8q"),
        // The pawn uncovers a check as it promotes.
        ("8/R2P3k/8/8/8/8/8/4K3[] w - - 0 1", "d7d8b d7d8n d7d8q d7d8r"),
        // Castling, where the rook gives check, and a king that uncovers a check.
        ("5k2/8/8/8/8/8/8/4K2R[] w K - 0 1", "e1g1 h1f1 h1h8"),
        ("4k3/8/8/8/4K3/8/8/4R3[] w - - 0 1", "e4d3 e4d4 e4d5 e4f3 e4f4 e4f5"),
        // A pawn that stays on the line uncovers nothing.
        ("4k3/8/8/8/8/8/4P3/K3R3[] w - - 0 1", ""),
        // Drops: no pawn on the last rank.
        ("3k4/8/8/8/8/8/8/K7[P] w - - 0 1", "P@c7 P@e7"),
    ];
    for (text, expected) in rows {
        let board = board(text);
        let [ours, slow] = both(&board, &Rules::standard());
        assert_eq!(ours, slow, "{text}");
        let mut texts: Vec<String> = ours.iter().map(ToString::to_string).collect();
        texts.sort();
        let mut expected: Vec<&str> = expected.split_whitespace().collect();
        expected.sort_unstable();
        assert_eq!(texts, expected, "{text}");
    }
}

#[test]
fn a_forbidden_drop_is_not_a_check() {
    let board = board("6rk/6pp/8/8/8/8/8/K7[NR] w - - 0 1");
    let checks = |drops| checks(&board, &Rules::standard().drops(drops)).len();
    assert_eq!(checks(DropAggression::MateAllowed), 2);
    assert_eq!(checks(DropAggression::NoBughouseMate), 1);
    assert_eq!(checks(DropAggression::NoCheck), 0);
}
