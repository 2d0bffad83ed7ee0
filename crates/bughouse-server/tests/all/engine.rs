//! The engine of the server, with many clients that query it, disconnect, or send the same query.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use bughouse_engines::Program;
use bughouse_server::Options;

use crate::folders::folder;
use crate::server::Server;

/// A script that acts as an engine, and a file with the commands it received.
struct Script {
    folder: PathBuf,
}

impl Script {
    /// Creates a script that runs `go` to search and `stop` to stop.
    fn new(name: &str, go: &str, stop: &str) -> Script {
        let script = Script { folder: folder(name) };
        let body = format!(
            "echo $$ > \"$1.id\"
             while read -r word rest; do
               echo \"$word\" >> \"$1\"
               case $word in
                 uci) echo 'id name Script 1'
                      echo 'option name UCI_Variant type combo default chess var bughouse'
                      echo uciok ;;
                 isready) echo readyok ;;
                 go) {go} ;;
                 stop) {stop} ;;
                 quit) exit 0 ;;
               esac
             done"
        );
        fs::write(script.path("engine.sh"), body).unwrap();
        script
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Starts a server with this engine.
    fn serve(&self) -> Server {
        let program = Program::new("/bin/sh").arg(self.path("engine.sh")).arg(self.path("log"));
        Server::with(Options::default().engine(Some(program)))
    }

    /// Returns how many times it received a command.
    fn received(&self, word: &str) -> usize {
        let log = fs::read_to_string(self.path("log")).unwrap_or_default();
        log.lines().filter(|&line| line == word).count()
    }

    /// Waits until it has received a command.
    #[track_caller]
    fn wait_until_received(&self, word: &str) {
        let start = Instant::now();
        while self.received(word) == 0 {
            assert!(start.elapsed() < Duration::from_secs(20), "it never receives {word}");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

const ANSWER: &str = "echo 'info depth 1 score cp 5 pv e2e4'; echo 'bestmove e2e4'";

/// Returns a different query for each number.
fn query(number: usize) -> String {
    let board = format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR%5B%5D+w+KQkq+-+{number}+30");
    format!("/api/engine?a={board}&b=start")
}

#[test]
fn waiting_queries_do_not_block_others() {
    // It ignores commands once it searches.
    let script = Script::new("engine-waits", "sleep 600", ":");
    let server = script.serve();
    let answers = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for number in 0..16 {
            let (server, answers) = (&server, &answers);
            scope.spawn(move || {
                let status = server.get(&query(number)).status;
                answers.lock().unwrap().push(status);
            });
        }
        script.wait_until_received("go");
        let start = Instant::now();
        server.get("/api/files").json();
        server.get("/api/analysis?a=start&b=start").json();
        assert!(start.elapsed() < Duration::from_millis(2000), "{:?}", start.elapsed());
        assert!(answers.lock().unwrap().len() < 16, "all were answered too early to test anything");
    });
    let answers = answers.into_inner().unwrap();
    // Only the last one is answered.
    assert!(answers.iter().filter(|&&status| status == 409).count() >= 15, "{answers:?}");
}

#[test]
fn equal_queries_get_the_same_answer() {
    let script = Script::new("engine-same", &format!("sleep 0.5; {ANSWER}"), ":");
    let server = script.serve();
    let ask = || server.get(&query(7)).json();
    let (first, second) = thread::scope(|scope| {
        let first = scope.spawn(ask);
        script.wait_until_received("go");
        let second = ask();
        (first.join(), second)
    });
    let (first, second) = match first {
        Ok(first) => (first, second),
        Err(_) => panic!("the first was canceled by the second"),
    };
    assert_eq!((&first, first["a"]["score"]["centipawns"].as_i64()), (&second, Some(5)));
}

#[test]
fn a_disconnect_cancels_the_query() {
    let script = Script::new("engine-left", ":", ANSWER);
    let server = script.serve();
    let mut stream = server.connect();
    write!(stream, "GET {} HTTP/1.1\r\nHost: {}\r\n\r\n", query(1), server.host).unwrap();
    script.wait_until_received("go");
    assert_eq!(script.received("stop"), 0);
    drop(stream);
    script.wait_until_received("stop");
}

#[test]
fn a_hung_engine_is_stopped_with_the_server() {
    let script = Script::new("engine-hangs", "sleep 600", ":");
    let mut server = script.serve();
    let mut stream = server.connect();
    write!(stream, "GET {} HTTP/1.1\r\nHost: {}\r\n\r\n", query(1), server.host).unwrap();
    script.wait_until_received("go");
    server.stop();
    let id = fs::read_to_string(script.path("log.id")).unwrap();
    let ps = std::process::Command::new("ps").args(["-o", "stat=", "-p", id.trim()]).output().unwrap();
    let state = String::from_utf8_lossy(&ps.stdout).into_owned();
    assert!(state.is_empty() || state.starts_with('Z'), "{state}");
}
