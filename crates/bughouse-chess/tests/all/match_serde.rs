//! A match is stored with its history, and read by playing it again.

use bughouse_chess::{
    Board, BoardId, Cause, Clocks, Match, Millis, Outcome, Position, Repetition, Rules, Seat, Stalemate,
    TimeControl,
};
use serde_json::{Value, from_str, from_value, json, to_string, to_value};

use crate::support::{Rng, board, chess960_start};

/// Writes and reads a match, and checks that undoing everything gives the same matches.
#[track_caller]
fn check(game: &Match) {
    let text = to_string(game).unwrap();
    let mut read: Match = from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let mut game = game.clone();
    assert_eq!(to_value(&read).unwrap(), to_value(&game).unwrap());
    loop {
        assert_eq!(read, game);
        assert_eq!((read.reopen(), &read), (game.reopen(), &game));
        let undone = (read.undo(), game.undo());
        assert_eq!(undone.0, undone.1);
        if undone.0.is_none() {
            break;
        }
    }
}

/// Plays a random match with clocks that are started late, set, or never used, and undone half-moves.
fn random_match(rng: &mut Rng, rules: Rules) -> Match {
    let start = match rng.below(3) {
        0 => Position::START.with_rules(rules),
        1 => Position::new(chess960_start(rng), chess960_start(rng), rules),
        _ => Position::new(Board::default(), chess960_start(rng), rules),
    };
    let clocks = Clocks::new(TimeControl::new(rng.below(20) as i64, rng.below(2) as i64));
    let mut game = Match::from_position(start, clocks).unwrap();
    let (uses_clocks, mut now) = (!rng.one_in(3), 0);
    for _ in 0..rng.below(120) {
        now += rng.below(1500) as i64;
        let id = rng.pick(&BoardId::ALL);
        let seat = rng.pick(&Seat::ALL);
        match rng.below(20) {
            0 if uses_clocks => game.start(Millis(now)),
            1 if uses_clocks => game.start_board(id, Millis(now)),
            2 if uses_clocks => game.set_clock(seat, Millis(rng.below(9000) as i64 - 1000), Millis(now)),
            3 => drop(game.undo()),
            _ => {
                let moves = game.legal_moves(id);
                if !moves.is_empty() {
                    let mv = rng.pick_move(&moves);
                    match rng.one_in(4) {
                        true => game.play(id, mv).unwrap(),
                        false => game.play_at(id, mv, Millis(now)).unwrap(),
                    };
                }
            }
        }
    }
    let moment = (!rng.one_in(3)).then_some(Millis(now));
    let seat = rng.pick(&Seat::ALL);
    let _ = match rng.below(8) {
        0 => game.resign(seat, moment),
        1 => game.agree_draw(moment),
        2 => game.abort(rng.one_in(2).then_some(seat), moment),
        3 => game.claim_flag(seat, Millis(now + 30_000)),
        4 => game.claim_repetition(seat.board, moment),
        5 => game.claim_fifty_moves(seat.board, moment),
        _ => return game,
    };
    game
}

#[test]
fn random_matches_are_read_back() {
    let mut rng = Rng::new(2026);
    let (mut ended, mut declared) = (0, 0);
    for round in 0..400 {
        let (_, rules) = Rules::PRESETS[round % Rules::PRESETS.len()];
        let game = random_match(&mut rng, rules);
        check(&game);
        let mut reopened = game.clone();
        declared += u32::from(reopened.reopen().is_some());
        ended += u32::from(game.outcome().is_some());
    }
    assert!(declared > 100 && ended > declared, "{ended} {declared}");
}

