//! Which request is answered by what. `openapi.json` of `bughouse-review` documents all.

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::{Method, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, delete, get, post};
use axum::{Router, middleware};
use bughouse_review::files::MOST_UPLOAD;
use bughouse_review::{Answer, Refusal, open, read_json, read_number};

use crate::body::{self, Body};
use crate::desk::Desk;
use crate::guard::{self, Guard};
use crate::page;
use crate::refused::{Refused, respond};
use crate::save;

type Answered = Result<Response, Refused>;

/// Makes the router of all requests.
pub(crate) fn router(desk: Arc<Desk>, guard: Guard) -> Router {
    Router::new()
        .route("/api/files", get(ask).post(open_text))
        .route("/api/files/{key}", delete(ask))
        .route("/api/files/{key}/reload", post(reload_file))
        .route("/api/games", get(ask))
        .route("/api/files/{key}/games/{game}", get(ask).put(replace_game))
        .route("/api/game", post(ask_with_json))
        .route("/api/edit", post(ask_with_json))
        .route("/api/position", get(ask))
        .route("/api/legal", get(ask))
        .route("/api/notations", get(ask))
        .route("/api/svg", get(ask))
        .route("/api/save", post(save_text))
        .route("/api/openapi.json", get(ask))
        .route("/api/{*rest}", any(no_such))
        .fallback(page::answer)
        .method_not_allowed_fallback(wrong_method)
        .layer(middleware::from_fn_with_state(guard, guard::guard))
        .with_state(desk)
}

/// Makes an answer where nobody waits for it, down to its bytes.
async fn away(work: impl FnOnce() -> Answer + Send + 'static) -> Answered {
    match tokio::task::spawn_blocking(work).await {
        Ok(answer) => Ok(respond(answer)),
        Err(_) => Err(Refusal::failed("the program has a fault: it could not answer this").into()),
    }
}

/// Passes a request on to those who know the answer.
async fn pass_on(desk: Arc<Desk>, method: Method, uri: Uri, body: Option<Body>) -> Answered {
    let answer = away(move || {
        // Whoever asks for the head alone gets that of the same answer.
        let method = if method == Method::HEAD { Method::GET } else { method };
        let target = uri.path_and_query().map_or("/", |target| target.as_str());
        let mut body = body;
        // The bytes count until they have been worked on.
        let bytes = body.as_mut().map(|body| std::mem::take(&mut body.bytes)).unwrap_or_default();
        bughouse_review::answer(&*desk, method.as_str(), target, bytes)
    });
    answer.await
}

async fn ask(State(desk): State<Arc<Desk>>, method: Method, uri: Uri) -> Answered {
    pass_on(desk, method, uri, None).await
}

async fn open_text(State(desk): State<Arc<Desk>>, method: Method, uri: Uri, request: Request) -> Answered {
    let body = body::read(request, MOST_UPLOAD, open::too_large).await?;
    pass_on(desk, method, uri, Some(body)).await
}

async fn ask_with_json(
    State(desk): State<Arc<Desk>>,
    method: Method,
    uri: Uri,
    request: Request,
) -> Answered {
    let body = body::json(request).await?;
    pass_on(desk, method, uri, Some(body)).await
}

fn path<T>(read: Result<Path<T>, PathRejection>) -> Result<T, Refusal> {
    read.map(|Path(read)| read).map_err(|why| Refusal::wrong(why.body_text()))
}

/// Answers with JSON, or says why not.
fn told<T: serde::Serialize>(done: Result<T, Refusal>) -> Answer {
    done.map_or_else(Answer::from, |value| Answer::json(&value))
}

async fn reload_file(State(desk): State<Arc<Desk>>, asked: Result<Path<String>, PathRejection>) -> Answered {
    let key = path(asked)?;
    away(move || told(desk.reload(&key))).await
}

async fn replace_game(
    State(desk): State<Arc<Desk>>,
    asked: Result<Path<(String, String)>, PathRejection>,
    request: Request,
) -> Answered {
    let (key, number) = path(asked)?;
    let number = read_number(&number)?;
    let body = body::json(request).await?;
    let answer = away(move || {
        told(read_json(&body.bytes).and_then(|request| {
            let file = desk.shelf.file(&key)?;
            desk.save(|folder| save::replace(folder, &file, number, &request))
        }))
    });
    answer.await
}

async fn save_text(State(desk): State<Arc<Desk>>, request: Request) -> Answered {
    let body = body::json(request).await?;
    let answer = away(move || {
        told(
            read_json(&body.bytes)
                .and_then(|request| desk.save(|folder| save::save(folder, &desk.shelf, &request))),
        )
    });
    answer.await
}

async fn no_such() -> Response {
    Refused(Refusal::no_such_request()).into_response()
}

async fn wrong_method() -> Response {
    Refused(Refusal::wrong_method()).into_response()
}
