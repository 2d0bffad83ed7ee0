//! An engine as a process: started, asked, ended, and started again.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bughouse_chess::BoardId;
use bughouse_mate::Solver;

use crate::engine::{Engine, Limits, Query};
use crate::error::EngineError;
use crate::evaluation::{Cut, Evaluation, Line};
use crate::info::{Declared, Info, after_word};
use crate::pipes::{Heard, Pipes};
use crate::program::Program;
use crate::protocol::{Protocol, is_chess960};
use crate::validate::{self, Answer, Found};

/// How often an engine that failed is started again before a good answer comes.
const RESTARTS: u32 = 3;

/// How often it is looked whether an answer is still wanted.
const LOOK: Duration = Duration::from_millis(10);

/// The most options of an engine that are kept.
const MOST_OPTIONS: usize = 1000;

/// From so many bytes or lines on, what an engine says is a flood.
const FLOOD_BYTES: u64 = 1 << 20;
const FLOOD_LINES: u64 = 20_000;

/// An engine that runs as a process of its own. It ends when this is dropped.
///
/// A process that dies, hangs or talks nonsense is ended. It is started again for the next query, three times in a row;
/// then the engine is unavailable.
pub struct EngineProcess {
    program: Program,
    name: String,
    running: Option<Running>,
    /// How often it failed since it gave a good answer.
    failures: u32,
    /// The next query has nothing to do with those before.
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
    /// Says why it cannot be used.
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

    /// Returns the id that the system gave to the process, if one runs; another one after a restart.
    #[must_use]
    pub fn id(&self) -> Option<u32> {
        self.running.as_ref().map(|running| running.pipes.id())
    }

    /// Asks, without a look at what comes of it for the process.
    fn ask(
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
        let heard = running.search(query, limits, stop)?;
        let board = query.position.board(query.board);
        let best = heard.best.as_deref().map(|said| {
            let mv = validate::read_move(board, said);
            mv.filter(|&mv| query.position.is_legal(query.board, mv, &query.rules)).ok_or_else(|| {
                mv.and_then(|mv| validate::missing(board, mv, &query.rules))
                    .ok_or_else(|| EngineError::IllegalMove { said: EngineError::excerpt(said) })
            })
        });
        let (best, needs) = match best {
            None => (None, None),
            Some(Ok(mv)) => (Some(mv), None),
            Some(Err(Ok(piece))) => (None, Some(piece)),
            Some(Err(Err(error))) => return Err(error),
        };
        let read = |board: &_, text: &String| validate::read_move(board, text);
        let mut evaluation = validate::validate(query, &mut self.solver, heard.answer, best, read);
        // A search that was stopped has a best move, too.
        if needs.is_none() && evaluation.best.is_none() {
            evaluation.best = evaluation.lines.first().and_then(|line| line.moves.first().copied());
        }
        if let (Some(piece), Some(Line { moves, cut, .. })) = (needs, evaluation.lines.first_mut())
            && moves.is_empty()
        {
            *cut = Some(Cut::Needs(piece));
        }
        Ok(evaluation)
    }
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
        if let Some(settled) = validate::settled(query) {
            return Ok(settled);
        }
        let asked = self.ask(query, limits, stop);
        match &asked {
            Ok(_) => self.failures = 0,
            Err(error) if error.is_failure() => {
                self.failures += 1;
                if let Some(running) = self.running.take() {
                    running.pipes.kill();
                }
            }
            Err(_) => {}
        }
        asked
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
    /// Whether it was told that positions are of Chess960 starts.
    is_chess960: bool,
    /// How many lines it was told to give.
    lines: u16,
    /// What it has said since it was asked something, in lines, and how much was skipped before.
    heard: u64,
    skipped: u64,
}

/// What was heard of a search.
struct Searched {
    answer: Answer<String>,
    /// The best move as it was written; `None` if nothing was said after a stop.
    best: Option<String>,
}

