//! Whole games, read back from their texts and replayed by the rules.

use std::collections::BTreeMap;

use bughouse_chess::{BoardId, Cause, Color, Leniencies, Match, San, Seat, Team};
use bughouse_generator::{Generator, Reason};

use crate::read::{Record, read};

const GAMES: u64 = 3_000;

/// Reads the seat and the number of a label such as `12a`.
fn label(text: &str) -> (Seat, u32) {
    let (number, letter) = text.split_at(text.len() - 1);
    let seat = match letter {
        "A" => Seat::WHITE_A,
        "a" => Seat::BLACK_A,
        "B" => Seat::WHITE_B,
        "b" => Seat::BLACK_B,
        _ => panic!("{text}"),
    };
    (seat, number.parse().unwrap())
}

/// Replays a game in the order of the file and checks how each move is written.
fn replay(record: &Record) -> Match {
    let mut game = Match::default();
    for (name, text) in &record.half_moves {
        let (seat, number) = label(name);
        let board = game.board(seat.board);
        assert_eq!((board.side_to_move(), board.fullmove_number()), (seat.color, number), "{name}");
        let (san, used) = San::read(text.as_bytes(), Leniencies::ALL).unwrap();
        assert!(used.is_empty(), "{name}. {text}");
        let mv = san.resolve(&board).unwrap_or_else(|error| panic!("{name}. {text}: {error}"));
        assert_eq!(board.san(mv).unwrap().to_string(), *text, "{name}");
        game.play(seat.board, mv).unwrap_or_else(|error| panic!("{name}. {text}: {error}"));
    }
    game
}

#[test]
fn every_game_is_legal_and_its_end_fits() {
    let generator = Generator::new(2_026);
    for number in 1..=GAMES {
        let mut text = Vec::new();
        generator.write_game(number, &mut text);
        let record = read(&text);
        let game = replay(&record);
        assert_eq!(record.tag("Result"), record.result, "game {number}");

        // The named player is of the team that lost, and is the mated one if there is one.
        let named = Seat::ALL.into_iter().find(|seat| {
            let rest = record.reason.strip_prefix(record.tag(seat.name()));
            rest.is_some_and(|rest| rest.starts_with([' ', '\'']))
        });
        let winner = named.map(|seat| seat.team().other());
        let expected = match winner {
            Some(Team::One) => "1-0",
            Some(Team::Two) => "0-1",
            None if record.reason.contains("drawn") => "1/2-1/2",
            None => "*",
        };
        assert_eq!(record.result, expected, "game {number}: {}", record.reason);
        match game.outcome() {
            Some(outcome) => {
                assert_eq!(outcome.cause, Cause::Checkmate);
                assert_eq!(outcome.seat, named, "game {number}");
                assert!(record.reason.ends_with(" checkmated"), "game {number}");
            }
            None => assert!(!record.reason.contains("checkmated"), "game {number}"),
        }
    }
}

#[test]
fn clocks_run_down_and_lag_has_one_number_for_each_half_move() {
    let generator = Generator::new(1);
    let mut with_lag = 0;
    for number in 1..=500 {
        let game = generator.game(number);
        let mut left = [i64::from(game.seconds) * 1_000; 4];
        for half_move in &game.half_moves {
            let clock = &mut left[half_move.seat.to_index()];
            assert!(half_move.clock.0 > 0 && half_move.clock.0 <= *clock - 100, "game {number}");
            *clock = half_move.clock.0;
        }
        if game.tells_lag {
            let mut text = Vec::new();
            game.write_bpgn(&mut text);
            let record = read(&text);
            assert_eq!(record.tag("Lag").split_whitespace().count(), game.half_moves.len());
            with_lag += 1;
        }
    }
    assert!(with_lag > 50, "{with_lag}");
}

#[test]
fn seats_hold_different_players() {
    let generator = Generator::new(1);
    for number in 1..=500 {
        let game = generator.game(number);
        for seat in Seat::ALL {
            for other in Seat::ALL.into_iter().filter(|&other| other != seat) {
                assert_ne!(game.player(seat).name, game.player(other).name);
            }
        }
    }
}

#[test]
fn games_are_of_many_kinds() {
    let generator = Generator::new(7);
    let games: Vec<_> = (1..=GAMES).map(|number| generator.game(number)).collect();
    let mut reasons: BTreeMap<Reason, usize> = BTreeMap::new();
    for game in &games {
        *reasons.entry(game.ending.reason).or_default() += 1;
    }
    assert_eq!(reasons.len(), 9, "{reasons:?}");
    for common in [Reason::Checkmate, Reason::Time, Reason::Resignation] {
        assert!(reasons[&common] > 300, "{reasons:?}");
    }

    let half_moves: usize = games.iter().map(|game| game.half_moves.len()).sum();
    let mean = half_moves / games.len();
    assert!((85..=115).contains(&mean), "{mean}");
    assert!(games.iter().all(|game| game.half_moves.len() <= 180));
    assert!(games.iter().any(|game| game.half_moves.is_empty()));

    let all = || games.iter().flat_map(|game| &game.half_moves).map(|half_move| half_move.san.to_string());
    for (part, least) in [("@", 20), ("x", 25), ("+", 10)] {
        let count = all().filter(|san| san.contains(part)).count();
        assert!(
            count * 100 > half_moves * least && count * 2 < half_moves,
            "{part}: {count} of {half_moves}"
        );
    }
    for part in ["=Q", "=N", "O-O", "O-O-O", "#"] {
        assert!(all().any(|san| san.contains(part)), "{part}");
    }
    assert!(games.iter().flat_map(|game| &game.half_moves).any(|half_move| half_move.comment.is_some()));
    for board in [BoardId::A, BoardId::B] {
        for color in [Color::White, Color::Black] {
            let mated = games.iter().any(|game| {
                game.ending.reason == Reason::Checkmate && game.ending.named == Some(Seat { board, color })
            });
            assert!(mated, "{board} {color}");
        }
    }
}
