//! The queue of long requests, such as searches of an archive: few run at a time, clients take turns, and everything
//! else is answered meanwhile.
//!
//! Waiting for a turn blocks no thread. If a client disconnects, its requests lose their place. The work runs on a thread
//! of low priority, so on Linux it doesn't delay other answers where CPUs are busy.

use std::collections::VecDeque;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use bughouse_review::Rejection;
use tokio::sync::oneshot;

use crate::served_engine::lock;

/// The maximum number of long requests that run at a time. Each may use all CPUs.
pub(crate) const RUNNING: usize = 2;

/// The maximum number of long requests that wait.
const WAITING: usize = 256;

/// The maximum number of long requests of one client that wait.
const WAITING_OF_CLIENT: usize = 16;

/// The maximum time to wait for a turn.
const MOST_WAIT: Duration = Duration::from_secs(30);

/// A client: an address, or a single connection if it comes from this machine, where all clients share an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Client(IpAddr, Option<u16>);

impl Client {
    pub(crate) fn new(peer: SocketAddr) -> Client {
        Client(peer.ip(), peer.ip().to_canonical().is_loopback().then_some(peer.port()))
    }
}

/// The queue of long requests.
#[derive(Clone, Debug, Default)]
pub(crate) struct LongRequests(Arc<Mutex<Queue>>);

#[derive(Debug, Default)]
struct Queue {
    running: usize,
    /// The clients with waiting requests, in the order of their turns. No list is empty.
    clients: VecDeque<(Client, VecDeque<oneshot::Sender<Turn>>)>,
}

/// The turn of a request. Until it is dropped, it counts as running.
#[derive(Debug)]
pub(crate) struct Turn(LongRequests);

impl LongRequests {
    /// Waits for the turn of a request.
    ///
    /// # Errors
    /// Fails with 503 if too many requests are waiting, or waiting takes too long.
    pub(crate) async fn turn(&self, client: Client) -> Result<Turn, Rejection> {
        let waiting = {
            let mut queue = lock(&self.0);
            if queue.running < RUNNING {
                queue.running += 1;
                return Ok(Turn(self.clone()));
            }
            queue.wait(client)?
        };
        match tokio::time::timeout(MOST_WAIT, waiting).await {
            Ok(Ok(turn)) => Ok(turn),
            Ok(Err(_)) | Err(_) => Err(busy()),
        }
    }
}

impl Queue {
    /// Adds a request to the queue.
    fn wait(&mut self, client: Client) -> Result<oneshot::Receiver<Turn>, Rejection> {
        // Requests of clients that have disconnected are not counted.
        self.clients.retain_mut(|(_, requests)| {
            requests.retain(|request| !request.is_closed());
            !requests.is_empty()
        });
        let all: usize = self.clients.iter().map(|(_, requests)| requests.len()).sum();
        let (sender, waiting) = oneshot::channel();
        match self.clients.iter_mut().find(|(other, _)| *other == client) {
            _ if all >= WAITING => return Err(busy()),
            Some((_, requests)) if requests.len() >= WAITING_OF_CLIENT => return Err(busy()),
            Some((_, requests)) => requests.push_back(sender),
            None => self.clients.push_back((client, VecDeque::from([sender]))),
        }
        Ok(waiting)
    }

    /// Removes the request whose turn is next. Its client goes to the end of the queue.
    fn next(&mut self) -> Option<oneshot::Sender<Turn>> {
        while let Some((client, mut requests)) = self.clients.pop_front() {
            let next = requests.pop_front();
            if !requests.is_empty() {
                self.clients.push_back((client, requests));
            }
            if let Some(next) = next.filter(|next| !next.is_closed()) {
                return Some(next);
            }
        }
        None
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut queue = lock(&self.0.0);
        let Some(next) = queue.next() else {
            queue.running -= 1;
            return;
        };
        drop(queue);
        // If the client disconnects at this moment, its turn is dropped in turn.
        let _ = next.send(Turn(self.0.clone()));
    }
}

/// Runs `work` on a new thread of low priority. Threads that it starts have the same priority. Returns `None` if the thread
/// can't be started or panics.
pub(crate) async fn run<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let (sender, answer) = oneshot::channel();
    let work = move || {
        lower_priority();
        // If the client has disconnected, nobody waits for the answer.
        let _ = sender.send(work());
    };
    thread::Builder::new().name("long request".to_owned()).spawn(work).ok()?;
    answer.await.ok()
}

