//! An engine as a process: starts, queries, kills and restarts it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bughouse_chess::{Board, BoardId, BughouseMove};
use bughouse_mate::Solver;
use bughouse_search::{Cut, Evaluation, Limits, Line, Score};

use crate::declared::Declared;
use crate::engine::{Engine, Query};
use crate::error::EngineError;
use crate::grammar::{Go, Info, about, after_word, set_option};
use crate::pipes::{Pipes, Received};
use crate::program::Program;
use crate::protocol::{Protocol, is_chess960};

/// The number of restarts of a failing engine until it succeeds again.
const RESTARTS: u32 = 3;

/// How often to check whether the result is still wanted.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// The most options of an engine to keep.
const MOST_OPTIONS: usize = 1000;

/// From this number of bytes or lines on, the output counts as too much.
const FLOOD_BYTES: u64 = 1 << 20;
const FLOOD_LINES: u64 = 20_000;

/// An engine that runs in its own process. Dropping it ends the process.
///
/// A process that crashes, hangs or misbehaves is killed. It is restarted for the next query, up to three
/// times in a row. After that, the engine is unavailable.
pub struct EngineProcess {
    program: Program,
    name: String,
    running: Option<Running>,
    /// The number of failures since the last success.
    failures: u32,
    /// `true` if the next query is unrelated to the previous ones.
    is_new_game: bool,
    solver: Solver,
}

impl std::fmt::Debug for EngineProcess {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EngineProcess").field("program", &self.program).field("name", &self.name).finish()
    }
}

impl EngineProcess {
    /// Starts a program and waits until it is ready.
    ///
    /// # Errors
    /// Returns why the engine can't be used.
    ///
    /// ```no_run
    /// use std::sync::atomic::AtomicBool;
    ///
    /// use bughouse_chess::{BoardId, Position};
    /// use bughouse_engines::{Engine, EngineProcess, Limits, Program, Query};
    ///
    /// let mut engine = EngineProcess::start(Program::new("/usr/games/fairy-stockfish"))?;
    /// let position = Position::default();
    /// let query = Query::new(&position, BoardId::A);
    /// let evaluation = engine.evaluate(&query, &Limits::nodes(20_000), &AtomicBool::new(false))?;
    /// println!("{}: {}", engine.name(), evaluation.score);
    /// # Ok::<(), bughouse_engines::EngineError>(())
    /// ```
    pub fn start(program: Program) -> Result<EngineProcess, EngineError> {
        let (running, name) = Running::start(&program)?;
        let name = name.unwrap_or_else(|| {
            let file = program.path.file_name().unwrap_or(program.path.as_os_str());
            EngineError::excerpt(&file.to_string_lossy())
        });
        Ok(EngineProcess {
            program,
            name,
            running: Some(running),
            failures: 0,
            is_new_game: true,
            solver: Solver::new(),
        })
    }

    /// Returns the id of the process, if it is running. It changes after a restart.
    #[must_use]
    pub fn id(&self) -> Option<u32> {
        self.running.as_ref().map(|running| running.pipes.id())
    }

    /// Evaluates a query without handling failures of the process.
    fn try_evaluate(
        &mut self,
        query: &Query<'_>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Evaluation, EngineError> {
        let position = self.program.protocol.position(query)?;
        if self.failures > RESTARTS {
            return Err(EngineError::Unavailable { starts: self.failures });
        }
        let running = match &mut self.running {
            Some(running) => running,
            None => {
                self.is_new_game = true;
                self.running.insert(Running::start(&self.program)?.0)
            }
        };
        running.prepare(query, &position, limits, self.is_new_game)?;
        self.is_new_game = false;
        let searched = running.search(query, limits, stop)?;
        let (position, id) = (query.position, query.board);
        let read = |score, moves: &[String]| Line::read(position, id, score, moves, read_move);
        let lines = searched.lines.iter().map(|info| read(info.score, &info.moves)).collect();
        let mut evaluation = Evaluation::new(query.seat(), lines).validated(position, id, &mut self.solver);
        (evaluation.depth, evaluation.nodes) = (searched.depth, searched.nodes);
        if let Some(output) = searched.best {
            let best = read(Score::Centipawns(0), std::slice::from_ref(&output));
            evaluation.best = best.first();
            match best.cut {
                Some(Cut::Illegal) => {
                    return Err(EngineError::IllegalMove { output: EngineError::excerpt(&output) });
                }
                // Engines borrow pieces even for the first move.
                Some(needs) => {
                    if let Some(first) = evaluation.lines.first_mut().filter(|line| line.moves.is_empty()) {
                        first.cut = Some(needs);
                    }
                }
                None => {}
            }
        } else {
            // A stopped search also has a best move.
            evaluation.best = evaluation.lines.first().and_then(Line::first);
        }
        Ok(evaluation)
    }
}

/// Parses a UCI move, with castling in either notation.
fn read_move(board: &Board, text: &String) -> Option<BughouseMove> {
    board.read_uci(text.as_bytes()).ok().or_else(|| text.parse().ok())
}

