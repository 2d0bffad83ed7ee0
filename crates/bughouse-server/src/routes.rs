//! Routes requests to the HTTP API, which `bughouse-review` answers, and to the web UI.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, Uri};
use axum::response::Response;
use axum::routing::any;
use axum::{Extension, Router, middleware};
use bughouse_review::files::MOST_UPLOAD;
use bughouse_review::{BodyKind, Rejection, Request as ApiRequest, open};
use tokio::task::AbortHandle;

use crate::body;
use crate::guard::{self, Guard};
use crate::long_requests::{self, Client};
use crate::rejected::{Rejected, respond};
use crate::state::{RequestState, ServerState};
use crate::web_ui::WebUi;

/// Creates the router. Requests outside of `/api` go to the web UI.
pub(crate) fn router(state: Arc<ServerState>, web_ui: WebUi, guard: Guard) -> Router {
    let web_ui = Arc::new(web_ui);
    let file = move |method: Method, uri: Uri, headers: HeaderMap| {
        let web_ui = Arc::clone(&web_ui);
        async move { web_ui.answer(&method, &uri, &headers) }
    };
    Router::new()
        .route("/api", any(api))
        .route("/api/", any(api))
        .route("/api/{*rest}", any(api))
        .fallback(file)
        .layer(middleware::from_fn_with_state(guard, guard::guard))
        .with_state(state)
}

/// Answers a request of the HTTP API on a blocking thread, or on a thread of low priority if it takes long.
async fn api(
    State(state): State<Arc<ServerState>>,
    Extension(client): Extension<Client>,
    request: Request,
) -> Result<Response, Rejected> {
    // HEAD gets the headers of the same answer.
    let can_be_canceled = matches!(*request.method(), Method::GET | Method::HEAD);
    let target = request.uri().path_and_query().map_or("/", |target| target.as_str());
    let parsed = ApiRequest::parse(request.method().as_str(), target)?;
    let mut body = match parsed.body_kind() {
        BodyKind::Nothing => None,
        BodyKind::Text => Some(body::read(request, MOST_UPLOAD, open::too_large).await?),
        BodyKind::Json => Some(body::json(request).await?),
    };
    // A query that waits for the engine blocks no thread. If the client disconnects, its listener is dropped.
    let listener = match (&state.engine, &parsed) {
        (Some(engine), ApiRequest::AskEngine(position)) => Some((engine, engine.listen(position))),
        _ => None,
    };
    let engine_turn = match &listener {
        Some((engine, listener)) => Some(engine.turn(listener).await?),
        None => None,
    };
    let turn = match parsed.is_long() {
        true => Some(state.long_requests.turn(client).await?),
        false => None,
    };
    let is_long = turn.is_some();
    let abandoned = Abandoned::default();
    let state = RequestState { state: Arc::clone(&state), is_abandoned: Arc::clone(&abandoned.0) };
    let work = move || {
        // The body counts as pending until it is processed, and the turns end when the work is done.
        let bytes = body.as_mut().map(|body| std::mem::take(&mut body.bytes)).unwrap_or_default();
        let answer = parsed.answer(&state, bytes);
        drop((engine_turn, turn));
        answer
    };
    let answer = if is_long {
        long_requests::run(work).await
    } else {
        let working = tokio::task::spawn_blocking(work);
        let _abort = can_be_canceled.then(|| AbortOnDrop(working.abort_handle()));
        working.await.ok()
    };
    // The work panicked, or the system has no threads left.
    let internal = || Rejection::internal("internal error: this request could not be answered");
    Ok(respond(answer.ok_or_else(internal)?))
}

