//! Debian's Fairy-Stockfish, if it is installed.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bughouse_chess::{BoardId, Position, Rules};
use bughouse_engines::{Engine, EngineProcess, Limits, Program, Query, Score, TeamEvaluation};
use bughouse_mate::{Limit, Solver, Strength, Verdict, solve};

use crate::support::position;

const PATH: &str = "/usr/games/fairy-stockfish";

/// Starts it, or prints that it isn't installed.
fn engine() -> Option<EngineProcess> {
    if !Path::new(PATH).is_file() {
        eprintln!("{PATH} is not installed: nothing is tested with it");
        return None;
    }
    Some(EngineProcess::start(Program::new(PATH)).expect("it starts"))
}

#[test]
fn both_boards_of_the_start_are_evaluated() {
    let Some(mut engine) = engine() else { return };
    assert!(engine.name().starts_with("Fairy-Stockfish"), "{}", engine.name());
    let (start, stop) = (Position::START, AtomicBool::new(false));
    let limits = Limits::nodes(3000).lines(3);
    let mut evaluate = |id| engine.evaluate(&Query::new(&start, id), &limits, &stop).expect("an answer");
    let (a, b) = (evaluate(BoardId::A), evaluate(BoardId::B));
    for evaluation in [&a, &b] {
        assert!(matches!(evaluation.score, Score::Centipawns(-500..=500)), "{:?}", evaluation.score);
        assert_eq!(evaluation.lines.len(), 3);
        assert!(evaluation.best.is_some() && evaluation.depth > 0 && evaluation.nodes > 0);
        assert!(evaluation.lines.iter().all(|line| !line.moves.is_empty() && line.cut.is_none()));
    }
    let team = TeamEvaluation::new(&a, &b);
    assert!((0.3..0.7).contains(&team.chance), "{}", team.chance);
}

#[test]
fn a_blockable_mate_is_soft() {
    let Some(mut engine) = engine() else { return };
    let stop = AtomicBool::new(false);
    for (board, strength) in [
        ("6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1", Strength::Hard),
        ("6k1/5ppp/8/8/8/8/8/K3R3[] w - - 0 1", Strength::Soft),
    ] {
        let two = position(board, "start");
        let limits = Limits::depth(6).within(Duration::from_secs(5));
        let evaluation = engine.evaluate(&Query::new(&two, BoardId::A), &limits, &stop).expect("an answer");
        assert_eq!(evaluation.score, Score::Mate { wins: true, moves: 1, proof: Some(strength) }, "{board}");
    }
}

#[test]
fn random_play_never_fails() {
    let Some(mut engine) = engine() else { return };
    let (rules, stop) = (Rules::fics(), AtomicBool::new(false));
    let mut solver = Solver::new();
    for seed in 1..=3_u64 {
        let (mut two, mut state) = (Position::START.with_rules(rules), seed);
        engine.new_game();
        for _ in 0..60 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let id = BoardId::ALL[(state >> 60) as usize % 2];
            let query = Query::new(&two, id);
            let evaluation = engine.evaluate(&query, &Limits::nodes(300), &stop).expect("an answer");
            if let Score::Mate { wins: true, proof: Some(Strength::Hard), .. } = evaluation.score {
                // Reported mates were proved.
                let again = solver.mates(&two.board(id), &rules, Limit::default());
                assert_eq!(again.strength(), Some(Strength::Hard));
            }
            if let Score::Mate { wins: true, proof: None, .. } = evaluation.score {
                let any = bughouse_mate::Arrivals::Any;
                assert!(!matches!(solve(&two.board(id), any, &rules, Limit::nodes(2000)), Verdict::Mate(_)));
            }
            let mut replay = two;
            for &mv in evaluation.lines.iter().take(1).flat_map(|line| &line.moves) {
                replay.play(id, mv).expect("lines can be played");
            }
            let moves = two.legal_moves(id);
            let Some(mv) = moves.get((state >> 33) as usize % moves.len().max(1)) else { break };
            two.play_unchecked(id, mv);
        }
    }
}
