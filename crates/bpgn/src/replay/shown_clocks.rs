//! Tracks what each clock showed last, and how much time was used.

use bughouse_chess::{BySeat, Millis, Seat};

use crate::replay::sits::Waited;
use crate::replay::times::{ClockKind, TimeStart, difference};
use crate::types::clock::Clock;

/// Tracks what each of the four clocks showed last, while half-moves are played. [`Times`](crate::Times) also knows how
/// they run in between.
///
/// ```
/// use bpgn::tags::read_time_control;
/// use bpgn::{Clock, ShownClocks, Start, TimeStart, WrittenClock};
/// use bughouse_chess::{Millis, Seat};
///
/// let clock = Clock::find(b"[%clk 0:02:50]");
/// let played = [WrittenClock { number: 1, seat: Seat::WHITE_A, clock }];
/// let start = TimeStart::new(&Start::default(), Some(read_time_control(b"180+0")), &played);
/// let mut shown = ShownClocks::new(&start);
/// assert_eq!(shown.enter(Seat::WHITE_A, clock).used, Some(Millis(10_000)));
/// assert_eq!(shown.diagonals()[0], Some(Millis(-10_000)));
/// ```
#[derive(Clone, Debug)]
pub struct ShownClocks {
    kind: ClockKind,
    increment: Millis,
    start: BySeat<Option<Millis>>,
    /// What each clock showed last.
    shown: BySeat<Option<Millis>>,
    /// Whether the seat has made half-moves without a clock since then.
    stale: BySeat<bool>,
    /// How many half-moves each seat made.
    made: BySeat<i64>,
    /// The time that each seat used for all its half-moves, if its clock shows it.
    spent: BySeat<Option<Millis>>,
    /// By board, the elapsed time at its last half-move.
    passed: [Option<Millis>; 2],
    /// The countdown at the half-move before, of any seat.
    countdown: Option<Millis>,
}

impl ShownClocks {
    /// Creates full clocks.
    pub fn new(start: &TimeStart) -> ShownClocks {
        ShownClocks {
            kind: start.kind,
            increment: start.control.map_or(Millis::ZERO, |control| control.increment),
            start: start.clocks,
            shown: start.clocks,
            stale: BySeat::default(),
            made: BySeat::default(),
            spent: BySeat::from_fn(|seat| start.clocks[seat].map(|_| Millis::ZERO)),
            passed: [Some(Millis::ZERO); 2],
            // A countdown is the same for all.
            countdown: start.clocks[Seat::WHITE_A],
        }
    }

    /// Returns what each clock showed last.
    #[inline]
    pub fn clocks(&self) -> &BySeat<Option<Millis>> {
        &self.shown
    }

    /// Returns how much more time WhiteA has than WhiteB, and BlackA than BlackB. `None` with a common countdown.
    #[inline]
    pub fn diagonals(&self) -> [Option<Millis>; 2] {
        self.kind.diagonals(&self.shown)
    }

    /// Adds a half-move and its clock. Returns how much time was used.
    #[inline]
    pub fn enter(&mut self, seat: Seat, clock: Option<Clock>) -> Waited {
        self.made[seat] += 1;
        let (used, elapsed) = match clock {
            None => {
                self.stale[seat] = true;
                self.spent[seat] = None;
                self.countdown = None;
                (None, None)
            }
            Some(clock) if self.kind == ClockKind::Countdown => self.count_down(clock.time()),
            Some(Clock::Since(passed)) => self.since_start(seat, passed.time()),
            Some(clock) => self.left(seat, clock.time()),
        };
        self.passed[seat.board.to_index()] = elapsed;
        Waited { seat, used, elapsed }
    }

    fn count_down(&mut self, left: Millis) -> (Option<Millis>, Option<Millis>) {
        let left = Some(left);
        let used = difference(self.countdown, left);
        self.countdown = left;
        self.shown = BySeat::new([left; 4]);
        (used, difference(self.start[Seat::WHITE_A], left))
    }

    fn since_start(&mut self, seat: Seat, passed: Millis) -> (Option<Millis>, Option<Millis>) {
        let used = difference(Some(passed), self.passed[seat.board.to_index()]);
        let before = self.shown[seat].filter(|_| !self.stale[seat]);
        match difference(before, used) {
            Some(left) => self.shown[seat] = Some(left + self.increment),
            None => self.stale[seat] = true,
        }
        self.spent[seat] = self.all_used(seat);
        (used, Some(passed))
    }

    #[inline]
    fn left(&mut self, seat: Seat, left: Millis) -> (Option<Millis>, Option<Millis>) {
        let before = self.shown[seat].filter(|_| !self.stale[seat]);
        self.shown[seat] = Some(left);
        self.stale[seat] = false;
        let used = difference(before, Some(left)).map(|time| time + self.increment);
        // The opponent's clock hasn't changed since the opponent moved.
        let own = self.all_used(seat);
        self.spent[seat] = own;
        (used, own.zip(self.spent[seat.opponent()]).map(|(own, other)| own + other))
    }

    /// Returns the time that a seat used for all its half-moves.
    #[inline]
    fn all_used(&self, seat: Seat) -> Option<Millis> {
        let time = difference(self.start[seat], self.shown[seat])?;
        let gained = Millis(self.increment.0.saturating_mul(self.made[seat]));
        (!self.stale[seat]).then_some(time + gained)
    }
}
