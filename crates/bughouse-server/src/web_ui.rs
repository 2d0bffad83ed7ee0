//! The static files of a web UI.

use std::collections::BTreeMap;
use std::fmt;

use axum::body::Bytes;
use axum::http::header::{ACCEPT, ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use bughouse_review::Rejection;

use crate::rejected::Rejected;

const NO_WEB_UI: &str = "\
This server has no web UI. If you built `bughouse` yourself, run `cargo xtask serve` in the source folder to build it.
The HTTP API is available: see /api/openapi.json.
";

/// The entry point of the web UI.
const INDEX: &str = "index.html";

/// The static files of a web UI, by path. Without an `index.html`, the server only answers the HTTP API.
///
/// This library has no web UI of its own. The content type of a file depends on its extension. If there is an
/// `assets/page.js.gz`, clients that accept gzip get it instead of `assets/page.js`.
///
/// ```
/// use bughouse_server::{Options, WebUi};
///
/// let web_ui = WebUi::from_static(&[("index.html", b"<!doctype html>")]).file("assets/page.js", "//".into());
/// assert!(web_ui.has_index() && !WebUi::default().has_index());
/// assert_eq!(web_ui.paths().collect::<Vec<_>>(), ["assets/page.js", "index.html"]);
/// let options = Options::default().web_ui(web_ui);
/// ```
#[derive(Clone, PartialEq, Eq, Default)]
pub struct WebUi(BTreeMap<String, Bytes>);

impl WebUi {
    /// Creates a web UI from static files, each with its path, such as `assets/page.js`.
    #[must_use]
    pub fn from_static(files: &[(&str, &'static [u8])]) -> WebUi {
        WebUi(files.iter().map(|&(path, bytes)| (path.to_owned(), Bytes::from_static(bytes))).collect())
    }

    /// Adds or replaces a file.
    #[must_use]
    pub fn file(mut self, path: impl Into<String>, bytes: Vec<u8>) -> WebUi {
        self.0.insert(path.into(), bytes.into());
        self
    }

    /// Returns `true` if there is an `index.html`.
    #[must_use]
    pub fn has_index(&self) -> bool {
        self.find(INDEX).is_some()
    }

    /// Returns the paths of the files, in order.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    fn find(&self, path: &str) -> Option<Bytes> {
        self.0.get(path).cloned()
    }

    /// Returns the response with a file, compressed if possible.
    fn found(&self, path: &str, headers: &HeaderMap) -> Option<Response> {
        let plain = self.find(path)?;
        let kind = [(CONTENT_TYPE, kind(path))];
        let Some(small) = self.find(&format!("{path}.gz")) else {
            return Some((kind, plain).into_response());
        };
        let mut response = if reads_gzip(headers) {
            (kind, [(CONTENT_ENCODING, "gzip")], small).into_response()
        } else {
            (kind, plain).into_response()
        };
        response.headers_mut().insert(VARY, HeaderValue::from_static("accept-encoding"));
        Some(response)
    }

    /// Answers a request with a file, or with `index.html` for the views of the web UI.
    pub(crate) fn answer(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Response {
        if !matches!(*method, Method::GET | Method::HEAD) {
            return Rejected(Rejection::new(405, "method not allowed: use GET")).into_response();
        }
        let path = uri.path().trim_start_matches('/');
        if let Some(response) = self.found(path, headers) {
            return response;
        }
        let is_view = path.is_empty()
            || path == "position"
            || path == "setup"
            || ["game/", "archive/", "player/", "embed/"].iter().any(|start| path.starts_with(start));
        match self.found(INDEX, headers) {
            Some(page) if is_view => page,
            None if is_view => {
                let kind = [(CONTENT_TYPE, "text/plain; charset=utf-8")];
                (StatusCode::SERVICE_UNAVAILABLE, kind, NO_WEB_UI).into_response()
            }
            // The web UI shows a message of its own.
            Some(mut page) if wants_page(headers) => {
                *page.status_mut() = StatusCode::NOT_FOUND;
                page
            }
            _ => Rejected(Rejection::not_found(format!("there is nothing at /{path}"))).into_response(),
        }
    }
}

/// Shows only the paths.
impl fmt::Debug for WebUi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("WebUi").field(&self.paths().collect::<Vec<_>>()).finish()
    }
}

/// Returns `true` if a browser navigates to the URL.
fn wants_page(headers: &HeaderMap) -> bool {
    headers.get(ACCEPT).and_then(|kinds| kinds.to_str().ok()).is_some_and(|kinds| kinds.contains("text/html"))
}

/// Returns `true` if the client accepts gzip. `gzip;q=0` means that it doesn't.
fn reads_gzip(headers: &HeaderMap) -> bool {
    let forms = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|forms| forms.to_str().ok());
    forms.flat_map(|forms| forms.split(',')).any(|form| {
        let (name, weight) = form.split_once(';').unwrap_or((form, ""));
        let weight = weight.trim().strip_prefix("q=").map_or(Ok(1.0), |weight| weight.trim().parse::<f32>());
        name.trim().eq_ignore_ascii_case("gzip") && weight.is_ok_and(|weight| weight > 0.0)
    })
}

/// Returns the content type of a file by its extension.
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