impl Engine for EngineProcess {
    fn name(&self) -> &str {
        &self.name
    }

    fn evaluate(
        &mut self,
        query: &Query<'_>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Evaluation, EngineError> {
        if let Some(settled) = Evaluation::settled(query.position, query.board) {
            return Ok(settled);
        }
        let result = self.try_evaluate(query, limits, stop);
        match &result {
            Ok(_) => self.failures = 0,
            Err(error) if error.is_failure() => {
                self.failures += 1;
                if let Some(running) = self.running.take() {
                    running.pipes.kill();
                }
            }
            Err(_) => {}
        }
        result
    }

    fn solver(&mut self) -> &mut Solver {
        &mut self.solver
    }

    fn new_game(&mut self) {
        self.is_new_game = true;
    }
}

/// A process that is ready.
struct Running {
    pipes: Pipes,
    protocol: Protocol,
    ready_within: Duration,
    grace: Duration,
    options: Vec<Declared>,
    /// `true` if the engine is in Chess960 mode.
    is_chess960: bool,
    /// The number of lines that the engine is set to.
    lines: u16,
    /// The number of lines received since the last query, and the bytes skipped before.
    received: u64,
    skipped: u64,
}

/// The output of a search.
struct Searched {
    /// The lines, best first.
    lines: Vec<Info>,
    depth: u32,
    nodes: u64,
    /// The best move as the engine wrote it, or `None` if there was none after a stop.
    best: Option<String>,
}

impl Running {
    /// Starts a program, and also returns its name.
    fn start(program: &Program) -> Result<(Running, Option<String>), EngineError> {
        let protocol = program.protocol;
        let pipes = Pipes::open(program)?;
        let mut running = Running {
            pipes,
            protocol,
            ready_within: program.ready_within,
            grace: program.grace,
            options: Vec::new(),
            is_chess960: false,
            lines: 1,
            received: 0,
            skipped: 0,
        };
        match running.handshake(program) {
            Ok(name) => Ok((running, name)),
            Err(error) => {
                running.pipes.kill();
                Err(error)
            }
        }
    }

    /// Reads the engine's name and options, and sets up the engine.
    fn handshake(&mut self, program: &Program) -> Result<Option<String>, EngineError> {
        let mut name = None;
        let mut options = Vec::new();
        self.pipes.send(self.protocol.hello())?;
        let end = self.protocol.hello_answer();
        self.until(end, |line| {
            if let Some(text) = after_word(line, "id").and_then(|text| after_word(text, "name")) {
                name = Some(EngineError::excerpt(text)).filter(|name| !name.is_empty());
            } else if let Some(text) = after_word(line, "option")
                && options.len() < MOST_OPTIONS
            {
                options.extend(Declared::read(text));
            }
        })?;
        self.options = options;
        if self.protocol == Protocol::Uci {
            let variant = self.option("UCI_Variant").is_some_and(|variant| variant.has_value("bughouse"));
            if !variant {
                return Err(EngineError::NoBughouse);
            }
            self.pipes.send(set_option("UCI_Variant", "bughouse"))?;
        }
        self.set_number("Hash", program.hash)?;
        self.set_number("Threads", program.threads)?;
        self.ready()?;
        Ok(name)
    }

    fn option(&self, name: &str) -> Option<&Declared> {
        self.options.iter().find(|option| option.name == name)
    }

    /// Sets an option, if the engine has it.
    fn set_number(&self, name: &str, number: u32) -> Result<(), EngineError> {
        match self.option(name) {
            Some(option) => self.pipes.send(set_option(name, option.nearest(number))),
            None => Ok(()),
        }
    }

    /// Waits until the engine has processed everything that was sent. Ignores its output before that.
    fn ready(&mut self) -> Result<(), EngineError> {
        self.pipes.send("isready")?;
        self.until("readyok", |_| {})
    }

    /// Passes lines to `on_line` until the line that ends an answer.
    fn until(&mut self, end: &'static str, mut on_line: impl FnMut(&str)) -> Result<(), EngineError> {
        let start = Instant::now();
        self.reset_counts();
        loop {
            let left = self.ready_within.saturating_sub(start.elapsed());
            if left.is_zero() {
                return Err(self.no_answer(end, self.ready_within));
            }
            match self.pipes.receive(left) {
                Received::Line(line) if line.trim_end() == end => return Ok(()),
                Received::Line(line) => {
                    self.received += 1;
                    on_line(&line);
                }
                Received::Nothing => {}
                Received::End => return Err(self.pipes.exit_error()),
            }
        }
    }

    fn reset_counts(&mut self) {
        self.received = 0;
        self.skipped = self.pipes.skipped();
    }

