//! Whose turn it is to ask the engine: one query at a time, and the last one counts.
//!
//! Whoever waits for a turn holds up nobody else: no thread waits with him. One who leaves ends his query, unless
//! somebody else wants to know the same.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use bughouse_review::{EngineRequest, Evaluated, Rejection};
use tokio::sync::OwnedMutexGuard;

use crate::served_engine::lock;

/// A query, and its answer once there is one.
#[derive(Debug)]
pub(crate) struct EngineQuery {
    request: EngineRequest,
    /// It is not wanted any more.
    stop: AtomicBool,
    listeners: Mutex<usize>,
    answer: OnceLock<Evaluated>,
}

impl EngineQuery {
    /// Makes a query that one wants to know the answer to.
    fn new(request: &EngineRequest) -> Arc<EngineQuery> {
        Arc::new(EngineQuery {
            request: *request,
            stop: AtomicBool::new(false),
            listeners: Mutex::new(1),
            answer: OnceLock::new(),
        })
    }

    /// Counts one more who wants to know, unless it has ended.
    fn join(&self) -> bool {
        let mut listeners = lock(&self.listeners);
        let goes_on = !self.stop.load(Ordering::Relaxed);
        *listeners += usize::from(goes_on);
        goes_on
    }

    /// Returns the flag that ends it.
    pub(crate) fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// Returns the answer, if somebody else asked the same and got one.
    pub(crate) fn answer(&self) -> Option<&Evaluated> {
        self.answer.get()
    }

    /// Keeps the answer for all who ask the same.
    pub(crate) fn keep(&self, answer: &Evaluated) {
        let _ = self.answer.set(answer.clone());
    }

    /// Rejects if it is not wanted any more.
    pub(crate) fn require_current(&self) -> Result<(), Rejection> {
        match self.stop.load(Ordering::Relaxed) {
            true => Err(Rejection::conflict("another query took the place of this one")),
            false => Ok(()),
        }
    }
}

/// Somebody who wants to know the answer to a query.
#[derive(Debug)]
pub(crate) struct Listener(Arc<EngineQuery>);

impl Drop for Listener {
    fn drop(&mut self) {
        let mut listeners = lock(&self.0.listeners);
        *listeners -= 1;
        if *listeners == 0 {
            self.0.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// The turn of a query: until it is dropped, no other one is asked.
#[derive(Debug)]
pub(crate) struct Turn {
    _held: OwnedMutexGuard<()>,
}

/// The queries that wait for their turn.
#[derive(Debug, Default)]
pub(crate) struct Turns {
    /// The query that came last.
    last: Mutex<Option<Arc<EngineQuery>>>,
    /// The query whose turn it is.
    now: Mutex<Option<Arc<EngineQuery>>>,
    turn: Arc<tokio::sync::Mutex<()>>,
}

impl Turns {
    /// Takes up a query. It ends the one before, unless that is the same.
    pub(crate) fn listen(&self, request: &EngineRequest) -> Listener {
        let mut last = lock(&self.last);
        if let Some(last) = last.as_ref().filter(|last| last.request == *request && last.join()) {
            return Listener(Arc::clone(last));
        }
        let query = EngineQuery::new(request);
        if let Some(before) = last.replace(Arc::clone(&query)) {
            before.stop.store(true, Ordering::Relaxed);
        }
        Listener(query)
    }

    /// Waits until it is the turn of a query.
    ///
    /// # Errors
    /// Rejected if another query came.
    pub(crate) async fn wait(&self, listener: &Listener) -> Result<Turn, Rejection> {
        listener.0.require_current()?;
        let turn = Turn { _held: Arc::clone(&self.turn).lock_owned().await };
        listener.0.require_current()?;
        *lock(&self.now) = Some(Arc::clone(&listener.0));
        Ok(turn)
    }

    /// Returns the query whose turn it is, if it is this one.
    pub(crate) fn now(&self, request: &EngineRequest) -> Arc<EngineQuery> {
        let now = lock(&self.now).clone().filter(|query| query.request == *request);
        now.unwrap_or_else(|| EngineQuery::new(request))
    }

    /// Ends all queries.
    pub(crate) fn end(&self) {
        for query in [&self.last, &self.now] {
            lock(query).iter().for_each(|query| query.stop.store(true, Ordering::Relaxed));
        }
    }
}
