//! `ubi`: the built-in engine as a separate process.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

use bughouse_chess::{Board, BughouseMove};

use crate::run::{bughouse, command, with_stdin};

/// A running engine, which is killed at the end of the test.
struct Session {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Session {
    fn start(args: &[&str]) -> Session {
        let mut command = command();
        command.arg("ubi").args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        Session { child, input, output }
    }

    fn send(&mut self, line: &str) {
        self.send_bytes(line.as_bytes());
    }

    fn send_bytes(&mut self, line: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(line).unwrap();
        input.write_all(b"\n").unwrap();
        input.flush().unwrap();
    }

    /// Returns the lines up to and including the first that begins with `start`.
    #[track_caller]
    fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "no {start} after {lines:?}");
            lines.push(line.trim_end().to_owned());
            if line.starts_with(start) {
                return lines;
            }
        }
    }

    /// Waits until the engine has started.
    fn until_ready(&mut self) {
        self.send("isready");
        self.until("readyok");
    }

    /// Returns the answers to all lines sent so far.
    fn answers(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Asserts that the engine exits on its own, with success.
    #[track_caller]
    fn assert_exits(mut self) {
        self.input = None;
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(20) {
            if let Some(status) = self.child.try_wait().unwrap() {
                assert_eq!(status.code(), Some(0));
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("the engine doesn't exit");
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const START: &str = "position startpos | startpos clock 180000 180000 180000 180000";

/// Returns the move of a line `bestmove board X MOVE`.
fn best(lines: &[String], board: &str) -> String {
    let line = lines.last().unwrap();
    line.strip_prefix(&format!("bestmove board {board} ")).unwrap_or_else(|| panic!("{line}")).to_owned()
}

#[test]
fn it_identifies_itself() {
    let output_text = with_stdin(["ubi"], b"ubi\nquit\n").fine();
    let lines: Vec<&str> = output_text.lines().collect();
    assert_eq!(lines[0], format!("id name bughouse {}", env!("CARGO_PKG_VERSION")));
    assert!(lines[1].starts_with("id author "));
    assert_eq!(
        lines[2..],
        [
            "option name Hash type spin default 32 min 2 max 4096",
            "option name MultiPV type spin default 1 min 1 max 16",
            "ubiok"
        ]
    );
}

#[test]
fn it_exits_after_quit_and_at_the_end_of_input() {
    for text in ["quit\n", "", "ubi\n", "nonsense\nquit\nubi\n"] {
        let ran = with_stdin(["ubi"], text.as_bytes());
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{text}");
    }
    for line in ["go board A infinite", "go board B depth 60", "go board A"] {
        let mut session = Session::start(&[]);
        session.send(START);
        session.send(line);
        session.assert_exits();
    }
    let mut session = Session::start(&[]);
    session.send(START);
    session.send("go board A infinite");
    session.send("quit");
    session.assert_exits();
}

#[test]
fn it_plays_a_legal_move_on_either_board() {
    let mut session = Session::start(&["--hash", "2"]);
    let a = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R[NPp] w KQkq - 4 5";
    let b = "6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1";
    session.send(&format!("position {a} | {b} clock 180000 180000 165000 168000"));
    for limit in [
        "nodes 3000",
        "depth 3",
        "movetime 20",
        "movetime 0",
        "nodes 0",
        "nodes 20000 depth 2 movetime 10000",
    ] {
        session.send(&format!("go board A {limit}"));
        let lines = session.until("bestmove");
        let mv: BughouseMove = best(&lines, "A").parse().unwrap();
        assert!(a.parse::<Board>().unwrap().is_legal(mv), "{mv} with {limit}");
        assert!(
            lines.iter().all(|line| line.starts_with("info board A depth ") || line.starts_with("bestmove"))
        );
    }
    // A drop has a lower-case letter, and the score is a mate.
    session.send("go board B nodes 5000");
    let lines = session.until("bestmove");
    assert_eq!(best(&lines, "B"), "n@f7");
    assert!(lines[0].contains(" multipv 1 ") && lines[0].contains(" score mate 1 pv n@f7"), "{lines:?}");
    session.assert_exits();
}

#[test]
fn clocks_limit_a_search_without_limits() {
    let mut session = Session::start(&[]);
    session.send("position startpos | startpos clock 600 180000 180000 0");
    let start = Instant::now();
    session.send("go board A");
    best(&session.until("bestmove"), "A");
    session.send("position startpos | startpos clock 180000 180000 -5 -1");
    session.send("go board B");
    best(&session.until("bestmove"), "B");
    assert!(start.elapsed() < Duration::from_secs(15));
}

#[test]
fn multipv_gives_several_lines() {
    let mut session = Session::start(&[]);
    session.send("setoption name MultiPV value 3");
    session.send(START);
    session.send("go board A depth 4");
    let lines = session.until("bestmove");
    let last: Vec<&str> = lines.iter().rev().skip(1).take(3).rev().map(String::as_str).collect();
    let firsts: Vec<&str> =
        last.iter().map(|line| line.split(" pv ").nth(1).unwrap().split(' ').next().unwrap()).collect();
    for (at, line) in last.iter().enumerate() {
        assert!(line.contains(&format!(" multipv {} ", at + 1)), "{last:?}");
    }
    assert!(firsts[0] != firsts[1] && firsts[1] != firsts[2] && firsts[0] != firsts[2], "{firsts:?}");
    assert_eq!(best(&lines, "A"), firsts[0]);
}

#[test]
fn a_stopped_search_prints_nothing_more() {
    let mut session = Session::start(&[]);
    session.send(START);
    for stop in [
        "stop",
        "stop board A",
        "position 4k3/8/8/8/8/8/8/4K3[] w - - 0 1 | startpos clock 1 1 1 1",
        "ubinewgame",
    ] {
        session.send(START);
        session.send("go board A movetime 60000");
        session.until("info board A depth 2 ");
        session.send(stop);
        session.answers();
        // Nothing is printed after `readyok`, and the next search is not affected.
        session.send("go board B depth 2");
        let lines = session.until("bestmove");
        assert!(lines.iter().all(|line| line.contains("board B")), "{stop}: {lines:?}");
    }
}

#[test]
fn both_boards_are_searched_at_once() {
    let mut session = Session::start(&["--hash", "2"]);
    session.send(START);
    session.send("go board A movetime 60000");
    session.send("go board B depth 3");
    assert!(!best(&session.until("bestmove"), "B").is_empty());
    // A position that doesn't change board A doesn't stop its search.
    session.send("position startpos | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1 clock 1 1 1 1");
    session.send("go board B depth 1");
    session.until("bestmove board B");
    session.until("info board A");
    session.send("stop board B");
    session.send("go board A depth 2");
    assert!(!best(&session.until("bestmove"), "A").is_empty());
}

#[test]
fn searches_follow_the_chosen_rules() {
    // A drop can't mate under the rules of 2026.
    for (rules, is_played) in [("standard", true), ("wr_2026", false)] {
        let mut session = Session::start(&["--rules", rules]);
        session.send("ubinewgame");
        session.send("position 6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1 | startpos clock 1 1 1 1");
        session.send("go board A nodes 5000");
        assert_eq!(best(&session.until("bestmove"), "A") == "n@f7", is_played, "{rules}");
    }
}

#[test]
fn no_legal_move_gives_none() {
    let mut session = Session::start(&[]);
    for board in ["6rk/5Npp/8/8/8/8/8/K7[] b - - 0 1", "4R1k1/5ppp/8/8/8/8/8/6K1[pp] b - - 0 1"] {
        session.send(&format!("position {board} | startpos clock 1 1 1 1"));
        session.send("go board A depth 5");
        assert_eq!(best(&session.until("bestmove"), "A"), "(none)");
    }
}

#[test]
fn invalid_lines_are_reported_or_ignored() {
    let mut session = Session::start(&["--hash", "2"]);
    let invalid = [
        "go",
        "go board",
        "go board C depth 1",
        "go board A depth many",
        "go board A depth -1",
        "go board A nodes 99999999999999999999999",
        "stop board",
        "stop board C",
        "stop it",
        "setoption",
        "setoption Hash value 3",
        "setoption name Hash",
        "setoption name Hash value",
        "setoption name Hash value much",
    ];
    for line in invalid {
        session.send(line);
        let answers = session.answers();
        assert!(answers.len() == 1 && answers[0].starts_with("info string "), "{line}: {answers:?}");
    }
    for line in [
        "",
        "  ",
        "xyzzy",
        "uci",
        "metadata a b",
        "partnermsg go",
        "setoption name Style value lenient",
        "setoption name ClearHash",
        "setoption name Clear Hash",
        "setoption name Book File value a b",
    ] {
        session.send(line);
        assert_eq!(session.answers(), [""; 0], "{line}");
    }
    session.send_bytes(b"\xff\xfe\x00 go \x1b[2J");
    session.send_bytes(&[b'x'; 200_000]);
    session.send("setoption name Hash value 99999999");
    session.send("setoption name Hash value 0");
    session.send("setoption name MultiPV value 0");
    assert_eq!(session.answers(), [""; 0]);
    // After an invalid position, there is nothing to search.
    let positions = [
        "position",
        "position startpos",
        "position startpos|startpos",
        "position startpos | ",
        "position startpos | 8/8/8/8/8/8/8/8[] w - - 0 1",
        "position startpos | startpos clock 1 1 1",
        "position startpos | startpos clock a b c d",
        "position rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[\u{7}] w KQkq - 0 1 | startpos clock 1 1 1 1",
    ];
    for line in positions {
        session.send(line);
        let answers = session.answers();
        assert!(answers.len() == 1 && answers[0].starts_with("info string "), "{line}: {answers:?}");
        assert!(!answers[0].contains('\u{7}'), "{answers:?}");
        session.send("go board A depth 1");
        assert_eq!(best(&session.until("bestmove"), "A"), "(none)", "{line}");
    }
    // The engine still works.
    session.send(START);
    session.send("go board A depth 2 wtime 1000");
    assert_ne!(best(&session.until("bestmove"), "A"), "(none)");
    session.assert_exits();
}

#[test]
fn positions_with_too_many_pieces_are_searched() {
    let developed = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R";
    let examples = [
        format!("startpos | {developed}[NNPp] w KQkq - 4 5 clock 180000 180000 165000 168000"),
        "r1bqkb1r/pp1p1ppp/2n2n2/2p1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R[NNPp] w KQkq - 0 6 | \
         rnbqkb1r/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR[Qbpp] b KQkq - 0 3 clock 165000 168000 170000 172000"
            .to_owned(),
        format!(
            "{developed}[Np] w KQkq - 4 5 | rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR[P] b KQkq - 0 4 \
             clock 165000 168000 170000 172000"
        ),
        "startpos | 4k3/8/8/8/8/8/8/4K3[QQQQ] w - - 0 1 clock 1 1 1 1".to_owned(),
    ];
    let mut session = Session::start(&["--hash", "2"]);
    for example in examples {
        session.send(&format!("position {example}"));
        let answers = session.answers();
        assert!(
            answers.len() == 1
                && answers[0]
                    .starts_with("info string two full sets of pieces can't lead to this position: "),
            "{answers:?}"
        );
        let boards = example.split(" clock ").next().unwrap().split(" | ");
        for (name, text) in ["A", "B"].into_iter().zip(boards) {
            session.send(&format!("go board {name} nodes 500"));
            let mv: BughouseMove = best(&session.until("bestmove"), name).parse().unwrap();
            let board = if text == "startpos" { Board::default() } else { text.parse().unwrap() };
            assert!(board.is_legal(mv), "{mv} on {text}");
        }
    }
    session.assert_exits();
}

#[test]
fn searches_with_a_limit_finish_after_the_end_of_input() {
    for limit in ["depth 3", "nodes 3000", "movetime 50", "depth 60"] {
        let output_text =
            with_stdin(["ubi"], format!("{START}\ngo board A {limit}\ngo board B {limit}\n").as_bytes())
                .fine();
        for board in ["A", "B"] {
            let lines: Vec<String> = output_text.lines().map(str::to_owned).collect();
            let start = format!("bestmove board {board} ");
            assert_eq!(
                lines.iter().filter(|line| line.starts_with(&start)).count(),
                1,
                "{limit}: {output_text}"
            );
        }
    }
    // A search without a limit isn't answered, and `quit` doesn't wait for answers.
    for lines in ["go board A infinite\n", "go board A movetime 60000\nquit\n"] {
        let output_text = with_stdin(["ubi"], format!("{START}\n{lines}").as_bytes()).fine();
        assert!(!output_text.contains("bestmove"), "{lines}: {output_text}");
    }
}

#[test]
fn carriage_returns_are_skipped() {
    let mut session = Session::start(&[]);
    session.send(&format!("{START}\r"));
    session.send("go board A depth 1\r");
    assert_ne!(best(&session.until("bestmove"), "A"), "(none)");
}

#[test]
fn the_hash_size_is_limited() {
    for hash in ["0", "1", "4097", "-1", "much"] {
        let output_text = bughouse(["ubi", "--hash", hash]).misused();
        assert!(output_text.starts_with("error: "), "{output_text}");
    }
}

/// Returns the resident memory of a process in MB.
#[cfg(target_os = "linux")]
fn memory_of(child: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
}

#[cfg(target_os = "linux")]
#[test]
fn the_hash_size_is_that_of_both_tables_together() {
    let mut session = Session::start(&[]);
    session.answers();
    let before = memory_of(&session.child);
    assert!(before < 100, "{before} MB with the default size");
    session.send("setoption name Hash value 400");
    session.send("isready");
    session.until("readyok");
    let memory = memory_of(&session.child);
    assert!((390..500).contains(&memory), "{memory} MB with 400 MB of tables, allocated before a search");
    for board in ["A", "B"] {
        session.send(&format!("go board {board} nodes 1000"));
        session.until("bestmove");
    }
    session.answers();
    let memory = memory_of(&session.child);
    assert!((390..500).contains(&memory), "{memory} MB with 400 MB of tables");
    // Large tables are freed at once.
    session.send("setoption name Hash value 2");
    session.send("go board A nodes 1");
    session.until("bestmove");
    let after = memory_of(&session.child);
    assert!(after < 100, "{after} MB with 2 MB of tables");
}

/// Writes lines to an engine whose output nobody reads, until it reads no more of them.
#[cfg(target_os = "linux")]
#[test]
fn a_client_that_never_reads_costs_little_memory() {
    use std::sync::atomic::{AtomicU64, Ordering};

    let mut session = Session::start(&["--hash", "2"]);
    let mut input = session.input.take().unwrap();
    let sent = AtomicU64::new(0);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let lines =
                format!("{START}\nubi\ngo board A depth 4\ngo board B infinite\nstop it\n").repeat(50);
            while input.write_all(lines.as_bytes()).is_ok() {
                sent.fetch_add(lines.len() as u64, Ordering::Relaxed);
            }
        });
        let mut last = (0, Instant::now());
        // The engine is stuck when nothing was sent for a while.
        while last.1.elapsed() < Duration::from_secs(1) {
            std::thread::sleep(Duration::from_millis(50));
            let now = sent.load(Ordering::Relaxed);
            assert!(now < 64 << 20, "{now} bytes were read");
            if now != last.0 {
                last = (now, Instant::now());
            }
        }
        let memory = memory_of(&session.child);
        assert!(memory < 100, "{memory} MB");
        session.child.kill().unwrap();
    });
}

#[test]
fn quit_is_obeyed_whatever_the_engine_does() {
    let busy: [&[&str]; 5] = [
        &[],
        &["go board A infinite", "go board B infinite"],
        // Tables are being allocated.
        &["setoption name Hash value 2000", "isready"],
        &["setoption name Hash value 2000", "go board A infinite", "go board B infinite"],
        // Nobody reads these answers.
        &["ubi"; 1000],
    ];
    for lines in busy {
        let mut session = Session::start(&[]);
        session.until_ready();
        session.send_bytes(lines.join("\n").as_bytes());
        let start = Instant::now();
        session.send("quit");
        let status = session.child.wait().unwrap();
        assert!(status.success(), "{status}");
        assert!(start.elapsed() < Duration::from_secs(2), "{:?} after {:?}", start.elapsed(), lines.first());
    }
}

#[test]
fn many_searches_are_stopped_without_many_threads() {
    let mut session = Session::start(&["--hash", "2"]);
    session.send_bytes([START, &"go board A infinite\n".repeat(20_000)].join("\n").as_bytes());
    session.send("go board A depth 2");
    assert_ne!(best(&session.until("bestmove"), "A"), "(none)");
    session.assert_exits();
}
