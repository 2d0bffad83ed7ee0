//! A value that one thread at a time uses, without holding the GIL.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use pyo3::prelude::{PyResult, Python};

use crate::fail::{self, Class};

/// A value that one thread at a time uses.
pub(crate) struct Busy<T> {
    held: Mutex<T>,
    /// The thread that uses it now.
    by: Mutex<Option<ThreadId>>,
}

impl<T: Send> Busy<T> {
    /// Wraps a value.
    pub(crate) fn new(held: T) -> Busy<T> {
        Busy { held: Mutex::new(held), by: Mutex::new(None) }
    }

    /// Waits until no other thread uses the value, and calls `work` with it. Doesn't hold the GIL meanwhile.
    ///
    /// # Errors
    /// If this thread uses the value already, which would be a deadlock. It happens if a file object or a signal handler
    /// calls the reader that is reading.
    pub(crate) fn with<R: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut T) -> R + Send) -> PyResult<R> {
        let own = Some(thread::current().id());
        if *lock(&self.by) == own {
            let message =
                "the reader is already in use: it was called again by its own source or by a signal handler";
            return Err(fail::plain(py, Class::Record, "busy", message));
        }
        Ok(py.detach(|| {
            let mut held = lock(&self.held);
            *lock(&self.by) = own;
            let done = work(&mut held);
            *lock(&self.by) = None;
            done
        }))
    }

    /// Calls `work` with the value, unless another thread uses it.
    pub(crate) fn try_with<R>(&self, work: impl FnOnce(&mut T) -> R) -> Option<R> {
        self.held.try_lock().ok().map(|mut held| work(&mut held))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
