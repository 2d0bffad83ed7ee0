//! The exact input of engines, and what is not sent.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bughouse_chess::{Board, BoardId, BySeat, Color, Material, Millis, Piece, Position, ReadOptions, Rules};
use bughouse_engines::{Engine, EngineError, Limits, Query, Score};
use bughouse_mate::Strength;

use crate::support::{Scratch, evaluate_board, fake, limits, position, start};

const VALID: [&str; 4] = ["--info", "score cp 25", "--best", "e2e4"];

#[test]
fn a_uci_engine_is_sent_one_board_and_no_moves() {
    let log = Scratch::new();
    let mut engine = start(fake(&[&VALID[..], &["--log", log.name()]].concat()));
    let two = position("start", "4k3/8/8/8/8/8/4P3/4K3[Qn] w - - 0 1");
    let query = Query::new(&two, BoardId::B);
    let stop = AtomicBool::new(false);
    engine.evaluate(&query, &limits().lines(3), &stop).expect("an answer");
    engine.evaluate(&query, &Limits::nodes(500).lines(3), &stop).expect("an answer");
    engine.evaluate(&query, &Limits::depth(4), &stop).expect("an answer");
    drop(engine);
    let expected = [
        "uci",
        "setoption name UCI_Variant value bughouse",
        // The maximum that it declared.
        "setoption name Hash value 8",
        "isready",
        "setoption name MultiPV value 3",
        "ucinewgame",
        "position fen 4k3/8/8/8/8/8/4P3/4K3[Qn] w - - 0 1",
        "isready",
        "go movetime 50",
        "position fen 4k3/8/8/8/8/8/4P3/4K3[Qn] w - - 0 1",
        "isready",
        "go nodes 500",
        "setoption name MultiPV value 1",
        "position fen 4k3/8/8/8/8/8/4P3/4K3[Qn] w - - 0 1",
        "isready",
        "go depth 4",
        "quit",
    ];
    assert_eq!(log.lines(), expected);
}

#[test]
fn a_ubi_engine_is_sent_both_boards_and_the_clocks() {
    let log = Scratch::new();
    let mut engine = start(fake(&[&VALID[..], &["--ubi", "--log", log.name()]].concat()));
    let two = position("start", "4k3/8/8/8/8/8/4P3/4K3[Qn] w - - 0 1");
    let clocks = BySeat::new([1000, 2000, 3000, -5].map(Millis));
    let stop = AtomicBool::new(false);
    let evaluation = engine.evaluate(&Query::new(&two, BoardId::B).clocks(clocks), &limits(), &stop);
    assert_eq!(evaluation.map(|evaluation| evaluation.score), Ok(Score::Centipawns(25)));
    engine.evaluate(&Query::new(&two, BoardId::A), &limits(), &stop).expect("an answer");
    drop(engine);
    let boards = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1 | \
                  4k3/8/8/8/8/8/4P3/4K3[Qn] w - - 0 1";
    let expected = [
        "ubi".to_owned(),
        "setoption name Hash value 8".to_owned(),
        "isready".to_owned(),
        "ubinewgame".to_owned(),
        format!("position {boards} clock 1000 2000 3000 0"),
        "isready".to_owned(),
        "go board B movetime 50".to_owned(),
        format!("position {boards} clock 180000 180000 180000 180000"),
        "isready".to_owned(),
        "go board A movetime 50".to_owned(),
        "quit".to_owned(),
    ];
    assert_eq!(log.lines(), expected);
}

#[test]
fn ubi_answers_name_their_board() {
    let mut engine = start(
        fake(&["--ubi", "--info", "score cp 25 pv e2e4", "--best", "d2d4"]).grace(Duration::from_millis(100)),
    );
    // The query is about board B, and the fake engine reports the board.
    let evaluation = evaluate_board(&mut engine, &Position::START.with_rules(Rules::fics()), BoardId::B)
        .expect("an answer");
    assert_eq!(evaluation.best.map(|mv| mv.to_string()).as_deref(), Some("d2d4"));
    assert_eq!(evaluation.seat.name(), "WhiteB");
}

#[test]
fn chess960_mode_is_set_for_chess960_castling() {
    let log = Scratch::new();
    let mut engine = start(fake(&[&VALID[..], &["--best", "e1e2", "--log", log.name()]].concat()));
    let standard = "r3k2r/8/8/8/8/8/8/R3K2R[] w KQkq - 0 1";
    let other = "1r2k2r/8/8/8/8/8/8/1R2K2R[] w KBkb - 0 1";
    for board in [standard, other, standard] {
        evaluate_board(&mut engine, &position(board, "start"), BoardId::A).expect("an answer");
    }
    drop(engine);
    let sent: Vec<String> = log.lines().into_iter().filter(|line| line.contains("960")).collect();
    assert_eq!(sent, ["setoption name UCI_Chess960 value true", "setoption name UCI_Chess960 value false"]);
    let mut engine = start(fake(&[&VALID[..], &["no-960"]].concat()));
    let rejected = evaluate_board(&mut engine, &position(other, "start"), BoardId::A);
    assert_eq!(rejected.err(), Some(EngineError::NoChess960));
}

/// A board with more pieces than two sets have, which [`Material::Any`] allows.
fn crowded() -> Board {
    let text = b"qqqqkqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/8/PPPPPPPP/7K[] b - - 0 1";
    let options = ReadOptions::default().material(Material::Any);
    Board::read(text, &options).expect("any material is allowed").0
}

