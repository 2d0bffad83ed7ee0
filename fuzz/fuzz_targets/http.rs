//! Requests of the HTTP API without a socket: each is answered with a status of HTTP, and never with an internal error.

#![no_main]

use bughouse_fuzz::{Choices, words};
use bughouse_review::Texts;
use libfuzzer_sys::fuzz_target;

const METHODS: [&str; 6] = ["GET", "POST", "PUT", "DELETE", "HEAD", "PATCH"];

/// Requests that are answered without a search or an engine, which take their time.
const PATHS: [&str; 20] = [
    "/api/files",
    "/api/files/x",
    "/api/files/x/reload",
    "/api/files/x/games/1",
    "/api/games",
    "/api/game",
    "/api/edit",
    "/api/position",
    "/api/legal",
    "/api/notations",
    "/api/svg",
    "/api/save",
    "/api/explore",
    "/api/explore/years",
    "/api/search",
    "/api/archive/games/1",
    "/api/archive/players",
    "/api/archive/players/x",
    "/api/files//games/",
    "/api",
];

const WORDS: [&str; 58] = [
    "?",
    "&",
    "=",
    "%",
    "%2",
    "%00",
    "%ff",
    "%20",
    "+",
    "/",
    "#",
    "..",
    "a=",
    "b=",
    "position=",
    "board=",
    "A",
    "B",
    "file=",
    "x",
    "page=",
    "limit=",
    "offset=",
    "sort=",
    "search=",
    "query=",
    "moves=",
    "e2e4",
    "N%40f3",
    "rules=",
    "standard",
    "format=",
    "size=",
    "100",
    "-1",
    "99999999999999999999",
    "flip=",
    "true",
    "theme=",
    "coordinates=",
    "last=",
    "ply=",
    "game=",
    "seat=",
    "WhiteA",
    "text",
    "{",
    "}",
    "[",
    "]",
    "\"",
    ":",
    ",",
    "\"text\":",
    "\"1A. e4 1a. e5 *\"",
    "\"edits\":",
    "null",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR%20w%20KQkq%20-%200%201",
];

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices::new(bytes);
    let (kind, path, length) = (choices.byte(), choices.byte(), choices.byte());
    let method = METHODS[usize::from(kind) % METHODS.len()];
    let target = choices.take(usize::from(length % 64));
    let target = words(kind & 0x80, target, &WORDS);
    let target = match kind & 0x40 {
        0 => format!("{}{target}", PATHS[usize::from(path) % PATHS.len()]),
        _ => format!("/api/{target}"),
    };
    let body = words(kind & 0x80, choices.rest(), &WORDS);
    // Analysis is for another target: its time is limited, but long.
    if ["/analysis", "/evaluation", "/engine", "/mistakes"].iter().any(|slow| target.contains(slow)) {
        return;
    }
    let texts = Texts::default();
    if path & 0x80 != 0 {
        let _ = texts.restore("x", "x.bpgn", b"[Event \"x\"]\n1A. e4 1a. e5 1B. d4 *\n".to_vec());
    }
    let answer = texts.answer(method, &target, body.into_bytes());
    assert!((200..500).contains(&answer.status), "{method} {target}: {}", answer.status);
});
