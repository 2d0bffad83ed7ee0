//! An engine that is asked about boards, and what is said if it does not answer.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use bughouse_chess::{BoardId, BySeat, Millis, Position, Rules};
use bughouse_engines::{BuiltIn, Engine, EngineError, EngineProcess, Evaluation, Limits, Query};

use crate::cli_analysis::EngineArgs;
use crate::report;

/// How long it is waited for a signal that may have ended the engine: Ctrl-C reaches both.
const SIGNAL: Duration = Duration::from_millis(100);

/// In how many megabytes the built-in search remembers boards.
const BUILT_IN_MEGABYTES: usize = 16;

/// An engine, how much it may do, and what went wrong with it.
pub(crate) struct Advisor {
    engine: Box<dyn Engine>,
    limits: Limits,
    stop: &'static AtomicBool,
    /// It is asked nothing more.
    is_gone: bool,
    /// What went wrong last.
    pub(crate) error: Option<EngineError>,
}

impl Advisor {
    /// Starts the engine that is named, or takes the built-in search.
    ///
    /// # Errors
    /// Says why it cannot be used.
    pub(crate) fn start(
        args: &EngineArgs,
        limits: Limits,
        stop: &'static AtomicBool,
    ) -> Result<Advisor, String> {
        let advisor = |engine: Box<dyn Engine>| Advisor { engine, limits, stop, is_gone: false, error: None };
        let Some(program) = args.which.program() else {
            return Ok(advisor(Box::new(BuiltIn::new(BUILT_IN_MEGABYTES))));
        };
        let name = bughouse_server::sources::name(program.path());
        match EngineProcess::start(program) {
            Ok(engine) => Ok(advisor(Box::new(engine))),
            Err(error @ EngineError::NotStarted { .. }) => Err(error.to_string()),
            Err(error) => Err(format!("{name}: {error}")),
        }
    }

    /// Returns what the engine calls itself.
    pub(crate) fn name(&self) -> &str {
        self.engine.name()
    }

    /// Tells the engine that another game follows.
    pub(crate) fn new_game(&mut self) {
        self.engine.new_game();
    }

    /// Returns `true` if the engine is asked at all: one that failed too often is not.
    pub(crate) fn is_there(&self) -> bool {
        !self.is_gone
    }

    /// Returns `true` if somebody wants to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Evaluates a board. Where there is no answer, says why.
    pub(crate) fn ask(
        &mut self,
        position: &Position,
        board: BoardId,
        rules: &Rules,
        clocks: &BySeat<Option<Millis>>,
    ) -> Option<Evaluation> {
        if self.is_gone {
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
                    self.is_gone = matches!(error, EngineError::Unavailable { .. });
                    report::error(format_args!("{}: {error}", self.engine.name()));
                    self.error = Some(error);
                }
                None
            }
        }
    }
}
