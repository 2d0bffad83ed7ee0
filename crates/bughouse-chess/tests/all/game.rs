//! Matches on two boards: start, transfers, undo, mate, and frozen seats.

use bughouse_chess::matches::MatchViolation;
use bughouse_chess::{
    Board, BoardId, BughouseMove, Clocks, IllegalMove, Match, Millis, Outcome, PawnDropRanks, Piece,
    Promotion, Rank, Rules, Seat, Square, Stalemate, Team, TimeControl,
};
use bughouse_chess::{Cause, MatchError};

use crate::support::board;

/// Plays moves written as the letter of the board and UCI: `Ae2e4 BN@f3`.
#[track_caller]
pub(crate) fn play(game: &mut Match, moves: &str) {
    for mv in moves.split_whitespace() {
        let (id, mv) = mv.split_at(1);
        let id = if id == "A" { BoardId::A } else { BoardId::B };
        let mv: BughouseMove = mv.parse().unwrap();
        game.play(id, mv).unwrap_or_else(|error| panic!("{id} {mv}: {error}"));
    }
}

#[track_caller]
pub(crate) fn started(a: &str, b: &str, rules: Rules) -> Match {
    Match::from_boards(board(a), board(b), rules, Clocks::new(TimeControl::new(180, 2))).unwrap()
}

pub(crate) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";

#[test]
fn a_captured_piece_keeps_its_color_and_changes_boards() {
    let mut game = Match::default();
    play(&mut game, "Ae2e4 Ad7d5 Ae4d5 Ad8d5 Ab1c3");
    assert_eq!(game.reserve(Seat::BLACK_B).to_string(), "P");
    assert_eq!(game.reserve(Seat::WHITE_B).to_string(), "P");
    assert!(game.reserve(Seat::WHITE_A).is_empty() && game.reserve(Seat::BLACK_A).is_empty());
    assert_eq!(game.steps()[2].transferred(), Some((Seat::BLACK_B, Piece::Pawn)));
    play(&mut game, "BP@e5");
    assert_eq!(game.board(BoardId::B).piece_on(Square::E5), Some(Piece::Pawn));
}

#[test]
fn a_promoted_piece_is_transferred_as_the_rules_say() {
    for (promoted_capture, expected) in [(Promotion::Upgrade, "P"), (Promotion::Stays, "Q")] {
        let rules = Rules::standard().promotion(promoted_capture);
        let mut game = started("k7/8/8/8/3q~4/4P3/8/4K3[] w - - 0 1", START, rules);
        play(&mut game, "Ae3d4");
        assert_eq!(game.reserve(Seat::BLACK_B).to_string(), expected);
    }
}

#[test]
fn a_rejected_move_changes_nothing() {
    let mut game = Match::default();
    play(&mut game, "Ae2e4 Be2e4");
    let before = game.clone();
    for (id, mv) in [(BoardId::A, "e4e5"), (BoardId::A, "P@e5"), (BoardId::B, "e7e4"), (BoardId::B, "a1a8")] {
        assert!(matches!(game.play(id, mv.parse().unwrap()), Err(MatchError::Illegal(_))));
        assert_eq!(game, before);
    }
}

#[test]
fn mate_on_one_board_ends_the_match() {
    let mut game = started("6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1", START, Rules::standard());
    play(&mut game, "AN@f7");
    let outcome = Outcome { winner: Some(Team::One), cause: Cause::Checkmate, seat: Some(Seat::BLACK_A) };
    assert_eq!(game.outcome(), Some(outcome));
    assert_eq!(outcome.to_string(), "BlackA is checkmated, team 1 wins");
    assert_eq!(outcome.result(), "1-0");
    assert_eq!(game.play(BoardId::B, "e2e4".parse().unwrap()), Err(MatchError::Over(outcome)));
    assert!(game.legal_moves(BoardId::B).is_empty());
    game.undo();
    assert_eq!(game.outcome(), None);
}

/// Plays a half-move on board A that ends the match on board B, and undoes it.
#[track_caller]
fn ends_on_board_b(mut game: Match, mv: &str, cause: Cause) {
    assert_eq!(game.outcome(), None);
    let start = game.clone();
    play(&mut game, mv);
    let outcome = game.outcome().unwrap();
    assert_eq!((outcome.cause, outcome.seat), (cause, Some(game.to_move(BoardId::B))));
    game.undo();
    assert_eq!(game, start);
}

fn stealing() -> Rules {
    Rules::bughouse_pro().promotion(Promotion::Steal)
}

const PROMOTES: &str = "4k3/P7/8/8/8/8/8/4K3[] w - - 0 1";

