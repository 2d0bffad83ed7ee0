//! Compares the solver with its reference: no false mates, no shorter ones, none missed.

use bughouse_chess::{Board, Reserve, Rules};
use bughouse_mate::{Arrivals, Limit, Mate, Solver, Verdict, solve};
use proptest::prelude::{ProptestConfig, any, proptest};

use crate::reference;
use crate::support::{all_rules, attack, played};

fn arrivals(seed: u64) -> Arrivals {
    match seed % 5 {
        0 => Arrivals::None,
        1 | 2 => Arrivals::Any,
        3 => Arrivals::Kinds("PN".parse().unwrap()),
        _ => Arrivals::Kinds("QB".parse::<Reserve>().unwrap()),
    }
}

/// Tries every answer to the first check of a mate, and to the next ones while the mate is short enough:
/// there is a mate after each.
#[track_caller]
fn assert_every_defense_fails(board: &Board, mate: &Mate, arrivals: Arrivals, rules: &Rules) {
    let after = board.with_rules(rules).after(mate.line[0]).unwrap().0;
    for (answer, next) in reference::answers(&after, arrivals, rules) {
        match solve(&next, arrivals, rules, Limit::nodes(200_000)) {
            Verdict::Mate(shorter) => {
                if shorter.is_shortest {
                    assert!(shorter.moves < mate.moves, "{board}: {mate:?}: {answer} takes longer");
                }
                if shorter.moves < 4 {
                    assert_every_defense_fails(&next, &shorter, arrivals, rules);
                }
            }
            Verdict::NoneByChecks => panic!("{board}: {mate:?}: {answer} helps"),
            Verdict::Unknown => {}
        }
    }
}

/// Compares a verdict with the reference for the first moves.
#[track_caller]
fn assert_agrees(board: &Board, arrivals: Arrivals, rules: &Rules, deepest: u32) -> Verdict {
    let verdict = solve(board, arrivals, rules, Limit::nodes(200_000));
    let within = |moves| reference::mates_within(board, moves, arrivals, rules);
    match &verdict {
        Verdict::Mate(mate) => {
            assert_eq!(mate.line.len() as u32, 2 * mate.moves - 1, "{board}: {mate:?}");
            reference::assert_line_mates(board, &mate.line, arrivals, rules);
            assert_eq!(mate.san(board, rules).unwrap().len(), mate.line.len(), "{board}: {mate:?}");
            assert!(mate.moves > deepest || within(mate.moves), "{board}: {arrivals}: {mate:?}: false");
            if mate.is_shortest {
                assert!(!within((mate.moves - 1).min(deepest)), "{board}: {mate:?}: there is a shorter one");
            }
            if mate.moves > deepest {
                assert_every_defense_fails(board, mate, arrivals, rules);
            }
        }
        Verdict::NoneByChecks => {
            assert!(!within(deepest), "{board}: {arrivals}: a mate was missed");
            // To each check, the defender has an answer after which there is no mate either.
            for mv in reference::checks(board, rules) {
                let after = board.with_rules(rules).after(mv).unwrap().0;
                let holds = |next: &Board| !solve(next, arrivals, rules, Limit::nodes(20_000)).is_mate();
                let answers = reference::answers(&after, arrivals, rules);
                assert!(answers.iter().any(|(_, next)| holds(next)), "{board}: {mv} mates");
            }
        }
        Verdict::Unknown => {}
    }
    verdict
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn solver_agrees_with_the_reference(seed in any::<u64>()) {
        let board = attack(seed);
        assert_agrees(&board, arrivals(seed), &Rules::standard(), 2);
    }

    #[test]
    fn solver_agrees_with_the_reference_under_all_rules(seed in any::<u64>()) {
        let (board, rules) = (attack(seed), all_rules());
        assert_agrees(&board, arrivals(seed), &rules[seed as usize / 5 % rules.len()], 2);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(50))]

    #[test]
    fn solver_agrees_with_the_reference_three_moves_deep(seed in any::<u64>()) {
        let board = attack(seed);
        // The reference takes too long if there are many moves.
        if reference::checks(&board, &Rules::standard()).len() < 9 {
            assert_agrees(&board, Arrivals::None, &Rules::standard(), 3);
        }
    }

    #[test]
    fn solver_agrees_with_the_reference_in_games(seed in any::<u64>()) {
        assert_agrees(&played(seed), arrivals(seed), &Rules::standard(), 2);
    }

    #[test]
    fn fewer_arrivals_never_prevent_a_mate(seed in any::<u64>()) {
        let board = attack(seed);
        let verdict = |arrivals| solve(&board, arrivals, &Rules::standard(), Limit::nodes(100_000));
        let some = Arrivals::Kinds("NP".parse().unwrap());
        for (more, less) in [(Arrivals::Any, some), (some, Arrivals::None), (Arrivals::Any, Arrivals::None)] {
            let (more, less) = (verdict(more), verdict(less));
            assert!(!more.is_mate() || !less.is_none(), "{board}: {more:?}, {less:?}");
            if let (Some(more), Some(less)) = (more.mate(), less.mate()) {
                assert!(less.moves <= more.moves || !less.is_shortest, "{board}: {more:?}, {less:?}");
            }
        }
    }

    #[test]
    fn a_reused_solver_gives_the_same_results(seed in any::<u64>()) {
        let mut solver = Solver::new();
        for i in 0..4 {
            let (board, limit) = (attack(seed.wrapping_add(i)), Limit::nodes(3000));
            let fresh = solve(&board, arrivals(seed), &Rules::standard(), limit);
            assert_eq!(solver.solve(&board, arrivals(seed), &Rules::standard(), limit), fresh, "{board}");
        }
    }

    #[test]
    fn a_remembered_verdict_is_that_of_a_new_solver_with_every_limit(seed in any::<u64>()) {
        let mut solver = Solver::new();
        for i in 0..4 {
            let board = attack(seed.wrapping_add(i));
            for nodes in [300, 3000, 40, 3000, 30_000, 300] {
                for arrivals in [Arrivals::Any, Arrivals::None] {
                    let limit = Limit::nodes(nodes);
                    let fresh = solve(&board, arrivals, &Rules::standard(), limit);
                    let verdict = solver.solve(&board, arrivals, &Rules::standard(), limit);
                    assert_eq!(verdict, fresh, "{board}: {arrivals}, {nodes} nodes");
                }
            }
        }
    }
}

#[test]
fn random_boards_have_all_verdicts() {
    let mut counts = [0; 5];
    for seed in 0..300 {
        match solve(&attack(seed), Arrivals::Any, &Rules::standard(), Limit::default()) {
            Verdict::Mate(mate) => counts[(mate.moves as usize - 1).min(2)] += 1,
            Verdict::NoneByChecks => counts[3] += 1,
            Verdict::Unknown => counts[4] += 1,
        }
    }
    let [one, two, more, none, unknown] = counts;
    assert!(one > 8 && two > 8 && more > 8 && none > 100 && unknown < 60, "{counts:?}");
}
