//! The engine that the page may ask. Its path comes from whoever starts the server, never from a request.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use bughouse_engines::{Engine, EngineError, EngineProcess, Limits, Program};
use bughouse_review::{EngineRequest, Evaluated, Rejection};

use crate::engine_turns::{Listener, Turn, Turns};

/// How long it has for each board.
const TIME: Duration = Duration::from_millis(500);

/// How many lines it gives.
const LINES: u16 = 3;

/// How long an engine that does not listen is waited for when the server ends: it is given up then, and ended.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(8);

/// An engine that is started when it is first asked. The last query counts: it ends the one before.
#[derive(Debug)]
pub(crate) struct ServedEngine {
    program: Program,
    running: Mutex<Option<EngineProcess>>,
    turns: Turns,
}

impl ServedEngine {
    /// Takes a program that is not started yet.
    pub(crate) fn new(program: Program) -> ServedEngine {
        ServedEngine { program, running: Mutex::default(), turns: Turns::default() }
    }

    /// Returns the name of the program's file.
    pub(crate) fn name(&self) -> String {
        let path: &Path = self.program.path();
        path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
    }

    /// Starts it, unless it runs.
    ///
    /// # Errors
    /// Says why it cannot be used.
    pub(crate) fn start(&self) -> Result<(), String> {
        let mut running = lock(&self.running);
        self.started(&mut running).map(|_| ()).map_err(|error| format!("{}: {error}", self.name()))
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

    /// Takes up a query. It ends when nobody listens any more.
    pub(crate) fn listen(&self, request: &EngineRequest) -> Listener {
        self.turns.listen(request)
    }

    /// Waits until it is the turn of a query.
    ///
    /// # Errors
    /// Rejected if another query came.
    pub(crate) async fn turn(&self, listener: &Listener) -> Result<Turn, Rejection> {
        self.turns.wait(listener).await
    }

    /// Asks about both boards. Whoever asks something else meanwhile ends this query.
    ///
    /// # Errors
    /// Rejected if the engine does not answer, or if another query came.
    pub(crate) fn ask(&self, request: &EngineRequest) -> Result<Evaluated, Rejection> {
        let query = self.turns.now(request);
        if let Some(answer) = query.answer() {
            return Ok(answer.clone());
        }
        let mut running = lock(&self.running);
        query.require_current()?;
        let engine = self.started(&mut running).map_err(|error| Rejection::engine(&self.name(), &error))?;
        let limits = Limits::time(TIME).lines(LINES);
        let answer = request.ask(engine as &mut dyn Engine, &limits, query.stop());
        query.require_current()?;
        answer.inspect(|answer| query.keep(answer))
    }

    /// Ends the query that is being answered, and the engine.
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

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
