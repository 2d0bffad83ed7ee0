//! Long calls that Ctrl-C can interrupt.

use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::{PyResult, Python};

/// How often long calls check for signals.
pub(crate) const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// Runs `work` on another thread, and waits for it without holding the GIL. If a signal handler raises an exception
/// meanwhile, the call returns it, and the result of the thread is dropped.
pub(crate) fn wait<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, done) = sync_channel(1);
    let thread = std::thread::Builder::new().name("bughouse-call".to_owned()).spawn(move || {
        // The caller may be gone.
        let _ = sender.send(work());
    });
    thread.map_err(|error| PyRuntimeError::new_err(format!("can't start a thread: {error}")))?;
    let done = std::sync::Mutex::new(done);
    loop {
        let received = py.detach(|| match done.lock() {
            Ok(done) => done.recv_timeout(SIGNAL_INTERVAL),
            Err(_) => Err(RecvTimeoutError::Disconnected),
        });
        match received {
            Ok(value) => return Ok(value),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("the call failed within the library"));
            }
        }
    }
}
