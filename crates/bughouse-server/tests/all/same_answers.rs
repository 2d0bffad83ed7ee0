//! Texts in memory answer like the server, byte for byte.

use std::path::{Path, PathBuf};

use bughouse_review::Texts;
use serde_json::{Value, json};

use crate::client::{Answer, escaped};
use crate::folders::testdata;
use crate::server::Server;
use crate::shared_data::shared_data;

/// A server and texts in memory, which get the same requests.
struct Both {
    server: Server,
    texts: Texts,
    requests: usize,
}

impl Both {
    fn new() -> Both {
        // Like texts in memory, a server on the network saves nothing.
        Both { server: Server::on_the_network(), texts: Texts::default(), requests: 0 }
    }

    /// Sends a request to both, and asserts that the answers are equal.
    fn ask(&mut self, method: &str, target: &str, kind: &str, body: &[u8]) -> Answer {
        let headers = if body.is_empty() { vec![] } else { vec![("Content-Type", kind)] };
        let answer = self.server.send(method, target, &headers, body);
        let own = self.texts.answer(method, target, body.to_vec());
        let shown = |body: &[u8]| String::from_utf8_lossy(&body[..body.len().min(600)]).into_owned();
        assert_eq!(
            own.status,
            answer.status,
            "{method} {target}: {} {}",
            shown(&own.body),
            shown(&answer.body)
        );
        assert_eq!(own.content_type, answer.header("content-type"), "{method} {target}");
        let allow = own.allow.map(|methods| methods.to_lowercase());
        assert_eq!(allow.as_deref(), answer.header("allow"), "{method} {target}");
        assert!(own.body == answer.body, "{method} {target}: {} {}", shown(&own.body), shown(&answer.body));
        self.requests += 1;
        answer
    }

    fn get(&mut self, target: &str) -> Answer {
        self.ask("GET", target, "", b"")
    }

    /// Sends JSON to both, and asserts the status of the answers. The messages may differ.
    fn rejected(&mut self, method: &str, target: &str, body: &Value, status: u16) {
        let body = body.to_string();
        self.server
            .send(method, target, &[("Content-Type", "application/json")], body.as_bytes())
            .rejected(status);
        let own = self.texts.answer(method, target, body.into_bytes());
        assert_eq!(own.status, status, "{method} {target}");
    }

    fn json(&mut self, target: &str, body: &Value) -> Answer {
        self.ask("POST", target, "application/json", body.to_string().as_bytes())
    }

    /// Opens a text in both and sends all requests about it.
    fn text(&mut self, name: &str, text: &[u8]) {
        let target = format!("/api/files?name={}", escaped(name));
        let opened = self.ask("POST", &target, "application/octet-stream", text);
        self.get("/api/files");
        if opened.status != 200 {
            return;
        }
        let opened = opened.json();
        let key = escaped(opened["key"].as_str().unwrap());
        for query in
            ["", "&limit=2&offset=1", "&result=1-0", "&end=time", "&player=a&result=won", "&min_rating=1800"]
        {
            self.get(&format!("/api/games?file={key}{query}"));
        }
        let games = opened["games"].as_u64().unwrap();
        for number in (1..=games.min(6)).chain([games, games + 1, 0]) {
            let answer = self.get(&format!("/api/files/{key}/games/{number}"));
            if answer.status == 200 {
                self.game(&answer.json());
            }
        }
        self.ask("DELETE", &format!("/api/files/{key}"), "", b"");
        self.get(&format!("/api/files/{key}/games/1"));
    }

