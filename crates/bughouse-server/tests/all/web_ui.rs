//! The static files of a web UI.

use bughouse_server::{Options, WebUi};

use crate::folders::folder;
use crate::server::Server;

const INDEX: &[u8] = b"<!doctype html><title>a page</title>";

fn page() -> WebUi {
    let files: &[(&str, &'static [u8])] = &[("index.html", INDEX), ("assets/page.js", b"void 0;")];
    WebUi::from_static(files).file("icon.svg", b"<svg/>".to_vec())
}

#[test]
fn files_are_sent_with_their_content_type() {
    let here = folder("page-files");
    let server = Server::with(Options::default().folder(&here).web_ui(page()));
    for (path, kind, body) in [
        ("/index.html", "text/html; charset=utf-8", INDEX),
        ("/assets/page.js", "text/javascript; charset=utf-8", b"void 0;"),
        ("/icon.svg", "image/svg+xml", b"<svg/>"),
    ] {
        let answer = server.get(path);
        assert_eq!((answer.status, answer.header("content-type")), (200, Some(kind)), "{path}");
        assert_eq!(answer.body, body, "{path}");
    }
    assert_eq!(server.send("HEAD", "/icon.svg", &[], b"").body, b"");
    server.send("POST", "/icon.svg", &[], b"").rejected(405);
}

/// Compressed files are recognized by their path and sent unchanged.
#[test]
fn clients_that_accept_gzip_get_compressed_files() {
    let here = folder("page-small");
    let page = page().file("assets/page.js.gz", b"small script".to_vec());
    let page = page.file("index.html.gz", b"small page".to_vec());
    let server = Server::with(Options::default().folder(&here).web_ui(page));
    let ask = |path: &str, forms: &str| server.send("GET", path, &[("Accept-Encoding", forms)], b"");
    for forms in ["gzip", "br, GZIP", "deflate, gzip;q=0.5", "gzip; q=1.0, *"] {
        let answer = ask("/assets/page.js", forms);
        assert_eq!(answer.body, b"small script", "{forms}");
        assert_eq!(answer.header("content-encoding"), Some("gzip"), "{forms}");
        assert_eq!(answer.header("content-type"), Some("text/javascript; charset=utf-8"), "{forms}");
        assert_eq!(answer.header("vary"), Some("accept-encoding"), "{forms}");
        assert_eq!(answer.header("cache-control"), Some("public, max-age=31536000, immutable"), "{forms}");
    }
    for forms in ["", "br", "gzip;q=0", "gzip; q=0.0", "gzip;q=much", "notgzip", "identity"] {
        let answer = ask("/assets/page.js", forms);
        assert_eq!((&*answer.body, answer.header("content-encoding")), (&b"void 0;"[..], None), "{forms}");
        assert_eq!(answer.header("vary"), Some("accept-encoding"), "{forms}");
    }
    assert_eq!(ask("/game/f1/1", "gzip").body, b"small page");
    let browser =
        server.send("GET", "/nowhere", &[("Accept", "text/html"), ("Accept-Encoding", "gzip")], b"");
    assert_eq!((browser.status, &*browser.body), (404, &b"small page"[..]));
    let icon = ask("/icon.svg", "gzip");
    assert_eq!((&*icon.body, icon.header("content-encoding")), (&b"<svg/>"[..], None));
}

/// The views of the web UI get its `index.html`. For unknown paths, it shows a message of its own.
#[test]
fn views_get_the_index() {
    let here = folder("page-addresses");
    let server = Server::with(Options::default().folder(&here).web_ui(page()));
    for path in ["/", "/position", "/game/f1/1", "/archive/7?ply=3", "/player/a%2Fb", "/embed/f1/1?ply=3"] {
        let answer = server.get(path);
        assert_eq!((answer.status, &*answer.body), (200, INDEX), "{path}");
    }
    let browser = server.send("GET", "/nowhere", &[("Accept", "text/html")], b"");
    assert_eq!((browser.status, &*browser.body), (404, INDEX));
    server.get("/nowhere").rejected(404);
    server.get("/assets/../index.html").rejected(404);
}

#[test]
fn without_a_web_ui_only_the_api_is_answered() {
    let here = folder("page-none");
    let server = Server::with(Options::default().folder(&here));
    let answer = server.get("/");
    assert_eq!(answer.status, 503);
    assert!(answer.text().starts_with("This server has no web UI. "), "{}", answer.text());
    server.get("/index.html").rejected(404);
    assert!(server.get("/api/openapi.json").json()["openapi"].is_string());
}