/// Lowers the priority of this thread. On systems other than Linux, priorities belong to processes, so nothing changes.
fn lower_priority() {
    // If it fails, the work is done with the usual priority.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(15);
}

fn busy() -> Rejection {
    Rejection::new(503, "the server is busy with other searches: try again in a few seconds")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(port: u16) -> Client {
        Client::new(SocketAddr::from(([127, 0, 0, 1], port)))
    }

    /// Takes all turns, so requests wait.
    async fn full() -> (LongRequests, Vec<Turn>) {
        let requests = LongRequests::default();
        let mut turns = Vec::new();
        for _ in 0..RUNNING {
            turns.push(requests.turn(client(0)).await.unwrap());
        }
        (requests, turns)
    }

    /// Starts waiting, and returns what is received.
    fn wait(requests: &LongRequests, from: Client) -> Result<oneshot::Receiver<Turn>, Rejection> {
        lock(&requests.0).wait(from)
    }

    #[tokio::test]
    async fn a_client_with_many_requests_does_not_delay_others() {
        let (requests, mut turns) = full().await;
        let mut many: Vec<_> = (0..10).map(|_| wait(&requests, client(1)).unwrap()).collect();
        let mut other = wait(&requests, client(2)).unwrap();
        turns.pop();
        let first = many[0].try_recv().unwrap();
        assert!(other.try_recv().is_err());
        drop(first);
        let second = other.try_recv().unwrap();
        assert!(many[1].try_recv().is_err());
        drop(second);
        assert!(many[1].try_recv().is_ok());
    }

    #[tokio::test]
    async fn requests_beyond_the_limits_are_rejected() {
        let (requests, _turns) = full().await;
        let mut waiting = Vec::new();
        for _ in 0..WAITING_OF_CLIENT {
            waiting.push(wait(&requests, client(1)).unwrap());
        }
        assert_eq!(wait(&requests, client(1)).unwrap_err().status(), 503);
        for port in 0..(WAITING - WAITING_OF_CLIENT) as u16 {
            waiting.push(wait(&requests, client(1000 + port)).unwrap());
        }
        assert_eq!(wait(&requests, client(2)).unwrap_err().status(), 503);
        // The place of a client that has disconnected is free.
        waiting.pop();
        assert!(wait(&requests, client(2)).is_ok());
    }

    #[tokio::test]
    async fn the_turn_of_a_disconnected_client_is_not_lost() {
        let (requests, mut turns) = full().await;
        let (gone, mut stays) = (wait(&requests, client(1)).unwrap(), wait(&requests, client(2)).unwrap());
        let received = wait(&requests, client(3)).unwrap();
        drop(gone);
        turns.pop();
        drop(stays.try_recv().unwrap());
        // Received, but dropped before it is used.
        drop(received);
        drop(turns);
        assert_eq!(lock(&requests.0).running, 0);
        assert!(requests.turn(client(4)).await.is_ok());
    }

    #[tokio::test]
    async fn work_runs_on_a_thread_of_its_own() {
        let own = thread::current().id();
        assert!(run(move || thread::current().id() != own).await.unwrap());
        assert_eq!(run(|| -> u32 { panic!("a test of panics") }).await, None);
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn work_and_the_threads_it_starts_have_low_priority() {
        let priority = || rustix::process::getpriority_process(None).unwrap();
        let before = priority();
        let during = run(move || (priority(), thread::spawn(priority).join().unwrap())).await.unwrap();
        let low = (before + 15).min(19);
        assert_eq!(during, (low, low));
        assert_eq!(priority(), before);
    }

    #[test]
    fn clients_of_this_machine_differ_by_connection_and_others_by_address() {
        let of = |text: &str| Client::new(text.parse().unwrap());
        assert_ne!(of("127.0.0.1:1"), of("127.0.0.1:2"));
        assert_ne!(of("[::ffff:127.0.0.1]:1"), of("[::ffff:127.0.0.1]:2"));
        assert_eq!(of("192.168.1.2:1"), of("192.168.1.2:2"));
        assert_ne!(of("192.168.1.2:1"), of("192.168.1.3:1"));
    }
}
