//! Nodes, depth, time, the stop flag, and several lines.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

use bughouse_chess::{BoardId, Position, Rules};
use bughouse_search::{Found, Limits, Search};

use crate::support::{Rng, ask, beside_start, random_position};

const RICH: &str = "r1b1kb1r/ppp2p1p/2n2n2/3q4/3P4/8/PPP1PPPP/R1BQKB1R[NNPppp] w KQkq - 3 21";

#[test]
fn the_same_nodes_give_the_same_answer() {
    let rules = Rules::standard();
    for seed in 0..12 {
        let position = random_position(&mut Rng(seed), &rules, 40);
        let limits = Limits::new().nodes(4000).lines(1 + seed as usize % 3);
        assert_eq!(ask(&position, &limits), ask(&position, &limits), "{position:?}");
    }
}

#[test]
fn one_that_forgets_is_as_good_as_new() {
    let position = beside_start(RICH);
    let limits = Limits::new().nodes(20_000);
    let stop = AtomicBool::new(false);
    let mut search = Search::new(2);
    let first = search.go(&position, BoardId::A, &limits, &stop, |_| {});
    let _ = search.go(&Position::default(), BoardId::B, &limits, &stop, |_| {});
    search.clear();
    assert_eq!(search.go(&position, BoardId::A, &limits, &stop, |_| {}), first);
}

#[test]
fn a_limit_of_nodes_holds() {
    let position = beside_start(RICH);
    for nodes in [0, 1, 2, 10, 100, 3000, 30_000] {
        let found = ask(&position, &Limits::new().nodes(nodes));
        assert!(found.nodes <= nodes.max(1) + 1, "{nodes}: {found:?}");
        assert!(found.best().is_some(), "{nodes}");
    }
}

#[test]
fn a_limit_of_depth_holds() {
    for depth in [0, 1, 2, 5] {
        let found = ask(&beside_start(RICH), &Limits::new().depth(depth));
        assert_eq!(found.depth, depth.max(1));
    }
}

#[test]
fn a_flag_that_is_set_ends_it_at_once() {
    let found =
        Search::new(1).go(&beside_start(RICH), BoardId::A, &Limits::new(), &AtomicBool::new(true), |_| {});
    assert!(found.best().is_some() && found.nodes <= 1024, "{found:?}");
}

#[test]
fn a_flag_can_be_set_on_the_way() {
    let stop = AtomicBool::new(false);
    let mut depth = 0;
    let found = Search::new(1).go(&beside_start(RICH), BoardId::A, &Limits::new(), &stop, |info| {
        depth = info.depth;
        if info.depth >= 4 {
            stop.store(true, Ordering::Relaxed);
        }
    });
    assert!(found.depth == depth && (4..20).contains(&depth), "{found:?}");
}

#[test]
fn time_is_what_the_caller_says() {
    let asked = Cell::new(0);
    let is_over = || {
        asked.set(asked.get() + 1);
        asked.get() > 10
    };
    let found = ask(&beside_start(RICH), &Limits::new().until(&is_over));
    assert_eq!(asked.get(), 11);
    assert!(found.best().is_some() && found.nodes >= 5000, "{found:?}");
}

/// Asserts that lines differ in their first half-move, are in order, and can be played.
#[track_caller]
fn are_sound(position: &Position, found: &Found) {
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
    let position = beside_start(RICH);
    for lines in [1, 2, 5] {
        let found = ask(&position, &Limits::new().nodes(30_000).lines(lines));
        assert_eq!(found.lines.len(), lines);
        are_sound(&position, &found);
    }
    // More lines than moves.
    let few = beside_start("7k/8/8/8/8/8/r7/2K5[] w - - 0 1");
    let found = ask(&few, &Limits::new().nodes(3000).lines(50));
    assert_eq!(found.lines.len(), few.legal_moves(BoardId::A, &Rules::standard()).len());
    are_sound(&few, &found);
}

#[test]
fn a_proved_mate_stands_before_other_lines() {
    let position = beside_start("6rk/6pp/8/8/8/8/8/K7[NQ] w - - 0 1");
    let found = ask(&position, &Limits::new().nodes(20_000).lines(3));
    assert_eq!(found.best().map(|mv| mv.to_string()).as_deref(), Some("N@f7"));
    assert_eq!(found.lines.len(), 3);
    assert!(found.lines.is_sorted_by_key(|line| -line.score.value()), "{found:?}");
}

#[test]
fn what_is_told_on_the_way_is_what_is_found() {
    let position = beside_start(RICH);
    let mut told = Vec::new();
    let limits = Limits::new().depth(6).lines(2);
    let found = Search::new(1).go(&position, BoardId::A, &limits, &AtomicBool::new(false), |info| {
        told.push((info.depth, info.place, info.line.clone()));
    });
    let last: Vec<_> = told.iter().rev().take(2).rev().map(|(_, _, line)| line.clone()).collect();
    assert_eq!(last, found.lines);
    assert_eq!(told.len(), 12);
    assert!(
        told.iter()
            .enumerate()
            .all(|(at, (depth, place, _))| (*depth, *place) == (at as u32 / 2 + 1, at % 2))
    );
}
