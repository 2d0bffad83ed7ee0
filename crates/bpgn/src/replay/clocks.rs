//! The times of a game from its clocks: time left, time used, elapsed time, and who waited.

use bughouse_chess::{BoardId, BoardStatus, BySeat, Millis, Position, Seat, TimeControl};

use crate::replay::start::Start;
use crate::types::clock::Clock;
use crate::types::tags::TimeControlTag;

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

impl ClockKind {
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

/// The clocks of the half-moves that were played in a main line, which show what they mean and how much time there was.
///
/// ```
/// use bpgn::ClockKind;
/// use bpgn::clock::Clock;
/// use bpgn::replay::WrittenClocks;
///
/// let mut clocks = WrittenClocks::default();
/// let label: bpgn::Label = "1A".parse()?;
/// clocks.push(label.number, label.seat, Clock::find(b"[%clk 0:02:59]"));
/// assert_eq!(clocks.kind(), ClockKind::FourClocks);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WrittenClocks {
    first: Option<Clock>,
    /// How many half-moves have a clock.
    count: usize,
    /// The last clock, of any seat.
    last: Option<Millis>,
    /// Whether a clock shows more than the one before it, or the elapsed time.
    rises: bool,
    /// By seat, its last clock.
    shown: BySeat<Option<Millis>>,
    /// Whether a clock shows more than the one before it of the same seat.
    gains: bool,
    /// The highest clock after the first moves.
    most: Option<Millis>,
    /// By board, the number of its first half-move.
    numbers: [Option<u32>; 2],
}

impl WrittenClocks {
    /// Adds a half-move: the number in its label, the seat that played it, and its clock.
    #[inline]
    pub fn push(&mut self, number: u32, seat: Seat, clock: Option<Clock>) {
        self.numbers[seat.board.to_index()].get_or_insert(number);
        let Some(clock) = clock else { return };
        let time = clock.time();
        self.first = self.first.or(Some(clock));
        self.count += 1;
        self.rises |= clock.is_elapsed() || self.last.is_some_and(|last| time > last);
        self.last = Some(time);
        let shown = self.shown[seat].replace(time);
        self.gains |= shown.is_some_and(|shown| time > shown);
        if number == 1 {
            self.most = self.most.max(Some(time));
        }
    }

    /// Returns what the clocks mean.
    ///
    /// They are a common countdown if no clock shows more than the one before it in the file, of any seat. That takes at
    /// least 16 half-moves with a clock, by at least three seats.
    pub fn kind(&self) -> ClockKind {
        const COUNTDOWN_HALF_MOVES: usize = 16;
        const COUNTDOWN_SEATS: usize = 3;
        let seats = self.shown.into_iter().filter(|(_, shown)| shown.is_some()).count();
        match self.first {
            None => ClockKind::None,
            Some(_) if !self.rises && self.count >= COUNTDOWN_HALF_MOVES && seats >= COUNTDOWN_SEATS => {
                ClockKind::Countdown
            }
            Some(clock) if clock.is_elapsed() => ClockKind::Elapsed,
            Some(_) => ClockKind::FourClocks,
        }
    }

    /// Returns, by board, the number of its first half-move.
    pub(crate) fn first_numbers(&self) -> [Option<u32>; 2] {
        self.numbers
    }

    /// Infers how much time each player had at the start of a game without a time control.
    ///
    /// Most games start at a full or half minute, and the first clocks of the four seats are a little below. So the next
    /// full or half minute is used. Returns `None` if a player's clock rises, which means an increment, if the game
    /// doesn't begin with the first moves and their clocks, or if all players would have used half of that minute for
    /// their first move.
    fn infer_control(&self) -> Option<TimeControl> {
        const MINUTE: i64 = 60_000;
        let begins_late = self.numbers.into_iter().flatten().any(|number| number != 1);
        if !matches!(self.kind(), ClockKind::FourClocks | ClockKind::Countdown) || begins_late || self.gains {
            return None;
        }
        let most = self.most.filter(|&most| most > Millis::ZERO)?;
        let unit = if most.0 <= MINUTE / 2 { MINUTE / 2 } else { MINUTE };
        let base = Millis(most.0.checked_add(unit - 1)? / unit * unit);
        (base.0 - most.0 <= unit / 2).then_some(TimeControl { base, increment: Millis::ZERO })
    }
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
    pub fn new(start: &Start, tag: Option<TimeControlTag>, written: &WrittenClocks) -> TimeStart {
        let from_tag = match tag {
            Some(TimeControlTag::Control(control)) => Some(control),
            _ => None,
        };
        // With a start position, only the position itself shows how much time there is.
        let inferred = match (from_tag, &start.given) {
            (None, None) => written.infer_control(),
            _ => None,
        };
        let control = from_tag.or(inferred);
        let given = |seat: Seat| start.given.as_ref().and_then(|given| given.clock(seat));
        let clocks = BySeat::from_fn(|seat| given(seat).or(control.map(|control| control.base)));
        TimeStart { kind: written.kind(), control, is_inferred: inferred.is_some(), clocks }
    }
}

