//! Repeated positions on one board of a match.

use bughouse_chess::{Board, BoardId, Clocks, Match, Repetition, Rules, Seat, TimeControl};
use bughouse_chess::{Cause, MatchError};

use crate::game::{START, play, started};

#[test]
fn repetition_is_claimed_or_automatic() {
    let shuffle = "Ag1f3 Ag8f6 Af3g1 Af6g8 Ag1f3 Ag8f6 Af3g1 Af6g8";
    let mut game = Match::default();
    play(&mut game, "Ag1f3 Ag8f6 Af3g1 Af6g8");
    assert_eq!(game.occurrences(BoardId::A), 2);
    assert_eq!(game.claim_repetition(BoardId::A, None), Err(MatchError::NoRepetition(BoardId::A)));
    let mut game = Match::default();
    play(&mut game, shuffle);
    assert_eq!(game.occurrences(BoardId::A), 3);
    assert_eq!(game.claim_repetition(BoardId::A, None).unwrap().cause, Cause::Repetition);
    let mut game = Match::new(Rules::chesscom(), TimeControl::default());
    play(&mut game, shuffle);
    assert_eq!(game.outcome().map(|outcome| outcome.cause), Some(Cause::Repetition));
}

#[test]
fn a_drop_resets_the_count_if_the_rules_say_so() {
    let repetition = Repetition { automatic: false, drop_resets: true };
    let rules = Rules::standard().repetition(repetition);
    let mut game = started("4k1n1/8/8/8/8/8/8/4K1N1[PP] w - - 0 1", START, rules);
    play(&mut game, "Ag1f3 Ag8f6 Af3g1 Af6g8 AP@a2");
    assert_eq!(game.occurrences(BoardId::A), 1);
    play(&mut game, "Ag8f6 Ag1f3 Af6g8 Af3g1");
    assert_eq!(game.occurrences(BoardId::A), 2);
}

const SHUFFLE_A: &str = "Ag1f3 Ag8f6 Af3g1 Af6g8";

/// BlackA receives a pawn.
const TRANSFER_TO_A: &str = "Be2e4 Bd7d5 Be4d5";

#[test]
fn a_transfer_changes_the_position() {
    let mut game = Match::default();
    play(&mut game, SHUFFLE_A);
    assert_eq!(game.occurrences(BoardId::A), 2);
    play(&mut game, TRANSFER_TO_A);
    assert_eq!(game.occurrences(BoardId::A), 1, "the current one");
    play(&mut game, "Ag1f3");
    assert_eq!(game.occurrences(BoardId::A), 1);
    play(&mut game, "Ag8f6 Af3g1 Af6g8");
    assert_eq!(game.occurrences(BoardId::A), 2);
    play(&mut game, SHUFFLE_A);
    assert_eq!(game.occurrences(BoardId::A), 3);
    assert_eq!(game.occurrences(BoardId::B), 1);
    for _ in 0..9 {
        game.undo();
    }
    assert_eq!(game.occurrences(BoardId::A), 2, "the capture is undone");
}

#[test]
fn a_claim_is_rejected_once_the_reserve_has_changed() {
    let mut game = Match::default();
    play(&mut game, SHUFFLE_A);
    play(&mut game, SHUFFLE_A);
    play(&mut game, TRANSFER_TO_A);
    let before = game.clone();
    assert_eq!(game.claim_repetition(BoardId::A, None), Err(MatchError::NoRepetition(BoardId::A)));
    assert_eq!(game, before);
    game.undo();
    let outcome = game.claim_repetition(BoardId::A, None).unwrap();
    assert_eq!((outcome.winner, outcome.seat), (None, Some(Seat::WHITE_A)));
    assert_eq!(outcome.to_string(), "a position on board A occurred three times");
}

