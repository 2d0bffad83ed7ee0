//! The interface: which request is answered by what. `openapi.json` documents it.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, Request, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, delete, get, post};
use axum::{Router, middleware};
use serde::{Deserialize, Serialize};

use crate::serve::body;
use crate::serve::edit::{self, Edit};
use crate::serve::game_json::{GameJson, SourceJson};
use crate::serve::guard::{self, Guard};
use crate::serve::open_file::FileJson;
use crate::serve::page;
use crate::serve::position_json::{self, BothTexts, ImageQuery};
use crate::serve::refusal::Refusal;
use crate::serve::save::{self, ReplaceRequest, SaveFolder, SaveRequest};
use crate::serve::search::{self, Search};
use crate::serve::shelf::{MOST_UPLOAD, Shelf};
use crate::serve::upload;

/// What all requests share.
pub(super) struct Desk {
    pub(super) shelf: Shelf,
    pub(super) folder: SaveFolder,
    /// Held while a file is written.
    pub(super) saving: Mutex<()>,
    /// Turned to true when the program ends.
    pub(super) stop_reading: Arc<AtomicBool>,
}

impl Desk {
    /// Writes to disk, one file at a time.
    fn save<T>(&self, save: impl FnOnce(&SaveFolder) -> Result<T, Refusal>) -> Result<T, Refusal> {
        let _alone = self.saving.lock().unwrap_or_else(PoisonError::into_inner);
        save(&self.folder)
    }
}

type Answer = Result<Response, Refusal>;

/// Makes the router of all requests.
pub(super) fn router(desk: Arc<Desk>, guard: Guard) -> Router {
    Router::new()
        .route("/api/files", get(list_files).post(open_text))
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
        .route("/api/{*rest}", any(no_such))
        .fallback(page::answer)
        .method_not_allowed_fallback(wrong_method)
        .layer(middleware::from_fn_with_state(guard, guard::guard))
        .with_state(desk)
}

/// Makes an answer where nobody waits for it, down to its bytes.
async fn away<T: Serialize>(work: impl FnOnce() -> Result<T, Refusal> + Send + 'static) -> Answer {
    let done = tokio::task::spawn_blocking(move || {
        let answer = work()?;
        serde_json::to_vec(&answer).map_err(|error| Refusal::failed(error.to_string()))
    });
    match done.await {
        Ok(bytes) => Ok(([(CONTENT_TYPE, "application/json")], bytes?).into_response()),
        Err(_) => Err(Refusal::failed("the program has a fault: it could not answer this")),
    }
}

fn query<T>(read: Result<Query<T>, QueryRejection>) -> Result<T, Refusal> {
    read.map(|Query(read)| read).map_err(|why| Refusal::wrong(why.body_text()))
}

