//! Listens for clients and answers them until it is told to stop.
//!
//! No client can stop others: each has little time to say what it wants, and none keeps its connection long.

use std::collections::VecDeque;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::{AbortHandle, JoinSet};
use tokio::time;

/// How long a client may take to say what it wants, also the next time.
const HEADERS: Duration = Duration::from_secs(10);

/// How long a connection may last before it is asked to end.
const LIFETIME: Duration = Duration::from_secs(60);

/// How long it may take to end then. What is slow to read its answer is cut off.
const ENDING: Duration = Duration::from_secs(30);

/// How many connections there may be. For more the oldest have to go: whoever has just come is answered, however many
/// wait for nothing.
const CONNECTIONS: usize = 512;

/// How long connections may take to end when the program ends.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// Answers clients until `stop` turns to true.
pub(crate) async fn serve(listener: TcpListener, router: Router, mut stop: watch::Receiver<bool>) {
    let mut connections = JoinSet::new();
    let mut oldest_first: VecDeque<AbortHandle> = VecDeque::new();
    let stopping = stop.clone();
    loop {
        let accepted = tokio::select! {
            _ = stop.wait_for(|&stop| stop) => break,
            accepted = listener.accept() => accepted,
        };
        while connections.try_join_next().is_some() {}
        match accepted {
            Ok((stream, _)) => {
                if connections.len() >= CONNECTIONS {
                    oldest_first.retain(|connection| !connection.is_finished());
                    oldest_first.pop_front().iter().for_each(AbortHandle::abort);
                }
                oldest_first.push_back(connections.spawn(talk(stream, router.clone(), stopping.clone())));
            }
            // Too many files are open, or the client is gone again.
            Err(_) => time::sleep(Duration::from_millis(50)).await,
        }
        // Those that have ended need no place.
        if oldest_first.len() > 2 * CONNECTIONS {
            oldest_first.retain(|connection| !connection.is_finished());
        }
    }
    drop(listener);
    let _ = time::timeout(SHUTDOWN_TIMEOUT, async { while connections.join_next().await.is_some() {} }).await;
    connections.abort_all();
}

/// Talks to one client.
async fn talk(stream: TcpStream, router: Router, mut stop: watch::Receiver<bool>) {
    let _ = stream.set_nodelay(true);
    let service = TowerToHyperService::new(router);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS)
        .max_buf_size(64 << 10)
        .serve_connection(TokioIo::new(stream), service);
    tokio::pin!(connection);
    let end = async {
        tokio::select! {
            () = time::sleep(LIFETIME) => {}
            _ = stop.wait_for(|&stop| stop) => {}
        }
    };
    tokio::select! {
        // Whatever went wrong, the client is gone.
        _ = connection.as_mut() => return,
        () = end => connection.as_mut().graceful_shutdown(),
    }
    let _ = time::timeout(ENDING, connection).await;
}
