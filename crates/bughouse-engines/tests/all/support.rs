//! Fake engines with arguments, and queries for them.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use bughouse_chess::{Board, BoardId, Position, Rules};
use bughouse_engines::{Engine, EngineError, EngineProcess, Evaluation, Limits, Program, Protocol, Query};

/// Returns the fake engine with arguments.
pub(crate) fn fake(args: &[&str]) -> Program {
    let program = Program::new(env!("CARGO_BIN_EXE_fake-engine"));
    let program = args.iter().fold(program, |program, arg| program.arg(arg));
    if args.contains(&"--ubi") { program.protocol(Protocol::Ubi) } else { program }
}

/// Returns the fake engine with short timeouts.
pub(crate) fn short_timeouts(args: &[&str]) -> Program {
    fake(args).ready_within(Duration::from_millis(1500)).grace(Duration::from_millis(300))
}

pub(crate) fn start(program: Program) -> EngineProcess {
    EngineProcess::start(program).expect("the engine starts")
}

pub(crate) fn limits() -> Limits {
    Limits::time(Duration::from_millis(50))
}

/// Evaluates board A of the starting position.
pub(crate) fn evaluate(engine: &mut dyn Engine) -> Result<Evaluation, EngineError> {
    evaluate_board(engine, &Position::START.with_rules(Rules::fics()), BoardId::A)
}

pub(crate) fn evaluate_board(
    engine: &mut dyn Engine,
    position: &Position,
    board: BoardId,
) -> Result<Evaluation, EngineError> {
    let query = Query::new(position, board);
    engine.evaluate(&query, &limits(), &AtomicBool::new(false))
}

pub(crate) fn position(a: &str, b: &str) -> Position {
    let board = |text: &str| match text {
        "start" => Board::default(),
        _ => text.parse().expect("a board"),
    };
    Position::new(board(a), board(b), Rules::fics())
}

/// A file that doesn't exist yet, and is removed at the end.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new() -> Scratch {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("bughouse-engines-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_file(&path);
        Scratch(path)
    }

    pub(crate) fn name(&self) -> &str {
        self.0.to_str().expect("a plain name")
    }

    pub(crate) fn lines(&self) -> Vec<String> {
        let text = std::fs::read_to_string(&self.0).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
