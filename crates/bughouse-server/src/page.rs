//! The page: files that whoever starts the server hands over.

use std::collections::BTreeMap;
use std::fmt;

use axum::body::Bytes;
use axum::http::header::{ACCEPT, ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use bughouse_review::Rejection;

use crate::rejected::Rejected;

const WITHOUT_PAGE: &str = "\
This server has no review page.
If it is `bughouse serve`, it was built without one: `cargo xtask serve` in its source builds the page and the program.
The interface is there: /api/openapi.json describes it.
";

/// The file that is the page itself.
const INDEX: &str = "index.html";

/// The files of a page, by path. `index.html` is the page itself; without it the server answers the interface alone.
///
/// The server carries no page of its own. What kind a file is, its ending tells. A file `assets/page.js.gz` is
/// `assets/page.js` made small by gzip: whoever can read that gets it instead.
///
/// ```
/// use bughouse_server::{Options, Page};
///
/// let page = Page::from_static(&[("index.html", b"<!doctype html>")]).file("assets/page.js", "//".into());
/// assert!(page.is_there() && !Page::default().is_there());
/// assert_eq!(page.paths().collect::<Vec<_>>(), ["assets/page.js", "index.html"]);
/// let options = Options::default().page(page);
/// ```
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Page(BTreeMap<String, Bytes>);

impl Page {
    /// Makes a page of files that are a part of the program, each with its path: `assets/page.js`.
    #[must_use]
    pub fn from_static(files: &[(&str, &'static [u8])]) -> Page {
        Page(files.iter().map(|&(path, bytes)| (path.to_owned(), Bytes::from_static(bytes))).collect())
    }

    /// Returns the same with one more file, or another one under that path.
    #[must_use]
    pub fn file(mut self, path: impl Into<String>, bytes: Vec<u8>) -> Page {
        self.0.insert(path.into(), bytes.into());
        self
    }

    /// Returns `true` if there is something to show: a file `index.html`.
    #[must_use]
    pub fn is_there(&self) -> bool {
        self.find(INDEX).is_some()
    }

    /// Lists the paths of the files, in order.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    fn find(&self, path: &str) -> Option<Bytes> {
        self.0.get(path).cloned()
    }

    /// Makes the answer with a file, in the smallest form that is there and that the asker can read.
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

    /// Answers with a file. Every address that the page itself understands gets the page.
    pub(crate) fn answer(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Response {
        if !matches!(*method, Method::GET | Method::HEAD) {
            return Rejected(Rejection::new(405, "the page is asked for with GET")).into_response();
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
                (StatusCode::SERVICE_UNAVAILABLE, kind, WITHOUT_PAGE).into_response()
            }
            // The page says in its own way that there is nothing.
            Some(mut page) if wants_page(headers) => {
                *page.status_mut() = StatusCode::NOT_FOUND;
                page
            }
            _ => Rejected(Rejection::not_found(format!("there is nothing at /{path}"))).into_response(),
        }
    }
}

/// The paths alone: the bytes are many, and say little.
impl fmt::Debug for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Page").field(&self.paths().collect::<Vec<_>>()).finish()
    }
}

/// Returns `true` if a person asks, who goes to an address.
fn wants_page(headers: &HeaderMap) -> bool {
    headers.get(ACCEPT).and_then(|kinds| kinds.to_str().ok()).is_some_and(|kinds| kinds.contains("text/html"))
}

/// Returns `true` if the asker can read what gzip made small. `gzip;q=0` says that it cannot.
fn reads_gzip(headers: &HeaderMap) -> bool {
    let forms = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|forms| forms.to_str().ok());
    forms.flat_map(|forms| forms.split(',')).any(|form| {
        let (name, weight) = form.split_once(';').unwrap_or((form, ""));
        let weight = weight.trim().strip_prefix("q=").map_or(Ok(1.0), |weight| weight.trim().parse::<f32>());
        name.trim().eq_ignore_ascii_case("gzip") && weight.is_ok_and(|weight| weight > 0.0)
    })
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
