//! What the clocks of a record say, half-move by half-move: time left, time used, time since the start.

use bughouse_chess::{BoardId, Millis, Position, Seat, TimeControl};

use crate::clock::Clock;
use crate::tree::HalfMove;

/// How the clocks of a record are to be understood.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClockKind {
    /// There are none.
    None,
    /// Each player has a clock, and what is left on it is recorded: `{298}`, `{[%clk 0:01:02.5]}`.
    FourClocks,
    /// The time since the start is recorded: `{[ts=185.070]}`.
    Elapsed,
    /// One countdown runs for all four, as engines write it.
    Countdown,
}

/// How many half-moves with clocks it takes to tell one countdown from four clocks.
const COUNTDOWN_HALF_MOVES: usize = 16;
/// How many seats must have a clock for that.
const COUNTDOWN_SEATS: usize = 3;

impl ClockKind {
    /// Tells how the clocks of a main line are to be understood.
    ///
    /// It is one countdown if no clock shows more than the one before it in the file, whoever's it is. That takes
    /// at least 16 half-moves with a clock, of at least three seats.
    pub fn of(half_moves: &[HalfMove]) -> ClockKind {
        let mut seats = [false; 4];
        let mut count = 0;
        let mut before = Millis(i64::MAX);
        let mut rises = false;
        let mut first = None;
        for half_move in half_moves {
            let Some(clock) = half_move.clock() else { continue };
            first = first.or(Some(clock));
            rises |= clock.is_elapsed() || clock.time() > before;
            before = clock.time();
            seats[half_move.label.seat.to_index()] = true;
            count += 1;
        }
        let seats = seats.into_iter().filter(|&seen| seen).count();
        match first {
            None => ClockKind::None,
            Some(_) if !rises && count >= COUNTDOWN_HALF_MOVES && seats >= COUNTDOWN_SEATS => {
                ClockKind::Countdown
            }
            Some(clock) if clock.is_elapsed() => ClockKind::Elapsed,
            Some(_) => ClockKind::FourClocks,
        }
    }

    /// Returns a short name for machines, in kebab case.
    pub const fn name(self) -> &'static str {
        match self {
            ClockKind::None => "none",
            ClockKind::FourClocks => "four-clocks",
            ClockKind::Elapsed => "elapsed",
            ClockKind::Countdown => "countdown",
        }
    }
}

/// Works out how much time each player had at the start from the clocks of a main line without a time control.
///
/// Most games start at a full minute, or half of one, and the first clocks of the four seats are a little below: the
/// next full one is taken. Nothing can be told if a player's clock rises, so that time is gained with moves, or if the
/// record does not begin with the first moves.
pub(crate) fn infer_control(kind: ClockKind, half_moves: &[HalfMove]) -> Option<TimeControl> {
    const MINUTE: i64 = 60_000;
    if !matches!(kind, ClockKind::FourClocks | ClockKind::Countdown) {
        return None;
    }
    let mut shown: [Option<Millis>; 4] = [None; 4];
    let mut most = Millis(i64::MIN);
    let mut begun = [false; 2];
    for half_move in half_moves {
        let seat = half_move.label.seat;
        let is_first = !std::mem::replace(&mut begun[seat.board.to_index()], true);
        if is_first && half_move.label.number != 1 {
            return None;
        }
        let Some(clock) = half_move.clock() else { continue };
        let shown = &mut shown[seat.to_index()];
        if shown.is_some_and(|before| clock.time() > before) {
            return None;
        }
        if shown.is_none() {
            most = most.max(clock.time());
        }
        *shown = Some(clock.time());
    }
    let unit = if most.0 <= MINUTE / 2 { MINUTE / 2 } else { MINUTE };
    let base = Millis(most.0.checked_add(unit - 1)? / unit * unit);
    (most > Millis::ZERO).then_some(TimeControl { base, increment: Millis::ZERO })
}

/// What the clocks say about one half-move, and how they stand then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Timed {
    pub(crate) clocks: [Option<Millis>; 4],
    pub(crate) running: [Option<Millis>; 4],
    pub(crate) used: Option<Millis>,
    pub(crate) elapsed: Option<Millis>,
    pub(crate) time: Option<Millis>,
}

/// The four clocks and the time since the start, while half-moves are played.
#[derive(Clone, Debug)]
pub(crate) struct Times {
    kind: ClockKind,
    ledger: Ledger,
    /// The time since the start.
    time: Millis,
    /// By board, the time of its last half-move, if the clocks of that board tell it.
    since: [Option<Millis>; 2],
    /// What the clocks show at the time of the last half-move.
    running: [Option<Millis>; 4],
    is_variation: bool,
}

impl Times {
    pub(crate) fn new(kind: ClockKind, start: [Option<Millis>; 4], control: Option<TimeControl>) -> Times {
        Times {
            kind,
            ledger: Ledger::new(kind, start, control),
            time: Millis::ZERO,
            since: [Some(Millis::ZERO); 2],
            running: start,
            is_variation: false,
        }
    }

    /// Returns the times of a variation that begins here. Its clocks stand unless it carries its own.
    pub(crate) fn branch(&self) -> Times {
        Times { is_variation: true, ..self.clone() }
    }

