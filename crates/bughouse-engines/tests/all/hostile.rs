//! Engines that crash, hang, flood, lie and send nonsense: each gives the right error, in limited time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bughouse_chess::{BoardId, Position};
use bughouse_engines::{Engine, EngineError, EngineProcess, Limits, Program, Query, Score};

use crate::support::{Scratch, ask, fake, hasty, start};

const SOUND: &[&str] = &["--info", "depth 3 nodes 40 score cp 25 pv e2e4 e7e5", "--best", "e2e4"];

fn with(way: &str) -> Vec<&str> {
    let mut args = SOUND.to_vec();
    args.push(way);
    args
}

fn failure(way: &str) -> EngineError {
    let started = Instant::now();
    let mut engine = start(hasty(&with(way)));
    let error = ask(&mut engine).expect_err(way);
    drop(engine);
    assert!(started.elapsed() < Duration::from_secs(20), "{way} took {:?}", started.elapsed());
    error
}

#[test]
fn a_sound_engine_is_understood() {
    let mut engine = start(fake(SOUND));
    assert_eq!(engine.name(), "Fake 1.0");
    let evaluation = ask(&mut engine).expect("an answer");
    assert_eq!(evaluation.score, Score::Centipawns(25));
    assert_eq!((evaluation.depth, evaluation.nodes), (3, 40));
    assert_eq!(evaluation.best.map(|mv| mv.to_string()).as_deref(), Some("e2e4"));
}

#[test]
fn a_program_that_is_not_there_is_named() {
    let error = EngineProcess::start(Program::new("/no/such/engine")).expect_err("nothing to start");
    assert!(matches!(&error, EngineError::NotStarted { .. }), "{error:?}");
    assert!(error.to_string().starts_with("can't start /no/such/engine: "), "{error}");
}

#[test]
fn an_engine_that_dies_at_the_start() {
    let error = EngineProcess::start(hasty(&["dies-at-start"])).expect_err("it died");
    let EngineError::Died { how } = &error else { panic!("{error:?}") };
    assert!(how.contains('7'), "{how}");
}

#[test]
fn an_engine_that_hangs_at_the_start() {
    let error = EngineProcess::start(hasty(&["hangs-at-start"])).expect_err("it hangs");
    assert_eq!(error, EngineError::Silent { expected: "uciok", waited: Duration::from_millis(1500) });
}

#[test]
fn an_engine_that_floods_at_the_start() {
    let error = EngineProcess::start(hasty(&["floods-at-start"])).expect_err("it floods");
    assert_eq!(error, EngineError::Flood { expected: "uciok" });
}

#[test]
fn an_engine_that_says_it_is_done_and_ends() {
    let error = EngineProcess::start(hasty(&["closes"])).expect_err("it ended");
    // Its last output may come first.
    assert!(matches!(error, EngineError::Died { .. } | EngineError::NoBughouse), "{error:?}");
}

#[test]
fn a_chess_engine_is_no_bughouse_engine() {
    assert_eq!(EngineProcess::start(hasty(&["no-bughouse"])).err(), Some(EngineError::NoBughouse));
}

#[test]
fn an_engine_that_dies() {
    assert!(matches!(failure("dies"), EngineError::Died { how } if how.contains('7')));
    assert!(matches!(failure("aborts"), EngineError::Died { .. }));
}

#[test]
fn an_engine_that_hangs() {
    assert!(matches!(failure("hangs"), EngineError::Silent { expected: "bestmove", .. }));
}

#[test]
fn an_engine_that_is_never_ready() {
    let error = EngineProcess::start(hasty(&["never-ready"])).expect_err("it is not ready");
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
fn a_flood_that_would_pass_for_answers_does_not_hang() {
    // It sends `readyok` and `bestmove` endlessly and reads nothing. The result is an answer or an error,
    // soon.
    let mut engine = start(hasty(&["deaf"]));
    let started = Instant::now();
    for _ in 0..300 {
        let _ = ask(&mut engine);
        if started.elapsed() > Duration::from_secs(5) {
            break;
        }
    }
    drop(engine);
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}

#[test]
fn bytes_that_are_no_text_are_skipped() {
    let mut engine = start(fake(&with("bad-utf8")));
    assert_eq!(ask(&mut engine).map(|evaluation| evaluation.score), Ok(Score::Centipawns(25)));
}

#[test]
fn a_line_that_is_too_long_is_skipped() {
    let mut engine = start(fake(&with("long-line")));
    assert_eq!(ask(&mut engine).map(|evaluation| evaluation.score), Ok(Score::Centipawns(25)));
}

#[test]
fn a_late_answer_within_the_grace_counts() {
    let mut engine = start(fake(&with("late")));
    assert!(ask(&mut engine).is_ok());
}

#[test]
fn an_answer_that_comes_too_late_is_never_that_of_another_question() {
    let mut engine = start(hasty(&with("late")).grace(Duration::from_millis(100)));
    for _ in 0..2 {
        let error = ask(&mut engine).expect_err("too late");
        assert!(matches!(error, EngineError::Silent { expected: "bestmove", .. }), "{error:?}");
    }
}

#[test]
fn what_is_said_after_an_answer_is_no_part_of_the_next() {
    let mut engine = start(fake(&with("talks-on")));
    for _ in 0..20 {
        let evaluation = ask(&mut engine).expect("an answer");
        assert_eq!(evaluation.score, Score::Centipawns(25));
        assert_eq!(evaluation.best.map(|mv| mv.to_string()).as_deref(), Some("e2e4"));
    }
}

#[test]
fn moves_that_cannot_be_played_are_no_answers() {
    for best in ["e2e5", "a1h8", "xyzzy", "K@e4", "e7e5", "e2e4e5", "\u{fffd}"] {
        let mut engine = start(fake(&["--info", "score cp 1 pv e2e4", "--best", best]));
        let error = ask(&mut engine).expect_err(best);
        assert_eq!(error, EngineError::IllegalMove { said: best.to_owned() });
    }
    for best in ["(none)", "0000", ""] {
        let mut engine = start(fake(&["--info", "score cp 1 pv e2e4", "--best", best]));
        assert!(matches!(ask(&mut engine), Err(EngineError::Nonsense { .. })), "{best}");
    }
}

#[test]
fn numbers_that_cannot_be_are_no_answers() {
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
        assert!(matches!(ask(&mut engine), Err(EngineError::Nonsense { .. })), "{info}");
    }
}

