//! The UBI client of `bughouse-engines` with the engine of `bughouse ubi`.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use bughouse_chess::{BoardId, Position, Rules};
use bughouse_engines::{Engine, EngineProcess, Limits, Program, Protocol, Query, Search};

use crate::run::bughouse;

static NOT_STOPPED: AtomicBool = AtomicBool::new(false);

fn engine() -> EngineProcess {
    let program = Program::new(env!("CARGO_BIN_EXE_bughouse")).arg("ubi").protocol(Protocol::Ubi);
    EngineProcess::start(program).unwrap()
}

#[test]
fn a_match_is_played_with_the_engine() {
    let mut engine = engine();
    assert!(engine.name().starts_with("bughouse "), "{}", engine.name());
    let id = engine.id();
    let mut position = Position::START;
    for half_move in 0..120 {
        let board = BoardId::ALL[half_move % 2];
        let query = Query::new(&position, board);
        let found = engine.evaluate(&query, &Limits::nodes(400).lines(3), &NOT_STOPPED);
        let found = found.unwrap_or_else(|error| panic!("{position:?} {board} after {half_move}: {error}"));
        let Some(best) = found.best else { break };
        assert!((1..=3).contains(&found.lines.len()), "{position:?} {board}: {found:?}");
        for line in &found.lines {
            assert!(line.cut.is_none() && !line.moves.is_empty(), "{position:?} {board}: {found:?}");
        }
        position.play(board, best).unwrap();
    }
    // The engine was never restarted.
    assert_eq!(engine.id(), id);
}

#[test]
fn the_process_agrees_with_the_built_in_search() {
    let a = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R[NPp] w KQkq - 4 5";
    let b = "r3k2r/ppp2ppp/2n5/3q4/3P4/8/PP3PPP/R1BQ1RK1[Nbp] b kq - 0 12";
    let position = Position::new(a.parse().unwrap(), b.parse().unwrap(), Rules::standard());
    let mut engine = engine();
    for id in BoardId::ALL {
        let (query, limits) = (Query::new(&position, id), Limits::nodes(3000).lines(2));
        engine.new_game();
        let from_process = engine.evaluate(&query, &limits, &NOT_STOPPED).unwrap();
        let found = Search::new(16).evaluate(&query, &limits, &NOT_STOPPED).unwrap();
        assert_eq!((from_process.score, from_process.best), (found.score, found.best), "{id}");
        assert_eq!(from_process.lines, found.lines, "{id}");
    }
}

#[test]
fn time_limits_and_stops_are_respected() {
    let (mut engine, position) = (engine(), Position::START);
    let query = Query::new(&position, BoardId::B);
    let start = Instant::now();
    let found = engine.evaluate(&query, &Limits::time(Duration::from_millis(50)), &NOT_STOPPED).unwrap();
    assert!(found.best.is_some() && start.elapsed() < Duration::from_secs(2), "{found:?}");
    let (start, stop) = (Instant::now(), AtomicBool::new(false));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(300));
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        let found = engine.evaluate(&query, &Limits::time(Duration::from_secs(60)), &stop).unwrap();
        assert!(found.best.is_some(), "{found:?}");
    });
    assert!(start.elapsed() < Duration::from_secs(20));
    // After a stop, the next query works.
    assert!(engine.evaluate(&query, &Limits::nodes(100), &NOT_STOPPED).unwrap().best.is_some());
}

#[test]
fn a_single_board_with_many_pieces_is_analyzed() {
    // With a second board in the starting position, White would have six knights.
    let board = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R[NNPp] w KQkq - 4 5";
    let engine =
        ["--engine", env!("CARGO_BIN_EXE_bughouse"), "--engine-arg", "ubi", "--ubi", "--nodes", "3000"];
    let output = bughouse(["analyze", board].into_iter().chain(engine)).fine();
    assert!(output.contains("\nbughouse ") && output.contains("White mate in 6, hard"), "{output}");
}