    /// Takes note of a half-move, which came to a position.
    pub(crate) fn enter(&mut self, seat: Seat, clock: Option<Clock>, after: &Position) -> Timed {
        let entry = match clock {
            None if self.is_variation => Entry::default(),
            clock => self.ledger.enter(seat, clock),
        };
        let clocks = self.ledger.shown();
        if self.is_variation {
            if clock.is_some() {
                self.running[seat.to_index()] = clocks[seat.to_index()];
            }
        } else {
            self.time = entry.elapsed.map_or(self.time, |elapsed| elapsed.max(self.time));
            self.since[seat.board.to_index()] = entry.elapsed.map(|_| self.time);
            self.running = self.run(clocks, after);
        }
        Timed {
            clocks,
            running: self.running,
            used: entry.used,
            elapsed: entry.elapsed,
            time: (self.kind != ClockKind::None).then_some(self.time),
        }
    }

    /// Lets the clocks run that showed something last and whose player is to move.
    fn run(&self, mut clocks: [Option<Millis>; 4], position: &Position) -> [Option<Millis>; 4] {
        // One countdown for all shows the time of the last half-move already.
        if matches!(self.kind, ClockKind::None | ClockKind::Countdown) {
            return clocks;
        }
        for (board, since) in BoardId::ALL.into_iter().zip(self.since) {
            let seat = position.to_move(board);
            if let (Some(left), Some(since)) = (&mut clocks[seat.to_index()], since) {
                // A clock stops at zero, unless the record itself went below.
                *left = (*left - (self.time - since)).max((*left).min(Millis::ZERO));
            }
        }
        clocks
    }
}

/// Returns how much more time WhiteA has than WhiteB, and BlackA than BlackB. One countdown for all has none.
pub(crate) fn diagonals(kind: ClockKind, clocks: &[Option<Millis>; 4]) -> [Option<Millis>; 2] {
    if kind == ClockKind::Countdown {
        return [None; 2];
    }
    [Seat::WHITE_A, Seat::BLACK_A]
        .map(|seat| difference(clocks[seat.to_index()], clocks[seat.diagonal().to_index()]))
}

/// What the clocks say about one half-move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Entry {
    used: Option<Millis>,
    elapsed: Option<Millis>,
}

/// Keeps the four clocks while half-moves are played.
#[derive(Clone, Debug)]
struct Ledger {
    kind: ClockKind,
    increment: Millis,
    start: [Option<Millis>; 4],
    /// What each clock showed last.
    shown: [Option<Millis>; 4],
    /// Whether the seat made half-moves since then that no clock tells about.
    stale: [bool; 4],
    /// How many half-moves each seat made.
    made: [i64; 4],
    /// By board, the time since the start at its last half-move.
    passed: [Option<Millis>; 2],
    /// The countdown as it stood at the half-move before, whoever's it was.
    countdown: Option<Millis>,
}

impl Ledger {
    fn new(kind: ClockKind, start: [Option<Millis>; 4], control: Option<TimeControl>) -> Ledger {
        Ledger {
            kind,
            increment: control.map_or(Millis::ZERO, |control| control.increment),
            start,
            shown: start,
            stale: [false; 4],
            made: [0; 4],
            passed: [Some(Millis::ZERO); 2],
            // A countdown is the same for all.
            countdown: start[0],
        }
    }

    /// Returns what each clock showed last.
    fn shown(&self) -> [Option<Millis>; 4] {
        self.shown
    }

    /// Takes note of a half-move.
    fn enter(&mut self, seat: Seat, clock: Option<Clock>) -> Entry {
        self.made[seat.to_index()] += 1;
        let entry = match clock {
            None => {
                self.stale[seat.to_index()] = true;
                self.countdown = None;
                Entry::default()
            }
            Some(_) if self.kind == ClockKind::Countdown => self.count_down(clock.map(Clock::time)),
            Some(Clock::Since(passed)) => self.since_start(seat, passed.time()),
            Some(clock) => self.left(seat, clock.time()),
        };
        self.passed[seat.board.to_index()] = entry.elapsed;
        entry
    }

    fn count_down(&mut self, left: Option<Millis>) -> Entry {
        let used = difference(self.countdown, left);
        self.countdown = left;
        self.shown = [left; 4];
        Entry { used, elapsed: difference(self.start[0], left) }
    }

    fn since_start(&mut self, seat: Seat, passed: Millis) -> Entry {
        let index = seat.to_index();
        let used = difference(Some(passed), self.passed[seat.board.to_index()]);
        let before = self.shown[index].filter(|_| !self.stale[index]);
        match difference(before, used) {
            Some(left) => self.shown[index] = Some(left + self.increment),
            None => self.stale[index] = true,
        }
        Entry { used, elapsed: Some(passed) }
    }

    fn left(&mut self, seat: Seat, left: Millis) -> Entry {
        let index = seat.to_index();
        let before = self.shown[index].filter(|_| !self.stale[index]);
        self.shown[index] = Some(left);
        self.stale[index] = false;
        let used = difference(before, Some(left)).map(|time| time + self.increment);
        let of_both = [seat, seat.opponent()].map(|seat| self.all_used(seat));
        let [Some(own), Some(other)] = of_both else { return Entry { used, elapsed: None } };
        Entry { used, elapsed: Some(own + other) }
    }

    /// Returns the time that a seat used for all its half-moves.
    fn all_used(&self, seat: Seat) -> Option<Millis> {
        let index = seat.to_index();
        let time = difference(self.start[index], self.shown[index])?;
        let gained = Millis(self.increment.0.saturating_mul(self.made[index]));
        (!self.stale[index]).then_some(time + gained)
    }
}

/// Returns the difference of two times that are known.
pub(crate) fn difference(one: Option<Millis>, other: Option<Millis>) -> Option<Millis> {
    Some(one? - other?)
}
