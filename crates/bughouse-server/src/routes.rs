//! Requests to the interface and to the page. `openapi.json` of `bughouse-review` documents the interface, which knows
//! the answers too.

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
use crate::page::Page;
use crate::rejected::{Rejected, respond};
use crate::state::ServerState;

/// Makes the router of all requests. What is not of the interface is of the page.
pub(crate) fn router(state: Arc<ServerState>, page: Page, guard: Guard) -> Router {
    let page = Arc::new(page);
    let answer = move |method: Method, uri: Uri, headers: HeaderMap| {
        let page = Arc::clone(&page);
        async move { page.answer(&method, &uri, &headers) }
    };
    Router::new()
        .route("/api", any(ask))
        .route("/api/", any(ask))
        .route("/api/{*rest}", any(ask))
        .fallback(answer)
        .layer(middleware::from_fn_with_state(guard, guard::guard))
        .with_state(state)
}

/// Passes a request on to those who know the answer, which is made where nobody waits for it, down to its bytes.
async fn ask(State(state): State<Arc<ServerState>>, request: Request) -> Result<Response, Rejected> {
    // Whoever asks for the head alone gets that of the same answer.
    let method = if request.method() == Method::HEAD { Method::GET } else { request.method().clone() };
    let target = request.uri().path_and_query().map_or("/", |target| target.as_str()).to_owned();
    let mut body = match body_kind(method.as_str(), &target)? {
        BodyKind::Nothing => None,
        BodyKind::Text => Some(body::read(request, MOST_UPLOAD, open::too_large).await?),
        BodyKind::Json => Some(body::json(request).await?),
    };
    // A query that waits for the engine takes no thread. If the client leaves, nobody listens any more.
    let asked = state.engine.as_ref().zip(engine_request(method.as_str(), &target));
    let listener = asked.map(|(engine, request)| (engine, engine.listen(&request)));
    let turn = match &listener {
        Some((engine, listener)) => Some(engine.turn(listener).await?),
        None => None,
    };
    let may_be_left = method == Method::GET;
    let state = Arc::clone(&state);
    let work = move || {
        // The bytes count until they have been worked on, and the turn is over when the engine is free.
        let bytes = body.as_mut().map(|body| std::mem::take(&mut body.bytes)).unwrap_or_default();
        let answer = bughouse_review::answer(&*state, method.as_str(), &target, bytes);
        drop(turn);
        answer
    };
    let working = tokio::task::spawn_blocking(work);
    let _left = may_be_left.then(|| AbortOnDrop(working.abort_handle()));
    match working.await {
        Ok(answer) => Ok(respond(answer)),
        Err(_) => Err(Rejection::internal("the program has a fault: it could not answer this").into()),
    }
}

/// Takes back a query when the client leaves before it has been begun.
struct AbortOnDrop(AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}
