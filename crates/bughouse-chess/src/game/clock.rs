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
    #[must_use]
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct TimeControl {
    /// The time at the start.
    pub base: Millis,
    /// The time gained with each move.
    pub increment: Millis,
}

impl TimeControl {
    /// Makes a time control from seconds: `new(180, 0)` is three minutes.
    #[must_use]
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
    /// By board: when the running turn began; never if the board was not started.
    since: [Moment; 2],
    /// By seat: when the clock ran out in a turn that is over, unless time was gained since.
    fell: [Moment; 4],
    /// When the match ended. From then on the clocks show what they showed at that moment.
    end: Option<Millis>,
}

/// What a move changes about the clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Turn {
    left: Millis,
    since: Moment,
    fell: Moment,
}

/// A moment or never, in one number: every half-move keeps some.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Moment(i64);

impl Moment {
    const NEVER: Moment = Moment(i64::MIN);

    /// Makes a moment. The least one is taken for the next, so that it is not never.
    #[inline]
    fn at(time: Millis) -> Moment {
        Moment(time.0.max(i64::MIN + 1))
    }

    #[inline]
    fn get(self) -> Option<Millis> {
        (self != Moment::NEVER).then_some(Millis(self.0))
    }
}

impl Clocks {
    /// Makes four full clocks that stand still.
    #[must_use]
    pub const fn new(control: TimeControl) -> Clocks {
        Clocks::from_left([control.base; 4], control.increment)
    }

    /// Makes four clocks that stand still from what is left on each, by [`Seat::to_index`].
    #[must_use]
    pub const fn from_left(left: [Millis; 4], increment: Millis) -> Clocks {
        Clocks { left, increment, since: [Moment::NEVER; 2], fell: [Moment::NEVER; 4], end: None }
    }

    /// Returns the time gained with each move.
    #[must_use]
    pub const fn increment(&self) -> Millis {
        self.increment
    }

    /// Returns what was left when the seat's turn began, or after its last move.
    #[inline]
    #[must_use]
    pub const fn left(&self, seat: Seat) -> Millis {
        self.left[seat.to_index()]
    }

    /// Returns all four clocks as they were last set, by [`Seat::to_index`].
    #[must_use]
    pub const fn all_left(&self) -> [Millis; 4] {
        self.left
    }

    /// Sets one clock. If it runs, which needs `to_move`, it runs on from `now`.
    pub(super) fn set(&mut self, seat: Seat, to_move: bool, left: Millis, now: Millis) {
        self.left[seat.to_index()] = left;
        self.fell[seat.to_index()] = Moment::NEVER;
        let since = &mut self.since[seat.board as usize];
        if to_move && *since != Moment::NEVER {
            // After the end a clock shows what it is set to.
            *since = Moment::at(self.end.map_or(now, |end| now.max(end)));
        }
    }

    /// Starts the clock of the side to move on a board, unless that was done before.
    pub(super) fn start(&mut self, board: BoardId, now: Millis) {
        let since = &mut self.since[board as usize];
        if *since == Moment::NEVER {
            *since = Moment::at(now);
        }
    }

    /// Stops all clocks. Without a moment no time is taken off those that run.
    pub(super) fn stop(&mut self, now: Option<Millis>) {
        self.end = Some(now.unwrap_or(Millis(i64::MIN)));
    }

    /// Lets the clocks go on as if they had not been stopped.
    pub(super) fn go_on(&mut self) {
        self.end = None;
    }

    /// Returns what a clock shows at a moment.
    #[inline]
    pub(super) fn read(&self, seat: Seat, to_move: bool, now: Millis) -> Millis {
        let left = self.left(seat);
        match self.since[seat.board as usize].get() {
            Some(since) if to_move => left - (self.end.unwrap_or(now) - since).max(Millis::ZERO),
            _ => left,
        }
    }

    /// Returns `true` if a clock was started and shows no time at a moment.
    pub(super) fn has_run_out(&self, seat: Seat, to_move: bool, now: Millis) -> bool {
        self.since[seat.board as usize] != Moment::NEVER && self.read(seat, to_move, now) <= Millis::ZERO
    }

    /// Returns when a clock that has run out reached zero; `None` if it was not started.
    pub(super) fn ran_out_at(&self, seat: Seat) -> Option<Millis> {
        let since = self.since[seat.board as usize].get()?;
        // A clock that was set to no time, and never ran, counts from the turn that runs.
        Some(self.fell[seat.to_index()].get().unwrap_or(since + self.left(seat)))
    }

    /// Returns what [`Clocks::press`] is about to change.
    #[inline]
    pub(super) fn turn(&self, seat: Seat) -> Turn {
        let fell = self.fell[seat.to_index()];
        Turn { left: self.left(seat), since: self.since[seat.board as usize], fell }
    }

    /// Ends a seat's turn: its time is taken off, the increment added, and the opponent's clock runs.
    #[inline]
    pub(super) fn press(&mut self, seat: Seat, now: Millis) {
        if let Some(since) = self.since[seat.board as usize].get() {
            let used = (now - since).max(Millis::ZERO);
            let (left, fell) = (&mut self.left[seat.to_index()], &mut self.fell[seat.to_index()]);
            let zero_at = since + *left;
            self.since[seat.board as usize] = Moment::at(since.max(now));
            *left = *left - used + self.increment;
            // A clock that is back above zero has not run out.
            *fell = match *left > Millis::ZERO {
                true => Moment::NEVER,
                false => Moment::at(fell.get().unwrap_or(zero_at)),
            };
        }
    }

    /// Takes the end of a seat's turn back.
    #[inline]
    pub(super) fn unpress(&mut self, seat: Seat, turn: Turn) {
        self.left[seat.to_index()] = turn.left;
        self.since[seat.board as usize] = turn.since;
        self.fell[seat.to_index()] = turn.fell;
    }
}
