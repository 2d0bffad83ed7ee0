//! The built-in engine as a UBI engine, for bots and GUIs.
//!
//! One thread reads lines, each board has a thread for its searches, and only the calling thread writes. It receives
//! everything through one queue. If the client doesn't read, the queue stays small: info lines are dropped, and the
//! engine stops reading lines.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use bughouse_chess::{BoardId, BughouseMove, Position, Rules};
use bughouse_search::{Limits, Line, Search};

use crate::grammar::{Command, Go, Info, Setup, best_move, written};
use crate::serve_events::{Event, Events};

/// How long a search without a time limit may continue after the end of the input, and the maximum for any search.
const GRACE: Duration = Duration::from_secs(2);
const MAX_GRACE: Duration = Duration::from_secs(60);
/// How long `quit` waits for answers to earlier lines.
const QUIT_GRACE: Duration = Duration::from_millis(50);
const MAX_LINES: u16 = 16;

/// The options of the built-in engine as a UBI engine.
#[derive(Clone, Copy, Debug)]
pub struct UbiOptions {
    /// The name to report.
    pub name: &'static str,
    /// The author to report.
    pub author: &'static str,
    /// The size of both tables together, in MB.
    pub megabytes: usize,
    /// The rules of the match.
    pub rules: Rules,
    /// Called on another thread soon after `quit`, in case the engine is still allocating tables, or is writing to a
    /// client that doesn't read. It can exit the process.
    pub on_quit: fn(),
}

impl UbiOptions {
    /// The smallest size of both tables together, in MB.
    pub const MIN_MEGABYTES: usize = 2;
    /// The largest size of both tables together, in MB.
    pub const MAX_MEGABYTES: usize = 4096;
}

/// Answers the lines of a UBI client until `quit` or the end.
///
/// # Errors
/// Fails if the output can't be written.
pub fn serve_ubi(
    input: impl Iterator<Item = Vec<u8>> + Send + 'static,
    output: &mut impl Write,
    options: &UbiOptions,
) -> io::Result<()> {
    let events = Arc::new(Events::default());
    let (sent, on_quit) = (Arc::clone(&events), options.on_quit);
    thread::spawn(move || read(input, &sent, on_quit));
    let mut server = Server::new(*options, events);
    let done = server.listen(output);
    server.stop_all();
    done
}

/// Sends lines until the end.
fn read(input: impl Iterator<Item = Vec<u8>>, events: &Events, on_quit: fn()) {
    for line in input {
        let is_quit = Command::is_quit(&line);
        if !is_quit {
            events.wait_for_room();
        }
        events.send(Event::Line(line));
        if is_quit {
            thread::sleep(QUIT_GRACE);
            return on_quit();
        }
    }
    events.send(Event::End);
}

/// What is kept for a board between searches.
struct BoardState {
    search: Search,
    megabytes: usize,
    match_number: u64,
}

/// A running search.
struct Running {
    number: u64,
    stop: Arc<AtomicBool>,
    /// Whether it prints its move at the end.
    answers: bool,
    /// Its time limit.
    time: Option<Duration>,
}

/// The search that a board's thread does next.
#[derive(Default)]
struct Waiting {
    job: Mutex<Option<Job>>,
    changed: Condvar,
}

/// A search that waits for its thread.
struct Job {
    task: Task,
    stop: Arc<AtomicBool>,
    number: u64,
}

impl Waiting {
    /// Sets the next search. One that hasn't started is discarded.
    fn set(&self, job: Option<Job>) {
        *self.job.lock().unwrap_or_else(PoisonError::into_inner) = job;
        self.changed.notify_one();
    }

