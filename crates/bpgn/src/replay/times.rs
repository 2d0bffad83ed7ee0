//! Computes the times of a game from its clocks: time left, time used, elapsed time.

use bughouse_chess::{BoardId, BySeat, Millis, Position, Seat, TimeControl};

use crate::replay::shown_clocks::ShownClocks;
use crate::replay::sits::Waited;
use crate::replay::start::Start;
use crate::types::clock::Clock;
use crate::types::tags::TimeControlTag;

/// A half-move of the main line and its clock, from which the times of a game are computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrittenClock {
    /// The number in its label.
    pub number: u32,
    /// The seat that played it, which may differ from the label.
    pub seat: Seat,
    /// The clock of the half-move, in the form it is written.
    pub clock: Option<Clock>,
}

/// What the clocks of a game mean.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ClockKind {
    /// There are no clocks.
    None,
    /// Each player has a clock that shows the time left: `{298}`, `{[%clk 0:01:02.5]}`.
    FourClocks,
    /// Clocks show the elapsed time: `{[ts=185.070]}`.
    Elapsed,
    /// A common countdown for all four players, as engines write it.
    Countdown,
}

/// How many half-moves with clocks are needed to detect a common countdown.
const COUNTDOWN_HALF_MOVES: usize = 16;
/// How many seats must have a clock for that.
const COUNTDOWN_SEATS: usize = 3;

impl ClockKind {
    /// Detects the kind of clocks in a main line.
    ///
    /// It is a common countdown if no clock shows more than the one before it in the file, of any seat. That takes at
    /// least 16 half-moves with a clock, by at least three seats.
    pub fn of(played: &[WrittenClock]) -> ClockKind {
        let mut seats = BySeat::<bool>::default();
        let mut count = 0;
        let mut before = Millis(i64::MAX);
        let mut rises = false;
        let mut first = None;
        for half_move in played {
            let Some(clock) = half_move.clock else { continue };
            first = first.or(Some(clock));
            rises |= clock.is_elapsed() || clock.time() > before;
            before = clock.time();
            seats[half_move.seat] = true;
            count += 1;
        }
        let seats = seats.into_iter().filter(|&(_, seen)| seen).count();
        match first {
            None => ClockKind::None,
            Some(_) if !rises && count >= COUNTDOWN_HALF_MOVES && seats >= COUNTDOWN_SEATS => {
                ClockKind::Countdown
            }
            Some(clock) if clock.is_elapsed() => ClockKind::Elapsed,
            Some(_) => ClockKind::FourClocks,
        }
    }

    /// Returns how much more time WhiteA has than WhiteB, and BlackA than BlackB. `None` with a common countdown.
    pub fn diagonals(self, clocks: &BySeat<Option<Millis>>) -> [Option<Millis>; 2] {
        if self == ClockKind::Countdown {
            return [None; 2];
        }
        [Seat::WHITE_A, Seat::BLACK_A].map(|seat| difference(clocks[seat], clocks[seat.diagonal()]))
    }

    /// Returns a short name in kebab case.
    pub const fn name(self) -> &'static str {
        match self {
            ClockKind::None => "none",
            ClockKind::FourClocks => "four-clocks",
            ClockKind::Elapsed => "elapsed",
            ClockKind::Countdown => "countdown",
        }
    }
}

/// Infers how much time each player had at the start from the clocks of a main line without a time control.
///
/// Most games start at a full or half minute, and the first clocks of the four seats are a little below. So the next
/// full or half minute is used. Returns `None` if a player's clock rises, which means an increment, if the game doesn't
/// begin with the first moves and their clocks, or if all players would have used half of that minute for their first
/// move.
fn infer_control(kind: ClockKind, played: &[WrittenClock]) -> Option<TimeControl> {
    const MINUTE: i64 = 60_000;
    if !matches!(kind, ClockKind::FourClocks | ClockKind::Countdown) {
        return None;
    }
    let mut shown = BySeat::<Option<Millis>>::default();
    let mut most = None;
    let mut begun = [false; 2];
    for half_move in played {
        let is_first = !std::mem::replace(&mut begun[half_move.seat.board.to_index()], true);
        if is_first && half_move.number != 1 {
            return None;
        }
        let Some(time) = half_move.clock.map(Clock::time) else { continue };
        let shown = &mut shown[half_move.seat];
        if shown.is_some_and(|before| time > before) {
            return None;
        }
        if half_move.number == 1 {
            most = most.max(Some(time));
        }
        *shown = Some(time);
    }
    let most = most.filter(|&most| most > Millis::ZERO)?;
    let unit = if most.0 <= MINUTE / 2 { MINUTE / 2 } else { MINUTE };
    let base = Millis(most.0.checked_add(unit - 1)? / unit * unit);
    (base.0 - most.0 <= unit / 2).then_some(TimeControl { base, increment: Millis::ZERO })
}

/// The time control and clocks at the start of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TimeStart {
    /// The kind of clocks.
    pub kind: ClockKind,
    /// The time control, from the tag or else inferred from the clocks.
    pub control: Option<TimeControl>,
    /// Whether the time control was inferred from the clocks.
    pub is_inferred: bool,
    /// The time on each clock, from the start position or else from the time control.
    pub clocks: BySeat<Option<Millis>>,
}