#[test]
fn stealing_can_mate_on_the_other_board() {
    // Only the knight could capture the piece that gives check.
    let game = started(PROMOTES, "4k3/8/8/8/8/8/5nPP/3N2RK[] w - - 0 1", stealing());
    ends_on_board_b(game, "Aa7a8nd1", Cause::Checkmate);
}

#[test]
fn stealing_can_stalemate_on_the_other_board() {
    let rank_two = PawnDropRanks::new(Rank::Second, Rank::Second).unwrap();
    let rules = stealing().pawn_drops(rank_two);
    for (b, mv) in [
        // White has only a king that can't move, and a pawn without a free square.
        ("N3k3/8/8/8/8/6p1/ppppprnb/7K[] w - - 0 1", "Aa7a8na8"),
        // Black has nothing left to steal.
        ("7k/5Q2/6K1/p7/PN6/8/8/8[] b - - 0 1", "Aa7a8nb4"),
    ] {
        ends_on_board_b(started(PROMOTES, b, rules.stalemate(Stalemate::Draw)), mv, Cause::Stalemate);
        let mut waits = started(PROMOTES, b, rules);
        play(&mut waits, mv);
        assert_eq!(waits.outcome(), None);
    }
}

#[test]
fn a_board_can_end_when_nothing_can_be_stolen() {
    // The knight can't be stolen any more: it shields the king.
    let a = "4r1k1/8/8/8/8/8/4N3/5K2[] w - - 0 1";
    let mated = "5n2/4P2K/8/k7/8/8/1b6/2b3r1[] w - - 0 1";
    ends_on_board_b(started(a, mated, stealing()), "Af1e1", Cause::Checkmate);
    let stalemated = "8/P7/8/8/8/6k1/5q2/7K[] w - - 0 1";
    let game = started(a, stalemated, stealing().stalemate(Stalemate::Draw));
    ends_on_board_b(game, "Af1e1", Cause::Stalemate);
}

#[test]
fn a_frozen_seat_and_the_capture_that_frees_it() {
    // BlackA is in check from a distance. The partner, WhiteB, can capture a knight or a pawn.
    let mut game = started(
        "6k1/5ppp/8/8/8/8/8/R5K1[] w - - 0 1",
        "4k3/8/3n1p2/4P3/8/8/8/4K3[] w - - 0 1",
        Rules::standard(),
    );
    play(&mut game, "Aa1a8");
    assert_eq!(game.outcome(), None);
    let frozen = game.frozen(BoardId::A).unwrap();
    assert_eq!((frozen.seat, frozen.pieces.len()), (Seat::BLACK_A, 4));
    assert!(!frozen.pieces.contains(&Piece::Pawn), "the blocking squares are on the last rank");
    let freeing = game.freeing_captures(BoardId::A);
    assert_eq!(freeing, ["e5d6".parse().unwrap()]);
    game.play(BoardId::B, freeing[0]).unwrap();
    assert_eq!(game.frozen(BoardId::A), None);
    play(&mut game, "AN@f8");
}

#[test]
fn stalemate_waits_or_draws() {
    let (a, mv) = ("7k/8/5K2/6Q1/8/8/8/8[] w - - 0 1", "Ag5g6");
    let mut game = started(a, START, Rules::standard());
    play(&mut game, mv);
    assert_eq!(game.outcome(), None);
    let rules = Rules::standard().stalemate(Stalemate::Draw);
    let mut game = started(a, START, rules);
    play(&mut game, mv);
    assert!(game.outcome().unwrap().is_draw());
}

#[test]
fn a_match_has_at_most_two_sets() {
    let queens = board("4k3/8/8/8/8/8/QQQ5/4K3[] w - - 0 1");
    let clocks = Clocks::new(TimeControl::default());
    let rejected = Match::from_boards(queens, Board::default(), Rules::standard(), clocks).unwrap_err();
    assert!(matches!(
        rejected.violations(),
        [MatchViolation::TooMany { piece: Piece::Queen, count: 4, limit: 2, .. }]
    ));
}

/// If captured promoted pieces stay promoted, there can be more of a type than in two sets.
#[test]
fn a_match_can_have_surplus_pieces_if_promoted_pieces_stay() {
    let clocks = Clocks::new(TimeControl::default());
    let stays = Rules::standard().promotion(Promotion::Stays);
    let queens = board("4k3/8/8/8/8/8/PPP5/4K3[QQQ] w - - 0 1");
    let pawns = board("4k3/8/8/8/8/8/PPPPPPPP/4K3[PPPP] w - - 0 1");
    assert!(Match::from_boards(queens, pawns, stays, clocks).is_ok());
    assert!(Match::from_boards(queens, pawns, Rules::standard(), clocks).is_err());
    let pawns = board("4k3/8/8/8/8/8/PPPPPPPP/4K3[PPPPP] w - - 0 1");
    let rejected = Match::from_boards(queens, pawns, stays, clocks).unwrap_err();
    let message =
        "White has 17 pawns and promoted pieces on both boards and in reserve, at most 16 are allowed";
    assert_eq!(rejected.to_string(), message);
}

