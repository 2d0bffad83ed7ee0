//! `serve`: starting and stopping the server, and that it agrees with other commands.

use std::io::{BufRead, BufReader};
use std::ops::Deref;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use crate::client::Client;
use crate::folders::{folder, testdata};
use crate::run::{bughouse, command};

/// A server that stops with the test.
pub(crate) struct Server {
    child: Child,
    client: Client,
}

impl Server {
    /// Starts the server in a folder, and waits until all files are read.
    pub(crate) fn start<S: AsRef<str>>(folder: &Path, args: &[S]) -> Server {
        let mut command = command();
        command.current_dir(folder).args(["serve", "--port", "0"]).args(args.iter().map(AsRef::as_ref));
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let host = line.trim().strip_prefix("http://").and_then(|host| host.strip_suffix('/'));
        let host = host.unwrap_or_else(|| panic!("an address, not {line:?}")).to_owned();
        let server = Server { child, client: Client { host, validate: |_, _, _| {} } };
        server.wait_until_read();
        server
    }
}

impl Deref for Server {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// `bughouse` contains the web UI that was built into `page/`, and says so if there is none.
#[test]
fn the_web_ui_is_embedded() {
    let server = Server::start::<&str>(&folder("serve-page"), &[]);
    let answer = server.get("/");
    match std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/page/index.html")) {
        Ok(page) => assert_eq!((answer.status, answer.body), (200, page)),
        Err(_) => assert_eq!(answer.status, 503, "{}", answer.text()),
    }
}

/// New files are written to the current folder.
#[test]
fn games_are_saved_to_the_current_folder() {
    let here = folder("serve-folder");
    let server = Server::start::<&str>(&here, &[]);
    let body = serde_json::json!({ "text": "1A. e4 *", "name": "mine", "overwrite": false });
    server.json("POST", "/api/save", &body).json();
    assert_eq!(std::fs::read_to_string(here.join("mine.bpgn")).unwrap(), "1A. e4 *\n");
}

/// The server and `replay --json` return the same objects.
#[test]
fn the_server_agrees_with_replay() {
    let (mut games, mut half_moves) = (0, 0);
    let here = folder("serve-replay");
    let files = ["standard-2.2.bpgn", "standard-3.3.bpgn", "several.bpgn", "quirks/clock-since-start.bpgn"];
    for file in files.map(testdata) {
        let server = Server::start(&here, &[&file]);
        let rows = server.get("/api/games").json();
        for row in rows["games"].as_array().unwrap() {
            let (key, number) = (row["file"].as_str().unwrap(), row["game"].to_string());
            let game = server.get(&format!("/api/files/{key}/games/{number}")).json();
            let replayed = bughouse(["replay", &file, "--game", &number, "--json"]).json();
            let (head, end) = (&replayed[0], replayed.last().unwrap());
            for key in ["boards", "clocks", "diagonals"] {
                assert_eq!(game["start"][key], head[key], "{file} {number} {key}");
            }
            for key in ["state", "outcome", "sits", "stopped_at", "diagnostics"] {
                assert_eq!(game[key], end[key], "{file} {number} {key}");
            }
            let played = game["main"]["half_moves"].as_array().unwrap();
            assert_eq!(played.len(), replayed.len() - 2);
            for (half_move, expected) in played.iter().zip(&replayed[1..]) {
                let mut expected = expected.clone();
                assert_eq!(expected.as_object_mut().unwrap().remove("type"), Some("half-move".into()));
                assert_eq!(*half_move, expected, "{file} {number}");
                half_moves += 1;
            }
            games += 1;
        }
    }
    assert_eq!((games, half_moves > 90), (7, true), "{half_moves}");
}

/// A row is created while the game is read, so it takes no more memory than the index.
#[cfg(target_os = "linux")]
#[test]
fn a_long_game_that_stops_early_is_listed_in_little_memory() {
    use std::fmt::Write as _;
    let here = folder("serve-memory");
    let mut text = "[Event \"x\"]\n\n1A. e4 1a. Ke5".to_owned();
    let half_moves = 1_000_000;
    for number in 2..=half_moves / 2 {
        let _ = write!(text, " {number}A. Nf3 {number}a. Nf6");
    }
    std::fs::write(here.join("long.bpgn"), text + " *\n").unwrap();
    let server = Server::start(&here, &["long.bpgn"]);
    let most_memory = || -> usize {
        let status = std::fs::read_to_string(format!("/proc/{}/status", server.child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    };
    let before = most_memory();
    assert_eq!(server.get("/api/games").json()["games"][0]["plies"], half_moves);
    let after = most_memory();
    assert!(after < before + 30_000, "{before} kB before, {after} kB after");
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_the_server_cleanly() {
    for signal in ["-INT", "-TERM"] {
        let mut server = Server::start(&folder("serve-ctrl-c"), &[testdata("several.bpgn")]);
        // An idle connection doesn't keep the server running.
        let _idle = server.connect();
        let id = server.child.id().to_string();
        assert!(std::process::Command::new("kill").args([signal, &id]).status().unwrap().success());
        let start = Instant::now();
        let code = server.child.wait().unwrap().code();
        assert_eq!(code, Some(0), "{signal}");
        assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    }
}

#[test]
fn a_missing_file_is_reported() {
    let rejected = bughouse(["serve", "no-such-file.bpgn"]).rejected();
    assert!(rejected.contains("no-such-file.bpgn"), "{rejected}");
}

#[test]
fn a_port_that_is_taken_is_reported() {
    let here = folder("serve-port");
    let server = Server::start::<&str>(&here, &[]);
    let port = server.host.rsplit(':').next().unwrap();
    let rejected = bughouse(["serve", "--port", port]).rejected();
    assert!(rejected.contains("cannot listen on 127.0.0.1") && rejected.contains("--port 0"), "{rejected}");
}

#[test]
fn chess_com_json_names_convert() {
    let folder = folder("serve-json");
    std::fs::copy(testdata("../chesscom/on-time-1.json"), folder.join("game.json")).unwrap();
    let server = Server::start(&folder, &["game.json"]);
    let files = server.get("/api/files").json();
    let expected = "game.json is JSON, not BPGN: convert a chess.com game with `bughouse convert --to bpgn game.json -o games.bpgn`";
    assert_eq!(files["files"][0]["error"], expected, "{files}");
}

/// Returns the first error that `serve` prints after it started.
fn first_error(args: &[&str]) -> String {
    let mut command = command();
    command.args(["serve", "--port", "0"]).args(args).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let lines = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
    let error = { lines }.find(|line| line.starts_with("error: ")).unwrap_or_default();
    let _ = child.kill();
    let _ = child.wait();
    error
}

#[test]
fn an_engine_that_cannot_be_used_names_the_next_step() {
    let missing = first_error(&["--engine", "no-such-engine"]);
    assert!(missing.starts_with("error: can't start no-such-engine: "), "{missing}");
    assert!(missing.contains("Check the path, or see "), "{missing}");
    let engine = env!("CARGO_BIN_EXE_bughouse");
    let ubi = first_error(&["--engine", engine, "--engine-arg", "ubi"]);
    assert!(ubi.ends_with("It speaks UBI: pass --ubi"), "{ubi}");
    let built_in = first_error(&["--engine", engine]);
    assert!(built_in.ends_with("pass --engine-arg ubi --ubi"), "{built_in}");
}