impl Running {
    /// Starts a program, and returns what it calls itself, too.
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
            heard: 0,
            skipped: 0,
        };
        match running.greet(program) {
            Ok(name) => Ok((running, name)),
            Err(error) => {
                running.pipes.kill();
                Err(error)
            }
        }
    }

    /// Has it say who it is, and tells it what it needs to know.
    fn greet(&mut self, program: &Program) -> Result<Option<String>, EngineError> {
        let mut name = None;
        let mut options = Vec::new();
        self.pipes.say(self.protocol.hello())?;
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
            self.pipes.say("setoption name UCI_Variant value bughouse")?;
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
            Some(option) => self.pipes.say(format!("setoption name {name} value {}", option.nearest(number))),
            None => Ok(()),
        }
    }

    /// Waits until all that was sent has been dealt with. What was said before that is of no interest any more.
    fn ready(&mut self) -> Result<(), EngineError> {
        self.pipes.say("isready")?;
        self.until("readyok", |_| {})
    }

    /// Hands lines on until one comes that ends an answer.
    fn until(&mut self, end: &'static str, mut one: impl FnMut(&str)) -> Result<(), EngineError> {
        let start = Instant::now();
        self.begin_to_hear();
        loop {
            let left = self.ready_within.saturating_sub(start.elapsed());
            if left.is_zero() {
                return Err(self.nothing_heard(end, self.ready_within));
            }
            match self.pipes.hear(left) {
                Heard::Line(line) if line.trim_end() == end => return Ok(()),
                Heard::Line(line) => {
                    self.heard += 1;
                    one(&line);
                }
                Heard::Nothing => {}
                Heard::End => return Err(self.pipes.how_ended()),
            }
        }
    }

    fn begin_to_hear(&mut self) {
        self.heard = 0;
        self.skipped = self.pipes.skipped();
    }

    /// Says why what was waited for did not come.
    fn nothing_heard(&self, expected: &'static str, waited: Duration) -> EngineError {
        let skipped = self.pipes.skipped().saturating_sub(self.skipped);
        if skipped > FLOOD_BYTES || self.heard > FLOOD_LINES {
            EngineError::Flood { expected }
        } else {
            EngineError::Silent { expected, waited }
        }
    }

    /// Tells it the position and all that belongs to it.
    fn prepare(
        &mut self,
        query: &Query<'_>,
        position: &str,
        limits: &Limits,
        is_new_game: bool,
    ) -> Result<(), EngineError> {
        let mut sent = self.protocol.boards(query).into_iter();
        let is_chess960 = sent.any(|id: BoardId| is_chess960(query.position.board(id)));
        if self.protocol == Protocol::Uci && is_chess960 != self.is_chess960 {
            if self.option("UCI_Chess960").is_none() {
                return Err(EngineError::NoFischerRandom);
            }
            self.pipes.say(format!("setoption name UCI_Chess960 value {is_chess960}"))?;
            self.is_chess960 = is_chess960;
        }
        let lines = limits.line_count();
        if lines != self.lines {
            self.set_number("MultiPV", lines.into())?;
            self.lines = lines;
        }
        if is_new_game {
            self.pipes.say(self.protocol.new_game())?;
        }
        self.pipes.say(position)?;
        self.ready()
    }

    /// Searches, and returns what was heard.
    fn search(
        &mut self,
        query: &Query<'_>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Searched, EngineError> {
        let start = Instant::now();
        self.begin_to_hear();
        self.pipes.say(self.protocol.go(query, limits))?;
        // Where the engine knows nothing of a time, it is stopped.
        let told_time = limits.time.is_some() || (limits.nodes.is_none() && limits.depth.is_none());
        let mut deadline = limits.longest() + if told_time { self.grace } else { Duration::ZERO };
        let mut is_stopping = false;
        let (mut found, mut bounds) = (BTreeMap::new(), BTreeMap::new());
        let mut nonsense = None;
        let (mut depth, mut nodes) = (0, 0);
        let best = loop {
            let is_late = start.elapsed() >= deadline;
            if !is_stopping && (stop.load(Ordering::Relaxed) || (is_late && !told_time)) {
                is_stopping = true;
                deadline = start.elapsed() + self.grace;
                self.pipes.say("stop")?;
                if !self.protocol.answers_stop() {
                    self.ready()?;
                    break None;
                }
            } else if is_late {
                return Err(self.nothing_heard("bestmove", start.elapsed()));
            }
            let line = match self.pipes.hear(LOOK) {
                Heard::Line(line) => line,
                Heard::Nothing => continue,
                Heard::End => return Err(self.pipes.how_ended()),
            };
            self.heard += 1;
            let of_board = |rest| self.protocol.of_board(rest, query.board);
            if let Some(rest) = after_word(&line, "bestmove").and_then(of_board) {
                break Some(rest.split_ascii_whitespace().next().unwrap_or_default().to_owned());
            }
            let Some(rest) = after_word(&line, "info").and_then(of_board) else { continue };
            // What is said after a stop may be half of something.
            let Some(info) = Info::read(rest).filter(|_| !is_stopping) else {
                if rest.contains("score") && nonsense.is_none() {
                    nonsense = Some(EngineError::excerpt(&line));
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
        if let Some(said @ ("" | "(none)" | "0000")) = best.as_deref() {
            return Err(EngineError::Nonsense { said: format!("bestmove {said}").trim_end().to_owned() });
        }
        if !found.contains_key(&1) {
            let best = || format!("bestmove {}", best.as_deref().unwrap_or_default());
            let said = nonsense.unwrap_or_else(|| EngineError::excerpt(&best()));
            return Err(EngineError::Nonsense { said });
        }
        let lines =
            distinct(found, bounds).into_iter().map(|Info { claim, moves, .. }| Found { claim, moves });
        let lines = lines.collect();
        Ok(Searched { answer: Answer { lines, depth, nodes, time: start.elapsed() }, best })
    }
}

/// Lists lines in order, each with another first move. What was exact of a line may be of a depth before, and its move that of
/// a better line by now: then its bound counts.
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
