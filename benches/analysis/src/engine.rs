//! Fairy-Stockfish as a process. It is under the GPL, so we neither link it nor ship it.

use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use bughouse_chess::Board;

/// The path of Debian's package.
const DEBIAN_PATH: &str = "/usr/games/fairy-stockfish";

/// Returns the path of the engine: the given one, else that of Debian's package. `None` if there is no such file.
pub(crate) fn find(named: Option<&Path>) -> Option<PathBuf> {
    let path = named.unwrap_or(Path::new(DEBIAN_PATH));
    path.is_file().then(|| path.to_path_buf())
}

/// A running engine.
pub(crate) struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

/// When a search stops.
#[derive(Clone, Copy)]
pub(crate) enum Until {
    Nodes(u32),
    Depth(u32),
    Time(Duration),
}

/// The result of a search.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Searched {
    /// The CPU time of the search.
    pub(crate) time: Duration,
    /// The depth at which the engine first announced a mate by the side to move.
    pub(crate) mate_depth: Option<u32>,
    /// The last score is a mate by the other side.
    pub(crate) is_mated: bool,
}

impl Engine {
    /// Starts the engine, for bughouse on one thread.
    pub(crate) fn start(path: &Path) -> io::Result<Engine> {
        let mut child = Command::new(path).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let missing = || io::Error::other("the engine has no pipes");
        let input = child.stdin.take().ok_or_else(missing)?;
        let output = BufReader::new(child.stdout.take().ok_or_else(missing)?);
        let mut engine = Engine { child, input, output };
        engine.say("uci")?;
        engine.wait_for("uciok")?;
        for option in ["UCI_Variant value bughouse", "Threads value 1", "Hash value 16"] {
            engine.say(&format!("setoption name {option}"))?;
        }
        engine.is_ready()?;
        Ok(engine)
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.input, "{line}")?;
        self.input.flush()
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        if self.output.read_line(&mut line)? == 0 {
            return Err(io::Error::other("the engine ended"));
        }
        Ok(line.trim_end().to_owned())
    }

    fn wait_for(&mut self, word: &str) -> io::Result<()> {
        while self.line()? != word {}
        Ok(())
    }

    fn is_ready(&mut self) -> io::Result<()> {
        self.say("isready")?;
        self.wait_for("readyok")
    }

    /// Searches a board, starting with an empty hash table. The board must have a legal move.
    pub(crate) fn search(&mut self, board: &Board, until: Until, stop_at_mate: bool) -> io::Result<Searched> {
        self.say("ucinewgame")?;
        self.say(&format!("position fen {}", board.to_bfen()))?;
        self.is_ready()?;
        let clock = Clock::start(self.child.id());
        self.say(&match until {
            Until::Nodes(nodes) => format!("go nodes {nodes}"),
            Until::Depth(depth) => format!("go depth {depth}"),
            Until::Time(time) => format!("go movetime {}", time.as_millis()),
        })?;
        let mut searched = Searched::default();
        loop {
            let line = self.line()?;
            if line.starts_with("bestmove") {
                // Linux adds a thread's CPU time when the thread sleeps or at a timer tick, which may be milliseconds
                // later.
                self.is_ready()?;
                searched.time = clock.elapsed();
                return Ok(searched);
            }
            let Some(mate) = mate_score(&line) else { continue };
            searched.is_mated = mate.is_some_and(|moves| moves < 0);
            if mate.is_some_and(|moves| moves > 0) && searched.mate_depth.is_none() {
                searched.mate_depth = number_after("depth", &line);
                if stop_at_mate {
                    self.say("stop")?;
                }
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // The engine may have exited already.
        let _ = self.say("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Parses the score in a line: `None` without a score, `Some(None)` if it isn't a mate, else the moves to mate.
fn mate_score(line: &str) -> Option<Option<i32>> {
    let mut words = line.split_whitespace();
    words.find(|&word| word == "score")?;
    match (words.next()?, words.next()?.parse()) {
        ("mate", Ok(moves)) => Some(Some(moves)),
        _ => Some(None),
    }
}

/// Parses the number that follows a word in a line.
fn number_after(word: &str, line: &str) -> Option<u32> {
    let mut words = line.split_whitespace();
    words.find(|&other| other == word)?;
    words.next()?.parse().ok()
}

/// The CPU time of a process; wall-clock time where the system does not report it.
struct Clock {
    process: u32,
    before: Option<Duration>,
    start: Instant,
}

impl Clock {
    fn start(process: u32) -> Clock {
        Clock { process, before: taken(process), start: Instant::now() }
    }

    fn elapsed(&self) -> Duration {
        match (self.before, taken(self.process)) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.start.elapsed(),
        }
    }
}

/// Adds up the CPU time of all threads of a process, which Linux reports in nanoseconds.
fn taken(process: u32) -> Option<Duration> {
    let mut total = 0;
    for task in std::fs::read_dir(format!("/proc/{process}/task")).ok()? {
        let text = std::fs::read_to_string(task.ok()?.path().join("schedstat")).ok()?;
        total += text.split_whitespace().next()?.parse::<u64>().ok()?;
    }
    Some(Duration::from_nanos(total))
}
