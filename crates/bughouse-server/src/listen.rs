//! Accepts connections until the server stops.
//!
//! Slow clients can't block others: the time for request headers and the lifetime of connections are limited.

use std::collections::VecDeque;
use std::time::Duration;

use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::{AbortHandle, JoinSet};
use tokio::time;

use crate::long_requests::Client;

/// The maximum time to receive the headers of a request.
const HEADERS: Duration = Duration::from_secs(10);

/// The lifetime of a connection before it is shut down gracefully.
const LIFETIME: Duration = Duration::from_secs(60);

/// The time for a graceful shutdown. Clients that read their answer too slowly are cut off.
const ENDING: Duration = Duration::from_secs(30);

/// The maximum number of connections. Beyond it, the oldest are closed, so idle connections can't block new ones.
const CONNECTIONS: usize = 512;

/// The time for connections to end when the server stops.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// Accepts connections until `stop` is `true`.
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
            Ok((stream, peer)) => {
                if connections.len() >= CONNECTIONS {
                    oldest_first.retain(|connection| !connection.is_finished());
                    oldest_first.pop_front().iter().for_each(AbortHandle::abort);
                }
                oldest_first.push_back(connections.spawn(serve_client(
                    stream,
                    Client::new(peer),
                    router.clone(),
                    stopping.clone(),
                )));
            }
            // Too many files are open, or the client is already gone.
            Err(_) => time::sleep(Duration::from_millis(50)).await,
        }
        // Remove connections that have ended.
        if oldest_first.len() > 2 * CONNECTIONS {
            oldest_first.retain(|connection| !connection.is_finished());
        }
    }
    drop(listener);
    let _ = time::timeout(SHUTDOWN_TIMEOUT, async { while connections.join_next().await.is_some() {} }).await;
    connections.abort_all();
}

/// Serves one client.
async fn serve_client(stream: TcpStream, client: Client, router: Router, mut stop: watch::Receiver<bool>) {
    let _ = stream.set_nodelay(true);
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(client);
        router.call(request)
    });
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
        // On any error, the client is gone.
        _ = connection.as_mut() => return,
        () = end => connection.as_mut().graceful_shutdown(),
    }
    let _ = time::timeout(ENDING, connection).await;
}
