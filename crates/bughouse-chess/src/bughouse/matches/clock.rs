//! The four clocks of a match. They never read the system clock: the caller passes the time.

use crate::bughouse::matches::Match;
use crate::bughouse::matches::history::Step;
use crate::types::seat::{BoardId, Seat};
use crate::types::time::Millis;

/// The time each player has at the start, and the increment for each move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct TimeControl {
    /// The time at the start.
    pub base: Millis,
    /// The time added after each move.
    pub increment: Millis,
}

impl TimeControl {
    /// Creates a time control from seconds: `new(180, 0)` is three minutes.
    pub const fn new(base: i64, increment: i64) -> TimeControl {
        TimeControl { base: Millis::from_secs(base), increment: Millis::from_secs(increment) }
    }
}

/// The four clocks. On each board, the clock of the side to move runs once the board is started.
///
/// Times are relative to any moment you choose, such as the start of the match. Choose one that outlives the process if
/// you store matches, such as Unix time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clocks {
    /// By seat: the time left when the seat's turn began, or after its last move.
    pub(super) left: [Millis; 4],
    pub(super) increment: Millis,
    /// By board: when the current turn began, or never if the board was not started.
    pub(super) since: [Moment; 2],
    /// By seat: when the clock ran out in an earlier turn, unless an increment brought it back above zero.
    pub(super) fell: [Moment; 4],
    /// When the match ended. From then on, the clocks keep the time they showed then.
    pub(super) end: Option<Millis>,
}

/// The state of the clocks that a move changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Turn {
    pub(super) left: Millis,
    pub(super) since: Moment,
    pub(super) fell: Moment,
}

/// A moment or never, in one number, because every half-move stores some.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Moment(i64);

impl Moment {
    pub(super) const NEVER: Moment = Moment(i64::MIN);

    /// Creates a moment. The lowest value becomes the next one, because it means never.
    #[inline]
    pub(super) fn at(time: Millis) -> Moment {
        Moment(time.0.max(i64::MIN + 1))
    }

    #[inline]
    pub(super) fn get(self) -> Option<Millis> {
        (self != Moment::NEVER).then_some(Millis(self.0))
    }
}

impl Clocks {
    /// Creates four stopped clocks with the full time.
    pub const fn new(control: TimeControl) -> Clocks {
        Clocks::from_left([control.base; 4], control.increment)
    }

    /// Creates four stopped clocks from the time left on each, by [`Seat::to_index`].
    pub const fn from_left(left: [Millis; 4], increment: Millis) -> Clocks {
        Clocks { left, increment, since: [Moment::NEVER; 2], fell: [Moment::NEVER; 4], end: None }
    }

    /// Returns the increment for each move.
    pub const fn increment(&self) -> Millis {
        self.increment
    }

    /// Returns the time that was left when the seat's turn began, or after its last move.
    #[inline]
    pub const fn left(&self, seat: Seat) -> Millis {
        self.left[seat.to_index()]
    }

    /// Returns the last set times of all four clocks, by [`Seat::to_index`].
    pub const fn all_left(&self) -> [Millis; 4] {
        self.left
    }

    /// Sets one clock. If it is running, which requires `to_move`, it continues from `now`.
    pub(super) fn set(&mut self, seat: Seat, to_move: bool, left: Millis, now: Millis) {
        self.left[seat.to_index()] = left;
        self.fell[seat.to_index()] = Moment::NEVER;
        let since = &mut self.since[seat.board as usize];
        if to_move && *since != Moment::NEVER {
            // After the end, a clock shows the time it is set to.
            *since = Moment::at(self.end.map_or(now, |end| now.max(end)));
        }
    }

    /// Starts the clock of the side to move on a board, unless it was already started.
    pub(super) fn start(&mut self, board: BoardId, now: Millis) {
        let since = &mut self.since[board as usize];
        if *since == Moment::NEVER {
            *since = Moment::at(now);
        }
    }

    /// Stops all clocks. Without a moment, running clocks lose no time.
    pub(super) fn stop(&mut self, now: Option<Millis>) {
        self.end = Some(now.unwrap_or(Millis(i64::MIN)));
    }

    /// Restarts the clocks as if they had not been stopped.
    pub(super) fn resume(&mut self) {
        self.end = None;
    }

    /// Returns the time on a clock at a moment.
    #[inline]
    pub(super) fn read(&self, seat: Seat, to_move: bool, now: Millis) -> Millis {
        let left = self.left(seat);
        match self.since[seat.board as usize].get() {
            Some(since) if to_move => left - (self.end.unwrap_or(now) - since).max(Millis::ZERO),
            _ => left,
        }
    }

    /// Returns `true` if a clock was started and has no time left at a moment.
    pub(super) fn has_run_out(&self, seat: Seat, to_move: bool, now: Millis) -> bool {
        self.since[seat.board as usize] != Moment::NEVER && self.read(seat, to_move, now) <= Millis::ZERO
    }

