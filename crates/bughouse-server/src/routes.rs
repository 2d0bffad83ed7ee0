//! Routes requests to the HTTP API, which `bughouse-review` answers, and to the web UI.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, Uri};
use axum::response::Response;
use axum::routing::any;
use axum::{Router, middleware};
use bughouse_review::files::MOST_UPLOAD;
use bughouse_review::{BodyKind, Rejection, body_kind, engine_request, open};
use tokio::task::AbortHandle;

use crate::body;
use crate::guard::{self, Guard};
use crate::rejected::{Rejected, respond};
use crate::state::ServerState;
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

/// Answers a request of the HTTP API on a blocking thread.
async fn api(State(state): State<Arc<ServerState>>, request: Request) -> Result<Response, Rejected> {
    // HEAD gets the headers of the same answer.
    let method = if request.method() == Method::HEAD { Method::GET } else { request.method().clone() };
    let target = request.uri().path_and_query().map_or("/", |target| target.as_str()).to_owned();
    let mut body = match body_kind(method.as_str(), &target)? {
        BodyKind::Nothing => None,
        BodyKind::Text => Some(body::read(request, MOST_UPLOAD, open::too_large).await?),
        BodyKind::Json => Some(body::json(request).await?),
    };
    // A query that waits for the engine blocks no thread. If the client disconnects, its listener is dropped.
    let query = state.engine.as_ref().zip(engine_request(method.as_str(), &target));
    let listener = query.map(|(engine, request)| (engine, engine.listen(&request)));
    let turn = match &listener {
        Some((engine, listener)) => Some(engine.turn(listener).await?),
        None => None,
    };
    let can_be_canceled = method == Method::GET;
    let state = Arc::clone(&state);
    let work = move || {
        // The body counts as pending until it is processed, and the turn ends when the engine is free.
        let bytes = body.as_mut().map(|body| std::mem::take(&mut body.bytes)).unwrap_or_default();
        let answer = bughouse_review::answer(&*state, method.as_str(), &target, bytes);
        drop(turn);
        answer
    };
    let working = tokio::task::spawn_blocking(work);
    let _abort = can_be_canceled.then(|| AbortOnDrop(working.abort_handle()));
    match working.await {
        Ok(answer) => Ok(respond(answer)),
        Err(_) => Err(Rejection::internal("internal error: this request could not be answered").into()),
    }
}

/// Cancels a task that hasn't started when the client disconnects.
struct AbortOnDrop(AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}
