//! The client of `bughouse-engines` and the engine of `ubi`: both ends of the protocol together.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use bughouse_chess::{BoardId, Position, Rules};
use bughouse_engines::{BuiltIn, Engine, EngineProcess, Limits, Program, Protocol, Query};

use crate::run::bughouse;

static GO_ON: AtomicBool = AtomicBool::new(false);

fn engine() -> EngineProcess {
    let program = Program::new(env!("CARGO_BIN_EXE_bughouse")).arg("ubi").protocol(Protocol::Ubi);
    EngineProcess::start(program).unwrap()
}

#[test]
fn a_match_is_played_by_what_the_engine_says() {
    let (mut engine, rules) = (engine(), Rules::standard());
    assert!(engine.name().starts_with("bughouse "), "{}", engine.name());
    let id = engine.id();
    let mut position = Position::default();
    for half_move in 0..120 {
        let board = BoardId::ALL[half_move % 2];
        let query = Query::new(&position, board).rules(&rules);
        let found = engine.evaluate(&query, &Limits::nodes(400).lines(3), &GO_ON);
        let found = found.unwrap_or_else(|error| panic!("{position:?} {board} after {half_move}: {error}"));
        let Some(best) = found.best else { break };
        assert!((1..=3).contains(&found.lines.len()), "{position:?} {board}: {found:?}");
        for line in &found.lines {
            assert!(line.cut.is_none() && !line.moves.is_empty(), "{position:?} {board}: {found:?}");
        }
        position.play(board, best, &rules).unwrap();
    }
    // It never had to be started again.
    assert_eq!(engine.id(), id);
}

#[test]
fn it_says_what_the_search_says_without_a_process() {
    let a = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R[NPp] w KQkq - 4 5";
    let b = "r3k2r/ppp2ppp/2n5/3q4/3P4/8/PP3PPP/R1BQ1RK1[Nbp] b kq - 0 12";
    let position = Position::new(a.parse().unwrap(), b.parse().unwrap());
    let mut engine = engine();
    for id in BoardId::ALL {
        let (query, limits) = (Query::new(&position, id), Limits::nodes(3000).lines(2));
        engine.new_game();
        let said = engine.evaluate(&query, &limits, &GO_ON).unwrap();
        let found = BuiltIn::new(16).evaluate(&query, &limits, &GO_ON).unwrap();
        assert_eq!((said.score, said.best), (found.score, found.best), "{id}");
        assert_eq!(said.lines, found.lines, "{id}");
    }
}

#[test]
fn time_is_kept_and_a_stop_is_heard() {
    let (mut engine, position) = (engine(), Position::default());
    let query = Query::new(&position, BoardId::B);
    let begun = Instant::now();
    let found = engine.evaluate(&query, &Limits::time(Duration::from_millis(50)), &GO_ON).unwrap();
    assert!(found.best.is_some() && begun.elapsed() < Duration::from_secs(2), "{found:?}");
    let (begun, stop) = (Instant::now(), AtomicBool::new(false));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(300));
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        let found = engine.evaluate(&query, &Limits::time(Duration::from_secs(60)), &stop).unwrap();
        assert!(found.best.is_some(), "{found:?}");
    });
    assert!(begun.elapsed() < Duration::from_secs(20));
    // What comes after a stop is understood as before.
    assert!(engine.evaluate(&query, &Limits::nodes(100), &GO_ON).unwrap().best.is_some());
}

#[test]
fn a_single_board_is_not_rejected_for_the_pieces_of_a_missing_one() {
    // With those of a board at the start White would have six knights.
    let board = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R[NNPp] w KQkq - 4 5";
    let engine =
        ["--engine", env!("CARGO_BIN_EXE_bughouse"), "--engine-arg", "ubi", "--ubi", "--nodes", "3000"];
    let said = bughouse(["analyze", board].into_iter().chain(engine)).fine();
    assert!(said.contains("\nbughouse ") && said.contains("White mate in 6, hard"), "{said}");
}
