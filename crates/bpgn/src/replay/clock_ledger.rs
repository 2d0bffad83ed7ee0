//! What the clocks of a record say, half-move by half-move: time left, time used, time since the start.

use bughouse_chess::{Millis, Seat, TimeControl};

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

/// What the clocks say about one half-move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Entry {
    pub(crate) used: Option<Millis>,
    pub(crate) elapsed: Option<Millis>,
}

/// Keeps the four clocks while half-moves are played.
#[derive(Clone, Debug)]
pub(crate) struct Ledger {
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
    pub(crate) fn new(kind: ClockKind, start: [Option<Millis>; 4], control: Option<TimeControl>) -> Ledger {
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
    pub(crate) fn shown(&self) -> [Option<Millis>; 4] {
        self.shown
    }

    /// Takes note of a half-move.
    pub(crate) fn enter(&mut self, seat: Seat, clock: Option<Clock>) -> Entry {
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
