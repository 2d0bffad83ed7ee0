//! The match of two boards: transfer, undo, clocks, and how it ends.

use bughouse_chess::game::{BOTH_BOARDS, Cause, Clocks, MatchError, MatchFault};
use bughouse_chess::{
    ALL_COLORS, ALL_PIECES, Board, BoardId, BughouseMove, Color, Match, Millis, Outcome, Piece,
    PromotedCapture, Repetition, Rules, Seat, Square, Stalemate, Team, TimeControl, Wing,
};

use crate::support::{Rng, board, chess960_start};

fn play(game: &mut Match, moves: &str) {
    for mv in moves.split_whitespace() {
        let (id, mv) = mv.split_at(1);
        let id = if id == "A" { BoardId::A } else { BoardId::B };
        let mv: BughouseMove = mv.parse().unwrap();
        game.play(id, mv).unwrap_or_else(|error| panic!("{id} {mv}: {error}"));
    }
}

fn started(a: &str, b: &str, rules: Rules) -> Match {
    Match::from_boards(board(a), board(b), rules, Clocks::new(TimeControl::new(180, 2))).unwrap()
}

fn timed(rules: Rules) -> Match {
    let mut game = Match::new(rules, TimeControl::new(180, 2)).unwrap();
    game.start(Millis::ZERO);
    game
}

