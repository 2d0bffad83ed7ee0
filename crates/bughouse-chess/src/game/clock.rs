//! Four clocks that are told the time and never ask for it.

use core::fmt;
use core::ops::{Add, Sub};

use crate::game::seat::{BoardId, Seat};
use crate::notation::seconds::Seconds;

/// A time or a span of time in milliseconds. A clock that ran past zero is negative.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Millis(pub i64);

impl Millis {
    /// No time.
    pub const ZERO: Millis = Millis(0);

    /// Returns a number of whole seconds.
    #[inline]
    pub const fn from_secs(seconds: i64) -> Millis {
        Millis(seconds.saturating_mul(1000))
    }
}

impl Add for Millis {
    type Output = Millis;
    #[inline]
    fn add(self, other: Millis) -> Millis {
        Millis(self.0.saturating_add(other.0))
    }
}

impl Sub for Millis {
    type Output = Millis;
    #[inline]
    fn sub(self, other: Millis) -> Millis {
        Millis(self.0.saturating_sub(other.0))
    }
}

/// Writes seconds, with as many decimals as there are: `180`, `159.3`, `-0.576`.
impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Seconds::from(*self).fmt(f)
    }
}

/// How much time each player has at the start, and gains with each move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TimeControl {
    /// The time at the start.
    pub base: Millis,
    /// The time gained with each move.
    pub increment: Millis,
}

impl TimeControl {
    /// Makes a time control from seconds: `new(180, 0)` is three minutes.
    pub const fn new(base: i64, increment: i64) -> TimeControl {
        TimeControl { base: Millis::from_secs(base), increment: Millis::from_secs(increment) }
    }
}

/// The four clocks. On each board the clock of the side to move runs, from the moment the board was started.
///
/// Times are counted from any moment the caller likes, such as the start of the match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clocks {
    /// By seat: what was left when the seat's turn began, or after its last move.
    left: [Millis; 4],
    increment: Millis,
    /// By board.
    pace: [Pace; 2],
}

/// How the clocks of one board go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pace {
    /// They were never started.
    NotStarted,
    /// The running turn began at this moment.
    Since(Millis),
    /// The match is over.
    Stopped,
}

impl Clocks {
    /// Makes four full clocks that stand still.
    pub const fn new(control: TimeControl) -> Clocks {
        Clocks::from_left([control.base; 4], control.increment)
    }

    /// Makes four clocks that stand still from what is left on each, by [`Seat::to_index`].
    pub const fn from_left(left: [Millis; 4], increment: Millis) -> Clocks {
        Clocks { left, increment, pace: [Pace::NotStarted; 2] }
    }

    /// Returns the time gained with each move.
    pub const fn increment(&self) -> Millis {
        self.increment
    }

    /// Returns what was left when the seat's turn began, or after its last move.
    #[inline]
    pub const fn left(&self, seat: Seat) -> Millis {
        self.left[seat.to_index()]
    }

    /// Returns all four clocks as they were last set, by [`Seat::to_index`].
    pub const fn all_left(&self) -> [Millis; 4] {
        self.left
    }

    /// Sets one clock. If it runs, which needs `to_move`, it runs on from `now`.
    pub(crate) fn set(&mut self, seat: Seat, to_move: bool, left: Millis, now: Millis) {
        self.left[seat.to_index()] = left;
        if let Pace::Since(since) = &mut self.pace[seat.board as usize]
            && to_move
        {
            *since = now;
        }
    }

    /// Starts the clock of the side to move on a board, unless that was done before.
    pub(crate) fn start(&mut self, board: BoardId, now: Millis) {
        let pace = &mut self.pace[board as usize];
        if *pace == Pace::NotStarted {
            *pace = Pace::Since(now);
        }
    }

    /// Stops a board's clocks for good; `to_move` is the seat whose clock runs. Without a moment no time is
    /// taken off.
    pub(crate) fn stop(&mut self, to_move: Seat, now: Option<Millis>) {
        if let Pace::Since(since) = self.pace[to_move.board as usize] {
            self.left[to_move.to_index()] = self.read(to_move, true, now.unwrap_or(since));
            self.pace[to_move.board as usize] = Pace::Stopped;
        }
    }

    /// Returns what a clock shows at a moment.
    #[inline]
    pub(crate) fn read(&self, seat: Seat, to_move: bool, now: Millis) -> Millis {
        let left = self.left(seat);
        match self.pace[seat.board as usize] {
            Pace::Since(since) if to_move => left - (now - since).max(Millis::ZERO),
            _ => left,
        }
    }

    /// Tells whether a clock was started and shows no time at a moment.
    pub(crate) fn has_run_out(&self, seat: Seat, to_move: bool, now: Millis) -> bool {
        self.pace[seat.board as usize] != Pace::NotStarted && self.read(seat, to_move, now) <= Millis::ZERO
    }

    /// Returns when a clock that has run out reached zero; `None` unless its board runs.
    pub(crate) fn ran_out_at(&self, seat: Seat, to_move: bool) -> Option<Millis> {
        match self.pace[seat.board as usize] {
            Pace::Since(since) if to_move => Some(since + self.left(seat)),
            // It ran until the opponent's turn began, and gained the increment then.
            Pace::Since(since) => Some(since + self.left(seat) - self.increment),
            _ => None,
        }
    }

    /// Ends a seat's turn: its time is taken off, the increment added, and the opponent's clock runs.
    #[inline]
    pub(crate) fn press(&mut self, seat: Seat, now: Millis) {
        if let Pace::Since(since) = &mut self.pace[seat.board as usize] {
            let used = (now - *since).max(Millis::ZERO);
            *since = (*since).max(now);
            let left = &mut self.left[seat.to_index()];
            *left = *left - used + self.increment;
        }
    }
}
