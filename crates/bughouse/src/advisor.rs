//! An engine that evaluates boards, and error messages if it fails.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use bughouse_chess::{BoardId, BySeat, Millis, Position, Rules};
use bughouse_engines::{
    BuiltIn, Engine, EngineError, EngineProcess, Evaluation, Limits, Program, Protocol, Query,
};

use crate::cli_analysis::EngineArgs;
use crate::report;

/// How long to wait for the signal that may have killed the engine: Ctrl-C reaches both.
const SIGNAL: Duration = Duration::from_millis(100);

/// How long to wait for an engine to answer in the other protocol.
const PROBE: Duration = Duration::from_secs(2);

/// The size of the transposition table of the built-in engine, in MB.
const BUILT_IN_MEGABYTES: usize = 16;

/// Returns a hint if an engine that doesn't answer in one protocol speaks the other.
fn other_protocol(program: Program, is_ubi: bool) -> &'static str {
    let other = if is_ubi { Protocol::Uci } else { Protocol::Ubi };
    match EngineProcess::start(program.protocol(other).ready_within(PROBE)) {
        Ok(_) if is_ubi => ". It speaks UCI: run it without --ubi",
        Ok(_) => ". It speaks UBI: pass --ubi",
        Err(_) => "",
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
            return Ok(advisor(Box::new(BuiltIn::new(BUILT_IN_MEGABYTES))));
        };
        let name = bughouse_server::sources::name(program.path());
        match EngineProcess::start(program.clone()) {
            Ok(engine) => Ok(advisor(Box::new(engine))),
            Err(error @ EngineError::NotStarted { .. }) => Err(format!(
                "{error}. Check the path, or see {}howto/fairy-stockfish.html to install an engine",
                env!("CARGO_PKG_HOMEPAGE")
            )),
            Err(error) => Err(format!("{name}: {error}{}", other_protocol(program, args.which.ubi))),
        }
    }

    /// Returns the name of the engine.
    pub(crate) fn name(&self) -> &str {
        self.engine.name()
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
        rules: &Rules,
        clocks: &BySeat<Option<Millis>>,
    ) -> Option<Evaluation> {
        if self.has_failed {
            return None;
        }
        let mut query = Query::new(position, board).rules(rules);
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
