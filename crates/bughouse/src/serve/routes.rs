//! The interface: which request is answered by what. `openapi.json` documents it.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{DefaultBodyLimit, FromRequest, Path, Query, Request, State};
use axum::http::header::{CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router, middleware};
use serde::{Deserialize, Serialize};

use crate::serve::edit::{self, Edit};
use crate::serve::game_json::{GameJson, SourceJson};
use crate::serve::guard::{self, Guard};
use crate::serve::open_file::FileJson;
use crate::serve::page;
use crate::serve::position_json::{self, BothTexts, ImageQuery};
use crate::serve::refusal::Refusal;
use crate::serve::save::{self, ReplaceRequest, SaveFolder, SaveRequest, SavedJson};
use crate::serve::search::{self, Search};
use crate::serve::shelf::{MOST_UPLOAD, RowsJson, Shelf};
use crate::serve::upload;

/// The most bytes of a request that is JSON.
const MOST_JSON: usize = 8 << 20;

/// What all requests share.
pub(super) struct Desk {
    pub(super) shelf: Shelf,
    pub(super) folder: SaveFolder,
}

type Answer<T> = Result<Json<T>, Refusal>;

/// Makes the router of all requests.
pub(super) fn router(desk: Arc<Desk>, guard: Guard) -> Router {
    Router::new()
        .route("/api/files", get(list_files).post(open_text).layer(DefaultBodyLimit::max(MOST_UPLOAD)))
        .route("/api/files/{key}", delete(close_upload))
        .route("/api/files/{key}/reload", post(reload_file))
        .route("/api/games", get(list_games))
        .route("/api/files/{key}/games/{game}", get(open_game).put(replace_game))
        .route("/api/game", post(replay_text))
        .route("/api/edit", post(edit_text))
        .route("/api/position", get(open_position))
        .route("/api/legal", get(legal_moves))
        .route("/api/notations", get(notations))
        .route("/api/svg", get(draw_svg))
        .route("/api/save", post(save_text))
        .route("/api/openapi.json", get(openapi))
        .route("/api/{*rest}", get(no_such))
        .fallback(page::answer)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(MOST_JSON))
        .layer(middleware::from_fn_with_state(guard, guard::guard))
        .with_state(desk)
}

/// Does something that takes a while where nobody waits for it.
async fn away<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err(Refusal::failed("the program has a fault: it could not answer this")))
}

fn query<T>(read: Result<Query<T>, QueryRejection>) -> Result<T, Refusal> {
    read.map(|Query(read)| read).map_err(|why| Refusal::wrong(why.body_text()))
}

fn path<T>(read: Result<Path<T>, PathRejection>) -> Result<T, Refusal> {
    read.map(|Path(read)| read).map_err(|why| Refusal::wrong(why.body_text()))
}

fn body<T>(read: Result<Json<T>, JsonRejection>) -> Result<T, Refusal> {
    read.map(|Json(read)| read).map_err(|why| Refusal::with_status(why.status(), why.body_text()))
}

#[derive(Serialize)]
struct FilesJson {
    version: &'static str,
    files: Vec<FileJson>,
    can_save: bool,
    folder: Option<String>,
    most_upload: usize,
    end_reasons: Vec<&'static str>,
}

async fn list_files(State(desk): State<Arc<Desk>>) -> Json<FilesJson> {
    let folder = desk.folder.get().ok();
    let may_save = folder.is_some();
    Json(FilesJson {
        version: env!("CARGO_PKG_VERSION"),
        files: desk.shelf.files().iter().map(|file| file.to_json(may_save)).collect(),
        can_save: may_save,
        folder: folder.map(|folder| folder.display().to_string()),
        most_upload: MOST_UPLOAD,
        end_reasons: search::end_reasons(),
    })
}

#[derive(Deserialize)]
struct OpenQuery {
    #[serde(default)]
    name: String,
}

#[derive(Serialize)]
struct OpenedJson {
    key: String,
    games: usize,
    kind: &'static str,
    notes: Vec<String>,
}

async fn open_text(
    State(desk): State<Arc<Desk>>,
    asked: Result<Query<OpenQuery>, QueryRejection>,
    request: Request,
) -> Answer<OpenedJson> {
    let OpenQuery { name } = query(asked)?;
    // What says that it is too large need not be read.
    let said = request.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if said.is_some_and(|length: usize| length > MOST_UPLOAD) {
        return Err(upload::too_large());
    }
    let sent = Bytes::from_request(request, &()).await.map_err(|why| match why.status() {
        StatusCode::PAYLOAD_TOO_LARGE => upload::too_large(),
        status => Refusal::with_status(status, why.body_text()),
    })?;
    let opened = away(move || {
        let understood = upload::understand(&sent)?;
        let file = desk.shelf.open(&name, understood.text)?;
        Ok(OpenedJson {
            key: file.key.clone(),
            games: file.index.now().entries.len(),
            kind: understood.kind,
            notes: understood.notes,
        })
    });
    opened.await.map(Json)
}

async fn close_upload(
    State(desk): State<Arc<Desk>>,
    asked: Result<Path<String>, PathRejection>,
) -> Result<StatusCode, Refusal> {
    desk.shelf.close(&path(asked)?).map(|()| StatusCode::NO_CONTENT)
}

