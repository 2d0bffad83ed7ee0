//! Castling with a dropped rook, if the rules of a match allow it.

use bughouse_chess::{BoardId, CastlingSide, Clocks, Color, Match, Millis, Position, Rules, TimeControl};

use crate::game::{START, play, started};
use crate::support::board;

#[test]
fn a_dropped_rook_castles_if_the_rules_allow() {
    for (rules, may) in [(Rules::standard(), false), (Rules::fics(), true)] {
        let mut game = started("4k3/8/8/3b4/8/8/P7/4K2R[R] b K - 0 1", START, rules);
        let rights = |game: &Match| game.board(BoardId::A).castle_rights();
        play(&mut game, "Ad5h1 Aa2a3 Ah1a8");
        assert!(rights(&game).is_empty(), "the rook was captured");
        play(&mut game, "AR@h1");
        assert_eq!(rights(&game).has(Color::White, CastlingSide::KingSide), may);
        let read_again = board(&game.board(BoardId::A).to_bfen());
        assert_eq!(read_again.hash(), game.board(BoardId::A).hash());
        play(&mut game, "Ae8d8");
        assert_eq!(game.play(BoardId::A, "e1g1".parse().unwrap()).is_ok(), may);
        while game.undo().is_some() {}
        assert_eq!(*game.board(BoardId::A), board("4k3/8/8/3b4/8/8/P7/4K2R[R] b K - 0 1"));
        // A king that has moved has no rights to restore.
        play(&mut game, "Ad5h1 Ae1d1 Ah1a8 Ad1e1 Aa8b7 AR@h1");
        assert!(rights(&game).is_empty());
    }
}

const BARE: &str = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";

fn white_rights(game: &Match) -> String {
    let board_a = game.board(BoardId::A);
    assert_eq!(board(&board_a.to_bfen()), *board_a, "it reads back the same");
    board_a.castle_rights().to_string()
}

/// Undoes everything and compares the result with the start.
#[track_caller]
fn undo_all(mut game: Match, start: &Match) {
    while game.undo().is_some() {}
    assert_eq!(game, *start);
}

#[test]
fn a_right_can_be_restored_repeatedly() {
    let start = started("4k3/8/8/3b4/8/8/P7/4K2R[RRR] b K - 0 1", BARE, Rules::fics());
    let mut game = start.clone();
    play(&mut game, "Ad5h1 Aa2a3 Ah1d5 AR@h1");
    assert_eq!(white_rights(&game), "H");
    play(&mut game, "Ad5h1 Aa3a4 Ah1d5 AR@h1");
    assert_eq!(white_rights(&game), "H");
    // A rook that moves loses its right, dropped or not.
    play(&mut game, "Ae8d8 Ah1h2 Ad8e8 Ah2h1 Ad5h1 Aa4a5 Ah1d5 AR@h1");
    assert_eq!(white_rights(&game), "-");
    undo_all(game, &start);
}

#[test]
fn a_match_from_a_position_keeps_restorable_rights() {
    let mut game = started("4k3/8/8/3b4/8/8/P7/4K2R[R] b K - 0 1", BARE, Rules::fics());
    play(&mut game, "Ad5h1 Aa2a3 Ah1a8");
    let both = game.two_boards(Millis::ZERO);
    assert_eq!(both.position.restorable_rights(BoardId::A).to_string(), "H");
    let mut again = both.to_match(Rules::fics(), Millis::ZERO).unwrap();
    assert_eq!(again.position(), game.position());
    play(&mut again, "AR@h1");
    assert_eq!(white_rights(&again), "H");
    // Rules without restorable rights drop them.
    let other = Match::from_position(both.position.with_rules(Rules::standard()), *game.clocks()).unwrap();
    assert!(other.restorable_rights(BoardId::A).is_empty());
    assert_eq!(other.position().boards(), game.position().boards());
}

#[test]
fn a_match_from_a_position_has_at_most_two_sets() {
    let queens = board("4k3/8/8/8/8/8/8/QQQ1K3[] w - - 0 1");
    let clocks = Clocks::new(TimeControl::default());
    let position = Position::new(queens, board(BARE), Rules::standard());
    let invalid = Match::from_position(position, clocks).unwrap_err();
    assert_eq!(Match::from_boards(queens, board(BARE), Rules::standard(), clocks), Err(invalid));
}

