//! Positions with known answers.

use std::sync::atomic::AtomicBool;

use bughouse_chess::{Board, BoardId, Position};
use bughouse_search::{Found, Limits, Score, Search};

fn search(a: &str, nodes: u64) -> Found {
    let a: Board = a.parse().expect("it is a board");
    let position = Position::new(a, Board::default());
    Search::new(1).go(&position, BoardId::A, &Limits::new().nodes(nodes), &AtomicBool::new(false), |_| {})
}

#[test]
fn a_knight_smothers() {
    let found = search("6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1", 20_000);
    assert_eq!(found.best().unwrap().to_string(), "N@f7");
    assert!(matches!(found.score, Score::Mates { moves: 1, .. }), "{}", found.score);
}
