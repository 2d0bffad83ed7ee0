//! Finds sits: a player waits while the other board continues.

use bughouse_chess::{BoardId, BoardStatus, Millis, Position, Seat};

use crate::replay::timeline::{Moment, Timeline};
use crate::replay::times::{ClockKind, difference};

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

impl Timeline {
    /// Lists the sits of at least `least` during which two or more half-moves were played on the other board. The
    /// default for `least` is [`LEAST_SIT`].
    ///
    /// This includes the seat to move when the game ended. If the clocks don't show how long a seat waited, it is not a
    /// sit.
    pub fn sits(&self, least: Millis) -> Vec<Sit> {
        let mut sits = Sits::new(self.clock_kind, least);
        self.moments.iter().for_each(|moment| sits.push(Waited::of(moment)));
        // A variation has no end of the game, nor has a game that could not be played.
        let is_over = self.is_main && self.stopped.is_none();
        let end = self.position(self.len()).filter(|_| is_over);
        sits.end(end)
    }
}

impl Waited {
    /// Returns the seat and the times of a moment.
    pub fn of(moment: &Moment) -> Waited {
        Waited { seat: moment.seat, used: moment.used, elapsed: moment.elapsed }
    }
}

/// Lists the sits of a game from all its half-moves, like [`Timeline::sits`].
///
/// `end` is the final position and the rules of a game that was played to its end. Without it, there are no sits at the
/// end.
pub fn sits_of(kind: ClockKind, played: &[Waited], end: Option<&Position>, least: Millis) -> Vec<Sit> {
    let mut sits = Sits::new(kind, least);
    played.iter().for_each(|&half_move| sits.push(half_move));
    sits.end(end)
}

/// Finds sits while half-moves are played, like [`Timeline::sits`], without keeping the half-moves.
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