    fn next(&self) -> Job {
        let mut job = self.job.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match job.take() {
                Some(found) => return found,
                None => job = self.changed.wait(job).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

struct Server {
    options: UbiOptions,
    /// The number of lines per search.
    lines: u16,
    match_number: u64,
    setup: Option<Setup>,
    states: [Arc<Mutex<Option<BoardState>>>; 2],
    running: [Option<Running>; 2],
    next_number: u64,
    /// By board: the search for its thread, once there is one.
    waiting: [Option<Arc<Waiting>>; 2],
    events: Arc<Events>,
}

impl Server {
    fn new(options: UbiOptions, events: Arc<Events>) -> Server {
        Server {
            options,
            lines: 1,
            match_number: 0,
            setup: Some(Setup::default()),
            states: [Arc::default(), Arc::default()],
            running: [None, None],
            next_number: 0,
            waiting: [None, None],
            events,
        }
    }

    /// Handles events in order until the end.
    fn listen(&mut self, out: &mut impl Write) -> io::Result<()> {
        loop {
            match self.events.next() {
                Event::End => return self.finish(out),
                Event::Line(line) => match Command::read(&line) {
                    Command::Quit => return Ok(()),
                    command => self.execute(command, out)?,
                },
                event => self.print_output(event, out)?,
            }
            out.flush()?;
        }
    }

    /// Finishes the searches that have a limit after the end of the input, because the client still reads their moves.
    fn finish(&mut self, out: &mut impl Write) -> io::Result<()> {
        for place in &mut self.running {
            if let Some(search) = place.take_if(|search| !search.answers) {
                search.stop.store(true, Ordering::Relaxed);
            }
        }
        let searches = self.running.iter().flatten();
        let times = searches.map(|search| search.time.unwrap_or(GRACE).min(MAX_GRACE));
        let mut end = Instant::now() + times.max().unwrap_or_default();
        let mut is_over = false;
        while self.running.iter().any(Option::is_some) {
            match self.events.next_until(Some(end)) {
                Some(event) => self.print_output(event, out)?,
                // Stop the search, which then returns its best move so far.
                None if !is_over => {
                    let searches = self.running.iter().flatten();
                    searches.for_each(|search| search.stop.store(true, Ordering::Relaxed));
                    (is_over, end) = (true, Instant::now() + GRACE);
                }
                None => break,
            }
            out.flush()?;
        }
        Ok(())
    }

    /// Prints the output of a search, if it is still running.
    fn print_output(&mut self, event: Event, out: &mut impl Write) -> io::Result<()> {
        match event {
            Event::Info { number, text } if self.board_of(number).is_some() => writeln!(out, "{text}"),
            Event::Over { number, best } => {
                let Some(id) = self.board_of(number) else { return Ok(()) };
                let search = self.running[id.to_index()].take();
                if search.is_some_and(|search| search.answers) {
                    writeln!(out, "{}", best_move(id, best))?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Returns the board of a running search.
    fn board_of(&self, number: u64) -> Option<BoardId> {
        let is_it =
            |id: &BoardId| self.running[id.to_index()].as_ref().is_some_and(|search| search.number == number);
        BoardId::ALL.into_iter().find(is_it)
    }

    fn execute(&mut self, command: Command, out: &mut impl Write) -> io::Result<()> {
        match command {
            Command::Nothing | Command::Quit => {}
            Command::Invalid(why) => writeln!(out, "info string {why}")?,
            Command::NoPosition(why) => {
                // The next commands are not about the previous position.
                self.stop_all();
                self.setup = None;
                writeln!(out, "info string {why}; there is no position now")?;
            }
            Command::Ubi => {
                let UbiOptions { name, author, megabytes, .. } = self.options;
                let (least, most) = (UbiOptions::MIN_MEGABYTES, UbiOptions::MAX_MEGABYTES);
                writeln!(out, "id name {name}\nid author {author}")?;
                writeln!(out, "option name Hash type spin default {megabytes} min {least} max {most}")?;
                writeln!(out, "option name MultiPV type spin default 1 min 1 max {MAX_LINES}")?;
                writeln!(out, "ubiok")?;
            }
            Command::IsReady => {
                self.prepare();
                writeln!(out, "readyok")?;
            }
            Command::NewMatch => {
                self.stop_all();
                self.match_number += 1;
                self.setup = Some(self.under_rules(Setup::default()));
            }
            Command::Hash(megabytes) => {
                self.options.megabytes =
                    megabytes.clamp(UbiOptions::MIN_MEGABYTES, UbiOptions::MAX_MEGABYTES);
                self.free_tables();
            }
            Command::MultiPv(lines) => {
                self.lines = u16::try_from(lines).unwrap_or(MAX_LINES).clamp(1, MAX_LINES);
            }
            Command::Position(setup) => {
                let setup = self.under_rules(*setup);
                self.set_up(setup);
                // Each board is valid on its own, so both can still be searched.
                if let Err(error) = setup.position.check_material() {
                    writeln!(
                        out,
                        "info string two full sets of pieces can't lead to this position: {error}"
                    )?;
                }
            }
            Command::Stop(None) => self.stop_all(),
            Command::Stop(Some(id)) => self.stop(id),
            Command::Go(id, go) => self.go(id, go, out)?,
        }
        Ok(())
    }

    /// Returns the size of each table.
    fn table_size(&self) -> usize {
        self.options.megabytes / 2
    }

    /// Frees tables of the wrong size. The table of a running search is freed before the next one.
    fn free_tables(&mut self) {
        let megabytes = self.table_size();
        for state in &self.states {
            if let Ok(mut state) = state.try_lock() {
                state.take_if(|state| state.megabytes != megabytes);
            }
        }
    }

    /// Allocates or clears transposition tables before a search, so the search doesn't lose time.
    fn prepare(&mut self) {
        for id in BoardId::ALL.into_iter().filter(|id| self.running[id.to_index()].is_none()) {
            drop(ready(&self.states[id.to_index()], self.table_size(), self.match_number));
        }
    }

    /// Returns a position under the rules of the match.
    fn under_rules(&self, setup: Setup) -> Setup {
        Setup { position: setup.position.with_rules(self.options.rules), ..setup }
    }

    /// Sets a new position. The search of a board that changes is stopped.
    fn set_up(&mut self, setup: Setup) {
        for id in BoardId::ALL {
            let before = self.setup.as_ref().map(|before| before.position.board(id));
            if before != Some(setup.position.board(id)) {
                self.stop(id);
            }
        }
        self.setup = Some(setup);
    }

    /// Stops the search of a board and ignores its output.
    fn stop(&mut self, id: BoardId) {
        if let Some(search) = self.running[id.to_index()].take() {
            search.stop.store(true, Ordering::Relaxed);
        }
        if let Some(waiting) = &self.waiting[id.to_index()] {
            waiting.set(None);
        }
    }

    fn stop_all(&mut self) {
        BoardId::ALL.into_iter().for_each(|id| self.stop(id));
    }

    /// Starts to search a board.
    fn go(&mut self, id: BoardId, go: Go, out: &mut impl Write) -> io::Result<()> {
        self.stop(id);
        let Some(setup) = self.setup else {
            writeln!(out, "info string there is no position to search")?;
            return writeln!(out, "{}", best_move(id, None));
        };
        let limits = go.limits(setup.clocks[setup.position.to_move(id)]).lines(self.lines);
        let task = Task {
            position: setup.position,
            id,
            megabytes: self.table_size(),
            match_number: self.match_number,
            limits,
        };
        let stop = Arc::new(AtomicBool::new(false));
        let number = self.next_number;
        self.next_number += 1;
        self.running[id.to_index()] =
            Some(Running { number, stop: Arc::clone(&stop), answers: !go.is_infinite, time: limits.time });
        match self.thread_of(id) {
            Ok(waiting) => waiting.set(Some(Job { task, stop, number })),
            Err(error) => {
                self.stop(id);
                writeln!(out, "info string cannot search: {error}")?;
                writeln!(out, "{}", best_move(id, None))?;
            }
        }
        Ok(())
    }

    /// Returns the place for the next search of a board. Starts its thread if there is none.
    fn thread_of(&mut self, id: BoardId) -> io::Result<&Waiting> {
        let place = &mut self.waiting[id.to_index()];
        let waiting = match place.take() {
            Some(waiting) => waiting,
            None => {
                let waiting = Arc::new(Waiting::default());
                let jobs = Arc::clone(&waiting);
                let (state, events) = (Arc::clone(&self.states[id.to_index()]), Arc::clone(&self.events));
                thread::Builder::new().spawn(move || search_all(&jobs, &state, &events))?;
                waiting
            }
        };
        Ok(place.insert(waiting))
    }
}

/// Does the searches of a board, one after the other.
fn search_all(jobs: &Waiting, state: &Mutex<Option<BoardState>>, events: &Events) {
    loop {
        let Job { task, stop, number } = jobs.next();
        let best = task.search(state, &stop, |text| events.send(Event::Info { number, text }));
        events.send(Event::Over { number, best });
    }
}

/// Returns the state of a board, with the right table size and match.
fn ready(
    state: &Mutex<Option<BoardState>>,
    megabytes: usize,
    match_number: u64,
) -> MutexGuard<'_, Option<BoardState>> {
    // A stopped search may still hold the state for a moment.
    let mut kept = state.lock().unwrap_or_else(PoisonError::into_inner);
    // Free the old table before allocating the new one.
    kept.take_if(|state| state.megabytes != megabytes);
    let state =
        kept.get_or_insert_with(|| BoardState { search: Search::new(megabytes), megabytes, match_number });
    if state.match_number != match_number {
        state.search.clear();
        state.match_number = match_number;
    }
    kept
}

/// What a thread searches.
struct Task {
    position: Position,
    id: BoardId,
    megabytes: usize,
    match_number: u64,
    limits: Limits,
}

impl Task {
    /// Searches, and returns the move to play.
    fn search(
        &self,
        state: &Mutex<Option<BoardState>>,
        stop: &AtomicBool,
        mut print: impl FnMut(String),
    ) -> Option<BughouseMove> {
        let start = Instant::now();
        let mut state = ready(state, self.megabytes, self.match_number);
        let state = state.as_mut()?;
        let is_over = || stop.load(Ordering::Relaxed) || self.limits.is_over(start.elapsed());
        let mut print = |depth, place: usize, nodes, line: &Line| {
            let moves = line.moves.iter().map(|&mv| written(mv)).collect();
            let number = u16::try_from(place + 1).unwrap_or(u16::MAX);
            let info = Info { number, score: line.score, is_bound: false, depth, nodes, moves };
            print(info.line(self.id, start.elapsed()));
        };
        let mut printed: Vec<Line> = Vec::new();
        let found = state.search.go(&self.position, self.id, &self.limits, &is_over, |info| {
            printed.truncate(info.place);
            printed.push(info.line.clone());
            print(info.depth, info.place, info.nodes, info.line);
        });
        // Also print lines of an unfinished depth, because the best move is from there.
        for (place, line) in
            found.lines.iter().enumerate().filter(|&(place, line)| printed.get(place) != Some(line))
        {
            print(found.depth.max(1), place, found.nodes, line);
        }
        found.best
    }
}
