//! An engine that knows nothing about chess. Its arguments select how it behaves or misbehaves.
//!
//! `fake-engine [--ubi] [--log FILE] [--once FILE] [--info TEXT]... [--best MOVE] MODE`
//!
//! With `--once`, it misbehaves if the file doesn't exist, creates the file, and behaves from then on.

use std::fs::{self, OpenOptions};
use std::io::{self, BufRead, Write};
use std::process::exit;
use std::thread;
use std::time::Duration;

#[derive(Default)]
struct Fake {
    ubi: bool,
    log: Option<String>,
    infos: Vec<String>,
    best: String,
    mode: String,
}

fn main() {
    let mut fake = Fake { best: "e2e4".to_owned(), ..Fake::default() };
    let mut once = None;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--ubi" => fake.ubi = true,
            "--log" => fake.log = args.next(),
            "--once" => once = args.next(),
            "--info" => fake.infos.extend(args.next()),
            "--best" => fake.best = args.next().unwrap_or_default(),
            _ => fake.mode = arg,
        }
    }
    if let Some(file) = once {
        if fs::exists(&file).unwrap_or(false) {
            fake.mode.clear();
        }
        let _ = fs::write(&file, "");
    }
    if fake.mode == "closes" {
        // Exits right after the handshake.
        send("id name Fake\nuciok");
        exit(3);
    }
    fake.run();
}

fn send(text: &str) {
    // Exit when nobody reads the output.
    if writeln!(io::stdout(), "{text}").and_then(|()| io::stdout().flush()).is_err() {
        exit(0);
    }
}

fn hang() -> ! {
    loop {
        thread::sleep(Duration::from_secs(1));
    }
}

fn flood(bytes: &[u8]) -> ! {
    loop {
        if io::stdout().write_all(bytes).is_err() {
            exit(0);
        }
    }
}

impl Fake {
    fn run(&self) {
        let mut board = None;
        for line in io::stdin().lock().lines() {
            let Ok(line) = line else { return };
            if let Some(log) = &self.log
                && let Ok(mut file) = OpenOptions::new().append(true).create(true).open(log)
            {
                let _ = writeln!(file, "{line}");
            }
            let mut words = line.split_whitespace();
            match words.next() {
                Some("uci" | "ubi") => self.greet(),
                Some("isready") => {
                    if self.mode == "never-ready" {
                        hang();
                    }
                    send("readyok");
                    if self.mode == "deaf" {
                        flood(b"readyok\ninfo score cp 1 pv e2e4\nbestmove e2e4\n");
                    }
                }
                Some("go") => {
                    board = self.ubi.then(|| words.nth(1).unwrap_or("A").to_owned());
                    self.search(board.as_deref());
                }
                Some("stop") if !self.ubi && self.mode == "waits-for-stop" => self.answer(board.as_deref()),
                Some("quit") => return,
                _ => {}
            }
        }
    }

    fn greet(&self) {
        match self.mode.as_str() {
            "dies-at-start" => exit(7),
            "hangs-at-start" => hang(),
            "floods-at-start" => flood(&[b'x'; 4096]),
            _ => {}
        }
        send("id name Fake 1.0\nid author Nobody");
        if self.mode != "no-bughouse" && !self.ubi {
            send("option name UCI_Variant type combo default chess var chess var bughouse");
        }
        send("option name Hash type spin default 16 min 1 max 8");
        send("option name MultiPV type spin default 1 min 1 max 500");
        if self.mode != "no-960" && !self.ubi {
            send("option name UCI_Chess960 type check default false");
        }
        send(if self.ubi { "ubiok" } else { "uciok" });
    }

    fn search(&self, board: Option<&str>) {
        match self.mode.as_str() {
            "dies" => exit(7),
            "aborts" => std::process::abort(),
            "hangs" => hang(),
            "floods" => flood(&[b'x'; 4096]),
            "floods-lines" => flood(&b"info string nothing to see here\n".repeat(64)),
            "bad-utf8" => {
                let _ = io::stdout().write_all(b"info string \xff\xfe\xc0\x80\n\xf0\x28\x8c\x28\n\0\0\0\n");
                self.answer(board);
            }
            // Answers after its time limit.
            "late" => {
                thread::sleep(Duration::from_millis(400));
                self.answer(board);
            }
            "talks-on" => {
                self.answer(board);
                send("info depth 99 score cp 9999 pv a2a3\nbestmove a2a3");
            }
            "waits-for-stop" => {
                for info in &self.infos {
                    send(&self.line("info", board, info));
                }
            }
            "long-line" => {
                send(&"y".repeat(200_000));
                self.answer(board);
            }
            _ => self.answer(board),
        }
    }

    fn answer(&self, board: Option<&str>) {
        for info in &self.infos {
            send(&self.line("info", board, info));
        }
        send(&self.line("bestmove", board, &self.best));
    }

    fn line(&self, word: &str, board: Option<&str>, rest: &str) -> String {
        match board {
            Some(board) => format!("{word} board {board} {rest}"),
            None => format!("{word} {rest}"),
        }
    }
}
