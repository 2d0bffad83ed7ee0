//! Engines that crash, hang, flood, or send invalid output: each gives the right error, in limited time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bughouse_chess::{BoardId, Position};
use bughouse_engines::{Engine, EngineError, EngineProcess, Limits, Program, Query, Score};

use crate::support::{Scratch, evaluate, fake, short_timeouts, start};

const VALID: &[&str] = &["--info", "depth 3 nodes 40 score cp 25 pv e2e4 e7e5", "--best", "e2e4"];

fn with(mode: &str) -> Vec<&str> {
    let mut args = VALID.to_vec();
    args.push(mode);
    args
}

fn failure(mode: &str) -> EngineError {
    let started = Instant::now();
    let mut engine = start(short_timeouts(&with(mode)));
    let error = evaluate(&mut engine).expect_err(mode);
    drop(engine);
    assert!(started.elapsed() < Duration::from_secs(20), "{mode} took {:?}", started.elapsed());
    error
}

#[test]
fn a_valid_engine_works() {
    let mut engine = start(fake(VALID));
    assert_eq!(engine.name(), "Fake 1.0");
    let evaluation = evaluate(&mut engine).expect("an answer");
    assert_eq!(evaluation.score, Score::Centipawns(25));
    assert_eq!((evaluation.depth, evaluation.nodes), (3, 40));
    assert_eq!(evaluation.best.map(|mv| mv.to_string()).as_deref(), Some("e2e4"));
}

#[test]
fn a_missing_program_is_reported_with_its_path() {
    let error = EngineProcess::start(Program::new("/no/such/engine")).expect_err("no such program");
    assert!(matches!(&error, EngineError::NotStarted { .. }), "{error:?}");
    assert!(error.to_string().starts_with("can't start /no/such/engine: "), "{error}");
}

#[test]
fn an_engine_that_dies_at_the_start() {
    let error = EngineProcess::start(short_timeouts(&["dies-at-start"])).expect_err("it died");
    let EngineError::Exited { status } = &error else { panic!("{error:?}") };
    assert!(status.contains('7'), "{status}");
}

#[test]
fn an_engine_that_hangs_at_the_start() {
    let error = EngineProcess::start(short_timeouts(&["hangs-at-start"])).expect_err("it hangs");
    assert_eq!(error, EngineError::Silent { expected: "uciok", waited: Duration::from_millis(1500) });
}

#[test]
fn an_engine_that_floods_at_the_start() {
    let error = EngineProcess::start(short_timeouts(&["floods-at-start"])).expect_err("it floods");
    assert_eq!(error, EngineError::Flood { expected: "uciok" });
}

#[test]
fn an_engine_that_exits_after_the_handshake() {
    let error = EngineProcess::start(short_timeouts(&["closes"])).expect_err("it ended");
    // The handshake may be read before the exit is noticed.
    assert!(matches!(error, EngineError::Exited { .. } | EngineError::NoBughouse), "{error:?}");
}

#[test]
fn an_engine_without_bughouse_is_rejected() {
    assert_eq!(EngineProcess::start(short_timeouts(&["no-bughouse"])).err(), Some(EngineError::NoBughouse));
}

#[test]
fn an_engine_that_dies() {
    assert!(matches!(failure("dies"), EngineError::Exited { status } if status.contains('7')));
    assert!(matches!(failure("aborts"), EngineError::Exited { .. }));
}

#[test]
fn an_engine_that_hangs() {
    assert!(matches!(failure("hangs"), EngineError::Silent { expected: "bestmove", .. }));
}

#[test]
fn an_engine_that_is_never_ready() {
    let error = EngineProcess::start(short_timeouts(&["never-ready"])).expect_err("it is not ready");
    assert!(matches!(error, EngineError::Silent { expected: "readyok", .. }), "{error:?}");
}

#[test]
fn an_engine_that_floods_without_a_line_end() {
    assert_eq!(failure("floods"), EngineError::Flood { expected: "bestmove" });
}

#[test]
fn an_engine_that_floods_with_lines() {
    assert_eq!(failure("floods-lines"), EngineError::Flood { expected: "bestmove" });
}

#[test]
fn a_flood_of_answers_does_not_hang() {
    // It sends `readyok` and `bestmove` endlessly and reads nothing. Each query returns soon, with an answer or
    // an error.
    let mut engine = start(short_timeouts(&["deaf"]));
    let started = Instant::now();
    for _ in 0..300 {
        let _ = evaluate(&mut engine);
        if started.elapsed() > Duration::from_secs(5) {
            break;
        }
    }
    drop(engine);
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}

#[test]
fn invalid_utf8_is_ignored() {
    let mut engine = start(fake(&with("bad-utf8")));
    assert_eq!(evaluate(&mut engine).map(|evaluation| evaluation.score), Ok(Score::Centipawns(25)));
}

#[test]
fn a_line_that_is_too_long_is_skipped() {
    let mut engine = start(fake(&with("long-line")));
    assert_eq!(evaluate(&mut engine).map(|evaluation| evaluation.score), Ok(Score::Centipawns(25)));
}

#[test]
fn a_late_answer_within_the_grace_counts() {
    let mut engine = start(fake(&with("late")));
    assert!(evaluate(&mut engine).is_ok());
}

#[test]
fn a_late_answer_is_not_used_for_the_next_query() {
    let mut engine = start(short_timeouts(&with("late")).grace(Duration::from_millis(100)));
    for _ in 0..2 {
        let error = evaluate(&mut engine).expect_err("too late");
        assert!(matches!(error, EngineError::Silent { expected: "bestmove", .. }), "{error:?}");
    }
}