#[test]
fn every_violation_of_a_match_is_listed() {
    let rules = Rules::standard().promotion(Promotion::Steal);
    let board_a = board("4k3/8/8/8/8/8/8/4K3[QQQnnnnn] w - - 0 1");
    let board_b = board("4k3/pppppppp/pppppppp/8/8/8/8/4K3[p] w - - 0 1");
    let rejected = Match::from_boards(board_a, board_b, rules, Clocks::new(TimeControl::default()));
    assert_eq!(
        rejected.unwrap_err().to_string(),
        "White has 3 queens on both boards and in reserve, at most 2 are allowed; \
         Black has 5 knights on both boards and in reserve, at most 4 are allowed; \
         Black has 17 pawns and promoted pieces on both boards and in reserve, at most 16 are allowed"
    );
}

#[test]
fn a_match_can_be_over_from_the_start() {
    let mated = "6rk/5Npp/8/8/8/8/8/6K1[] b - - 0 1";
    let lost_on_a = Outcome { winner: Some(Team::One), cause: Cause::Checkmate, seat: Some(Seat::BLACK_A) };
    let lost_on_b = Outcome { winner: Some(Team::Two), cause: Cause::Checkmate, seat: Some(Seat::BLACK_B) };
    for (a, b, expected) in [(mated, START, lost_on_a), (START, mated, lost_on_b), (mated, mated, lost_on_a)]
    {
        let mut game = started(a, b, Rules::standard());
        assert_eq!(game.outcome(), Some(expected));
        assert!(game.legal_moves(BoardId::A).is_empty() && game.legal_moves(BoardId::B).is_empty());
        assert_eq!(game.resign(Seat::WHITE_A, None), Err(MatchError::Over(expected)));
        let before = game.clone();
        game.start(Millis::ZERO);
        assert!(game.undo().is_none() && game.reopen().is_none());
        assert_eq!(game, before);
    }
    let stalemated = "7k/5K2/6Q1/8/8/8/8/8[] b - - 0 1";
    assert_eq!(started(START, stalemated, Rules::standard()).outcome(), None);
    let rules = Rules::standard().stalemate(Stalemate::Draw);
    let outcome = started(START, stalemated, rules).outcome().unwrap();
    assert_eq!((outcome.cause, outcome.seat), (Cause::Stalemate, Some(Seat::BLACK_B)));
}

/// A transfer changes the other board's reserve and hash. Undo restores both, whatever the order of moves on
/// the boards.
#[test]
fn undo_takes_back_transfers_between_boards() {
    let mut game = Match::new(Rules::fics(), TimeControl::new(60, 1));
    game.start(Millis::ZERO);
    let moves = "Ae2e4 Bd2d4 Ad7d5 Be7e5 Ae4d5 Bd4e5 BP@d3 Ad8d5 BP@f6 Ab1c3 Bg7f6 AP@e4 Be5f6 Ac3d5 Bd3e2";
    let mut seen = vec![game.clone()];
    for (i, mv) in moves.split_whitespace().enumerate() {
        let id = if mv.starts_with('A') { BoardId::A } else { BoardId::B };
        game.play_at(id, mv[1..].parse().unwrap(), Millis(1000 * i as i64)).unwrap();
        seen.push(game.clone());
    }
    for step in game.clone().steps().iter().rev() {
        assert_eq!(game, seen.pop().unwrap());
        assert_eq!(game.undo().as_ref(), Some(step));
    }
    assert_eq!(seen, [game.clone()]);
    assert_eq!(game.undo(), None);
}

#[test]
fn undo_restores_a_promotion_and_its_capture() {
    let mut game = started("3rk3/P7/8/8/8/8/8/4K3[] w - - 0 1", START, Rules::standard());
    let before = game.clone();
    play(&mut game, "Aa7a8q Ad8a8");
    assert_eq!(game.reserve(Seat::WHITE_B).to_string(), "P", "BlackA took it, WhiteB receives it");
    assert_eq!(game.steps()[1].capture().map(|capture| capture.promoted), Some(true));
    play(&mut game, "BP@e3");
    while game.undo().is_some() {}
    assert_eq!(game, before);
}