    /// Sends requests about a game: its text, edits, and its last position.
    fn game(&mut self, game: &Value) {
        self.json("/api/game", &json!({ "text": game["text"] }));
        let half_moves = game["main"]["half_moves"].as_array().unwrap();
        let boards = half_moves.last().map_or(&game["start"]["boards"], |last| &last["boards"]);
        let [a, b] = ["a", "b"].map(|board| escaped(boards[board]["bfen"].as_str().unwrap()));
        let legal = self.get(&format!("/api/legal?a={a}&b={b}")).json();
        self.get(&format!("/api/notations?a={a}&b={b}"));
        self.get(&format!("/api/analysis?a={a}&b={b}"));
        self.json("/api/mistakes", &json!({ "text": game["text"] }));
        self.get(&format!("/api/svg?a={a}&b={b}&flip=true&WhiteA=61000&BlackA=-5"));
        self.get(&format!("/api/position?text={a}%20%7C%20{b}"));
        let ply = half_moves.len();
        let mut edits = vec![
            json!({ "kind": "comment", "line": "", "ply": ply, "index": null, "text": "well played" }),
            json!({ "kind": "nags", "line": "", "ply": ply.min(1), "nags": ["!?"] }),
            json!({ "kind": "delete", "line": "", "ply": ply }),
            json!({ "kind": "promote", "line": "1.1", "ply": 1 }),
        ];
        for board in ["a", "b"] {
            let moves = legal[board]["moves"].as_object().unwrap();
            let Some((from, to)) = moves.iter().next() else { continue };
            let uci = format!("{from}{}", to[0].as_str().unwrap());
            edits.push(json!({ "kind": "play", "line": "", "ply": ply, "board": board, "uci": uci }));
        }
        for edit in edits {
            self.json("/api/edit", &json!({ "text": game["text"], "edit": edit }));
        }
    }
}

/// Lists all files below a folder.
fn files_below(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files_below(&path, files),
            false => files.push(path),
        }
    }
    files.sort();
}

fn ask_about_folder(folder: &Path) -> usize {
    let mut files = Vec::new();
    files_below(folder, &mut files);
    let mut both = Both::new();
    for file in &files {
        let text = std::fs::read(file).unwrap();
        both.text(&file.file_name().unwrap().to_string_lossy(), &text);
    }
    both.requests
}

#[test]
fn same_answers_for_test_data() {
    assert!(ask_about_folder(Path::new(&testdata(""))) > 1_000);
    let chesscom = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/chesscom");
    assert!(ask_about_folder(&chesscom) > 5);
}

#[test]
fn same_answers_for_real_games() {
    let Some(folder) = shared_data("bpgn") else { return };
    assert!(ask_about_folder(&folder) > 1_000);
}

#[test]
fn same_answers_for_uploads() {
    let mut both = Both::new();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Np] w KQkq - 0 1";
    for (name, text) in [
        ("", ""),
        ("half moves", "1e2e4 2d2d4\n\n1d2d4"),
        ("half moves", "1e2e4 2d2d5"),
        ("one", start),
        ("two", &format!("{start}\n{start}")),
        ("bar", &format!("{start} | {start}")),
        ("start", "start"),
        ("start", &format!("start | {start}")),
        ("start", &format!("{start} | startpos")),
        ("start", "start | x"),
        ("wrong", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX w KQkq - 0 1"),
        ("json", "{\"game\": 1}"),
        ("../up", "\u{feff}[Event \"x\"]\n1A. e4 *"),
        ("hello", "hello"),
        (" ", "stray\n\n[Event \"x\"]\n1A. e4 *\n\nmore stray"),
    ] {
        both.text(name, text.as_bytes());
    }
    both.ask("POST", "/api/files?name=same", "application/octet-stream", b"1A. e4 *");
    both.ask("POST", "/api/files?name=same", "application/octet-stream", b"[Event \"x\"]\n1A. d4 *");
    both.get("/api/games");
    both.get("/api/games?offset=1");
    both.get("/api/files");
}