/// Cancels a task that hasn't started when the client disconnects.
struct AbortOnDrop(AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Sets a flag when the client disconnects.
#[derive(Default)]
struct Abandoned(Arc<AtomicBool>);

impl Drop for Abandoned {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use axum::body::Body;
    use axum::http::StatusCode;
    use axum::http::header::RETRY_AFTER;
    use axum::response::IntoResponse;
    use bughouse_archive::{ImportOptions, Importer, Input};

    use super::*;
    use crate::long_requests::{LongRequests, RUNNING, Turn};
    use crate::open_archive::OpenArchive;
    use crate::open_files::OpenFiles;
    use crate::save::SaveFolder;

    /// A server without files, in which long requests have taken all turns.
    async fn busy(archive: Option<&Path>) -> (Arc<ServerState>, Vec<Turn>) {
        let state = Arc::new(ServerState {
            open_files: OpenFiles::default(),
            folder: SaveFolder::Nowhere("a test"),
            archive: archive.map(|folder| OpenArchive::new(folder).unwrap()),
            engine: None,
            saving: std::sync::Mutex::default(),
            long_requests: LongRequests::default(),
            stop_reading: Arc::default(),
        });
        let mut turns = Vec::new();
        for _ in 0..RUNNING {
            turns.push(state.long_requests.turn(client(0)).await.unwrap());
        }
        (state, turns)
    }

    fn client(port: u16) -> Client {
        Client::new(([127, 0, 0, 1], port).into())
    }

    async fn get(state: Arc<ServerState>, from: u16, target: &str) -> Response {
        let request = Request::get(target).body(Body::empty()).unwrap();
        api(State(state), Extension(client(from)), request).await.into_response()
    }

    #[tokio::test]
    async fn lists_and_analysis_are_answered_while_searches_wait() {
        let (state, mut turns) = busy(None).await;
        let mut waiting = Vec::new();
        for (from, target) in [
            (1, "/api/search?q=mate"),
            (2, "/api/explore?position=start"),
            (3, "/api/explore/years?position=start"),
            (4, "/api/archive/players"),
            (5, "/api/archive/players/anna"),
        ] {
            waiting.push(tokio::spawn(get(Arc::clone(&state), from, target)));
        }
        for target in
            ["/api/files", "/api/games", "/api/legal?a=start&b=start", "/api/analysis?a=start&b=start"]
        {
            assert_eq!(get(Arc::clone(&state), 9, target).await.status(), StatusCode::OK, "{target}");
        }
        assert!(waiting.iter().all(|search| !search.is_finished()));
        turns.clear();
        for search in waiting {
            // There is no archive.
            assert_eq!(search.await.unwrap().status(), StatusCode::NOT_FOUND);
        }
    }

    #[tokio::test]
    async fn a_full_queue_is_answered_with_a_time_to_try_again() {
        let (state, _turns) = busy(None).await;
        let mut waiting = tokio::task::JoinSet::new();
        let rejected = loop {
            let from = waiting.len() as u16 + 1;
            let mut search = Box::pin(get(Arc::clone(&state), from, "/api/search?q=mate"));
            // Polled once, to take a place in the queue.
            tokio::select! {
                biased;
                answer = &mut search => break answer,
                () = std::future::ready(()) => {}
            }
            waiting.spawn(search);
        };
        assert_eq!((rejected.status(), waiting.len()), (StatusCode::SERVICE_UNAVAILABLE, 256));
        assert_eq!(rejected.headers()[RETRY_AFTER], "5");
        // Clients that disconnect make room.
        waiting.shutdown().await;
        let search = get(Arc::clone(&state), 1, "/api/search?q=mate");
        assert!(tokio::time::timeout(std::time::Duration::ZERO, search).await.is_err());
    }

    #[test]
    fn a_search_stops_when_its_client_disconnects() {
        let folder = tempfile::tempdir().unwrap();
        let mut importer = Importer::open(folder.path(), ImportOptions::default()).unwrap();
        importer
            .add(vec![Input::text("games", *b"[Event \"x\"]\n\n1A. e4 1a. e5 *\n")], &mut |_| true)
            .unwrap();
        drop(importer);
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let (state, _turns) = runtime.block_on(busy(Some(folder.path())));
        let abandoned = Abandoned::default();
        let state = RequestState { state, is_abandoned: Arc::clone(&abandoned.0) };
        let search = || {
            let request = ApiRequest::parse("GET", "/api/search?q=check+or+capture").unwrap();
            request.answer(&state, Vec::new())
        };
        assert_eq!(search().status, 200);
        drop(abandoned);
        let stopped = search();
        assert!(String::from_utf8_lossy(&stopped.body).contains("stopped after"), "{stopped:?}");
    }
}