#[test]
fn a_transferred_piece_can_block_a_check() {
    let mut game = started(
        "6k1/5ppp/8/8/8/8/8/R5K1[] w - - 0 1",
        "4k3/8/3n4/4P3/8/8/8/4K3[] w - - 0 1",
        Rules::standard(),
    );
    play(&mut game, "Aa1a8");
    assert!(game.outcome().is_none() && game.legal_moves(BoardId::A).is_empty());
    play(&mut game, "Be5d6 AN@e8 Aa8e8");
    // It isn't mate: the rook gives check from a distance again.
    assert!(game.outcome().is_none() && game.frozen(BoardId::A).is_some());
    assert_eq!(game.reserve(Seat::BLACK_B).to_string(), "N", "WhiteA took it, BlackB receives it");
}

/// White waits on h8 for a piece on g7, Black on h1 for one on g2: a pawn helps only if it can be dropped
/// there.
#[test]
fn pawn_drop_ranks_decide_which_pieces_help() {
    let white = "7K/4n2P/5b2/8/8/8/8/4k3[P] w - - 0 1";
    let black = "4K3/8/8/8/8/5B2/4N2p/7k[p] b - - 0 1";
    let narrow = Rules::standard().pawn_drops(PawnDropRanks::TWO_TO_SIX);
    for (text, drop) in [(white, "P@g7"), (black, "P@g2")] {
        let drop: BughouseMove = drop.parse().unwrap();
        for rules in [Rules::standard(), Rules::fics(), Rules::chesscom(), Rules::bughouse_pro()] {
            let mut game = started(text, START, rules);
            assert!(game.legal_moves(BoardId::A).into_iter().eq([drop]));
            assert_eq!(game.frozen(BoardId::A), None);
            assert!(game.play(BoardId::A, drop).is_ok());
        }
        let mut game = started(text, START, narrow);
        assert!(game.legal_moves(BoardId::A).is_empty());
        let before = game.clone();
        let rejected = IllegalMove::PawnDropRank(drop.dest().rank());
        assert_eq!(game.play(BoardId::A, drop), Err(MatchError::Illegal(rejected)));
        assert_eq!(game, before);
        let frozen = game.frozen(BoardId::A).unwrap();
        assert_eq!(frozen.seat, game.to_move(BoardId::A));
        assert_eq!(frozen.pieces, [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight]);
        assert_eq!(frozen.help.squares(), drop.dest().bitboard());
    }
}

/// En passant captures transfer a pawn, and so do captures of promoted pieces unless they stay promoted.
#[test]
fn freeing_captures_depend_on_the_transferred_piece() {
    let frozen = "4K3/8/8/8/8/5B2/4N2p/7k[] b - - 0 1";
    let partner = "4k3/8/8/3pP3/8/2n~5/1P6/4K3[] w - d6 0 1";
    let narrow = Rules::standard().pawn_drops(PawnDropRanks::TWO_TO_SIX);
    let stays = narrow.promotion(Promotion::Stays);
    for (rules, expected) in
        [(Rules::standard(), vec!["e5d6", "b2c3"]), (narrow, vec![]), (stays, vec!["b2c3"])]
    {
        let game = started(frozen, partner, rules);
        let mut freeing: Vec<String> =
            game.freeing_captures(BoardId::A).iter().map(ToString::to_string).collect();
        freeing.sort_by_key(|mv| std::cmp::Reverse(mv.clone()));
        assert_eq!(freeing, expected);
        for mv in game.legal_moves(BoardId::B) {
            let mut after = game.clone();
            after.play(BoardId::B, mv).unwrap();
            assert_eq!(after.frozen(BoardId::A).is_none(), freeing.contains(&mv.to_string()), "{mv}");
        }
    }
    // The partner isn't to move.
    let mut game = started(frozen, partner, Rules::standard());
    play(&mut game, "Be1f1");
    assert!(game.frozen(BoardId::A).is_some() && game.freeing_captures(BoardId::A).is_empty());
    game.resign(Seat::WHITE_B, None).unwrap();
    assert!(game.frozen(BoardId::A).is_none(), "no seat is frozen after the end");
}

#[test]
fn equal_boards_do_not_cancel_in_the_hash() {
    let hashes = |text: &str| {
        let board = board(text);
        let clocks = Clocks::new(TimeControl::default());
        Match::from_boards(board, board, Rules::standard(), clocks).unwrap().hash()
    };
    // A regression: both hashes were the same number with two equal halves.
    let one = hashes("r1bqk2r/ppp3pp/3pB2n/4p1P1/1bPn4/P2P1P2/1P1NP2P/RN1QK2R[] b KQkq - 1 13");
    let other = hashes("rn2k1n1/1b3p1r/1p2p2p/pPpP2p1/P5P1/4RP1B/2PP1b1P/1qBQ1KNR[] b q - 0 22");
    assert_ne!(one, other);
    assert_ne!(one >> 32, one & 0xffff_ffff);
}
