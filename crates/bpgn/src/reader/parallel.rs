//! Reads several sources on several threads, and returns the results in order.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::reader::Limits;
use crate::reader::chunks::{Chunk, Chunks};

/// The most threads used, however many are requested: more threads need memory without any gain.
const MAX_THREADS: usize = 256;

/// Options for reading in parallel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
#[must_use]
pub struct Parallel {
    /// The number of threads, at most 256.
    pub threads: usize,
    /// The approximate size of a chunk in bytes.
    pub chunk: usize,
    /// The limits of each reader.
    pub limits: Limits,
}

/// As many threads as the machine has, and chunks of 1 MiB.
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
    /// Sets the number of threads.
    pub const fn threads(self, threads: usize) -> Parallel {
        Parallel { threads, ..self }
    }

    /// Sets the approximate size of a chunk in bytes.
    pub const fn chunk(self, chunk: usize) -> Parallel {
        Parallel { chunk, ..self }
    }

    /// Sets the limits of each reader.
    pub const fn limits(self, limits: Limits) -> Parallel {
        Parallel { limits, ..self }
    }
}

/// A result of reading a source.
#[derive(Debug)]
pub enum Part<T> {
    /// The result of a chunk.
    Done(T),
    /// The source failed. Chunks before the error may have been returned.
    Broken(io::Error),
    /// The source ended.
    End,
}

/// What the threads share.
struct Shared<S, T> {
    sources: Vec<Source<S>>,
    /// Finished results by source and chunk.
    ready: BTreeMap<(usize, usize), Part<T>>,
    /// The source whose results are returned now.
    current: usize,
    /// How many of its results were returned.
    returned: usize,
    /// How many chunks were taken whose results were not returned yet.
    taken: usize,
    /// No more results are wanted.
    stopped: bool,
}

enum State<S> {
    /// Not opened yet.
    Closed(S),
    /// No thread is reading it.
    Free(Chunks<Box<dyn Read + Send>>),
    /// A thread is reading it.
    Taken,
    /// It was read to its end.
    Ended,
}

struct Source<S> {
    state: State<S>,
    /// How many chunks were taken from it.
    chunks: usize,
}

impl Parallel {
    /// Reads all sources, calls `work` for each chunk on several threads, and passes the results to `take` in the order
    /// of sources and chunks. Stops reading if `take` returns `false`.
    ///
    /// Memory is bounded: threads wait if they are too far ahead.
    ///
    /// ```
    /// use bpgn::Reader;
    /// use bpgn::input::{Parallel, Part};
    ///
    /// let files = vec!["[Event \"a\"]\n1A. e4 *\n", "[Event \"b\"]\n1A. d4 *\n[Event \"c\"]\n1A. c4 *\n"];
    /// let mut games = 0;
    /// Parallel::default().run(
    ///     files,
    ///     // For files, this is `bpgn::open`.
    ///     |text| bpgn::decompress(text.as_bytes()),
    ///     |_file, chunk| Reader::new(&chunk.bytes[..]).records().count(),
    ///     |_file, part| match part {
    ///         Part::Done(count) => {
    ///             games += count;
    ///             true
    ///         }
    ///         Part::Broken(_) => false,
    ///         Part::End => true,
    ///     },
    /// );
    /// assert_eq!(games, 3);
    /// ```
    #[expect(clippy::disallowed_methods, reason = "the threads end with this call")]
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
            returned: 0,
            taken: 0,
            stopped: false,
        });
        let changed = Condvar::new();
        std::thread::scope(|scope| {
            for number in 0..threads {
                let work = || self.work(&shared, &changed, threads * 2, &open, &work);
                match std::thread::Builder::new().spawn_scoped(scope, work) {
                    Ok(_) => {}
                    // The system can't start more threads. Those that were started do the work.
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
                            // A thread panicked. The panic propagates at the end of the scope.
                            None if shared.stopped => return,
                            None => shared = wait(&changed, shared),
                        }
                    }
                };
                let is_end = matches!(part, Part::End);
                let continues = take(next.0, part);
                let mut shared = lock(&shared);
                if is_end {
                    next = (next.0 + 1, 0);
                    shared.current = next.0;
                } else {
                    next.1 += 1;
                    shared.taken -= 1;
                }
                shared.returned = next.1;
                if !continues {
                    shared.stopped = true;
                    next.0 = count;
                }
                changed.notify_all();
            }
        });
    }

    /// The loop of one thread.
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

/// Takes the first source that can be read. Waits if there is none now, and returns `None` if there are none left.
///
/// The source whose results are returned now may be read even if all others have to wait.
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
        let returned = shared.returned;
        let found = shared.sources.iter().enumerate().position(|(index, source)| {
            let can_be_read = matches!(source.state, State::Closed(_) | State::Free(_));
            can_be_read && (!crowded || (index == current && source.chunks - returned < ahead))
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

/// Ends a source, with an error if it failed.
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

/// Locks a mutex. A thread that panicked leaves no inconsistent state.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn wait<'a, T>(changed: &Condvar, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
    changed.wait(guard).unwrap_or_else(PoisonError::into_inner)
}

/// Stops all threads if one panics. Otherwise they would wait for it forever.
struct Alarm<'a, S, T>(&'a Mutex<Shared<S, T>>, &'a Condvar);

impl<S, T> Drop for Alarm<'_, S, T> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            lock(self.0).stopped = true;
            self.1.notify_all();
        }
    }
}
