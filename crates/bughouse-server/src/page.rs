//! The page, which the library carries: files that `build.rs` found in `page/`.

use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use bughouse_review::Refusal;

use crate::refused::Refused;

// `FILES: &[(&str, &[u8])]`, by path.
include!(concat!(env!("OUT_DIR"), "/page.rs"));

const WITHOUT_PAGE: &str = "\
This program was built without its review page.
`cargo xtask serve` in its source builds the page and the program.
The interface is there: /api/openapi.json describes it.
";

/// Tells whether the library was built with the page.
pub fn is_there() -> bool {
    find("index.html").is_some()
}

fn find(path: &str) -> Option<&'static [u8]> {
    FILES.iter().find(|(name, _)| *name == path).map(|&(_, bytes)| bytes)
}

/// Answers with a file of the page. Every address that the page itself understands gets the page.
pub(crate) async fn answer(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return Refused(Refusal::new(405, "the page is asked for with GET")).into_response();
    }
    let path = uri.path().trim_start_matches('/');
    if let Some(bytes) = find(path) {
        return ([(CONTENT_TYPE, kind(path))], bytes).into_response();
    }
    let is_view = path.is_empty()
        || path == "position"
        || ["game/", "embed/"].iter().any(|start| path.starts_with(start));
    match find("index.html") {
        Some(page) if is_view => ([(CONTENT_TYPE, kind("index.html"))], page).into_response(),
        None if is_view => {
            let kind = [(CONTENT_TYPE, "text/plain; charset=utf-8")];
            (StatusCode::SERVICE_UNAVAILABLE, kind, WITHOUT_PAGE).into_response()
        }
        // The page says in its own way that there is nothing.
        Some(page) if wants_page(&headers) => {
            (StatusCode::NOT_FOUND, [(CONTENT_TYPE, kind("index.html"))], page).into_response()
        }
        _ => Refused(Refusal::missing(format!("there is nothing at /{path}"))).into_response(),
    }
}

/// Tells whether a person asks, who goes to an address.
fn wants_page(headers: &HeaderMap) -> bool {
    headers.get(ACCEPT).and_then(|kinds| kinds.to_str().ok()).is_some_and(|kinds| kinds.contains("text/html"))
}

/// Returns the kind of a file by its ending.
fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("json") => "application/json",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
