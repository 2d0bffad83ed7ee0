//! The clocks of a match, flags, and ends that players declare.

use bughouse_chess::{Board, BoardId, Clocks, Match, Millis, Outcome, Rules, Seat, Team, TimeControl};
use bughouse_chess::{Cause, MatchError};

use crate::game::{START, play, started};
use crate::support::Rng;

/// Ends a match.
type End = fn(&mut Match) -> Result<Outcome, MatchError>;

fn timed(rules: Rules) -> Match {
    let mut game = Match::new(rules, TimeControl::new(180, 2));
    game.start(Millis::ZERO);
    game
}

#[test]
fn clocks_run_for_the_side_to_move() {
    let mut game = timed(Rules::standard());
    let now = Millis(10_000);
    assert_eq!(game.clock(Seat::WHITE_A, now), Millis(170_000));
    assert_eq!(game.clock(Seat::BLACK_A, now), Millis(180_000));
    game.play_at(BoardId::A, "e2e4".parse().unwrap(), now).unwrap();
    assert_eq!(game.clock(Seat::WHITE_A, Millis(50_000)), Millis(172_000), "increment, then stopped");
    assert_eq!(game.clock(Seat::BLACK_A, Millis(50_000)), Millis(140_000));
    assert_eq!(game.clock(Seat::WHITE_B, Millis(50_000)), Millis(130_000), "WhiteB sits");
    game.undo();
    assert_eq!(game.clock(Seat::WHITE_A, now), Millis(170_000));
    // A moment before the last one neither subtracts nor adds time.
    game.play_at(BoardId::A, "e2e4".parse().unwrap(), Millis(-5)).unwrap();
    assert_eq!(game.clocks().left(Seat::WHITE_A), Millis(182_000));
}

#[test]
fn flags() {
    let fallen = Millis(180_001);
    for (rules, expected) in [
        (Rules::standard(), Outcome { winner: None, cause: Cause::BothFlags, seat: None }),
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
        assert_eq!(
            game.clock(Seat::BLACK_B, Millis(999_999)),
            Millis(180_000),
            "clocks are stopped at the end"
        );
    }
    // WhiteB's flag falls ten seconds after WhiteA's.
    let mut game = timed(Rules::bughouse_pro());
    game.set_clock(Seat::WHITE_B, Millis(190_000), Millis::ZERO);
    let lost = game.claim_flag(Seat::WHITE_B, Millis(200_000)).unwrap();
    assert_eq!((lost.winner, lost.seat), (Some(Team::Two), Some(Seat::WHITE_A)));
}