impl TimeStart {
    /// Determines the times at the start of a game from its start, the value of its `TimeControl` tag, and the clocks
    /// of the half-moves that were played.
    pub fn new(start: &Start, tag: Option<TimeControlTag>, played: &[WrittenClock]) -> TimeStart {
        let kind = ClockKind::of(played);
        let from_tag = match tag {
            Some(TimeControlTag::Control(control)) => Some(control),
            _ => None,
        };
        // With a start position, only the position itself shows how much time there is.
        let inferred = match (from_tag, &start.given) {
            (None, None) => infer_control(kind, played),
            _ => None,
        };
        let control = from_tag.or(inferred);
        let given = |seat: Seat| start.given.as_ref().and_then(|given| given.clock(seat));
        let clocks = BySeat::from_fn(|seat| given(seat).or(control.map(|control| control.base)));
        TimeStart { kind, control, is_inferred: inferred.is_some(), clocks }
    }
}

/// The times of a half-move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Timed {
    /// What each clock showed last.
    pub clocks: BySeat<Option<Millis>>,
    /// What each clock shows at the time of the half-move, see [`Moment::running`](crate::Moment::running).
    pub running: BySeat<Option<Millis>>,
    /// The time used for the half-move.
    pub used: Option<Millis>,
    /// The elapsed time since the start, by the clocks of its board.
    pub elapsed: Option<Millis>,
    /// The elapsed time since the start, never less than at the half-move before.
    pub time: Option<Millis>,
    /// How much more time WhiteA has than WhiteB, and BlackA than BlackB. `None` with a common countdown.
    pub diagonals: [Option<Millis>; 2],
}

/// The four clocks and the elapsed time, while half-moves are played.
///
/// ```
/// use bpgn::tags::read_time_control;
/// use bpgn::{Clock, Start, TimeStart, Times, WrittenClock};
/// use bughouse_chess::{Millis, Position, Rules, Seat, BoardId};
///
/// let clock = Clock::find(b"[%clk 0:02:50]");
/// let played = [WrittenClock { number: 1, seat: Seat::WHITE_A, clock }];
/// let start = TimeStart::new(&Start::default(), Some(read_time_control(b"180+0")), &played);
/// let mut times = Times::new(&start);
/// let mut after = Position::default();
/// after.play(BoardId::A, "e2e4".parse()?)?;
/// let timed = times.enter(Seat::WHITE_A, clock, &after);
/// assert_eq!(timed.used, Some(Millis(10_000)));
/// assert_eq!(timed.diagonals[0], Some(Millis(-10_000)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Times {
    kind: ClockKind,
    shown: ShownClocks,
    /// The elapsed time since the start.
    time: Millis,
    /// By board, the elapsed time at its last half-move, if the clocks of that board show it.
    since: [Option<Millis>; 2],
    /// What the clocks show at the time of the last half-move.
    running: BySeat<Option<Millis>>,
    is_variation: bool,
}

impl Times {
    /// Creates full clocks.
    pub fn new(start: &TimeStart) -> Times {
        Times {
            kind: start.kind,
            shown: ShownClocks::new(start),
            time: Millis::ZERO,
            since: [Some(Millis::ZERO); 2],
            running: start.clocks,
            is_variation: false,
        }
    }

    /// Returns the times of a variation that begins here. Clocks don't run in it, unless it has its own.
    pub fn branch(&self) -> Times {
        Times { is_variation: true, ..self.clone() }
    }

    /// Adds a half-move that led to a position.
    pub fn enter(&mut self, seat: Seat, clock: Option<Clock>, after: &Position) -> Timed {
        let Waited { used, elapsed, .. } = self.shown.enter(seat, clock);
        let clocks = *self.shown.clocks();
        if self.is_variation {
            if clock.is_some() {
                self.running[seat] = clocks[seat];
            }
        } else {
            self.time = elapsed.map_or(self.time, |elapsed| elapsed.max(self.time));
            self.since[seat.board.to_index()] = elapsed.map(|_| self.time);
            self.running = self.run(clocks, after);
        }
        Timed {
            clocks,
            running: self.running,
            used,
            elapsed,
            time: (self.kind != ClockKind::None).then_some(self.time),
            diagonals: self.shown.diagonals(),
        }
    }

    /// Advances the clocks of the players to move.
    fn run(&self, mut clocks: BySeat<Option<Millis>>, after: &Position) -> BySeat<Option<Millis>> {
        // A common countdown already shows the time of the last half-move.
        if matches!(self.kind, ClockKind::None | ClockKind::Countdown) {
            return clocks;
        }
        for (board, since) in BoardId::ALL.into_iter().zip(self.since) {
            if let (Some(left), Some(since)) = (&mut clocks[after.to_move(board)], since) {
                // A clock stops at zero. One that the game shows below zero stays there.
                *left = (*left - (self.time - since)).max((*left).min(Millis::ZERO));
            }
        }
        clocks
    }
}

/// Returns the difference of two times if both are known.
pub(crate) fn difference(one: Option<Millis>, other: Option<Millis>) -> Option<Millis> {
    Some(one? - other?)
}
