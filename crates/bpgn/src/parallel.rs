//! Reads several sources on several threads, and hands the results out in order.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::chunks::{Chunk, Chunks};
use crate::reader::Limits;

/// The most threads that work, however many are asked for: each takes memory, and no machine has more use for them.
const MAX_THREADS: usize = 256;

/// How sources are read in parallel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Parallel {
    /// How many threads work; at most 256 do.
    pub threads: usize,
    /// The bytes of a chunk, about.
    pub chunk: usize,
    /// What a reader does not go beyond.
    pub limits: Limits,
}

/// As many threads as the machine has, chunks of 1 MiB.
impl Default for Parallel {
    fn default() -> Parallel {
        Parallel {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            chunk: 1 << 20,
            limits: Limits::default(),
        }
    }
}

impl Parallel {
    /// Returns the same with another number of threads.
    #[must_use]
    pub const fn threads(self, threads: usize) -> Parallel {
        Parallel { threads, ..self }
    }

    /// Returns the same with chunks of about so many bytes.
    #[must_use]
    pub const fn chunk(self, chunk: usize) -> Parallel {
        Parallel { chunk, ..self }
    }

    /// Returns the same with other limits.
    #[must_use]
    pub const fn limits(self, limits: Limits) -> Parallel {
        Parallel { limits, ..self }
    }
}

/// What is handed out of one source.
#[derive(Debug)]
pub enum Part<T> {
    /// What was made of a chunk.
    Done(T),
    /// The source broke. It may have been read up to there.
    Broken(io::Error),
    /// The source ended.
    End,
}

/// What the threads share.
struct Shared<S, T> {
    sources: Vec<Source<S>>,
    /// By source and chunk: what is ready to be handed out.
    ready: BTreeMap<(usize, usize), Part<T>>,
    /// The source that is being handed out.
    current: usize,
    /// How many of its parts were handed out.
    handed_out: usize,
    /// How many chunks were taken and not handed out.
    taken: usize,
    /// Nobody wants any more.
    stopped: bool,
}

enum State<S> {
    /// Not opened yet.
    Closed(S),
    /// Nobody reads it now.
    Free(Chunks<Box<dyn Read + Send>>),
    /// A thread reads it now.
    Taken,
    /// It was read to its end.
    Ended,
}

struct Source<S> {
    state: State<S>,
    /// How many chunks were taken of it.
    chunks: usize,
}

impl Parallel {
    /// Reads all sources, lets `work` make something of each chunk, and hands that to `take` in order of sources
    /// and chunks. If `take` returns `false`, the rest is not read.
    ///
    /// Memory is bounded: threads wait if they are far ahead of what was handed out.
    pub fn run<S: Send, T: Send>(
        &self,
        sources: Vec<S>,
        open: impl Fn(S) -> io::Result<Box<dyn Read + Send>> + Sync,
        work: impl Fn(usize, &Chunk) -> T + Sync,
        mut take: impl FnMut(usize, Part<T>) -> bool,
    ) {
        let count = sources.len();
        let threads = self.threads.clamp(1, MAX_THREADS);
        let shared = Mutex::new(Shared {
            sources: sources
                .into_iter()
                .map(|source| Source { state: State::Closed(source), chunks: 0 })
                .collect(),
            ready: BTreeMap::new(),
            current: 0,
            handed_out: 0,
            taken: 0,
            stopped: false,
        });
        let changed = Condvar::new();
        std::thread::scope(|scope| {
            for number in 0..threads {
                let work = || self.work(&shared, &changed, threads * 2, &open, &work);
                match std::thread::Builder::new().spawn_scoped(scope, work) {
                    Ok(_) => {}
                    // The system has no more threads: those that were started do it.
                    Err(_) if number > 0 => break,
                    Err(error) => {
                        if count > 0 {
                            take(0, Part::Broken(error));
                        }
                        return;
                    }
                }
            }
            let mut next = (0, 0);
            while next.0 < count {
                let part = {
                    let mut shared = lock(&shared);
                    loop {
                        match shared.ready.remove(&next) {
                            Some(part) => break part,
                            // A thread panicked. The end of the scope passes that on.
                            None if shared.stopped => return,
                            None => shared = wait(&changed, shared),
                        }
                    }
                };
                let is_end = matches!(part, Part::End);
                let goes_on = take(next.0, part);
                let mut shared = lock(&shared);
                if is_end {
                    next = (next.0 + 1, 0);
                    shared.current = next.0;
                } else {
                    next.1 += 1;
                    shared.taken -= 1;
                }
                shared.handed_out = next.1;
                if !goes_on {
                    shared.stopped = true;
                    next.0 = count;
                }
                changed.notify_all();
            }
        });
    }

