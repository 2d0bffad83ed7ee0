//! Validation of engine output: lines that are cut, and mates that are proved or not.

use std::sync::atomic::AtomicBool;

use bughouse_chess::{BoardId, Piece};
use bughouse_engines::{Cut, Engine, Evaluation, Query, Score};
use bughouse_mate::Strength;

use crate::support::{evaluate_board, fake, limits, position, start};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";

fn evaluate(board: &str, infos: &[&str], best: &str) -> Evaluation {
    let mut args = vec!["--best", best];
    infos.iter().for_each(|info| args.extend(["--info", *info]));
    let mut engine = start(fake(&args));
    evaluate_board(&mut engine, &position(board, "start"), BoardId::A).expect("an answer")
}

/// Requests as many lines as there are.
fn evaluate_lines(board: &str, infos: &[&str], best: &str) -> Evaluation {
    let mut args = vec!["--best", best];
    infos.iter().for_each(|info| args.extend(["--info", *info]));
    let mut engine = start(fake(&args));
    let two = position(board, "start");
    let query = Query::new(&two, BoardId::A);
    let limits = limits().lines(infos.len() as u16);
    engine.evaluate(&query, &limits, &AtomicBool::new(false)).expect("an answer")
}

fn moves(evaluation: &Evaluation) -> Vec<String> {
    evaluation.lines[0].moves.iter().map(ToString::to_string).collect()
}

#[test]
fn a_line_is_cut_where_it_becomes_illegal() {
    let evaluation = evaluate(START, &["score cp 5 pv e2e4 e7e5 e4e5 d7d5"], "e2e4");
    assert_eq!(moves(&evaluation), ["e2e4", "e7e5"]);
    assert_eq!(evaluation.lines[0].cut, Some(Cut::Illegal));
    let evaluation = evaluate(START, &["score cp 5 pv e2e4 nonsense"], "e2e4");
    assert_eq!((moves(&evaluation).len(), evaluation.lines[0].cut), (1, Some(Cut::Illegal)));
    let whole = evaluate(START, &["score cp 5 pv e2e4 e7e5"], "e2e4");
    assert_eq!(whole.lines[0].cut, None);
}

#[test]
fn a_line_reports_the_piece_it_needs() {
    let evaluation = evaluate(START, &["score cp 5 pv e2e4 e7e5 Q@h5 g8f6"], "e2e4");
    assert_eq!(moves(&evaluation), ["e2e4", "e7e5"]);
    assert_eq!(evaluation.lines[0].cut, Some(Cut::Needs(Piece::Queen)));
    assert_eq!(evaluation.lines[0].cut.map(|cut| cut.to_string()).as_deref(), Some("needs Q"));
    // On an occupied square, it would also be illegal with a queen.
    let evaluation = evaluate(START, &["score cp 5 pv e2e4 e7e5 Q@e5"], "e2e4");
    assert_eq!(evaluation.lines[0].cut, Some(Cut::Illegal));
    // A king is never in reserve.
    let evaluation = evaluate(START, &["score cp 5 pv e2e4 e7e5 K@e6"], "e2e4");
    assert_eq!(evaluation.lines[0].cut, Some(Cut::Illegal));
    // Engines borrow pieces even for the first move.
    let evaluation = evaluate(START, &["score cp 5 pv N@e6 d7e6"], "N@e6");
    assert_eq!((evaluation.best, evaluation.lines[0].cut), (None, Some(Cut::Needs(Piece::Knight))));
}

#[test]
fn both_cases_and_both_castling_notations_are_read() {
    let castling = "4k3/8/8/8/8/8/8/R3K2R[Nn] w KQ - 0 1";
    for (best, read) in [("e1h1", "e1g1"), ("e1g1", "e1g1"), ("n@e5", "N@e5"), ("N@e5", "N@e5")] {
        let evaluation = evaluate(castling, &[&format!("score cp 5 pv {best}")], best);
        assert_eq!(evaluation.best.map(|mv| mv.to_string()).as_deref(), Some(read), "{best}");
    }
}

