//! The engine that the page may ask. Its path comes from whoever starts the server, never from a request.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bughouse_engines::{Engine, EngineError, EngineProcess, Limits, Program};
use bughouse_review::{EngineRequest, Evaluated, Refusal};

/// How long it has for each board.
const TIME: Duration = Duration::from_millis(500);

/// How many lines it gives.
const LINES: u16 = 3;

/// An engine that is started when it is first asked. The last question counts: it ends the one before.
#[derive(Debug)]
pub(crate) struct ServedEngine {
    program: Program,
    running: Mutex<Option<EngineProcess>>,
    /// Ends the question that is being answered.
    current: Mutex<Arc<AtomicBool>>,
}

impl ServedEngine {
    /// Takes a program that is not started yet.
    pub(crate) fn new(program: Program) -> ServedEngine {
        ServedEngine { program, running: Mutex::default(), current: Mutex::default() }
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

    /// Asks about both boards. Whoever asks meanwhile ends this question.
    ///
    /// # Errors
    /// Refused if the engine does not answer, or if another question came.
    pub(crate) fn ask(&self, request: &EngineRequest) -> Result<Evaluated, Refusal> {
        let stop = Arc::new(AtomicBool::new(false));
        std::mem::replace(&mut *lock(&self.current), Arc::clone(&stop)).store(true, Ordering::Relaxed);
        let mut running = lock(&self.running);
        let taken = || Refusal::conflict("another question took the place of this one");
        if stop.load(Ordering::Relaxed) {
            return Err(taken());
        }
        let engine = self.started(&mut running).map_err(|error| Refusal::engine(&self.name(), &error))?;
        let answer = request.ask(engine as &mut dyn Engine, &Limits::time(TIME).lines(LINES), &stop);
        if stop.load(Ordering::Relaxed) { Err(taken()) } else { answer }
    }

    /// Ends the question that is being answered.
    pub(crate) fn stop(&self) {
        lock(&self.current).store(true, Ordering::Relaxed);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