#[test]
fn the_format_is_documented() {
    let mut game = Match::new(Rules::fics(), TimeControl::new(60, 0));
    game.play(BoardId::A, "e2e4".parse().unwrap()).unwrap();
    game.start(Millis(100));
    game.play_at(BoardId::B, "g1f3".parse().unwrap(), Millis(1100)).unwrap();
    game.resign(Seat::BLACK_A, Some(Millis(5000))).unwrap();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
    let times = |value: Value| json!({ "WhiteA": value, "BlackA": value, "WhiteB": value, "BlackB": value });
    let mut left = times(json!(60_000));
    left["WhiteB"] = json!(59_000);
    let expected = json!({
        "start": { "boards": format!("{start} | {start}"), "rules": Rules::fics() },
        "moves": [["A", "e2e4"], ["B", "g1f3"]],
        "clocks": {
            "increment": 0,
            "left": left,
            "since": [100, 1100],
            "fell": times(Value::Null),
            "end": 5000,
            "turns": [[60_000, null, null, null], [60_000, 100, null, 59_000]],
        },
        "declared": { "winner": "team2", "cause": "resignation", "seat": "BlackA" },
    });
    let mut expected = expected;
    expected["declared"]["winner"] = to_value(Seat::WHITE_A.team()).unwrap();
    assert_eq!(to_value(&game).unwrap(), expected);
    check(&game);
    // Nothing is stored of clocks that were never used.
    assert_eq!(to_value(Match::default()).unwrap()["clocks"]["turns"], Value::Null);
}

#[test]
fn matches_that_end_by_themselves() {
    let mates = Match::from_boards(
        board("6rk/6pp/8/6N1/8/8/8/4K3[] w - - 0 1"),
        Board::default(),
        Rules::standard(),
        Clocks::new(TimeControl::new(60, 0)),
    );
    let mut mate = mates.unwrap();
    mate.play_at(BoardId::A, "g5f7".parse().unwrap(), Millis(10)).unwrap();
    assert_eq!(mate.outcome().unwrap().cause, Cause::Checkmate);
    check(&mate);
    // Over from the start.
    let over = Match::from_boards(
        board("6rk/5Npp/8/8/8/8/8/4K3[] b - - 0 1"),
        board("7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1"),
        Rules::standard().stalemate(Stalemate::Draw),
        Clocks::new(TimeControl::default()),
    );
    check(&over.unwrap());
    // Repetition, automatic and claimed.
    for automatic in [false, true] {
        let rules = Rules::standard().repetition(Repetition { automatic, drop_resets: false });
        let mut game = Match::new(rules, TimeControl::default());
        for mv in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"] {
            game.play(BoardId::B, mv.parse().unwrap()).unwrap();
        }
        if !automatic {
            game.claim_repetition(BoardId::B, None).unwrap();
        }
        assert_eq!(game.outcome().unwrap().cause, Cause::Repetition);
        check(&game);
    }
    // Fifty moves.
    let rules = Rules::standard().fifty_moves(true);
    let a = board("4k3/8/8/8/8/8/8/4K2R[] w - - 100 90");
    let mut game =
        Match::from_boards(a, Board::default(), rules, Clocks::new(TimeControl::default())).unwrap();
    game.claim_fifty_moves(BoardId::A, Some(Millis(5))).unwrap();
    check(&game);
}

/// Returns the message for a match that was changed after it was written.
#[track_caller]
fn rejected(game: &Match, change: impl FnOnce(&mut Value)) -> String {
    let mut value = to_value(game).unwrap();
    change(&mut value);
    from_value::<Match>(value).unwrap_err().to_string()
}

