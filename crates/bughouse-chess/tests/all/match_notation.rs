//! Matches and positions as text: SAN on both boards, the two-board string, the clock of each half-move.

use bughouse_chess::{
    BoardId, Cause, Clocks, DropAggression, IllegalMove, Match, Millis, MoveErrorKind, Position, Promotion,
    Rules, SanMismatch, Seat, TimeControl, TwoBoards,
};

use crate::support::{Rng, board, random_board};

#[test]
fn san_in_a_match_follows_its_rules() {
    let steal = Rules::bughouse_pro().promotion(Promotion::Steal);
    let a = board("4k3/P7/8/8/8/8/8/4K3[] w - - 0 1");
    let b = board("4k3/8/8/8/8/8/8/3QK3[] w - - 0 1");
    let mut game = Match::from_boards(a, b, steal, Clocks::new(TimeControl::default())).unwrap();
    let mv = game.read_san(BoardId::A, "a8=Qd1+").unwrap();
    assert_eq!(mv.to_string(), "a7a8qd1");
    assert_eq!(game.san(BoardId::A, mv).unwrap().to_string(), "a8=Qd1+");
    let error = game.read_san(BoardId::A, "a8=Q").unwrap_err();
    assert!(error.render(b"a8=Q").contains("name its square"), "{error}");
    assert_eq!(error.span().start, 2);
    assert!(matches!(
        error.kind(),
        MoveErrorKind::Mismatch(SanMismatch::Illegal(IllegalMove::WrongPromotion(Promotion::Steal)))
    ));
    assert!(matches!(game.read_san(BoardId::A, "?").unwrap_err().kind(), MoveErrorKind::NotAMove(_)));
    game.play(BoardId::A, mv).unwrap();
    assert_eq!(game.read_san(BoardId::B, "P@e2").unwrap().to_string(), "P@e2");

    // A smothered mate, which these rules don't allow.
    let rules = Rules::standard().drops(DropAggression::NoBughouseMate);
    let a = board("6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1");
    let game = Match::from_boards(a, b, rules, Clocks::new(TimeControl::default())).unwrap();
    let board = game.board(BoardId::A);
    assert!(game.read_san(BoardId::A, "N@f7").is_err() && board.read_san("N@f7").is_err());
    assert!(board.board().read_san("N@f7").is_ok());
}

#[test]
fn every_legal_move_of_a_match_is_read_back() {
    let mut rng = Rng::new(91);
    for round in 0..60 {
        let (_, rules) = Rules::PRESETS[round % Rules::PRESETS.len()];
        let mut game = Match::new(rules, TimeControl::default());
        for _ in 0..60 {
            let id = rng.pick(&BoardId::ALL);
            let moves = game.legal_moves(id);
            for mv in &moves {
                let san = game.san(id, mv).unwrap().to_string();
                assert_eq!(game.read_san(id, &san), Ok(mv), "{san} {:?}", game.position());
            }
            if moves.is_empty() {
                break;
            }
            game.play(id, rng.pick_move(&moves)).unwrap();
        }
    }
}

#[test]
fn a_position_is_a_two_board_string() {
    for seed in 0..300 {
        let position =
            Position::new(random_board(seed, 40), random_board(seed + 1000, 30), Rules::standard());
        let text = position.to_string();
        assert_eq!(text, TwoBoards { position, clocks: [None; 2] }.to_bfen());
        assert_eq!(text.parse(), Ok(position));
    }
    assert_eq!(Position::default().to_string().parse(), Ok(Position::default()));
    // Counters, however much they look like clocks.
    let counters = "4k3/8/8/8/8/8/8/4K3/ w - - 60 170 | 4k3/8/8/8/8/8/8/4K3/ b - - 45 160";
    let read: Position = counters.parse().unwrap();
    assert_eq!(read.board(BoardId::A).halfmove_clock(), 60);
    assert_eq!(read.board(BoardId::B).fullmove_number(), 160);
    for wrong in [
        "",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/4K3/ w - - 60.5 170 | 4k3/8/8/8/8/8/8/4K3/ b - - 45 160",
        "4k3/8/8/8/8/8/8/8[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] b - - 0 1",
    ] {
        assert!(wrong.parse::<Position>().is_err(), "{wrong}");
    }
}

#[test]
fn a_half_move_knows_the_clock_after_it() {
    let at = |game: &mut Match, id, mv: &str, now| {
        game.play_at(id, mv.parse().unwrap(), Millis(now)).unwrap().clock()
    };
    // Before a clock was started or set, there is none.
    let mut game = Match::new(Rules::fics(), TimeControl::new(60, 2));
    assert_eq!(at(&mut game, BoardId::A, "e2e4", 1000), None);
    game.start(Millis(2000));
    assert_eq!(at(&mut game, BoardId::A, "e7e5", 5000), Some(Millis(59_000)));
    assert_eq!(at(&mut game, BoardId::B, "d2d4", 12_000), Some(Millis(52_000)));
    assert_eq!(game.play(BoardId::A, "g1f3".parse().unwrap()).unwrap().clock(), Some(Millis(60_000)));
    let clocks =
        |game: &Match| game.steps().iter().map(bughouse_chess::matches::Step::clock).collect::<Vec<_>>();
    let millis = |times: [Option<i64>; 4]| times.map(|time| time.map(Millis)).to_vec();
    assert_eq!(clocks(&game), millis([None, Some(59_000), Some(52_000), Some(60_000)]));

    // A server corrects a clock after the move. During the next turn, that is no longer the clock after it.
    game.set_clock(Seat::WHITE_B, Millis(51_500), Millis(13_000));
    assert_eq!(clocks(&game), millis([None, Some(59_000), Some(51_500), Some(60_000)]));
    game.set_clock(Seat::BLACK_A, Millis(40_000), Millis(14_000));
    assert_eq!(clocks(&game), millis([None, Some(59_000), Some(51_500), Some(60_000)]));
    assert_eq!(game.undo().unwrap().clock(), Some(Millis(60_000)));
    assert_eq!(clocks(&game).len(), 3);

    // The same if clocks are only set.
    let mut game = Match::default();
    game.play(BoardId::A, "e2e4".parse().unwrap()).unwrap();
    game.set_clock(Seat::WHITE_A, Millis(58_000), Millis::ZERO);
    assert_eq!(game.steps()[0].clock(), Some(Millis(58_000)));
}

#[test]
fn causes_are_written_in_a_few_words() {
    let causes = [
        (Cause::Checkmate, "checkmate"),
        (Cause::Resignation, "resignation"),
        (Cause::Flag, "out of time"),
        (Cause::BothFlags, "both teams out of time"),
        (Cause::Agreement, "agreement"),
        (Cause::Repetition, "threefold repetition"),
        (Cause::FiftyMoves, "fifty-move rule"),
        (Cause::Stalemate, "stalemate"),
        (Cause::Abort, "aborted"),
    ];
    for (cause, text) in causes {
        assert_eq!(cause.to_string(), text);
    }
}