#[test]
fn same_answers_for_invalid_requests() {
    let mut both = Both::new();
    for target in [
        "/api/games?limit=0",
        "/api/games?playr=x",
        "/api/games?player=a&player=b",
        "/api/games?result=won",
        "/api/games?player=%ff",
        "/api/games?file=none",
        "/api/files/none/games/1",
        "/api/files/none/games/x",
        "/api/files/none/games/99999999999999999999",
        "/api/legal?a=start",
        "/api/legal?a=8/8&b=start",
        "/api/legal?a=start+%7c+start&b=start",
        "/api/svg?a=start&b=start&flip=maybe",
        "/api/svg?a=start&b=start&WhiteA=x",
        "/api/position",
        "/api/position?text=",
        "/api/position?text=%ff",
        "/api/position?text=start&more=1",
        "/api/nothing",
        "/api/openapi.json",
        "/api",
        "/api/",
        "/api/games/",
        "/api/files/",
        "/api/files//games/1",
        "/api/files/none/games/",
        "/api/%67ames",
        "/api/%66iles/none/%67ames/%31",
        "/api/games%2F",
        "/api/files/%ff/games/1",
        "/api/games?from=2000-13-45",
        "/api/games?to=2001-02-29",
        "/api/games?from=2000&to=2000-12",
        "/api/games?limit=%2B5",
        "/api/games?offset=007",
        "/api/legal?a=start&b=start&c=start",
        "/api/legal?a=start&b=start&PawnDropRanks=2-6&DropAggression=mate-allowed",
        "/api/legal?a=start&b=start&Promotion=never",
        "/api/notations?a=start&b=start&to=fen",
        "/api/svg?a=start&b=start&rotate=1",
        "/api/svg?a=start&b=start&flip=1&flip=0",
        "/api/svg?a=start&b=start&WhiteA=%2B5&BlackA=1",
        "/api/files?name=x",
        "/api/openapi.json?v=1",
        "/api/save",
        "/api/edit",
        "/api/game",
        "/api/files/none/reload",
    ] {
        both.get(target);
        both.ask("HEAD", target, "", b"");
    }
    for body in ["{", "[]", "{\"text\":1}", "{\"text\":\"\\ud800\"}", "{\"text\":\"\",\"more\":1}"] {
        for target in ["/api/game", "/api/edit"] {
            both.ask("POST", target, "application/json", body.as_bytes());
        }
    }
    both.ask("DELETE", "/api/files/none", "", b"");
    both.ask("PATCH", "/api/files", "", b"");
    both.ask("DELETE", "/api/games", "", b"");
    for method in ["PATCH", "PUT", "DELETE", "OPTIONS", "get"] {
        for target in ["/api/save", "/api/files", "/api/files/none/games/1", "/api/nothing"] {
            if (method, target) != ("PUT", "/api/files/none/games/1") {
                both.ask(method, target, "", b"");
            }
        }
    }
}

#[test]
fn same_answers_for_game_numbers() {
    let mut both = Both::new();
    both.ask("POST", "/api/files?name=x", "application/octet-stream", b"[Event \"x\"]\n1A. e4 *");
    for (number, status) in [
        ("1", 200),
        ("%31", 200),
        ("0", 404),
        ("2", 404),
        ("+1", 400),
        ("%2B1", 400),
        ("0001", 400),
        ("-1", 400),
        ("1.0", 400),
        ("%201", 400),
        ("0x1", 400),
    ] {
        let answer = both.get(&format!("/api/files/x/games/{number}"));
        assert_eq!(answer.status, status, "{number}");
        if status == 400 {
            let message = answer.rejected(400)["message"].to_string();
            assert!(message.contains("expected the number of a game, such as 12"), "{message}");
        }
    }
    assert_eq!(both.get("/api/files/x/games/1?more=1").status, 400);
    assert_eq!(both.ask("HEAD", "/api/files/x/games/1", "", b"").body, b"");
}

/// Neither of the two saves to disk, for different reasons.
#[test]
fn neither_saves_to_disk() {
    let mut both = Both::new();
    both.ask("POST", "/api/files?name=x", "application/octet-stream", b"[Event \"x\"]\n1A. e4 *");
    let save = json!({ "text": "1A. e4 *", "name": "x", "overwrite": false });
    let replace = json!({ "text": "1A. e4 *", "original": "", "overwrite": true });
    both.rejected("POST", "/api/save", &save, 403);
    both.rejected("POST", "/api/save", &replace, 400);
    both.rejected("POST", "/api/save?name=x", &save, 400);
    both.rejected("PUT", "/api/files/x/games/1", &replace, 403);
    both.rejected("PUT", "/api/files/x/games/01", &replace, 400);
    both.rejected("PUT", "/api/files/none/games/1", &replace, 404);
    both.rejected("POST", "/api/files/x/reload", &Value::Null, 403);
    both.rejected("POST", "/api/files/none/reload", &Value::Null, 404);
}
