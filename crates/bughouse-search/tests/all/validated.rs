//! Validated evaluations of the built-in engine.

use bughouse_chess::{BoardId, Position, Rules};
use bughouse_mate::{Limit, Strength, needs};
use bughouse_search::{Limits, Score, Search};

use crate::support::{Rng, board, random_position, with_start};

#[test]
fn a_proved_mate_is_reported_with_its_line() {
    let position = with_start("5r1k/6pp/7N/8/8/1Q6/8/K7[] w - - 0 1");
    let found = Search::new(1).evaluate_board(&position, BoardId::A, &Limits::nodes(12_000), &|| false);
    assert_eq!(found.score, Score::Mate { wins: true, moves: 2, proof: Some(Strength::Hard) });
    assert_eq!(found.mate.as_ref().map(|mate| &mate.line), found.lines.first().map(|line| &line.moves));
}

#[test]
fn a_mate_that_only_the_search_found_has_no_proof() {
    // The rook mates from a distance. A quiet move also does, and a piece that arrives stops it.
    let position = with_start("7k/8/5K2/8/8/8/8/R7[] w - - 0 1");
    let limits = Limits::nodes(100_000).lines(3);
    let raw = Search::new(1).go(&position, BoardId::A, &limits, &|| false, |_| {});
    for line in &raw.lines {
        assert!(!matches!(line.score, Score::Mate { proof: Some(_), .. }), "{raw:?}");
    }
}

/// What one solver knows never changes a result.
#[test]
fn one_search_for_needs_and_both_boards_finds_what_new_ones_find() {
    let limits = Limits::nodes(3000).lines(2);
    for seed in 0..12 {
        let position = random_position(&mut Rng(seed), Rules::standard(), 40 + seed as usize);
        let mut shared = Search::new(1);
        assert_eq!(
            shared.solver().needs(&position, Limit::nodes(2000)),
            needs(&position, Limit::nodes(2000))
        );
        for id in BoardId::ALL {
            let found = shared.evaluate_board(&position, id, &limits, &|| false);
            let mut new = Search::new(1);
            if id == BoardId::B {
                // The transposition table also keeps board A.
                let _ = new.go(&position, BoardId::A, &limits, &|| false, |_| {});
            }
            assert_eq!(found, new.evaluate_board(&position, id, &limits, &|| false), "{position:?} on {id}");
        }
    }
}

#[test]
fn a_board_without_a_legal_move_is_settled() {
    let mut search = Search::new(1);
    for (text, proof) in [
        ("6rk/5Npp/8/8/8/8/8/K7[] b - - 0 1", Strength::Hard),
        ("4R1k1/5ppp/8/8/8/8/8/6K1[pp] b - - 0 1", Strength::Soft),
    ] {
        let position = Position::new(board(text), board(text), Rules::standard());
        let found = search.evaluate_board(&position, BoardId::B, &Limits::nodes(5000), &|| false);
        let score = Score::Mate { wins: false, moves: 0, proof: Some(proof) };
        assert_eq!((found.score, found.lines.len()), (score, 0));
    }
}