#[test]
fn a_king_that_castles_in_place_loses_restorable_rights() {
    // The king is on g1, where it also ends after castling.
    let start = started("4k3/8/8/4b3/8/8/7P/R5KR[R] b HA - 0 1", BARE, Rules::fics());
    let mut game = start.clone();
    play(&mut game, "Ae5a1");
    assert_eq!(game.restorable_rights(BoardId::A).to_string(), "A");
    play(&mut game, "Ag1h1 Aa1e5 AR@a1");
    assert_eq!(white_rights(&game), "-");
    undo_all(game, &start);
}

#[test]
fn both_rights_are_restorable_until_the_king_moves() {
    let start = started("4k3/8/8/3bb3/8/8/7P/R3K2R[RR] b KQ - 0 1", BARE, Rules::fics());
    let mut game = start.clone();
    play(&mut game, "Ad5h1 Ah2h3 Ae5a1 Ah3h4 Ah1c6");
    assert_eq!(white_rights(&game), "-");
    play(&mut game, "AR@h1 Aa1e5 AR@a1");
    assert_eq!(white_rights(&game), "HA");
    undo_all(game, &start);

    // Castling with one rook gives up the other right, even if that rook was captured on its home square.
    let mut game = start.clone();
    play(&mut game, "Ae5a1 Ah2h3 Aa1f6 Ae1g1 Af6g7 AR@a1 Ag7f6 Ag1h2 Af6g7 Ah2g1");
    assert_eq!(white_rights(&game), "-");
    undo_all(game, &start);
}

#[test]
fn a_dropped_rook_castles_in_chess960_games() {
    let start = started("4k3/8/8/8/3b4/8/P7/1K4R1[RR] b G - 0 1", BARE, Rules::fics());
    let mut game = start.clone();
    play(&mut game, "Ad4g1 Aa2a3 Ag1d4 AR@h1");
    assert_eq!(white_rights(&game), "-", "h1 is not the rook's home square");
    play(&mut game, "Ad4e5 AR@g1");
    assert_eq!(white_rights(&game), "G", "it names the file of the rook");
    play(&mut game, "Ae8d8 Ab1g1");
    let after = game.board(BoardId::A);
    assert_eq!(after.to_bfen(), "3k4/8/8/4b3/8/P7/8/5RKR[] b - - 6 5");
    undo_all(game, &start);
}

/// Only a dropped rook restores the right: a rook that moves home or another piece doesn't.
#[test]
fn only_a_dropped_rook_restores_a_right() {
    let start = started("4k3/8/8/3b4/8/8/P7/R3K2R[QR] b K - 0 1", BARE, Rules::fics());
    let mut game = start.clone();
    play(&mut game, "Ad5h1 Ae1e2 Ah1d5 Ae2e1 Ad5c6 AR@h1");
    assert_eq!(white_rights(&game), "-", "the king moved");
    undo_all(game, &start);
    let mut game = start.clone();
    play(&mut game, "Ad5h1 Aa1d1 Ah1c6 AQ@h1 Ac6h1 Ad1d2 Ah1c6 Ad2h2 Ac6b7 Ah2h1");
    assert_eq!(white_rights(&game), "-");
    play(&mut game, "Ab7h1 Aa2a3 Ah1b7 AR@h1");
    assert_eq!(white_rights(&game), "H", "the original rook on h1 never moved");
    undo_all(game, &start);
}

/// A pawn that promotes by capturing the rook on its home square captures it like any other piece.
#[test]
fn a_rook_captured_by_a_promoting_pawn_keeps_its_right_restorable() {
    let start = started("4k3/8/8/8/8/8/6p1/4K2R[RB] b K - 0 1", BARE, Rules::fics());
    let mut game = start.clone();
    play(&mut game, "Ag2h1q AB@f1 Ah1a8 AR@h1");
    assert_eq!(white_rights(&game), "H");
    assert_eq!(game.reserve(bughouse_chess::Seat::WHITE_B).to_string(), "R");
    undo_all(game, &start);
}
