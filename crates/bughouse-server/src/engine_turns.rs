//! Schedules queries of the engine: one at a time, and a new query cancels the one before it.
//!
//! Waiting for a turn blocks no thread. If a client disconnects, its query is canceled, unless another client has the
//! same query.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use bughouse_chess::Position;
use bughouse_review::{Evaluated, Rejection};
use tokio::sync::OwnedMutexGuard;

use crate::served_engine::lock;

/// A query, and its answer once there is one.
#[derive(Debug)]
pub(crate) struct EngineQuery {
    position: Position,
    /// Set when the query is canceled.
    stop: AtomicBool,
    listeners: Mutex<usize>,
    answer: OnceLock<Evaluated>,
}

impl EngineQuery {
    /// Creates a query with one listener.
    fn new(position: &Position) -> Arc<EngineQuery> {
        Arc::new(EngineQuery {
            position: *position,
            stop: AtomicBool::new(false),
            listeners: Mutex::new(1),
            answer: OnceLock::new(),
        })
    }

    /// Adds a listener, unless the query was canceled.
    fn join(&self) -> bool {
        let mut listeners = lock(&self.listeners);
        let is_active = !self.stop.load(Ordering::Relaxed);
        *listeners += usize::from(is_active);
        is_active
    }

    /// Returns the flag that cancels the query.
    pub(crate) fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// Returns the answer, if there is one.
    pub(crate) fn answer(&self) -> Option<&Evaluated> {
        self.answer.get()
    }

    /// Stores the answer for all listeners.
    pub(crate) fn keep(&self, answer: &Evaluated) {
        let _ = self.answer.set(answer.clone());
    }

    /// Fails if the query was canceled.
    pub(crate) fn require_current(&self) -> Result<(), Rejection> {
        match self.stop.load(Ordering::Relaxed) {
            true => Err(Rejection::conflict("canceled by a later query")),
            false => Ok(()),
        }
    }
}

/// A client that waits for the answer to a query.
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

/// The turn of a query. Until it is dropped, no other query gets the engine.
#[derive(Debug)]
pub(crate) struct Turn {
    _held: OwnedMutexGuard<()>,
}

/// The queries that wait for their turn.
#[derive(Debug, Default)]
pub(crate) struct Turns {
    /// The latest query.
    last: Mutex<Option<Arc<EngineQuery>>>,
    /// The query whose turn it is.
    now: Mutex<Option<Arc<EngineQuery>>>,
    turn: Arc<tokio::sync::Mutex<()>>,
}

impl Turns {
    /// Adds a query. It cancels the one before it, unless they are equal.
    pub(crate) fn listen(&self, position: &Position) -> Listener {
        let mut last = lock(&self.last);
        if let Some(last) = last.as_ref().filter(|last| last.position == *position && last.join()) {
            return Listener(Arc::clone(last));
        }
        let query = EngineQuery::new(position);
        if let Some(before) = last.replace(Arc::clone(&query)) {
            before.stop.store(true, Ordering::Relaxed);
        }
        Listener(query)
    }

    /// Waits for the turn of a query.
    ///
    /// # Errors
    /// Fails if another query canceled it.
    pub(crate) async fn wait(&self, listener: &Listener) -> Result<Turn, Rejection> {
        listener.0.require_current()?;
        let turn = Turn { _held: Arc::clone(&self.turn).lock_owned().await };
        listener.0.require_current()?;
        *lock(&self.now) = Some(Arc::clone(&listener.0));
        Ok(turn)
    }

    /// Returns the query whose turn it is, if it has this position.
    pub(crate) fn now(&self, position: &Position) -> Arc<EngineQuery> {
        let now = lock(&self.now).clone().filter(|query| query.position == *position);
        now.unwrap_or_else(|| EngineQuery::new(position))
    }

    /// Cancels all queries.
    pub(crate) fn end(&self) {
        for query in [&self.last, &self.now] {
            lock(query).iter().for_each(|query| query.stop.store(true, Ordering::Relaxed));
        }
    }
}
