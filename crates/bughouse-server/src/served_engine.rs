//! The engine of the server. Its path is an option of the server and never comes from a request.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use bughouse_engines::{Engine, EngineError, EngineProcess, Limits, Program, Query};
use bughouse_review::{EngineRequest, Evaluated, Rejection};

use crate::engine_turns::{Listener, Turn, Turns};

/// The time for each board.
const TIME: Duration = Duration::from_millis(500);

/// The number of lines.
const LINES: u16 = 3;

/// The time that an unresponsive engine gets when the server stops, before it is killed.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(8);

/// An engine that is started for the first query. A query cancels the one before it.
#[derive(Debug)]
pub(crate) struct ServedEngine {
    program: Program,
    running: Mutex<Option<EngineProcess>>,
    turns: Turns,
}

impl ServedEngine {
    /// Creates an engine without starting it.
    pub(crate) fn new(program: Program) -> ServedEngine {
        ServedEngine { program, running: Mutex::default(), turns: Turns::default() }
    }

    /// Returns the file name of the engine.
    pub(crate) fn name(&self) -> String {
        let path: &Path = self.program.path();
        path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
    }

    /// Starts the engine, unless it is running.
    ///
    /// # Errors
    /// Returns why it can't be used.
    pub(crate) fn start(&self) -> Result<(), EngineError> {
        let mut running = lock(&self.running);
        self.started(&mut running).map(|_| ())
    }

    fn started<'a>(
        &self,
        running: &'a mut MutexGuard<'_, Option<EngineProcess>>,
    ) -> Result<&'a mut EngineProcess, EngineError> {
        match &mut **running {
            Some(engine) => Ok(engine),
            empty => Ok(empty.insert(EngineProcess::start(self.program.clone())?)),
        }
    }

    /// Adds a query. It is canceled when all its listeners are dropped.
    pub(crate) fn listen(&self, request: &EngineRequest) -> Listener {
        self.turns.listen(request)
    }

    /// Waits for the turn of a query.
    ///
    /// # Errors
    /// Fails if another query canceled it.
    pub(crate) async fn turn(&self, listener: &Listener) -> Result<Turn, Rejection> {
        self.turns.wait(listener).await
    }

    /// Evaluates both boards. A different query cancels this one.
    ///
    /// # Errors
    /// Fails if the engine doesn't answer, or another query canceled this one.
    pub(crate) fn evaluate(&self, request: &EngineRequest) -> Result<Evaluated, Rejection> {
        let query = self.turns.now(request);
        if let Some(answer) = query.answer() {
            return Ok(answer.clone());
        }
        let mut running = lock(&self.running);
        query.require_current()?;
        let engine = self.started(&mut running).map_err(|error| rejection(&self.name(), &error))?;
        let limits = Limits::time(TIME).lines(LINES);
        let name = engine.name().to_owned();
        let answer = request.evaluate(name.clone(), |id| {
            let evaluated = engine.evaluate(&Query::new(&request.position, id), &limits, query.stop());
            evaluated.map_err(|error| rejection(&name, &error))
        });
        query.require_current()?;
        answer.inspect(|answer| query.keep(answer))
    }

    /// Cancels the current query and stops the engine.
    pub(crate) fn end(&self) {
        let start = Instant::now();
        self.turns.end();
        while start.elapsed() < SHUTDOWN_TIMEOUT {
            match self.running.try_lock() {
                Ok(mut running) => return *running = None,
                Err(TryLockError::Poisoned(poisoned)) => return *poisoned.into_inner() = None,
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(5)),
            }
        }
    }
}

/// The engine didn't answer.
fn rejection(name: &str, error: &EngineError) -> Rejection {
    Rejection::new(
        502,
        match error {
            // This error already has the name.
            EngineError::NotStarted { .. } => error.to_string(),
            _ => format!("{name}: {error}"),
        },
    )
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