/// Counts all men by colour and kind; promoted men count as pawns.
fn men(game: &Match) -> Vec<u32> {
    let kinds = ALL_COLORS.into_iter().flat_map(|color| ALL_PIECES.map(|piece| (color, piece)));
    kinds.map(|(color, piece)| game.count_men(color, piece)).collect()
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";

#[test]
fn a_captured_man_keeps_its_colour_and_changes_boards() {
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
fn a_promoted_man_arrives_as_a_pawn_or_as_the_rules_say() {
    for (promoted_capture, expected) in [(PromotedCapture::Pawn, "P"), (PromotedCapture::Stays, "Q")] {
        let rules = Rules { promoted_capture, ..Rules::documents() };
        let mut game = started("k7/8/8/8/3q~4/4P3/8/4K3[] w - - 0 1", START, rules);
        play(&mut game, "Ae3d4");
        assert_eq!(game.reserve(Seat::BLACK_B).to_string(), expected);
    }
}

/// Thousands of half-moves with drops, promotions and undo: no man is made or lost, and undo restores all.
#[test]
fn men_are_conserved_in_random_matches() {
    let mut rng = Rng::new(77);
    let (mut drops, mut promotions, mut undone, mut ended) = (0, 0, 0, 0);
    for round in 0..150 {
        let rules = [Rules::documents(), Rules::fics(), Rules::chesscom(), Rules::bughouse_pro()][round % 4];
        let boards = if round % 2 == 0 {
            (Board::default(), Board::default())
        } else {
            (chess960_start(&mut rng), chess960_start(&mut rng))
        };
        let clocks = Clocks::new(TimeControl::new(60, 0));
        let mut game = Match::from_boards(boards.0, boards.1, rules, clocks).unwrap();
        let all = men(&game);
        assert_eq!(all, [16, 4, 4, 4, 2, 2, 16, 4, 4, 4, 2, 2]);
        for _ in 0..400 {
            let id = BOTH_BOARDS[rng.below(2)];
            let moves = game.legal_moves(id);
            if moves.is_empty() {
                ended += usize::from(game.outcome().is_some());
                break;
            }
            let before = game.clone();
            let mv = moves[rng.below(moves.len())];
            let hash = game.get_hash();
            game.play(id, mv).unwrap();
            assert_ne!(game.get_hash(), hash);
            assert_eq!(men(&game), all, "{mv} on board {id}");
            drops += usize::from(mv.is_drop());
            promotions += usize::from(matches!(mv, BughouseMove::Regular(mv) if mv.promotion().is_some()));
            if rng.one_in(4) {
                game.undo().unwrap();
                assert_eq!(game, before, "{mv} on board {id} taken back");
                undone += 1;
            }
        }
        while game.undo().is_some() {
            assert_eq!(men(&game), all);
        }
        assert_eq!((*game.board(BoardId::A), *game.board(BoardId::B)), boards);
    }
    assert!(
        drops > 1000 && promotions > 20 && undone > 1000 && ended > 20,
        "{drops} {promotions} {undone} {ended}"
    );
}

#[test]
fn a_refused_move_changes_nothing() {
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
    let mut game = started("6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1", START, Rules::documents());
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

#[test]
fn a_frozen_seat_and_the_capture_that_frees_it() {
    // BlackA is in check from afar. Its partner, WhiteB, can take a knight or a pawn.
    let mut game = started(
        "6k1/5ppp/8/8/8/8/8/R5K1[] w - - 0 1",
        "4k3/8/3n1p2/4P3/8/8/8/4K3[] w - - 0 1",
        Rules::documents(),
    );
    play(&mut game, "Aa1a8");
    assert_eq!(game.outcome(), None);
    let frozen = game.frozen(BoardId::A).unwrap();
    assert_eq!((frozen.seat, frozen.pieces.len()), (Seat::BLACK_A, 4));
    assert!(!frozen.pieces.contains(&Piece::Pawn), "the way is on the last rank");
    let freeing = game.freeing_captures(BoardId::A);
    assert_eq!(freeing, ["e5d6".parse().unwrap()]);
    game.play(BoardId::B, freeing[0]).unwrap();
    assert_eq!(game.frozen(BoardId::A), None);
    play(&mut game, "AN@f8");
}

#[test]
fn clocks_run_on_the_side_to_move_and_never_ask() {
    let mut game = timed(Rules::documents());
    let now = Millis(10_000);
    assert_eq!(game.clock(Seat::WHITE_A, now), Millis(170_000));
    assert_eq!(game.clock(Seat::BLACK_A, now), Millis(180_000));
    game.play_at(BoardId::A, "e2e4".parse().unwrap(), now).unwrap();
    assert_eq!(game.clock(Seat::WHITE_A, Millis(50_000)), Millis(172_000), "increment, then it stands");
    assert_eq!(game.clock(Seat::BLACK_A, Millis(50_000)), Millis(140_000));
    assert_eq!(game.clock(Seat::WHITE_B, Millis(50_000)), Millis(130_000), "WhiteB sits");
    game.undo();
    assert_eq!(game.clock(Seat::WHITE_A, now), Millis(170_000));
    // A moment before the last one takes no time away, and gives none back.
    game.play_at(BoardId::A, "e2e4".parse().unwrap(), Millis(-5)).unwrap();
    assert_eq!(game.clocks().left(Seat::WHITE_A), Millis(182_000));
}

#[test]
fn flags() {
    let fallen = Millis(180_001);
    for (rules, expected) in [
        (Rules::documents(), Outcome { winner: None, cause: Cause::BothFlags, seat: None }),
        (Rules::bughouse_pro(), Outcome { winner: None, cause: Cause::BothFlags, seat: None }),
        (
            Rules::chesscom(),
            Outcome { winner: Some(Team::Two), cause: Cause::Flag, seat: Some(Seat::WHITE_A) },
        ),
    ] {
        let mut game = timed(rules);
        assert_eq!(game.claim_flag(Seat::WHITE_A, Millis(1000)), Err(MatchError::TimeLeft(Seat::WHITE_A)));
        assert_eq!(game.claim_flag(Seat::BLACK_A, fallen), Err(MatchError::TimeLeft(Seat::BLACK_A)));
        assert_eq!(game.claim_flag(Seat::WHITE_A, fallen), Ok(expected));
        assert_eq!(game.clock(Seat::BLACK_B, Millis(999_999)), Millis(180_000), "clocks stand at the end");
    }
    // WhiteB's flag falls ten seconds after WhiteA's.
    let mut game = timed(Rules::bughouse_pro());
    game.set_clock(Seat::WHITE_B, Millis(190_000), Millis::ZERO);
    let lost = game.claim_flag(Seat::WHITE_B, Millis(200_000)).unwrap();
    assert_eq!((lost.winner, lost.seat), (Some(Team::Two), Some(Seat::WHITE_A)));
}

#[test]
fn players_end_a_match() {
    let ended = |end: fn(&mut Match) -> Result<Outcome, MatchError>| {
        let mut game = Match::default();
        let outcome = end(&mut game).unwrap();
        assert_eq!(game.outcome(), Some(outcome));
        assert_eq!(end(&mut game), Err(MatchError::Over(outcome)));
        outcome
    };
    assert_eq!(ended(|game| game.resign(Seat::WHITE_B, None)).result(), "1-0");
    assert_eq!(ended(|game| game.agree_draw(None)).result(), "1/2-1/2");
    assert_eq!(ended(|game| game.abort(None, None)).result(), "*");
}

#[test]
fn repetition_is_claimed_or_comes_by_itself() {
    let shuffle = "Ag1f3 Ag8f6 Af3g1 Af6g8 Ag1f3 Ag8f6 Af3g1 Af6g8";
    let mut game = Match::default();
    play(&mut game, "Ag1f3 Ag8f6 Af3g1 Af6g8");
    assert_eq!(game.occurrences(BoardId::A), 2);
    assert_eq!(game.claim_repetition(BoardId::A, None), Err(MatchError::NoRepetition(BoardId::A)));
    let mut game = Match::default();
    play(&mut game, shuffle);
    assert_eq!(game.occurrences(BoardId::A), 3);
    assert_eq!(game.claim_repetition(BoardId::A, None).unwrap().cause, Cause::Repetition);
    let mut game = Match::new(Rules::chesscom(), TimeControl::default()).unwrap();
    play(&mut game, shuffle);
    assert_eq!(game.outcome().map(|outcome| outcome.cause), Some(Cause::Repetition));
}

#[test]
fn a_drop_starts_the_count_anew_where_the_rules_say_so() {
    let repetition = Repetition { automatic: false, drop_resets: true };
    let rules = Rules { repetition, ..Rules::documents() };
    let mut game = started("4k1n1/8/8/8/8/8/8/4K1N1[PP] w - - 0 1", START, rules);
    play(&mut game, "Ag1f3 Ag8f6 Af3g1 Af6g8 AP@a2");
    assert_eq!(game.occurrences(BoardId::A), 1);
    play(&mut game, "Ag8f6 Ag1f3 Af6g8 Af3g1");
    assert_eq!(game.occurrences(BoardId::A), 2);
}

#[test]
fn stalemate_waits_or_draws() {
    let (a, mv) = ("7k/8/5K2/6Q1/8/8/8/8[] w - - 0 1", "Ag5g6");
    let mut game = started(a, START, Rules::documents());
    play(&mut game, mv);
    assert_eq!(game.outcome(), None);
    let rules = Rules { stalemate: Stalemate::Draw, ..Rules::documents() };
    let mut game = started(a, START, rules);
    play(&mut game, mv);
    assert!(game.outcome().unwrap().is_draw());
}

#[test]
fn a_dropped_rook_castles_where_the_rules_say_so() {
    for (rules, may) in [(Rules::documents(), false), (Rules::fics(), true)] {
        let mut game = started("4k3/8/8/3b4/8/8/P7/4K2R[R] b K - 0 1", START, rules);
        let rights = |game: &Match| game.board(BoardId::A).castle_rights();
        play(&mut game, "Ad5h1 Aa2a3 Ah1a8");
        assert!(rights(&game).is_empty(), "the rook was captured");
        play(&mut game, "AR@h1");
        assert_eq!(rights(&game).has(Color::White, Wing::KingSide), may);
        let read_again = board(&game.board(BoardId::A).to_bfen());
        assert_eq!(read_again.get_hash(), game.board(BoardId::A).get_hash());
        play(&mut game, "Ae8d8");
        assert_eq!(game.play(BoardId::A, "e1g1".parse().unwrap()).is_ok(), may);
        while game.undo().is_some() {}
        assert_eq!(*game.board(BoardId::A), board("4k3/8/8/3b4/8/8/P7/4K2R[R] b K - 0 1"));
        // A king that has moved has no right to bring back.
        play(&mut game, "Ad5h1 Ae1d1 Ah1a8 Ad1e1 Aa8b7 AR@h1");
        assert!(rights(&game).is_empty());
    }
}

#[test]
fn a_match_holds_no_more_than_two_sets() {
    let queens = board("4k3/8/8/8/8/8/QQQ5/4K3[] w - - 0 1");
    let clocks = Clocks::new(TimeControl::default());
    let refused = Match::from_boards(queens, Board::default(), Rules::documents(), clocks).unwrap_err();
    assert!(matches!(
        refused.faults(),
        [MatchFault::TooMany { piece: Piece::Queen, count: 4, limit: 2, .. }]
    ));
    let rules = Rules { promoted_capture: PromotedCapture::Stolen, ..Rules::documents() };
    assert_eq!(
        Match::new(rules, TimeControl::default()).unwrap_err().faults(),
        [MatchFault::StolenPromotion]
    );
}
