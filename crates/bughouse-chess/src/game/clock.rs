//! Four clocks that are told the time and never ask for it.

use core::fmt;
use core::ops::{Add, Sub};

use crate::game::seat::{ALL_SEATS, BoardId, Seat};
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
    /// By board: when the running turn began; `None` while the board stands still.
    since: [Option<Millis>; 2],
}

impl Clocks {
    /// Makes four full clocks that stand still.
    pub const fn new(control: TimeControl) -> Clocks {
        Clocks { left: [control.base; 4], increment: control.increment, since: [None; 2] }
    }

    /// Makes four clocks that stand still, by [`Seat::to_index`].
    pub const fn from_left(left: [Millis; 4], increment: Millis) -> Clocks {
        Clocks { left, increment, since: [None; 2] }
    }

    /// Returns the time gained with each move.
    pub const fn increment(&self) -> Millis {
        self.increment
    }

    /// Sets one clock, as when a game is resumed. If it runs, it runs on from `now`.
    pub fn set(&mut self, seat: Seat, left: Millis, now: Millis) {
        self.left[seat.to_index()] = left;
        if let Some(since) = &mut self.since[seat.board as usize] {
            *since = now;
        }
    }

    /// Returns what was left when the seat's turn began, or after its last move.
    #[inline]
    pub const fn left(&self, seat: Seat) -> Millis {
        self.left[seat.to_index()]
    }

    /// Starts the clock of the side to move on a board.
    pub(crate) fn start(&mut self, board: BoardId, now: Millis) {
        self.since[board as usize].get_or_insert(now);
    }

    /// Stops a board's clock; `to_move` is the seat whose clock runs.
    pub(crate) fn stop(&mut self, to_move: Seat, now: Millis) {
        self.left[to_move.to_index()] = self.read(to_move, true, now);
        self.since[to_move.board as usize] = None;
    }

    /// Returns what a clock shows at a moment.
    #[inline]
    pub(crate) fn read(&self, seat: Seat, to_move: bool, now: Millis) -> Millis {
        let left = self.left[seat.to_index()];
        match self.since[seat.board as usize] {
            Some(since) if to_move => left - (now - since).max(Millis::ZERO),
            _ => left,
        }
    }

    /// Returns when a running clock reaches zero.
    pub(crate) fn falls_at(&self, seat: Seat, to_move: bool) -> Option<Millis> {
        self.since[seat.board as usize].filter(|_| to_move).map(|since| since + self.left(seat))
    }

    /// Ends a seat's turn: its time is taken off, the increment added, and the opponent's clock runs.
    #[inline]
    pub(crate) fn press(&mut self, seat: Seat, now: Millis) {
        if let Some(since) = &mut self.since[seat.board as usize] {
            let used = (now - *since).max(Millis::ZERO);
            *since = (*since).max(now);
            let left = &mut self.left[seat.to_index()];
            *left = *left - used + self.increment;
        }
    }

    /// Returns all four clocks as they were last set, by [`Seat::to_index`].
    pub fn all_left(&self) -> [Millis; 4] {
        ALL_SEATS.map(|seat| self.left(seat))
    }
}
