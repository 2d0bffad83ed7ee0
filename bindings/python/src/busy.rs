//! What one thread works on at a time, without the interpreter.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use pyo3::prelude::{PyResult, Python};

use crate::fail::{self, Class};

/// Something that one thread works on at a time.
pub(crate) struct Busy<T> {
    held: Mutex<T>,
    /// The thread that works on it.
    by: Mutex<Option<ThreadId>>,
}

impl<T: Send> Busy<T> {
    /// Makes it of what is worked on.
    pub(crate) fn new(held: T) -> Busy<T> {
        Busy { held: Mutex::new(held), by: Mutex::new(None) }
    }

    /// Works on it without the interpreter, as soon as no other thread does.
    ///
    /// # Errors
    /// A file object that is read, or a handler of a signal meanwhile, may ask for the next one: this would never end.
    pub(crate) fn with<R: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut T) -> R + Send) -> PyResult<R> {
        let own = Some(thread::current().id());
        if *lock(&self.by) == own {
            let message = "the reader is asked while it reads, by what it reads from or by a signal";
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

    /// Works on it at once, unless somebody else does.
    pub(crate) fn at_once<R>(&self, work: impl FnOnce(&mut T) -> R) -> Option<R> {
        self.held.try_lock().ok().map(|mut held| work(&mut held))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