#[test]
fn an_impossible_board_is_never_sent() {
    let log = Scratch::new();
    let mut engine = start(fake(&[&VALID[..], &["--log", log.name()]].concat()));
    let two = Position::new(crowded(), Board::START, Rules::fics());
    let rejected = evaluate_board(&mut engine, &two, BoardId::A);
    assert_eq!(rejected.err(), Some(EngineError::Impossible { board: BoardId::A }));
    // The other board can be evaluated, because only that board is sent.
    assert!(evaluate_board(&mut engine, &two, BoardId::B).is_ok());
    drop(engine);
    assert!(log.lines().iter().all(|line| !line.contains("qqqq")), "{:?}", log.lines());

    let mut engine = start(fake(&[&VALID[..], &["--ubi"]].concat()));
    let rejected = evaluate_board(&mut engine, &two, BoardId::B);
    assert_eq!(rejected.err(), Some(EngineError::Impossible { board: BoardId::A }));
}

#[test]
fn a_board_with_more_than_two_sets_is_never_sent() {
    let impossible = [
        "7k/8/8/8/PPPPPPPP/PPPPPPPP/8/K7[P] w - - 0 1",
        "7k/8/8/8/8/8/8/K7[QQQQQQQQQQQQQQQQQQQ] w - - 0 1",
        "nnnnnnnk/nnnnnnnn/nnnnnn2/8/8/8/8/K7[] w - - 0 1",
        "7k/8/8/8/Q~7/1PPPPPPP/PPPPPPPP/K7[QQQ] w - - 0 1",
    ];
    // Pieces without a marker may also be promoted pawns.
    let possible = [
        "7k/8/8/8/8/8/PPPPPPPP/K7[QQQQQQQQQQ] w - - 0 1",
        "7k/8/8/8/8/8/8/K7[QQQQQQQQQQQQQQQQQQRRRRBBBBNNNN] w - - 0 1",
        "7k/8/8/8/Q~7/1PPPPPPP/PPPPPPPP/K7[QQ] w - - 0 1",
    ];
    let mut engine = start(fake(&[&VALID[..], &["--best", "a1b1"]].concat()));
    for (boards, is_sent) in [(&impossible[..], false), (&possible[..], true)] {
        for board in boards {
            let answer = evaluate_board(&mut engine, &position(board, "start"), BoardId::A);
            let is_rejected = answer.as_ref().err() == Some(&EngineError::Impossible { board: BoardId::A });
            assert_eq!(!is_rejected, is_sent, "{board}: {answer:?}");
        }
    }
}

/// Each board is possible, but together they have three white queens.
#[test]
fn more_pieces_than_two_sets_are_not_sent_together() {
    let b: Board = "4k3/8/8/8/8/8/8/3QK3[Q] w - - 0 1".parse().unwrap();
    let both = Position::new(Board::START, b, Rules::fics());
    let mut engine = start(fake(&[&VALID[..], &["--ubi"]].concat()));
    let rejected = evaluate_board(&mut engine, &both, BoardId::A).err();
    assert!(matches!(rejected, Some(EngineError::ImpossibleMatch(_))), "{rejected:?}");
    assert!(!rejected.unwrap().is_failure());
    assert!(evaluate_board(&mut start(fake(&VALID)), &both, BoardId::A).is_ok());
}

#[test]
fn a_board_without_a_legal_move_needs_no_engine() {
    let log = Scratch::new();
    let mut engine = start(fake(&[&VALID[..], &["dies", "--log", log.name()]].concat()));
    let mated = |strength| Score::Mate { wins: false, moves: 0, proof: Some(strength) };
    for (board, score) in [
        ("6rk/5Npp/8/8/8/8/8/K7[] b - - 0 1", mated(Strength::Hard)),
        // A piece that blocks the check would help.
        ("4R1k1/5ppp/8/8/8/8/8/K7[] b - - 0 1", mated(Strength::Soft)),
        ("7k/5Q2/8/8/8/8/8/K7[] b - - 0 1", Score::Centipawns(0)),
    ] {
        let evaluation =
            evaluate_board(&mut engine, &position(board, "start"), BoardId::A).expect("no engine is needed");
        assert_eq!((evaluation.score, evaluation.lines.len()), (score, 0), "{board}");
    }
    drop(engine);
    assert!(log.lines().iter().all(|line| !line.starts_with("position")), "{:?}", log.lines());
}

#[test]
fn boards_of_random_play_are_never_rejected() {
    // The client checks that a board reads back the same before it sends it.
    let log = Scratch::new();
    let mut engine = start(fake(&["--log", log.name()]));
    let (mut two, mut state) = (Position::START.with_rules(Rules::fics()), 7_u64);
    for _ in 0..150 {
        let id = BoardId::ALL[(state >> 60) as usize % 2];
        let moves = two.legal_moves(id);
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let Some(mv) = moves.get((state >> 33) as usize % moves.len().max(1)) else { break };
        two.play_unchecked(id, mv);
        let Err(error) = evaluate_board(&mut engine, &two, id) else { continue };
        // The fake engine reports no score.
        assert!(
            matches!(
                error,
                EngineError::InvalidAnswer { .. }
                    | EngineError::Unavailable { .. }
                    | EngineError::IllegalMove { .. }
            ),
            "{error:?} of {two:?}"
        );
        engine = start(fake(&["--log", log.name()]));
    }
    let sent = log.lines().into_iter().filter(|line| line.starts_with("position fen ")).count();
    assert!(sent > 50, "{sent}");
    assert!(two.count_pieces(Color::White, Piece::Pawn) <= 16);
}