fn path<T>(read: Result<Path<T>, PathRejection>) -> Result<T, Refusal> {
    read.map(|Path(read)| read).map_err(|why| Refusal::wrong(why.body_text()))
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

async fn list_files(State(desk): State<Arc<Desk>>) -> Answer {
    let answer = away(move || {
        let folder = desk.folder.get().ok();
        let may_save = folder.is_some();
        Ok(FilesJson {
            version: env!("CARGO_PKG_VERSION"),
            files: desk.shelf.files().iter().map(|file| file.to_json(may_save)).collect(),
            can_save: may_save,
            folder: folder.map(|folder| folder.display().to_string()),
            most_upload: MOST_UPLOAD,
            end_reasons: search::end_reasons(),
        })
    });
    answer.await
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
) -> Answer {
    let OpenQuery { name } = query(asked)?;
    let body = body::read(request, MOST_UPLOAD, upload::too_large).await?;
    let answer = away(move || {
        let understood = upload::understand(&body.bytes)?;
        drop(body);
        let file = desk.shelf.open(&name, understood.text)?;
        Ok(OpenedJson {
            key: file.key.clone(),
            games: file.index.now().entries.len(),
            kind: understood.kind,
            notes: understood.notes,
        })
    });
    answer.await
}

async fn close_upload(
    State(desk): State<Arc<Desk>>,
    asked: Result<Path<String>, PathRejection>,
) -> Result<StatusCode, Refusal> {
    desk.shelf.close(&path(asked)?).map(|()| StatusCode::NO_CONTENT)
}

async fn reload_file(State(desk): State<Arc<Desk>>, asked: Result<Path<String>, PathRejection>) -> Answer {
    let file = desk.shelf.file(&path(asked)?)?;
    let answer = away(move || {
        // Others on the network could keep all games away by asking for this again and again.
        desk.folder.get()?;
        // Nobody may write while the games are forgotten.
        let writing = file.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let forgotten = file.forget();
        drop(writing);
        if !forgotten {
            let why = if file.is_reading() { "it is being read" } else { "it is no file on disk" };
            return Err(Refusal::conflict(format!("{} cannot be read anew: {why}", file.name)));
        }
        let json = file.to_json(true);
        let stop = Arc::clone(&desk.stop_reading);
        std::thread::spawn(move || file.read(&stop, |_, _| {}));
        Ok(json)
    });
    answer.await
}

async fn list_games(State(desk): State<Arc<Desk>>, asked: Result<Query<Search>, QueryRejection>) -> Answer {
    let search = query(asked)?;
    let (page, question) = (search.page()?, search.question()?);
    away(move || desk.shelf.list(page.file.as_deref(), &question, page.offset, page.limit)).await
}

async fn open_game(
    State(desk): State<Arc<Desk>>,
    asked: Result<Path<(String, u64)>, PathRejection>,
) -> Answer {
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
    answer.await
}

async fn replace_game(
    State(desk): State<Arc<Desk>>,
    asked: Result<Path<(String, u64)>, PathRejection>,
    request: Request,
) -> Answer {
    let (key, number) = path(asked)?;
    let request: ReplaceRequest = body::json(request).await?;
    let file = desk.shelf.file(&key)?;
    away(move || desk.save(|folder| save::replace(folder, &file, number, &request))).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TextRequest {
    text: String,
}

async fn replay_text(request: Request) -> Answer {
    let TextRequest { text } = body::json(request).await?;
    away(move || GameJson::new(&edit::read(text.as_bytes())?, "text", None)).await
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

async fn edit_text(request: Request) -> Answer {
    let EditRequest { text, edit } = body::json(request).await?;
    let answer = away(move || {
        let edited = edit::apply(&text, &edit)?;
        let game = GameJson::new(&edit::read(edited.text.as_bytes())?, "text", None)?;
        Ok(EditedJson { game, line: edited.line, ply: edited.ply, changed: edited.changed })
    });
    answer.await
}

async fn open_position(asked: Result<Query<TextRequest>, QueryRejection>) -> Answer {
    let TextRequest { text } = query(asked)?;
    let answer = away(move || {
        let understood = upload::from_position(text.trim().as_bytes())?;
        GameJson::new(&edit::read(&understood.text)?, "position", None)
    });
    answer.await
}

async fn legal_moves(asked: Result<Query<BothTexts>, QueryRejection>) -> Answer {
    let asked = query(asked)?;
    away(move || position_json::legal(&asked)).await
}

async fn notations(asked: Result<Query<BothTexts>, QueryRejection>) -> Answer {
    let asked = query(asked)?;
    away(move || position_json::notations(&asked)).await
}

async fn draw_svg(asked: Result<Query<ImageQuery>, QueryRejection>) -> Answer {
    let image = position_json::image(&query(asked)?)?;
    let mut response = ([(CONTENT_TYPE, "image/svg+xml")], image).into_response();
    // An image has no scripts.
    let policy = HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; sandbox");
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    Ok(response)
}

async fn save_text(State(desk): State<Arc<Desk>>, request: Request) -> Answer {
    let request: SaveRequest = body::json(request).await?;
    away(move || desk.save(|folder| save::save(folder, &desk.shelf, &request))).await
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