    /// Returns the error for an answer that didn't arrive.
    fn no_answer(&self, expected: &'static str, waited: Duration) -> EngineError {
        let skipped = self.pipes.skipped().saturating_sub(self.skipped);
        if skipped > FLOOD_BYTES || self.received > FLOOD_LINES {
            EngineError::Flood { expected }
        } else {
            EngineError::Silent { expected, waited }
        }
    }

    /// Sends the position and its options.
    fn prepare(
        &mut self,
        query: &Query<'_>,
        position: &str,
        limits: &Limits,
        is_new_game: bool,
    ) -> Result<(), EngineError> {
        let mut sent = self.protocol.boards(query).into_iter();
        let is_chess960 = sent.any(|id: BoardId| is_chess960(&query.position.board(id)));
        if self.protocol == Protocol::Uci && is_chess960 != self.is_chess960 {
            if self.option("UCI_Chess960").is_none() {
                return Err(EngineError::NoChess960);
            }
            self.pipes.send(set_option("UCI_Chess960", is_chess960))?;
            self.is_chess960 = is_chess960;
        }
        let lines = limits.lines.clamp(1, 64);
        if lines != self.lines {
            self.set_number("MultiPV", lines.into())?;
            self.lines = lines;
        }
        if is_new_game {
            self.pipes.send(self.protocol.new_game())?;
        }
        self.pipes.send(position)?;
        self.ready()
    }

    /// Runs a search and returns its output.
    fn search(
        &mut self,
        query: &Query<'_>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Searched, EngineError> {
        let start = Instant::now();
        self.reset_counts();
        let (limits, named) = (limits.of_engine(), self.protocol.named(query.board));
        self.pipes.send(Go::line(named, &limits))?;
        // If the engine has no time limit, the client stops it.
        let sends_time = limits.time.is_some();
        let time = limits.time.unwrap_or(Limits::DEFAULT_TIME).max(Duration::from_millis(1));
        let mut deadline = time + if sends_time { self.grace } else { Duration::ZERO };
        let mut is_stopping = false;
        let (mut found, mut bounds) = (BTreeMap::new(), BTreeMap::new());
        let mut invalid = None;
        let (mut depth, mut nodes) = (0, 0);
        let best = loop {
            let is_late = start.elapsed() >= deadline;
            if !is_stopping && (stop.load(Ordering::Relaxed) || (is_late && !sends_time)) {
                is_stopping = true;
                deadline = start.elapsed() + self.grace;
                self.pipes.send("stop")?;
                if !self.protocol.answers_stop() {
                    self.ready()?;
                    break None;
                }
            } else if is_late {
                return Err(self.no_answer("bestmove", start.elapsed()));
            }
            let line = match self.pipes.receive(POLL_INTERVAL) {
                Received::Line(line) => line,
                Received::Nothing => continue,
                Received::End => return Err(self.pipes.exit_error()),
            };
            self.received += 1;
            if let Some(rest) = about(&line, "bestmove", named) {
                break Some(rest.split_ascii_whitespace().next().unwrap_or_default().to_owned());
            }
            let Some(rest) = about(&line, "info", named) else { continue };
            // Output after a stop may be incomplete.
            let Some(info) = Info::read(rest).filter(|_| !is_stopping) else {
                if rest.contains("score") && invalid.is_none() {
                    invalid = Some(EngineError::excerpt(&line));
                }
                continue;
            };
            (depth, nodes) = (info.depth.max(depth), info.nodes.max(nodes));
            let has_exact = found.get(&info.number).is_some_and(|known: &Info| !known.is_bound);
            if info.number <= self.lines {
                let kept = if info.is_bound && has_exact { &mut bounds } else { &mut found };
                kept.insert(info.number, info);
            }
        };
        if found.is_empty() && is_stopping {
            return Err(EngineError::Stopped);
        }
        if let Some(output @ ("" | "(none)" | "0000")) = best.as_deref() {
            return Err(EngineError::InvalidAnswer {
                output: format!("bestmove {output}").trim_end().to_owned(),
            });
        }
        if !found.contains_key(&1) {
            let best = || format!("bestmove {}", best.as_deref().unwrap_or_default());
            let output = invalid.unwrap_or_else(|| EngineError::excerpt(&best()));
            return Err(EngineError::InvalidAnswer { output });
        }
        Ok(Searched { lines: distinct(found, bounds), depth, nodes, best })
    }
}

/// Returns lines in order, each with a different first move. The last exact result of a line can be from an
/// earlier depth, and another line may have its move now. In that case, its bound counts.
fn distinct(found: BTreeMap<u16, Info>, mut bounds: BTreeMap<u16, Info>) -> Vec<Info> {
    let mut kept: Vec<Info> = Vec::with_capacity(found.len());
    for (number, info) in found {
        let first = |info: &Info| info.moves.first().cloned();
        let is_new =
            |info: &Info| first(info).is_none() || kept.iter().all(|other| first(other) != first(info));
        let info = Some(info).filter(is_new).or_else(|| bounds.remove(&number).filter(is_new));
        kept.extend(info);
    }
    kept
}
