//! Long calls that Ctrl-C can end.

use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::{PyResult, Python};

/// How long a signal waits at most.
pub(crate) const PATIENCE: Duration = Duration::from_millis(50);

/// Runs something on a thread of its own without the interpreter. If a signal is raised meanwhile, the call ends with it,
/// and what the thread comes to is dropped.
pub(crate) fn wait<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, done) = sync_channel(1);
    let thread = std::thread::Builder::new().name("bughouse-call".to_owned()).spawn(move || {
        // Nobody may be there any more to take it.
        let _ = sender.send(work());
    });
    thread.map_err(|error| PyRuntimeError::new_err(format!("no thread can be started: {error}")))?;
    let done = std::sync::Mutex::new(done);
    loop {
        let came = py.detach(|| match done.lock() {
            Ok(done) => done.recv_timeout(PATIENCE),
            Err(_) => Err(RecvTimeoutError::Disconnected),
        });
        match came {
            Ok(value) => return Ok(value),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("the call failed within the library"));
            }
        }
    }
}
