//! The other engine, as a process. It is told positions by FEN, never moves, and knows one board.

use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use bughouse_chess::{Board, BughouseMove, FenStyle};

/// How long a move may take.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Budget {
    Time(Duration),
    Nodes(u64),
}

/// An engine that runs.
pub(crate) struct Opponent {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Opponent {
    /// Starts it, and tells it to play bughouse on one thread.
    pub(crate) fn start(path: &Path) -> io::Result<Opponent> {
        let mut child = Command::new(path).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let missing = || io::Error::other("the engine has no pipes");
        let input = child.stdin.take().ok_or_else(missing)?;
        let output = BufReader::new(child.stdout.take().ok_or_else(missing)?);
        let mut engine = Opponent { child, input, output };
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

    /// Forgets the game before.
    pub(crate) fn new_game(&mut self) -> io::Result<()> {
        self.say("ucinewgame")?;
        self.is_ready()
    }

    /// Asks for a move on a board, which must have one. Returns it with the time that it took of a processor.
    pub(crate) fn choose(&mut self, board: &Board, budget: Budget) -> io::Result<(BughouseMove, Duration)> {
        self.say(&format!("position fen {}", board.to_bfen_as(&FenStyle::default())))?;
        let before = self.taken();
        self.say(&match budget {
            Budget::Time(time) => format!("go movetime {}", time.as_millis().max(1)),
            Budget::Nodes(nodes) => format!("go nodes {nodes}"),
        })?;
        loop {
            let line = self.line()?;
            let mut words = line.split_whitespace();
            if words.next() == Some("bestmove") {
                let word = words.next().unwrap_or_default();
                let mv = word.parse().map_err(|_| io::Error::other(format!("it answered `{word}`")))?;
                return Ok((mv, self.taken().saturating_sub(before)));
            }
        }
    }

    /// Returns the time that all its threads took of processors, as Linux tells it.
    fn taken(&self) -> Duration {
        let mut total = 0;
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.child.id()));
        for task in tasks.into_iter().flatten().flatten() {
            let text = std::fs::read_to_string(task.path().join("schedstat")).unwrap_or_default();
            total += text.split_whitespace().next().and_then(|word| word.parse::<u64>().ok()).unwrap_or(0);
        }
        Duration::from_nanos(total)
    }
}

impl Drop for Opponent {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.say("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