    /// What one thread does.
    fn work<S, T>(
        &self,
        shared: &Mutex<Shared<S, T>>,
        changed: &Condvar,
        ahead: usize,
        open: &(impl Fn(S) -> io::Result<Box<dyn Read + Send>> + Sync),
        work: &(impl Fn(usize, &Chunk) -> T + Sync),
    ) {
        let _alarm = Alarm(shared, changed);
        loop {
            let Some((index, state)) = take_source(shared, changed, ahead) else { return };
            let mut chunks = match state {
                State::Closed(source) => match open(source) {
                    Ok(source) => Chunks::new(source, self.limits, self.chunk),
                    Err(error) => {
                        end(shared, changed, index, Some(error));
                        continue;
                    }
                },
                State::Free(chunks) => chunks,
                State::Taken | State::Ended => continue,
            };
            let (number, chunk) = match chunks.next_chunk() {
                Ok(Some(chunk)) => {
                    let mut shared = lock(shared);
                    let source = &mut shared.sources[index];
                    source.state = State::Free(chunks);
                    source.chunks += 1;
                    let number = source.chunks - 1;
                    shared.taken += 1;
                    changed.notify_all();
                    (number, chunk)
                }
                Ok(None) => {
                    end(shared, changed, index, None);
                    continue;
                }
                Err(error) => {
                    end(shared, changed, index, Some(error));
                    continue;
                }
            };
            let done = work(index, &chunk);
            lock(shared).ready.insert((index, number), Part::Done(done));
            changed.notify_all();
        }
    }
}

/// Takes the first source that can be read; waits if there is none now, and returns `None` if there is none left.
///
/// The source that is being handed out may be read when all others have to wait.
fn take_source<S, T>(
    shared: &Mutex<Shared<S, T>>,
    changed: &Condvar,
    ahead: usize,
) -> Option<(usize, State<S>)> {
    let mut shared = lock(shared);
    loop {
        if shared.stopped || shared.sources.iter().all(|source| matches!(source.state, State::Ended)) {
            return None;
        }
        let (current, crowded) = (shared.current, shared.taken >= ahead);
        let handed_out = shared.handed_out;
        let found = shared.sources.iter().enumerate().position(|(index, source)| {
            let can_be_read = matches!(source.state, State::Closed(_) | State::Free(_));
            can_be_read && (!crowded || (index == current && source.chunks - handed_out < ahead))
        });
        match found {
            Some(index) => {
                let state = std::mem::replace(&mut shared.sources[index].state, State::Taken);
                return Some((index, state));
            }
            None => shared = wait(changed, shared),
        }
    }
}

/// Ends a source, with an error if it broke.
fn end<S, T>(shared: &Mutex<Shared<S, T>>, changed: &Condvar, index: usize, error: Option<io::Error>) {
    let mut shared = lock(shared);
    let source = &mut shared.sources[index];
    source.state = State::Ended;
    let mut number = source.chunks;
    if let Some(error) = error {
        source.chunks += 1;
        shared.taken += 1;
        shared.ready.insert((index, number), Part::Broken(error));
        number += 1;
    }
    shared.ready.insert((index, number), Part::End);
    changed.notify_all();
}

/// A thread that panicked has left nothing half done that matters here.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn wait<'a, T>(changed: &Condvar, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
    changed.wait(guard).unwrap_or_else(PoisonError::into_inner)
}

/// Stops all if a thread panics, so that nobody waits for what it will not do.
struct Alarm<'a, S, T>(&'a Mutex<Shared<S, T>>, &'a Condvar);

impl<S, T> Drop for Alarm<'_, S, T> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            lock(self.0).stopped = true;
            self.1.notify_all();
        }
    }
}