#[test]
fn a_captured_piece_is_not_in_the_reserve_of_the_capturer() {
    // It goes to the partner: dropping it here needs another one.
    let board = "4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1";
    let evaluation = evaluate(board, &["score cp 5 pv e4d5 e8e7 P@e6"], "e4d5");
    assert_eq!(moves(&evaluation), ["e4d5", "e8e7"]);
    assert_eq!(evaluation.lines[0].cut, Some(Cut::Needs(Piece::Pawn)));
}

const SMOTHERED: &str = "6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1";
const FROM_AFAR: &str = "6k1/5ppp/8/8/8/8/8/K3R3[] w - - 0 1";

#[test]
fn a_proved_mate_is_a_mate() {
    let hard = Score::Mate { wins: true, moves: 1, proof: Some(Strength::Hard) };
    let evaluation = evaluate(SMOTHERED, &["score mate 1 pv N@f7"], "N@f7");
    assert_eq!(evaluation.score, hard);
    assert_eq!(evaluation.mate.map(|mate| mate.moves), Some(1));
    // Also if the engine missed it, or saw a longer one.
    assert_eq!(evaluate(SMOTHERED, &["score cp 300 pv N@f7"], "N@f7").score, hard);
    assert_eq!(evaluate(SMOTHERED, &["score mate 9 pv N@f7"], "N@f7").score, hard);
}

#[test]
fn a_proved_mate_that_the_engine_misses_has_its_own_line() {
    let hard = Score::Mate { wins: true, moves: 1, proof: Some(Strength::Hard) };
    for score in ["cp 300", "mate 5"] {
        let evaluation = evaluate(SMOTHERED, &[&format!("score {score} pv a1b1 a7a6")], "a1b1");
        assert_eq!((evaluation.score, evaluation.lines.len()), (hard, 1));
        assert_eq!((moves(&evaluation), evaluation.lines[0].cut), (vec!["N@f7".to_owned()], None));
        assert_eq!(evaluation.best.map(|mv| mv.to_string()).as_deref(), Some("a1b1"));
    }
    // With several lines, the engine's lines follow, and no move appears twice.
    let infos =
        ["multipv 1 score cp 300 pv a1b1", "multipv 2 score cp 200 pv N@f7", "multipv 3 score cp 4 pv a1a2"];
    let evaluation = evaluate_lines(SMOTHERED, &infos, "a1b1");
    let lines: Vec<(String, Score)> =
        evaluation.lines.iter().map(|line| (line.moves[0].to_string(), line.score)).collect();
    let centipawns = Score::Centipawns;
    assert_eq!(
        lines,
        [("N@f7".to_owned(), hard), ("a1b1".to_owned(), centipawns(300)), ("a1a2".to_owned(), centipawns(4))]
    );
}

#[test]
fn a_mate_that_a_piece_could_stop_is_soft() {
    let evaluation = evaluate(FROM_AFAR, &["score mate 1 pv e1e8"], "e1e8");
    assert_eq!(evaluation.score, Score::Mate { wins: true, moves: 1, proof: Some(Strength::Soft) });
    assert_eq!(evaluation.score.to_string(), "mate in 1, soft");
    // If the engine doesn't report a mate, a soft mate is not added.
    assert_eq!(evaluate(FROM_AFAR, &["score cp 300 pv e1e8"], "e1e8").score, Score::Centipawns(300));
}

#[test]
fn an_unproved_mate_is_unverified() {
    let evaluation = evaluate(START, &["score mate 5 pv e2e4"], "e2e4");
    assert_eq!(evaluation.score, Score::Mate { wins: true, moves: 5, proof: None });
    assert_eq!(evaluation.score.to_string(), "mate in 5, unverified");
    assert_eq!(evaluation.mate, None);
    let evaluation = evaluate(START, &["score mate -4 pv e2e4"], "e2e4");
    assert_eq!(evaluation.score, Score::Mate { wins: false, moves: 4, proof: None });
    assert_eq!(evaluation.score.to_string(), "mated in 4, unverified");
}

