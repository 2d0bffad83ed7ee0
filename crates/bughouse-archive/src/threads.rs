//! Work sharing between threads: each takes the next part when it has finished one.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Processes parts on at most this many threads. `work` gets an iterator over the parts that a thread takes, with their
/// indexes. Returns one result per thread.
pub(crate) fn share<P: Sync, T: Send>(
    threads: usize,
    parts: &[P],
    work: impl Fn(&mut dyn Iterator<Item = (usize, &P)>) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let take = || {
        let mut taken = std::iter::from_fn(|| {
            let number = next.fetch_add(1, Ordering::Relaxed);
            parts.get(number).map(|part| (number, part))
        });
        work(&mut taken)
    };
    let threads = threads.clamp(1, parts.len().max(1));
    if threads == 1 {
        return vec![take()];
    }
    thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(take)).collect();
        running.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    })
}