#[test]
fn players_end_a_match() {
    let ended = |end: End| {
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

fn at(game: &mut Match, id: BoardId, mv: &str, now: i64) {
    game.play_at(id, mv.parse().unwrap(), Millis(now)).unwrap();
}

/// Returns the times on all four clocks at a moment.
fn shown(game: &Match, now: i64) -> [i64; 4] {
    Seat::ALL.map(|seat| game.clock(seat, Millis(now)).0)
}

/// Creates a match with a different time on each clock, not yet started.
fn with_left(left: [i64; 4], increment: i64, rules: Rules) -> Match {
    let clocks = Clocks::from_left(left.map(Millis), Millis(increment));
    Match::from_boards(Board::default(), Board::default(), rules, clocks).unwrap()
}

#[test]
fn mate_stops_the_clocks_of_both_boards() {
    let mut game = started("6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1", START, Rules::standard());
    game.start(Millis::ZERO);
    let before = game.clone();
    at(&mut game, BoardId::A, "N@f7", 10_000);
    assert!(game.outcome().is_some());
    let expected = [172_000, 180_000, 170_000, 180_000];
    assert_eq!([shown(&game, 10_000), shown(&game, 999_000)], [expected; 2]);
    assert_eq!(game.flagged(Millis(999_000)).count(), 0);
    game.undo();
    assert_eq!(game, before, "undo restarts them");
    assert_eq!(shown(&game, 20_000), [160_000, 180_000, 160_000, 180_000]);
}

#[test]
fn an_end_without_a_moment_stops_the_clocks() {
    let mut game = timed(Rules::standard());
    at(&mut game, BoardId::A, "e2e4", 10_000);
    game.resign(Seat::BLACK_A, None).unwrap();
    assert_eq!(shown(&game, 999_000), [172_000, 180_000, 180_000, 180_000]);
    game.start(Millis(999_000));
    assert_eq!(shown(&game, 9_999_000), [172_000, 180_000, 180_000, 180_000]);
}

#[test]
fn clocks_do_not_change_after_the_end() {
    let mut game = timed(Rules::standard());
    game.resign(Seat::BLACK_A, Some(Millis(10_000))).unwrap();
    for now in [i64::MIN, 0, 5000, 10_000, 999_000, i64::MAX] {
        assert_eq!(shown(&game, now), [170_000, 180_000, 170_000, 180_000], "at {now}");
    }
}

#[test]
fn setting_a_clock_does_not_change_the_others() {
    let mut game = timed(Rules::standard());
    game.set_clock(Seat::BLACK_A, Millis(60_000), Millis(10_000));
    assert_eq!(shown(&game, 20_000), [160_000, 60_000, 160_000, 180_000], "WhiteA gets no time back");
    game.set_clock(Seat::WHITE_A, Millis(90_000), Millis(20_000));
    assert_eq!(shown(&game, 25_000), [85_000, 60_000, 155_000, 180_000]);
    at(&mut game, BoardId::A, "e2e4", 30_000);
    assert_eq!(shown(&game, 30_000), [82_000, 60_000, 150_000, 180_000]);
    let mut stopped = Match::default();
    stopped.set_clock(Seat::WHITE_A, Millis(5), Millis(1000));
    assert_eq!(shown(&stopped, 2000), [5, 0, 0, 0]);
}

#[test]
fn an_unstarted_board_uses_no_time() {
    let mut game = Match::new(Rules::standard(), TimeControl::new(180, 2));
    at(&mut game, BoardId::A, "e2e4", 50_000);
    game.start_board(BoardId::A, Millis(50_000));
    game.start_board(BoardId::A, Millis(60_000));
    assert_eq!(shown(&game, 70_000), [180_000, 160_000, 180_000, 180_000]);
    game.undo();
    assert_eq!(shown(&game, 70_000), [180_000; 4], "the clock is stopped, as before the move");
}

#[test]
fn a_clock_that_never_ran_has_not_run_out() {
    let mut game = Match::default();
    let now = Millis(1_000_000);
    for seat in Seat::ALL {
        assert_eq!(game.claim_flag(seat, now), Err(MatchError::TimeLeft(seat)));
    }
    game.agree_draw(Some(now)).unwrap();
    assert_eq!(game.flagged(now).count(), 0);
}

#[test]
fn a_match_can_start_with_expired_clocks() {
    let mut game = with_left([-500, 0, 1000, 1000], 0, Rules::standard());
    assert_eq!(game.flagged(Millis::ZERO).count(), 0);
    game.start(Millis::ZERO);
    assert!(game.flagged(Millis::ZERO).eq([Seat::WHITE_A, Seat::BLACK_A]));
    let outcome = game.claim_flag(Seat::BLACK_A, Millis::ZERO).unwrap();
    assert_eq!(outcome.cause, Cause::BothFlags, "one flag of each team");
}

#[test]
fn clocks_from_another_match_are_stopped() {
    let mut other = timed(Rules::standard());
    at(&mut other, BoardId::A, "e2e4", 10_000);
    let running = *other.clocks();
    other.abort(None, Some(Millis(20_000))).unwrap();
    let as_shown = Clocks::from_left(shown(&other, 20_000).map(Millis), Millis::ZERO);
    for (clocks, left) in [(running, 180_000), (*other.clocks(), 180_000), (as_shown, 160_000)] {
        let mut game =
            Match::from_boards(Board::default(), Board::default(), Rules::standard(), clocks).unwrap();
        assert_eq!(shown(&game, 99_000)[2], left);
        game.start(Millis(99_000));
        assert_eq!(shown(&game, 100_000)[2], left - 1000);
    }
}

/// A flag that was not claimed in time can be claimed after the move.
#[test]
fn a_move_does_not_undo_a_flag() {
    let mut game = with_left([1000; 4], 10, Rules::standard());
    game.start(Millis::ZERO);
    game.set_clock(Seat::WHITE_B, Millis(60_000), Millis::ZERO);
    at(&mut game, BoardId::A, "e2e4", 1500);
    assert_eq!(game.clock(Seat::WHITE_A, Millis(9999)), Millis(-490));
    assert!(game.flagged(Millis(1500)).eq([Seat::WHITE_A]));
    let outcome = game.claim_flag(Seat::WHITE_A, Millis(1600)).unwrap();
    assert_eq!((outcome.winner, outcome.seat), (Some(Team::Two), Some(Seat::WHITE_A)));
    assert!(game.is_flagged(Seat::WHITE_A, Millis(1600)), "also after the end");

    // The increment may bring it back above zero.
    let mut game = with_left([1000; 4], 600, Rules::standard());
    game.start(Millis::ZERO);
    at(&mut game, BoardId::A, "e2e4", 1500);
    assert_eq!(game.claim_flag(Seat::WHITE_A, Millis(1500)), Err(MatchError::TimeLeft(Seat::WHITE_A)));
}

#[test]
fn the_first_flag_counts_even_after_a_move() {
    for increment in [0, 100] {
        let mut game = with_left([1000, 9000, 1200, 9000], increment, Rules::chesscom());
        game.start(Millis::ZERO);
        // WhiteA runs out at 1000 and moves at 1300; WhiteB runs out at 1200.
        at(&mut game, BoardId::A, "e2e4", 1300);
        let outcome = game.claim_flag(Seat::WHITE_B, Millis(1400)).unwrap();
        assert_eq!(outcome.seat, Some(Seat::WHITE_A));
    }
}

#[test]
fn the_first_of_two_flags_of_a_team_decides() {
    // BlackB, WhiteA's partner, runs out first.
    let mut game = with_left([2000, 9000, 9000, 1000], 0, Rules::standard());
    game.start(Millis::ZERO);
    at(&mut game, BoardId::B, "e2e4", 0);
    assert!(game.flagged(Millis(3000)).eq([Seat::WHITE_A, Seat::BLACK_B]));
    let outcome = game.claim_flag(Seat::WHITE_A, Millis(3000)).unwrap();
    let expected = Outcome { winner: Some(Team::Two), cause: Cause::Flag, seat: Some(Seat::BLACK_B) };
    assert_eq!(outcome, expected);
    assert_eq!(shown(&game, 9999), [-1000, 9000, 9000, -2000]);
}

#[test]
fn the_claim_decides_if_flags_fall_at_the_same_instant() {
    for seat in [Seat::WHITE_A, Seat::WHITE_B] {
        let mut game = timed(Rules::chesscom());
        assert_eq!(game.claim_flag(seat, Millis(180_000)).unwrap().seat, Some(seat));
    }
}

#[test]
fn extreme_times_do_not_wrap() {
    let extremes = [i64::MIN, i64::MIN + 1, -1, 0, 1, i64::MAX - 1, i64::MAX];
    for left in extremes {
        for start in extremes {
            for now in extremes {
                let mut game = with_left([left; 4], left, Rules::bughouse_pro());
                game.start(Millis(start));
                let before = game.clone();
                assert!(game.clock(Seat::WHITE_A, Millis(now)) <= Millis(left), "no time is added");
                at(&mut game, BoardId::A, "e2e4", now);
                at(&mut game, BoardId::A, "e7e5", start);
                game.set_clock(Seat::BLACK_A, Millis(now), Millis(left));
                let flagged: Vec<Seat> = game.flagged(Millis(now)).collect();
                for seat in flagged {
                    assert!(game.claim_flag(seat, Millis(now)).is_ok());
                    assert!(game.reopen().is_some());
                }
                assert!(!game.clock(Seat::WHITE_A, Millis(now)).to_string().is_empty());
                while game.undo().is_some() {}
                assert_eq!(game, before);
            }
        }
    }
}

#[test]
fn a_declared_end_can_be_taken_back() {
    let ends: [End; 5] = [
        |game| game.resign(Seat::BLACK_B, Some(Millis(30_000))),
        |game| game.resign(Seat::WHITE_A, None),
        |game| game.agree_draw(Some(Millis(30_000))),
        |game| game.abort(Some(Seat::WHITE_A), Some(Millis(30_000))),
        |game| game.claim_flag(Seat::BLACK_A, Millis(500_000)),
    ];
    let start = timed(Rules::chesscom());
    let mut played = start.clone();
    at(&mut played, BoardId::A, "e2e4", 10_000);
    for end in ends {
        let mut game = played.clone();
        let outcome = end(&mut game).unwrap();
        assert_eq!(game.reopen(), Some(outcome));
        assert_eq!(game, played, "clocks continue");
        assert_eq!(game.reopen(), None);

        // Undo takes back the half-move along with the end.
        end(&mut game).unwrap();
        game.undo().unwrap();
        assert_eq!(game, start);
        assert_eq!(game.reopen(), None);
    }
    // Without a half-move there is nothing to undo, and the match stays over.
    let mut game = start.clone();
    let outcome = game.resign(Seat::WHITE_A, None).unwrap();
    assert_eq!((game.undo(), game.outcome()), (None, Some(outcome)));
    game.reopen();
    assert_eq!(game, start);
}

#[test]
fn an_end_by_a_move_is_not_reopened() {
    let mut game = started("6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1", START, Rules::standard());
    play(&mut game, "AN@f7");
    let before = game.clone();
    assert_eq!(game.reopen(), None);
    assert_eq!(game, before);
}

/// A half-move changes its mover's clock, and undo restores exactly that.
#[test]
fn undo_restores_only_the_clock_of_the_mover() {
    let mut game = timed(Rules::standard());
    at(&mut game, BoardId::A, "e2e4", 10_000);
    game.set_clock(Seat::WHITE_A, Millis(171_500), Millis(10_000));
    game.set_clock(Seat::BLACK_B, Millis(60_000), Millis(10_000));
    game.undo();
    assert_eq!(shown(&game, 20_000), [160_000, 180_000, 160_000, 60_000]);
}

#[test]
fn a_move_without_a_moment_takes_no_time() {
    let mut game = timed(Rules::standard());
    play(&mut game, "Ae2e4");
    assert_eq!(shown(&game, 10_000), [180_000, 170_000, 170_000, 180_000]);
}

#[test]
fn a_flag_keeps_its_moment_during_further_play() {
    // WhiteA runs out at 10 s and moves at 12 s. WhiteB sits and runs out later, BlackA keeps thinking.
    for (rules, white_b, black_a_moves) in [
        (Rules::chesscom(), 15_000, Some(20_000)),
        (Rules::bughouse_pro(), 18_000, Some(20_000)),
        (Rules::chesscom(), 100_000, None),
        (Rules::chesscom(), 100_000, Some(200_000)),
    ] {
        let mut game = with_left([10_000, 600_000, white_b, 600_000], 0, rules);
        game.start(Millis::ZERO);
        at(&mut game, BoardId::A, "e2e4", 12_000);
        if let Some(moment) = black_a_moves {
            at(&mut game, BoardId::A, "e7e5", moment);
        }
        for seat in [Seat::WHITE_A, Seat::WHITE_B] {
            let outcome = game.clone().claim_flag(seat, Millis(300_000)).unwrap();
            assert_eq!((outcome.cause, outcome.seat), (Cause::Flag, Some(Seat::WHITE_A)), "{white_b}");
        }
        // After undo, it didn't fall.
        while game.undo().is_some() {}
        assert!(!game.is_flagged(Seat::WHITE_A, Millis(9_999)));
    }
}

#[test]
fn an_unearned_increment_does_not_change_a_flag() {
    let mut game = with_left([-3_000, -1_000, 60_000, 60_000], 5_000, Rules::chesscom());
    game.start(Millis::ZERO);
    assert_eq!(game.claim_flag(Seat::WHITE_A, Millis::ZERO).unwrap().seat, Some(Seat::WHITE_A));
}

#[test]
fn undo_restores_a_clock_set_after_the_move() {
    // Like replaying a game file: a move, then the mover's clock.
    let mut game = with_left([180_000; 4], 0, Rules::standard());
    game.play(BoardId::A, "e2e4".parse().unwrap()).unwrap();
    game.set_clock(Seat::WHITE_A, Millis(178_000), Millis::ZERO);
    assert_eq!(shown(&game, 0)[0], 178_000);
    game.undo();
    assert_eq!(shown(&game, 0), [180_000; 4]);
    // Setting the opponent's clock doesn't give time back to the mover.
    game.start(Millis::ZERO);
    game.play(BoardId::A, "e2e4".parse().unwrap()).unwrap();
    game.set_clock(Seat::BLACK_A, Millis(100_000), Millis(50_000));
    game.undo();
    assert_eq!(shown(&game, 60_000)[0], 120_000);
}

#[test]
fn a_clock_set_after_the_end_keeps_its_time() {
    let mut game = with_left([180_000; 4], 0, Rules::standard());
    game.start(Millis::ZERO);
    game.resign(Seat::WHITE_A, Some(Millis(10_000))).unwrap();
    game.set_clock(Seat::WHITE_A, Millis(170_000), Millis::ZERO);
    assert_eq!(shown(&game, 20_000)[0], 170_000);
}

/// A model of four clocks that counts down millisecond by millisecond.
struct Slow {
    left: [i64; 4],
    fell: [Option<i64>; 4],
}

impl Slow {
    fn tick(&mut self, game: &Match, moment: i64) {
        for seat in BoardId::ALL.map(|board| game.to_move(board)) {
            let (left, fell) = (&mut self.left[seat.to_index()], &mut self.fell[seat.to_index()]);
            *left -= 1;
            if *left <= 0 {
                fell.get_or_insert(moment);
            }
        }
    }

    fn press(&mut self, seat: Seat, increment: i64) {
        let left = &mut self.left[seat.to_index()];
        *left += increment;
        if *left > 0 {
            self.fell[seat.to_index()] = None;
        }
    }
}

#[test]
fn clocks_and_flags_agree_with_the_slow_model() {
    let mut rng = Rng::new(7);
    let (mut both, mut late) = (0, 0);
    for _ in 0..2_000 {
        let increment = rng.below(4) as i64 * 5;
        let left = [0; 4].map(|_| rng.below(60) as i64 + 1);
        let mut game = with_left(left, increment, Rules::chesscom());
        let mut slow = Slow { left, fell: [None; 4] };
        game.start(Millis::ZERO);
        let mut moment = 0;
        for _ in 0..12 {
            for _ in 0..rng.below(20) {
                moment += 1;
                slow.tick(&game, moment);
            }
            assert_eq!(shown(&game, moment), slow.left);
            let id = rng.pick(&BoardId::ALL);
            let (seat, moves) = (game.to_move(id), game.legal_moves(id));
            if game.outcome().is_some() || moves.is_empty() {
                break;
            }
            game.play_at(id, rng.pick_move(&moves), Millis(moment)).unwrap();
            slow.press(seat, increment);
            if game.outcome().is_some() {
                break;
            }
        }
        if game.outcome().is_some() {
            continue;
        }
        let flagged: Vec<Seat> = game.flagged(Millis(moment)).collect();
        let expected: Vec<Seat> =
            Seat::ALL.into_iter().filter(|seat| slow.left[seat.to_index()] <= 0).collect();
        assert_eq!(flagged, expected);
        for &claimed in &flagged {
            let fell = |seat: Seat| slow.fell[seat.to_index()].unwrap();
            // The first to fall loses. At the same instant, the team of the claimed seat loses.
            let first = flagged
                .iter()
                .copied()
                .min_by_key(|&seat| (fell(seat), seat.team() != claimed.team()))
                .unwrap();
            let outcome = game.clone().claim_flag(claimed, Millis(moment)).unwrap();
            let loser = outcome.seat.unwrap();
            assert_eq!(
                (loser.team(), fell(loser)),
                (first.team(), fell(first)),
                "{flagged:?} {:?}",
                slow.fell
            );
            both += usize::from(flagged.iter().any(|seat| seat.team() != claimed.team()));
            late += usize::from(game.to_move(loser.board) != loser);
        }
    }
    assert!(both > 500 && late > 100, "{both} {late}");
}