#[test]
fn what_an_engine_says_is_shown_without_its_control_characters() {
    let mut engine = start(fake(&["--info", "score cp 1", "--best", "\u{1b}[31mred"]));
    let error = ask(&mut engine).expect_err("no move").to_string();
    assert!(!error.contains('\u{1b}'), "{error}");
}

#[test]
fn an_engine_that_failed_is_started_again() {
    let once = Scratch::new();
    let mut args = vec!["--once", once.name()];
    args.extend(with("dies"));
    let mut engine = start(hasty(&args));
    assert!(matches!(ask(&mut engine), Err(EngineError::Died { .. })));
    assert_eq!(ask(&mut engine).map(|evaluation| evaluation.score), Ok(Score::Centipawns(25)));
}

#[test]
fn an_engine_that_fails_again_and_again_is_unavailable() {
    let mut engine = start(hasty(&with("dies")));
    for _ in 0..4 {
        assert!(matches!(ask(&mut engine), Err(EngineError::Died { .. })));
    }
    for _ in 0..2 {
        assert_eq!(ask(&mut engine).err(), Some(EngineError::Unavailable { starts: 4 }));
    }
}

#[test]
fn a_search_that_is_stopped_gives_what_is_known() {
    let mut args = with("waits-for-stop");
    args.insert(0, "--info");
    args.insert(1, "depth 1 score cp 7 pv d2d4");
    for ubi in [false, true] {
        let mut args = args.clone();
        if ubi {
            args.push("--ubi");
        }
        let mut engine = start(fake(&args));
        let (position, stop) = (Position::default(), AtomicBool::new(false));
        let query = Query::new(&position, BoardId::A);
        let evaluation = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(300));
                stop.store(true, Ordering::Relaxed);
            });
            engine.evaluate(&query, &Limits::time(Duration::from_secs(30)), &stop)
        });
        let evaluation = evaluation.expect("what is known");
        assert_eq!(evaluation.score, Score::Centipawns(25));
        assert!(evaluation.time < Duration::from_secs(10));
        // The process still works.
        stop.store(true, Ordering::Relaxed);
        let again = engine.evaluate(&query, &Limits::nodes(1), &stop);
        assert!(matches!(again, Ok(_) | Err(EngineError::Stopped)), "{again:?}");
    }
}

#[test]
fn a_search_without_a_time_is_stopped_by_the_client() {
    let mut engine = start(fake(&with("waits-for-stop")));
    let (position, stop) = (Position::default(), AtomicBool::new(false));
    let limits = Limits::nodes(1_000_000).within(Duration::from_millis(100));
    let query = Query::new(&position, BoardId::A);
    // The engine had a time limit: it is late.
    let late = engine.evaluate(&query, &limits, &stop);
    assert!(matches!(late, Err(EngineError::Silent { .. })), "{late:?}");
}

/// A script that starts an engine leaves no processes when it is dropped.
#[cfg(unix)]
#[test]
fn what_an_engine_starts_is_ended_with_it() {
    let (log, started) = (Scratch::new(), "sleep 600 & echo $! > \"$0\"; wait");
    let program = Program::new("/bin/sh").arg("-c").arg(started).arg(log.name());
    let error =
        EngineProcess::start(program.ready_within(Duration::from_millis(700))).expect_err("it is silent");
    assert!(error.to_string().contains("uciok"), "{error}");
    let id = log.lines().concat();
    let is_there = || {
        let ps = std::process::Command::new("ps").args(["-o", "stat=", "-p", &id]).output().expect("ps");
        // An exited process that nobody has waited for is a zombie.
        !ps.stdout.is_empty() && !ps.stdout.starts_with(b"Z")
    };
    for _ in 0..500 {
        if !is_there() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("the process {id} is still there");
}