#[test]
fn matches_that_nobody_could_play_are_rejected() {
    let mut game = Match::new(Rules::standard(), TimeControl::new(60, 0));
    game.start(Millis::ZERO);
    game.play_at(BoardId::A, "e2e4".parse().unwrap(), Millis(100)).unwrap();
    let outcome = |outcome: Outcome| to_value(outcome).unwrap();
    let declare = |cause, seat, winner: Option<Seat>| {
        let winner = winner.map(Seat::team);
        rejected(&game, |value| value["declared"] = outcome(Outcome { winner, cause, seat }))
    };
    assert_eq!(
        rejected(&game, |value| value["moves"][0] = json!(["A", "e2e5"])),
        "half-move 1, e2e5 on board A: the pawn on e2 can't move to e5"
    );
    assert!(rejected(&game, |value| value["moves"][0] = json!(["C", "e2e4"])).contains("board"));
    assert!(
        rejected(&game, |value| value["moves"] = json!([["A", "e2e4"], ["A", "e4e5"]]))
            .contains("half-move 2")
    );
    assert!(rejected(&game, |value| value["clocks"]["turns"] = json!([])).contains("expected 1 `turns`"));
    assert!(rejected(&game, |value| value["clocks"]["turns"] = Value::Null).contains("need `turns`"));
    assert!(rejected(&game, |value| value["clocks"]["end"] = json!(5)).contains("`end`"));
    assert!(rejected(&game, |value| value["more"] = json!(5)).contains("unknown field"));
    // The rules are those of the start.
    assert!(rejected(&game, |value| value["rules"] = json!(Rules::fics())).contains("unknown field `rules`"));
    assert!(
        rejected(&game, |value| value["moves"] = json!(vec![["A", "e2e4"]; 20_001]))
            .contains("more than 20000")
    );
    // More than two sets.
    let queens = "4k3/8/8/8/8/8/QQQQ4/4K3[] w - - 0 1";
    assert!(
        rejected(&game, |value| value["start"] = json!(format!("{queens} | {queens}"))).contains("queen")
    );
    // Ends that nobody could declare.
    let no = "the match can't have been declared over";
    for message in [
        declare(Cause::Checkmate, Some(Seat::WHITE_A), Some(Seat::BLACK_A)),
        declare(Cause::Stalemate, Some(Seat::BLACK_A), None),
        declare(Cause::Resignation, Some(Seat::WHITE_A), Some(Seat::WHITE_A)),
        declare(Cause::Resignation, None, None),
        declare(Cause::Agreement, None, Some(Seat::WHITE_A)),
        declare(Cause::Repetition, Some(Seat::BLACK_A), None),
        declare(Cause::FiftyMoves, Some(Seat::BLACK_A), None),
        declare(Cause::BothFlags, Some(Seat::BLACK_A), None),
        declare(Cause::Abort, None, Some(Seat::BLACK_A)),
    ] {
        assert!(message.contains(no), "{message}");
    }
    let mut ended = game.clone();
    ended.agree_draw(None).unwrap();
    assert!(rejected(&ended, |value| value["declared"] = Value::Null).contains("`end`"));
    assert!(rejected(&ended, |value| value["clocks"]["end"] = Value::Null).contains("`end`"));
}

/// Damaged text is an error or a match, and never a panic.
#[test]
fn damaged_text_does_not_panic() {
    let mut rng = Rng::new(7);
    let mut read = 0;
    for round in 0..40 {
        let (_, rules) = Rules::PRESETS[round % Rules::PRESETS.len()];
        let text = to_string(&random_match(&mut rng, rules)).unwrap().into_bytes();
        for _ in 0..60 {
            let mut damaged = text.clone();
            for _ in 0..=rng.below(2) {
                let at = rng.below(damaged.len());
                let digits = b"0123456789-abcdefgh";
                damaged[at] =
                    if rng.one_in(2) { rng.pick(digits) } else { damaged[rng.below(damaged.len())] };
            }
            if let Ok(mut game) = serde_json::from_slice::<Match>(&damaged) {
                check(&game);
                let now = Millis(rng.next() as i64);
                let _ = Seat::ALL.map(|seat| (game.clock(seat, now), game.is_flagged(seat, now)));
                for seat in Seat::ALL {
                    let _ = game.clone().claim_flag(seat, now);
                }
                let _ = game.undo();
                read += 1;
            }
        }
    }
    assert!(read > 50, "{read}");
}