#[test]
fn mates_by_the_opponent_are_proved() {
    // The rook has to capture, and the knight gives a smothered mate.
    let evaluation = evaluate("5rQk/6pp/7N/8/8/8/8/K7[] b - - 0 1", &["score mate -1 pv f8g8"], "f8g8");
    assert_eq!(evaluation.score, Score::Mate { wins: false, moves: 1, proof: Some(Strength::Hard) });
    assert_eq!(evaluation.mate, None);
    // The king has to move, and a piece could block the rook's check.
    let evaluation = evaluate("7k/5Npp/4P3/8/8/8/8/K2R4[] b - - 0 1", &["score mate -3 pv h8g8"], "h8g8");
    assert_eq!(evaluation.score, Score::Mate { wins: false, moves: 1, proof: Some(Strength::Soft) });
    // A knight in reserve answers the check, and nothing is proved.
    let evaluation = evaluate("7k/5Npp/4P3/8/8/8/8/K2R4[n] b - - 0 1", &["score mate -3 pv h8g8"], "h8g8");
    assert_eq!(evaluation.score, Score::Mate { wins: false, moves: 3, proof: None });
}

#[test]
fn each_line_is_validated() {
    let infos =
        ["multipv 1 score mate 1 pv N@f7", "multipv 2 score mate 2 pv a1a2", "multipv 3 score cp 4 pv a1b1"];
    let evaluation = evaluate_lines(SMOTHERED, &infos, "N@f7");
    let scores: Vec<Score> = evaluation.lines.iter().map(|line| line.score).collect();
    assert_eq!(
        scores,
        [
            Score::Mate { wins: true, moves: 1, proof: Some(Strength::Hard) },
            // After a king's move, Black has many answers.
            Score::Mate { wins: true, moves: 2, proof: None },
            Score::Centipawns(4),
        ]
    );
}

#[test]
fn a_bound_does_not_replace_a_score() {
    let infos = ["depth 5 score cp 30 pv e2e4", "depth 6 score cp 900 lowerbound pv d2d4"];
    let evaluation = evaluate(START, &infos, "e2e4");
    assert_eq!((evaluation.score, evaluation.depth), (Score::Centipawns(30), 6));
    // If nothing else is known, a bound is used.
    assert_eq!(evaluate(START, &infos[1..], "d2d4").score, Score::Centipawns(900));
}

#[test]
fn no_move_appears_twice_if_a_depth_is_incomplete() {
    let infos = [
        "depth 5 multipv 1 score cp 30 pv e2e4",
        "depth 5 multipv 2 score cp 20 pv d2d4",
        "depth 5 multipv 3 score cp 10 pv b1c3",
        "depth 6 multipv 1 score cp 40 pv b1c3 e7e6",
        "depth 6 multipv 2 score cp 35 pv e2e4 e7e5",
        "depth 6 multipv 3 score cp 15 upperbound pv d2d4",
    ];
    let mut args = vec!["--best", "b1c3"];
    infos.iter().for_each(|info| args.extend(["--info", *info]));
    let mut engine = start(fake(&args));
    let two = position(START, "start");
    let mut evaluate = |lines| {
        let query = Query::new(&two, BoardId::A);
        let evaluation = engine.evaluate(&query, &limits().lines(lines), &AtomicBool::new(false));
        let lines = evaluation.expect("an answer").lines;
        lines.iter().map(|line| format!("{} {}", line.moves[0], line.score)).collect::<Vec<_>>()
    };
    assert_eq!(evaluate(3), ["b1c3 +0.40", "e2e4 +0.35", "d2d4 +0.15"]);
    assert_eq!(evaluate(2), ["b1c3 +0.40", "e2e4 +0.35"]);
}