    /// Returns when a clock that has run out reached zero, or `None` if it was not started.
    pub(super) fn ran_out_at(&self, seat: Seat) -> Option<Millis> {
        let since = self.since[seat.board as usize].get()?;
        // A clock that was set to zero and never ran counts from the start of the current turn.
        Some(self.fell[seat.to_index()].get().unwrap_or(since + self.left(seat)))
    }

    /// Returns the state that [`Clocks::press`] is about to change.
    #[inline]
    pub(super) fn turn(&self, seat: Seat) -> Turn {
        let fell = self.fell[seat.to_index()];
        Turn { left: self.left(seat), since: self.since[seat.board as usize], fell }
    }

    /// Ends a seat's turn: subtracts its time, adds the increment, and starts the opponent's clock.
    #[inline]
    pub(super) fn press(&mut self, seat: Seat, now: Millis) {
        if let Some(since) = self.since[seat.board as usize].get() {
            let used = (now - since).max(Millis::ZERO);
            let (left, fell) = (&mut self.left[seat.to_index()], &mut self.fell[seat.to_index()]);
            let zero_at = since + *left;
            self.since[seat.board as usize] = Moment::at(since.max(now));
            *left = *left - used + self.increment;
            // A clock that is above zero again has not run out.
            *fell = match *left > Millis::ZERO {
                true => Moment::NEVER,
                false => Moment::at(fell.get().unwrap_or(zero_at)),
            };
        }
    }

    /// Undoes the end of a seat's turn.
    #[inline]
    pub(super) fn unpress(&mut self, seat: Seat, turn: Turn) {
        self.left[seat.to_index()] = turn.left;
        self.since[seat.board as usize] = turn.since;
        self.fell[seat.to_index()] = turn.fell;
    }
}

impl Match {
    /// Starts the clocks of both boards: on each, the clock of the side to move.
    ///
    /// If you [undo](Match::undo) a half-move that was played before this, its board's clock stops again.
    pub fn start(&mut self, now: Millis) {
        for board in BoardId::ALL {
            self.start_board(board, now);
        }
    }

    /// Starts the clock of one board, for servers that wait for the first move. A running clock continues.
    pub fn start_board(&mut self, board: BoardId, now: Millis) {
        if self.outcome.is_none() {
            self.keep_turns();
            self.clocks.start(board, now);
        }
    }

    /// Returns the time on a seat's clock at a moment. After the end of the match, returns the time at the
    /// end.
    ///
    /// If the match ended without a moment, a running clock shows the time it had when its turn began.
    ///
    /// ```
    /// use bughouse_chess::{Match, Millis, Rules, Seat, TimeControl};
    ///
    /// let mut game = Match::new(Rules::standard(), TimeControl::new(180, 0));
    /// game.start(Millis(1_000));
    /// let shown = Seat::ALL.map(|seat| game.clock(seat, Millis(4_500)).0);
    /// // WhiteA, BlackA, WhiteB, BlackB: both sides to move have used 3.5 seconds.
    /// assert_eq!(shown, [176_500, 180_000, 176_500, 180_000]);
    /// ```
    pub fn clock(&self, seat: Seat, now: Millis) -> Millis {
        self.clocks.read(seat, self.is_to_move(seat), now)
    }

    /// Returns the clocks, to read them without a moment.
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// Sets a seat's clock, for example from a game file or a server. If it is running, it continues from
    /// `now`.
    ///
    /// The other clocks are not affected. Before the first half-move on a board, this changes the time at the start of the
    /// match.
    pub fn set_clock(&mut self, seat: Seat, left: Millis, now: Millis) {
        self.keep_turns();
        self.clocks.set(seat, self.is_to_move(seat), left, now);
        if !self.is_to_move(seat) {
            // The seat moved last on its board.
            let on_board = |step: &&mut Step| step.board == seat.board;
            if let Some(last) = self.steps.as_mut_slice().iter_mut().rev().find(on_board) {
                last.clock = Moment::at(left);
            }
        }
    }

    /// Stores the mover's clock with each half-move from now on. As long as no clock was changed, all
    /// half-moves share the current clocks.
    fn keep_turns(&mut self) {
        if !self.keeps_turns {
            self.keeps_turns = true;
            self.turns = self.steps().iter().map(|step| self.clocks.turn(step.seat())).collect();
        }
    }

    /// Returns `true` if a seat has run out of time at a moment: its clock was started and has no time left.
    ///
    /// A player who moves after that is still flagged, unless the increment brings the clock above zero.
    pub fn is_flagged(&self, seat: Seat, now: Millis) -> bool {
        self.clocks.has_run_out(seat, self.is_to_move(seat), now)
    }

    /// Iterates over the seats that have run out of time at a moment.
    pub fn flagged(&self, now: Millis) -> impl Iterator<Item = Seat> {
        Seat::ALL.into_iter().filter(move |&seat| self.is_flagged(seat, now))
    }

    fn is_to_move(&self, seat: Seat) -> bool {
        self.to_move(seat.board) == seat
    }
}