/// A knight circulates between the boards: each time it arrives, board A is as before.
#[test]
fn a_transfer_can_cause_the_third_occurrence() {
    let round = "AN@e7 Ae8e7 Ae1e2 Ae7f8 Ae2e1 Af8e8";
    let position = ("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "4k3/8/8/8/8/8/r7/4K3[] w - - 0 1");
    for (rules, drawn) in [(Rules::chesscom(), true), (Rules::bughouse_pro(), false)] {
        let mut game = started(position.0, position.1, rules);
        play(&mut game, round);
        play(&mut game, "BN@b2 Ba2b2");
        assert_eq!(game.occurrences(BoardId::A), if drawn { 2 } else { 1 });
        play(&mut game, round);
        play(&mut game, "BN@a2");
        let before = game.clone();
        play(&mut game, "Bb2a2");
        let outcome = game.outcome().map(|outcome| (outcome.cause, outcome.seat));
        assert_eq!(outcome, drawn.then_some((Cause::Repetition, Some(Seat::WHITE_A))));
        game.undo();
        assert_eq!(game, before);
    }
}

/// Undoing a drop restores the count.
#[test]
fn an_undone_drop_does_not_reset_the_count() {
    let mut game = started("4k1n1/8/8/8/8/8/8/4K1N1[P] w - - 0 1", START, Rules::fics());
    play(&mut game, SHUFFLE_A);
    play(&mut game, SHUFFLE_A);
    play(&mut game, "AP@a2");
    assert_eq!(game.occurrences(BoardId::A), 1);
    game.undo();
    assert_eq!(game.occurrences(BoardId::A), 3);
    assert!(game.claim_repetition(BoardId::A, None).is_ok());
}

#[test]
fn restorable_rights_are_part_of_the_position() {
    let mut game = started("4k3/8/8/3b4/8/8/P7/4K2R[] b K - 0 1", START, Rules::fics());
    play(&mut game, "Ad5h1 Aa2a3 Ah1d5");
    let (hash, restorable) = (game.hash(), game.restorable_rights(BoardId::A));
    assert!(restorable.has(bughouse_chess::Color::White, bughouse_chess::CastlingSide::KingSide));
    // The king moves, and the right is gone for good.
    play(&mut game, "Ae1d1 Ad5c6 Ad1e1 Ac6d5");
    assert!(game.restorable_rights(BoardId::A).is_empty());
    assert_ne!(game.hash(), hash);
    assert_eq!(game.occurrences(BoardId::A), 1);
    play(&mut game, "Ae1d1 Ad5c6 Ad1e1 Ac6d5");
    assert_eq!(game.occurrences(BoardId::A), 2);
    while game.steps().len() > 3 {
        game.undo();
    }
    assert_eq!((game.hash(), game.restorable_rights(BoardId::A)), (hash, restorable));
}

#[test]
fn fifty_moves_are_claimed_if_the_rules_allow() {
    let board =
        |halfmoves: u32| -> Board { format!("4k3/8/8/8/8/8/8/4K2R[] w - - {halfmoves} 80").parse().unwrap() };
    let start = |halfmoves: u32, rules: Rules| {
        let clocks = Clocks::new(TimeControl::default());
        Match::from_boards(board(halfmoves), Board::default(), rules, clocks).unwrap()
    };
    let rejected = Err(MatchError::NoFiftyMoves(BoardId::A));
    let mut standard = start(100, Rules::default());
    assert_eq!(standard.claim_fifty_moves(BoardId::A, None), rejected);
    let mut game = start(98, Rules::default().fifty_moves(true));
    assert_eq!(game.claim_fifty_moves(BoardId::A, None), rejected);
    for mv in ["h1h2", "e8e7"] {
        game.play(BoardId::A, mv.parse().unwrap()).unwrap();
        assert_eq!(game.claim_fifty_moves(BoardId::B, None), Err(MatchError::NoFiftyMoves(BoardId::B)));
    }
    let outcome = game.claim_fifty_moves(BoardId::A, None).unwrap();
    assert!(outcome.is_draw() && outcome.cause == Cause::FiftyMoves);
    assert_eq!(outcome.to_string(), "fifty moves passed on board A without a capture or pawn move");
    // A declared end can be taken back.
    assert_eq!(game.reopen(), Some(outcome));
}
