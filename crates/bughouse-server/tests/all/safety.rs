//! Other web sites, hostile names, slow clients, shutdown.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{Answer, escaped};
use crate::folders::{folder, testdata};
use crate::server::Server;

#[test]
fn only_requests_to_this_host_from_this_site_are_answered() {
    let server = Server::start::<&str>(&folder("serve-host"), &[]);
    let port = server.host.rsplit(':').next().unwrap().to_owned();
    let status = |headers: &[(&str, &str)]| server.send("GET", "/api/files", headers, b"").status;
    assert_eq!(status(&[]), 200);
    assert_eq!(status(&[("Host", &format!("localhost:{port}"))]), 200);
    for host in [&format!("evil.example:{port}"), "evil.example", "127.0.0.1", "localhost", ""] {
        server.send("GET", "/api/files", &[("Host", host)], b"").rejected(421);
        server.send("GET", "/", &[("Host", host)], b"").rejected(421);
    }
    assert_eq!(status(&[("Origin", &format!("http://{}", server.host))]), 200);
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1", &format!("https://{}", server.host)] {
        server.send("GET", "/api/files", &[("Origin", origin)], b"").rejected(403);
        server.send("POST", "/api/files", &[("Origin", origin)], b"1A. e4 *").rejected(403);
    }
    server
        .send("GET", "/api/files", &[("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "no-cors")], b"")
        .rejected(403);
    assert_eq!(server.get("/api/files").json()["files"].as_array().unwrap().len(), 0);
    // A form on another web site can't send JSON.
    let body = json!({ "text": "1A. e4 *", "name": "x", "overwrite": false }).to_string();
    server.send("POST", "/api/save", &[("Content-Type", "text/plain")], body.as_bytes()).rejected(415);
    // The server doesn't allow it either.
    let preflight = server.send("OPTIONS", "/api/save", &[("Origin", "http://evil.example")], b"");
    assert_eq!(preflight.header("access-control-allow-origin"), None);
}

/// A proxy may check one value, and the server the other.
#[test]
fn repeated_headers_are_rejected() {
    let server = Server::start::<&str>(&folder("serve-repeated"), &[]);
    let own = format!("http://{}", server.host);
    for headers in [
        [("Origin", own.as_str()), ("Origin", "http://evil.example")],
        [("Origin", "http://evil.example"), ("Origin", &own)],
        [("Origin", &own), ("origin", &own)],
        [("Host", &server.host), ("Host", "evil.example")],
        [("Host", &server.host), ("Host", &server.host)],
        [("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Site", "cross-site")],
    ] {
        let error = server.send("GET", "/api/files", &headers, b"").rejected(400);
        assert!(error["message"].as_str().unwrap().contains("found several"), "{error}");
    }
    let kinds = [("Content-Type", "application/json"), ("Content-Type", "text/plain")];
    server.send("POST", "/api/edit", &kinds, b"{}").rejected(400);
}

#[test]
fn the_policy_forbids_other_hosts() {
    let server = Server::start::<&str>(&folder("serve-headers"), &[]);
    for path in ["/", "/api/files", "/game/x/1", "/nothing", "/embed/game/x/1"] {
        let answer = server.get(path);
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self';"), "{policy}");
        let framed = if path.starts_with("/embed/") { "frame-ancestors *" } else { "frame-ancestors 'none'" };
        assert!(policy.ends_with(framed), "{path}: {policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(answer.header("cache-control"), Some("no-store"));
    }
    let image = server.get("/api/svg?a=start&b=start");
    assert!(image.header("content-security-policy").unwrap().contains("sandbox"));
}

#[test]
fn only_open_files_can_be_read() {
    let here = folder("serve-paths");
    std::fs::write(here.join("secret.bpgn"), "[Event \"secret\"]\n\n1A. e4 *\n").unwrap();
    let server = Server::start(&here, &[testdata("several.bpgn")]);
    for path in [
        "/api/files/secret.bpgn/games/1",
        "/api/files/..%2fsecret.bpgn/games/1",
        "/api/files/%2e%2e/games/1",
        "/secret.bpgn",
        "/../secret.bpgn",
        "/assets/../../secret.bpgn",
        "/assets/%2e%2e/%2e%2e/secret.bpgn",
        "/%2fetc%2fpasswd",
        "//etc/passwd",
        "/Cargo.toml",
        "/.gitkeep",
    ] {
        let answer = server.get(path);
        assert_eq!(answer.status, 404, "{path}");
        assert!(!answer.text().contains("secret\""), "{path}");
    }
}

#[test]
fn html_in_files_is_sent_as_json() {
    let evil = "<img src=x onerror=alert(1)>";
    let server = Server::start::<&str>(&folder("serve-evil"), &[]);
    let text = format!("[Event \"{evil}\"]\n[WhiteA \"{evil}\"]\n\n1A. e4 {{C: {evil}}} *\n");
    let opened = server.open(&escaped(evil), text.as_bytes()).json();
    let key = opened["key"].as_str().unwrap();
    assert!(!key.contains(['<', '/', ' ']), "{key}");
    let answer = server.get(&format!("/api/files/{key}/games/1"));
    assert_eq!(answer.header("content-type"), Some("application/json"));
    let game = answer.json();
    assert_eq!(game["seats"]["WhiteA"]["name"], evil);
    assert_eq!(game["main"]["half_moves"][0]["comments"][0]["text"], evil);
}

#[test]
fn slow_clients_do_not_stop_others() {
    let server = Server::start(&folder("serve-slow"), &[testdata("several.bpgn")]);
    let mut slow = Vec::new();
    for number in 0..600 {
        let mut stream = server.connect();
        // Half a header, a missing body, an answer that isn't read.
        let text = match number % 3 {
            0 => "GET /api/files HTTP/1.1\r\nHost: ".to_owned(),
            1 => format!(
                "POST /api/files HTTP/1.1\r\nHost: {}\r\nContent-Length: 1000000\r\n\r\n1A.",
                server.host
            ),
            _ => format!("GET /api/files/several.bpgn/games/1 HTTP/1.1\r\nHost: {}\r\n\r\n", server.host),
        };
        stream.write_all(text.as_bytes()).unwrap();
        slow.push(stream);
    }
    let start = Instant::now();
    for _ in 0..20 {
        assert_eq!(server.get("/api/games").json()["total"], 4);
    }
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    // Clients without a request are disconnected.
    let mut stream = slow.swap_remove(597);
    let mut rest = Vec::new();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    stream.read_to_end(&mut rest).unwrap();
    assert!(start.elapsed() < Duration::from_secs(25), "{:?}", start.elapsed());
}

#[test]
fn malformed_requests_are_answered_with_an_error() {
    let server = Server::start::<&str>(&folder("serve-nonsense"), &[]);
    for text in
        ["GET / HTTP/9.9\r\n\r\n", "\0\0\0\0\r\n\r\n", "GET /\u{e4} HTTP/1.1\r\n\r\n", "hello\r\n\r\n"]
    {
        let mut stream = server.connect();
        stream.write_all(text.as_bytes()).unwrap();
        let answer = Answer::read(stream);
        assert!((400..600).contains(&answer.status), "{text:?}: {answer:?}");
    }
    let long = format!("GET /{} HTTP/1.1\r\nHost: {}\r\n\r\n", "x".repeat(200_000), server.host);
    let mut stream = server.connect();
    let _ = stream.write_all(long.as_bytes());
    assert!((400..500).contains(&Answer::read(stream).status));
    // Too large numbers, and texts that aren't UTF-8.
    server.get("/api/files/x/games/99999999999999999999").rejected(400);
    server.get("/api/position?text=%ff").rejected(400);
    assert_eq!(server.get("/api/games?player=%ff%fe").json()["matched"], 0);
    server.get("/api/games?offset=18446744073709551615").json();
    for body in ["", "{", "[]", "{\"text\":1}", "{\"text\":\"\\ud800\"}"] {
        let answer =
            server.send("POST", "/api/edit", &[("Content-Type", "application/json")], body.as_bytes());
        assert!((400..500).contains(&answer.status), "{body}: {answer:?}");
    }
    let deep = format!("{{\"text\":{}", "[".repeat(100_000));
    let answer = server.send("POST", "/api/edit", &[("Content-Type", "application/json")], deep.as_bytes());
    assert!((400..500).contains(&answer.status), "{answer:?}");
    assert_eq!(server.get("/api/files").status, 200);
}

/// A client with an open connection doesn't prevent a shutdown.
#[test]
fn the_server_stops_on_request() {
    let mut server = Server::start(&folder("serve-stop"), &[testdata("several.bpgn")]);
    let _idle = server.connect();
    let start = Instant::now();
    server.stop();
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

#[test]
fn taken_ports_and_missing_files_are_reported() {
    use bughouse_server::{BindError, Options};
    let server = Server::start::<&str>(&folder("serve-taken"), &[]);
    let port = server.host.rsplit(':').next().unwrap().parse().unwrap();
    let bind = |options| bughouse_server::Server::bind(options).err();
    let taken = bind(Options::default().port(Some(port)));
    assert!(matches!(taken, Some(BindError::Address(address, _)) if address.port() == port), "{taken:?}");
    let missing = bind(Options::default().files(["no-such-file.bpgn"]).port(Some(0)));
    assert!(matches!(missing, Some(BindError::NoFile(_))), "{missing:?}");
    let empty = bind(Options::default().files([folder("serve-empty-folder")]).port(Some(0)));
    assert!(matches!(empty, Some(BindError::Folder(..))), "{empty:?}");
    assert!(empty.unwrap().to_string().contains("no game file found: expected .bpgn or .pgn"));
}