async fn reload_file(
    State(desk): State<Arc<Desk>>,
    asked: Result<Path<String>, PathRejection>,
) -> Answer<FileJson> {
    let file = desk.shelf.file(&path(asked)?)?;
    let answer = away(move || {
        // Nobody may write while the games are forgotten.
        let writing = file.writing.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let forgotten = file.forget();
        drop(writing);
        if !forgotten {
            return Err(Refusal::conflict(format!("{} cannot be read anew", file.name)));
        }
        let may_save = desk.folder.get().is_ok();
        let json = file.to_json(may_save);
        std::thread::spawn(move || file.read(&std::sync::atomic::AtomicBool::new(false), |_, _| {}));
        Ok(json)
    });
    answer.await.map(Json)
}

#[derive(Deserialize)]
struct GamesQuery {
    file: Option<String>,
    offset: Option<usize>,
    limit: Option<usize>,
}

async fn list_games(
    State(desk): State<Arc<Desk>>,
    asked: Result<Query<GamesQuery>, QueryRejection>,
    searched: Result<Query<Search>, QueryRejection>,
) -> Answer<RowsJson> {
    let GamesQuery { file, offset, limit } = query(asked)?;
    let limit = limit.unwrap_or(100);
    if !(1..=500).contains(&limit) {
        return Err(Refusal::wrong(format!("limit: expected a number from 1 to 500, found {limit}")));
    }
    let question = query(searched)?.read()?;
    let file = file.filter(|file| !file.is_empty());
    away(move || desk.shelf.list(file.as_deref(), &question, offset.unwrap_or(0), limit)).await.map(Json)
}

async fn open_game(
    State(desk): State<Arc<Desk>>,
    asked: Result<Path<(String, u64)>, PathRejection>,
) -> Answer<GameJson> {
    let (key, number) = path(asked)?;
    let file = desk.shelf.file(&key)?;
    let answer = away(move || {
        let record = file.record(number)?;
        let source = SourceJson {
            file: file.key.clone(),
            name: file.name.clone(),
            game: number,
            line: record.place.line,
        };
        GameJson::new(&record, &file.name, Some(source))
    });
    answer.await.map(Json)
}

async fn replace_game(
    State(desk): State<Arc<Desk>>,
    asked: Result<Path<(String, u64)>, PathRejection>,
    sent: Result<Json<ReplaceRequest>, JsonRejection>,
) -> Answer<SavedJson> {
    let (key, number) = path(asked)?;
    let request = body(sent)?;
    let file = desk.shelf.file(&key)?;
    away(move || save::replace(&desk.folder, &file, number, &request)).await.map(Json)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TextRequest {
    text: String,
}

async fn replay_text(sent: Result<Json<TextRequest>, JsonRejection>) -> Answer<GameJson> {
    let TextRequest { text } = body(sent)?;
    away(move || GameJson::new(&edit::read(text.as_bytes())?, "text", None)).await.map(Json)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EditRequest {
    text: String,
    edit: Edit,
}

#[derive(Serialize)]
struct EditedJson {
    game: GameJson,
    line: String,
    ply: usize,
    changed: bool,
}

async fn edit_text(sent: Result<Json<EditRequest>, JsonRejection>) -> Answer<EditedJson> {
    let EditRequest { text, edit } = body(sent)?;
    let answer = away(move || {
        let edited = edit::apply(&text, &edit)?;
        let game = GameJson::new(&edit::read(edited.text.as_bytes())?, "text", None)?;
        Ok(EditedJson { game, line: edited.line, ply: edited.ply, changed: edited.changed })
    });
    answer.await.map(Json)
}

async fn open_position(asked: Result<Query<TextRequest>, QueryRejection>) -> Answer<GameJson> {
    let TextRequest { text } = query(asked)?;
    let understood = upload::from_position(text.trim().as_bytes())?;
    GameJson::new(&edit::read(&understood.text)?, "position", None).map(Json)
}

async fn legal_moves(asked: Result<Query<BothTexts>, QueryRejection>) -> Answer<position_json::LegalJson> {
    position_json::legal(&query(asked)?).map(Json)
}

async fn notations(asked: Result<Query<BothTexts>, QueryRejection>) -> Answer<position_json::NotationsJson> {
    position_json::notations(&query(asked)?).map(Json)
}

async fn draw_svg(asked: Result<Query<ImageQuery>, QueryRejection>) -> Result<Response, Refusal> {
    let image = position_json::image(&query(asked)?)?;
    let mut response = ([(CONTENT_TYPE, "image/svg+xml")], image).into_response();
    // An image has no scripts.
    let policy = HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; sandbox");
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    Ok(response)
}

async fn save_text(
    State(desk): State<Arc<Desk>>,
    sent: Result<Json<SaveRequest>, JsonRejection>,
) -> Answer<SavedJson> {
    let request = body(sent)?;
    away(move || save::save(&desk.folder, &request)).await.map(Json)
}

async fn openapi() -> Response {
    ([(CONTENT_TYPE, "application/json")], include_str!("../../openapi.json")).into_response()
}

async fn no_such() -> Refusal {
    Refusal::missing("there is no such request; /api/openapi.json lists all")
}

async fn wrong_method() -> Refusal {
    Refusal::with_status(
        StatusCode::METHOD_NOT_ALLOWED,
        "this request has another method; /api/openapi.json lists all",
    )
}