#[test]
fn output_after_an_answer_is_ignored() {
    let mut engine = start(fake(&with("talks-on")));
    for _ in 0..20 {
        let evaluation = evaluate(&mut engine).expect("an answer");
        assert_eq!(evaluation.score, Score::Centipawns(25));
        assert_eq!(evaluation.best.map(|mv| mv.to_string()).as_deref(), Some("e2e4"));
    }
}

#[test]
fn illegal_moves_are_rejected() {
    for best in ["e2e5", "a1h8", "xyzzy", "K@e4", "e7e5", "e2e4e5", "\u{fffd}"] {
        let mut engine = start(fake(&["--info", "score cp 1 pv e2e4", "--best", best]));
        let error = evaluate(&mut engine).expect_err(best);
        assert_eq!(error, EngineError::IllegalMove { output: best.to_owned() });
    }
    for best in ["(none)", "0000", ""] {
        let mut engine = start(fake(&["--info", "score cp 1 pv e2e4", "--best", best]));
        assert!(matches!(evaluate(&mut engine), Err(EngineError::InvalidAnswer { .. })), "{best}");
    }
}

#[test]
fn impossible_numbers_are_rejected() {
    for info in [
        "depth 1 score cp 99999999999999999999 pv e2e4",
        "depth 99999999999 score cp 5 pv e2e4",
        "score cp -2147483648 pv e2e4",
        "score mate 2147483648 pv e2e4",
        "score mate 0 pv e2e4",
        "multipv 70000 score cp 5 pv e2e4",
        "multipv 2 score cp 5 pv e2e4",
    ] {
        let mut engine = start(fake(&["--info", info]));
        assert!(matches!(evaluate(&mut engine), Err(EngineError::InvalidAnswer { .. })), "{info}");
    }
}

#[test]
fn control_characters_are_not_shown() {
    let mut engine = start(fake(&["--info", "score cp 1", "--best", "\u{1b}[31mred"]));
    let error = evaluate(&mut engine).expect_err("no move").to_string();
    assert!(!error.contains('\u{1b}'), "{error}");
}

#[test]
fn a_failed_engine_is_restarted() {
    let once = Scratch::new();
    let mut args = vec!["--once", once.name()];
    args.extend(with("dies"));
    let mut engine = start(short_timeouts(&args));
    assert!(matches!(evaluate(&mut engine), Err(EngineError::Exited { .. })));
    assert_eq!(evaluate(&mut engine).map(|evaluation| evaluation.score), Ok(Score::Centipawns(25)));
}

#[test]
fn an_engine_that_keeps_failing_is_unavailable() {
    let mut engine = start(short_timeouts(&with("dies")));
    for _ in 0..4 {
        assert!(matches!(evaluate(&mut engine), Err(EngineError::Exited { .. })));
    }
    for _ in 0..2 {
        assert_eq!(evaluate(&mut engine).err(), Some(EngineError::Unavailable { starts: 4 }));
    }
}

#[test]
fn a_stopped_search_returns_the_best_result_so_far() {
    let mut args = with("waits-for-stop");
    args.insert(0, "--info");
    args.insert(1, "depth 1 score cp 7 pv d2d4");
    for ubi in [false, true] {
        let mut args = args.clone();
        if ubi {
            args.push("--ubi");
        }
        let mut engine = start(fake(&args));
        let (position, stop) = (Position::START, AtomicBool::new(false));
        let query = Query::new(&position, BoardId::A);
        let start_time = Instant::now();
        let evaluation = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(300));
                stop.store(true, Ordering::Relaxed);
            });
            engine.evaluate(&query, &Limits::time(Duration::from_secs(30)), &stop)
        });
        let evaluation = evaluation.expect("an answer");
        assert_eq!(evaluation.score, Score::Centipawns(25));
        assert!(start_time.elapsed() < Duration::from_secs(10));
        // The process still works.
        stop.store(true, Ordering::Relaxed);
        let again = engine.evaluate(&query, &Limits::nodes(1), &stop);
        assert!(matches!(again, Ok(_) | Err(EngineError::Stopped)), "{again:?}");
    }
}

#[test]
fn a_search_past_its_time_limit_fails() {
    let mut engine = start(fake(&with("waits-for-stop")));
    let (position, stop) = (Position::START, AtomicBool::new(false));
    let limits = Limits::nodes(1_000_000).within(Duration::from_millis(100));
    let query = Query::new(&position, BoardId::A);
    // The engine was sent a time limit, so the client doesn't stop it.
    let late = engine.evaluate(&query, &limits, &stop);
    assert!(matches!(late, Err(EngineError::Silent { .. })), "{late:?}");
}

/// A script that starts an engine leaves no processes when it is dropped.
#[cfg(unix)]
#[test]
fn child_processes_are_killed_with_the_engine() {
    let (log, started) = (Scratch::new(), "sleep 600 & echo $! > \"$0\"; wait");
    let program = Program::new("/bin/sh").arg("-c").arg(started).arg(log.name());
    let error =
        EngineProcess::start(program.ready_within(Duration::from_millis(700))).expect_err("it is silent");
    assert!(error.to_string().contains("uciok"), "{error}");
    let id = log.lines().concat();
    let is_running = || {
        let ps = std::process::Command::new("ps").args(["-o", "stat=", "-p", &id]).output().expect("ps");
        // An exited process that nobody has waited for is a zombie.
        !ps.stdout.is_empty() && !ps.stdout.starts_with(b"Z")
    };
    for _ in 0..500 {
        if !is_running() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("the process {id} is still running");
}