/// The times of a half-move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timed {
    /// What each clock showed last.
    pub(crate) clocks: BySeat<Option<Millis>>,
    /// What each clock shows at the time of the half-move, see [`Moment::running`](crate::Moment::running).
    pub(crate) running: BySeat<Option<Millis>>,
    /// The time used for the half-move.
    pub(crate) used: Option<Millis>,
    /// The elapsed time since the start, by the clocks of its board.
    pub(crate) elapsed: Option<Millis>,
    /// The elapsed time since the start, never less than at the half-move before.
    pub(crate) time: Option<Millis>,
    /// How much more time WhiteA has than WhiteB, and BlackA than BlackB. `None` with a common countdown.
    pub(crate) diagonals: [Option<Millis>; 2],
}

/// The four clocks and the elapsed time, while half-moves are played.
#[derive(Clone, Debug)]
pub(crate) struct Times {
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
    pub(crate) fn new(start: &TimeStart) -> Times {
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
    pub(crate) fn branch(&self) -> Times {
        Times { is_variation: true, ..self.clone() }
    }

    /// Adds a half-move that led to a position.
    pub(crate) fn enter(&mut self, seat: Seat, clock: Option<Clock>, after: &Position) -> Timed {
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
fn difference(one: Option<Millis>, other: Option<Millis>) -> Option<Millis> {
    Some(one? - other?)
}

/// Tracks what each of the four clocks showed last, while half-moves are played.
///
/// ```
/// use bpgn::replay::{ShownClocks, TimeStart, WrittenClocks};
/// use bpgn::tags::read_time_control;
/// use bpgn::Start;
/// use bpgn::clock::Clock;
/// use bughouse_chess::{Millis, Seat};
///
/// let clock = Clock::find(b"[%clk 0:02:50]");
/// let mut written = WrittenClocks::default();
/// written.push(1, Seat::WHITE_A, clock);
/// let start = TimeStart::new(&Start::default(), Some(read_time_control(b"180+0")), &written);
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

/// A time in which a seat did not move while the other board continued.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sit {
    /// The seat that waited.
    pub seat: Seat,
    /// The half-move before it on the same board. 0 is the start.
    pub from_ply: usize,
    /// The half-move that ended it: the seat's own, or the last of the game.
    pub to_ply: usize,
    /// How long the seat waited.
    pub time: Millis,
}

/// The default minimum time of a sit.
pub const LEAST_SIT: Millis = Millis::from_secs(10);

/// The minimum number of half-moves on the other board meanwhile.
const LEAST_MEANWHILE: usize = 2;

/// The seat and the times of a half-move, which is all that is needed to find sits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waited {
    /// The seat that played it.
    pub seat: Seat,
    /// The time used for it, see [`Moment::used`](crate::Moment::used).
    pub used: Option<Millis>,
    /// The elapsed time since the start, by the clocks of its board.
    pub elapsed: Option<Millis>,
}

/// Finds sits while half-moves are played, like [`Timeline::sits`](crate::Timeline::sits), without keeping the half-moves.
#[derive(Clone, Debug)]
pub struct Sits {
    kind: ClockKind,
    least: Millis,
    /// How many half-moves were played.
    played: usize,
    /// The elapsed time at the last of them.
    elapsed: Option<Millis>,
    /// By board, its last half-move and the elapsed time.
    before: [(usize, Option<Millis>); 2],
    found: Vec<Sit>,
}

impl Sits {
    /// Creates a finder for sits of at least `least`.
    pub fn new(kind: ClockKind, least: Millis) -> Sits {
        let start = Some(Millis::ZERO);
        Sits { kind, least, played: 0, elapsed: start, before: [(0, start); 2], found: Vec::new() }
    }

    /// Adds the next half-move.
    #[inline]
    pub fn push(&mut self, half_move: Waited) {
        let Waited { seat, used, elapsed } = half_move;
        self.played += 1;
        self.elapsed = elapsed;
        let to_ply = self.played;
        let (from_ply, since) = std::mem::replace(&mut self.before[seat.board.to_index()], (to_ply, elapsed));
        // All half-moves between the two are on the other board.
        let meanwhile = to_ply - 1 - from_ply;
        let time = match self.kind {
            ClockKind::Countdown => difference(elapsed, since),
            _ => used,
        };
        if let Some(time) = time.filter(|&time| meanwhile >= LEAST_MEANWHILE && time >= self.least) {
            self.found.push(Sit { seat, from_ply, to_ply, time });
        }
    }

    /// Returns the sits.
    ///
    /// `end` is the final position of a game that was played to its end. Without it, there are no sits at
    /// the end.
    pub fn end(mut self, end: Option<&Position>) -> Vec<Sit> {
        if let Some(end) = end {
            let sits = BoardId::ALL.map(|board| self.at_the_end(end, board));
            self.found.extend(sits.into_iter().flatten().filter(|sit| sit.time >= self.least));
        }
        self.found
    }

    /// Returns the wait of the seat to move on a board when the game ended.
    fn at_the_end(&self, end: &Position, board: BoardId) -> Option<Sit> {
        let (from_ply, since) = self.before[board.to_index()];
        let to_ply = self.played;
        if to_ply - from_ply < LEAST_MEANWHILE {
            return None;
        }
        let time = difference(self.elapsed, since)?;
        let continues = end.status(board) == BoardStatus::Ongoing;
        continues.then_some(Sit { seat: end.to_move(board), from_ply, to_ply, time })
    }
}
