//! Nodes, depth, time, and several lines.

use std::cell::Cell;

use bughouse_chess::{BoardId, DropAggression, Position, Rules};
use bughouse_search::{Evaluation, Limits, Search};

use crate::support::{Rng, random_position, search, with_start};

const RICH: &str = "r1b1kb1r/ppp2p1p/2n2n2/3q4/3P4/8/PPP1PPPP/R1BQKB1R[NNPppp] w KQkq - 3 21";

#[test]
fn equal_node_limits_give_equal_results() {
    for seed in 0..12 {
        let position = random_position(&mut Rng(seed), Rules::standard(), 40);
        let limits = Limits::nodes(4000).lines(1 + seed as u16 % 3);
        assert_eq!(search(&position, &limits), search(&position, &limits), "{position:?}");
    }
}

#[test]
fn a_cleared_search_is_like_a_new_one() {
    let position = with_start(RICH);
    let limits = Limits::nodes(20_000);
    let mut search = Search::new(2);
    let first = search.go(&position, BoardId::A, &limits, &|| false, |_| {});
    let _ = search.go(&Position::START, BoardId::B, &limits, &|| false, |_| {});
    search.clear();
    assert_eq!(search.go(&position, BoardId::A, &limits, &|| false, |_| {}), first);
}

#[test]
fn a_search_under_other_rules_is_like_a_new_one() {
    let position = with_start(RICH);
    let others = position.with_rules(Rules::standard().drops(DropAggression::NoCheck));
    let limits = Limits::nodes(20_000);
    let mut search = Search::new(2);
    let _ = search.go(&position, BoardId::A, &limits, &|| false, |_| {});
    let found = search.go(&others, BoardId::A, &limits, &|| false, |_| {});
    assert_eq!(found, Search::new(2).go(&others, BoardId::A, &limits, &|| false, |_| {}));
    assert!(others.is_legal(BoardId::A, found.best.expect("a move")));
}

#[test]
fn the_node_limit_is_respected() {
    let position = with_start(RICH);
    for nodes in [0, 1, 2, 10, 100, 3000, 30_000] {
        let found = search(&position, &Limits::nodes(nodes));
        assert!(found.nodes <= nodes.max(1) + 1, "{nodes}: {found:?}");
        assert!(found.best.is_some(), "{nodes}");
    }
}

#[test]
fn the_depth_limit_is_respected() {
    for depth in [0, 1, 2, 5] {
        let found = search(&with_start(RICH), &Limits::depth(depth));
        assert_eq!(found.depth, depth.max(1));
    }
}

#[test]
fn a_search_that_is_over_at_once_still_finds_a_move() {
    let found = Search::new(1).go(&with_start(RICH), BoardId::A, &Limits::none(), &|| true, |_| {});
    assert!(found.best.is_some() && found.nodes <= 1024, "{found:?}");
}

#[test]
fn a_search_can_be_stopped_while_it_runs() {
    let depth = Cell::new(0);
    let is_over = || depth.get() >= 4;
    let found = Search::new(1).go(&with_start(RICH), BoardId::A, &Limits::none(), &is_over, |info| {
        depth.set(info.depth);
    });
    let depth = depth.get();
    assert!(found.depth == depth && (4..20).contains(&depth), "{found:?}");
}

#[test]
fn the_caller_decides_when_time_is_up() {
    let calls = Cell::new(0);
    let is_over = || {
        calls.set(calls.get() + 1);
        calls.get() > 10
    };
    let found = Search::new(1).go(&with_start(RICH), BoardId::A, &Limits::none(), &is_over, |_| {});
    assert_eq!(calls.get(), 11);
    assert!(found.best.is_some() && found.nodes >= 5000, "{found:?}");
}

/// Asserts that lines differ in their first half-move, are in order, and can be played.
#[track_caller]
fn check_lines(position: &Position, found: &Evaluation) {
    let firsts: Vec<_> = found.lines.iter().filter_map(|line| line.moves.first()).collect();
    for (at, first) in firsts.iter().enumerate() {
        assert!(!firsts[..at].contains(first), "{found:?}");
    }
    assert!(found.lines.is_sorted_by_key(|line| -line.score.value()), "{found:?}");
    assert_eq!(found.lines.first().map(|line| line.score), Some(found.score));
    for line in &found.lines {
        let mut board = *position.board(BoardId::A);
        assert!(!line.moves.is_empty());
        for &mv in &line.moves {
            board.play(mv).unwrap_or_else(|error| panic!("{mv} of {line:?}: {error}"));
        }
    }
}

#[test]
fn several_lines_differ_and_are_in_order() {
    let position = with_start(RICH);
    for lines in [1_u16, 2, 5] {
        let found = search(&position, &Limits::nodes(30_000).lines(lines));
        assert_eq!(found.lines.len(), usize::from(lines));
        check_lines(&position, &found);
    }
    // More lines than moves.
    let few = with_start("7k/8/8/8/8/8/r7/2K5[] w - - 0 1");
    let found = search(&few, &Limits::nodes(3000).lines(50));
    assert_eq!(found.lines.len(), few.legal_moves(BoardId::A).len());
    check_lines(&few, &found);
}

#[test]
fn a_proved_mate_comes_before_other_lines() {
    let position = with_start("6rk/6pp/8/8/8/8/8/K7[NQ] w - - 0 1");
    let found = search(&position, &Limits::nodes(20_000).lines(3));
    assert_eq!(found.best.map(|mv| mv.to_string()).as_deref(), Some("N@f7"));
    assert_eq!(found.lines.len(), 3);
    assert!(found.lines.is_sorted_by_key(|line| -line.score.value()), "{found:?}");
}

#[test]
fn reported_lines_match_the_result() {
    let position = with_start(RICH);
    let mut infos = Vec::new();
    let limits = Limits::depth(6).lines(2);
    let found = Search::new(1).go(&position, BoardId::A, &limits, &|| false, |info| {
        infos.push((info.depth, info.place, info.line.clone()));
    });
    let last: Vec<_> = infos.iter().rev().take(2).rev().map(|(_, _, line)| line.clone()).collect();
    assert_eq!(last, found.lines);
    assert_eq!(infos.len(), 12);
    assert!(
        infos
            .iter()
            .enumerate()
            .all(|(at, (depth, place, _))| (*depth, *place) == (at as u32 / 2 + 1, at % 2))
    );
}
