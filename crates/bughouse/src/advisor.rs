//! An engine that evaluates boards, and error messages if it fails.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use bughouse_chess::{BoardId, BySeat, Millis, Position};
use bughouse_engines::{
    Engine, EngineError, EngineProcess, Evaluation, Limits, Program, Protocol, Query, Search,
};
use bughouse_mate::Solver;
use bughouse_server::sources;

use crate::cli_analysis::{EngineArgs, EngineProgram};
use crate::report;

/// How long to wait for the signal that may have killed the engine: Ctrl-C reaches both.
const SIGNAL: Duration = Duration::from_millis(100);

/// How long to wait for an engine to answer in the other protocol.
const PROBE: Duration = Duration::from_secs(2);

/// The size of the transposition table of the built-in engine, in MB.
const BUILT_IN_MEGABYTES: usize = 16;

/// Returns why an engine can't be used, and what to do about it.
pub(crate) fn why_unusable(which: &EngineProgram, error: &EngineError) -> String {
    let page = concat!(env!("CARGO_PKG_HOMEPAGE"), "howto/fairy-stockfish.html");
    let Some(program) = which.program() else { return error.to_string() };
    let path = program.path().to_owned();
    let name = sources::name(&path);
    match error {
        EngineError::NotStarted { .. } if path.is_file() => format!(
            "{error}. If it is a program for this machine, make it executable with `chmod +x {}`, or see {page} to \
             install an engine",
            sources::quoted(&path)
        ),
        EngineError::NotStarted { .. } => {
            format!("{error}. Check the path, or see {page} to install an engine")
        }
        EngineError::NoBughouse => format!("{name}: {error}. Use Fairy-Stockfish, see {page}"),
        _ if which.engine_arg.is_empty() && path.file_stem().is_some_and(|stem| stem == "bughouse") => {
            format!("{name}: {error}. To use the built-in engine, pass --engine-arg ubi --ubi")
        }
        _ => format!("{name}: {error}. {}", other_protocol(program, which.ubi)),
    }
}

/// Says which protocol an engine speaks that doesn't answer in the other one.
fn other_protocol(program: Program, is_ubi: bool) -> &'static str {
    let other = if is_ubi { Protocol::Uci } else { Protocol::Ubi };
    match EngineProcess::start(program.protocol(other).ready_within(PROBE)) {
        Ok(_) | Err(EngineError::NoBughouse) if is_ubi => "It speaks UCI: run it without --ubi",
        Ok(_) => "It speaks UBI: pass --ubi",
        Err(_) if is_ubi => "Is it a UBI engine?",
        Err(_) => "Is it a UCI engine?",
    }
}

/// An engine, its limits, and its last error.
pub(crate) struct Advisor {
    engine: Box<dyn Engine>,
    limits: Limits,
    stop: &'static AtomicBool,
    /// Whether it failed too often and isn't used anymore.
    has_failed: bool,
    /// The last error.
    pub(crate) error: Option<EngineError>,
}

impl Advisor {
    /// Starts the engine of the options, or the built-in one.
    ///
    /// # Errors
    /// Returns why it can't be used.
    pub(crate) fn start(
        args: &EngineArgs,
        limits: Limits,
        stop: &'static AtomicBool,
    ) -> Result<Advisor, String> {
        let advisor =
            |engine: Box<dyn Engine>| Advisor { engine, limits, stop, has_failed: false, error: None };
        let Some(program) = args.which.program() else {
            return Ok(advisor(Box::new(Search::new(BUILT_IN_MEGABYTES))));
        };
        match EngineProcess::start(program) {
            Ok(engine) => Ok(advisor(Box::new(engine))),
            Err(error) => Err(why_unusable(&args.which, &error)),
        }
    }

    /// Returns the name of the engine.
    pub(crate) fn name(&self) -> &str {
        self.engine.name()
    }

    /// Returns the solver of the engine, which remembers what it solved.
    pub(crate) fn solver(&mut self) -> &mut Solver {
        self.engine.solver()
    }

    /// Informs the engine that another game follows.
    pub(crate) fn new_game(&mut self) {
        self.engine.new_game();
    }

    /// Returns `true` unless the engine failed too often.
    pub(crate) fn is_available(&self) -> bool {
        !self.has_failed
    }

    /// Returns `true` after Ctrl-C.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Evaluates a board, or reports why the engine doesn't.
    pub(crate) fn evaluate(
        &mut self,
        position: &Position,
        board: BoardId,
        clocks: &BySeat<Option<Millis>>,
    ) -> Option<Evaluation> {
        if self.has_failed {
            return None;
        }
        let mut query = Query::new(position, board);
        if clocks.iter().all(|(_, clock)| clock.is_some()) {
            query = query.clocks(BySeat::from_fn(|seat| clocks[seat].unwrap_or_default()));
        }
        match self.engine.evaluate(&query, &self.limits, self.stop) {
            Ok(evaluation) => Some(evaluation),
            Err(error) => {
                if !self.is_stopped() && error.is_failure() {
                    thread::sleep(SIGNAL);
                }
                if !self.is_stopped() {
                    self.has_failed = matches!(error, EngineError::Unavailable { .. });
                    report::error(format_args!("{}: {error}", self.engine.name()));
                    self.error = Some(error);
                }
                None
            }
        }
    }
}
